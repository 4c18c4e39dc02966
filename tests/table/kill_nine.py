"""Kills the real program at random moments of a game and looks whether anything was lost or came twice.

    python tests/table/kill_nine.py --kills 50 --seed 1 --game farkle
    python tests/table/kill_nine.py --kills 500 --game all

The program runs offscreen with a guest at the simulated table. After each turn of its loop it tells how many
moves it has shown; what was shown must be in the journal when the program is dead, in the same order, and nothing
else; and the journal must verify. Some lives end soon after the start, most in the middle of play: after the first
move that they add.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 600.0
"""Seconds in which a life makes its first move, and the camera may be silent, however slow the machine."""
AT_THE_START = 0.2
"""Share of the lives that end before that."""


def child(state_dir: Path, seed: int, game: str) -> None:
    """The program to be killed: a whole game, again and again; tells its moves on standard output."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from kiosk import eyes
    from kiosk.sim import botgame

    class Telling(botgame._Game):
        def _note(self) -> None:
            super()._note()
            os.write(1, f"{len(self._table.steps)} {self._table._play._record.entries}\n".encode())

    botgame.STUCK = eyes.STARTING = eyes.SILENT = PATIENCE
    botgame._Game = Telling  # type: ignore[misc]
    wanted = botgame.Wanted(game, 2, seed, state_dir / "out")
    botgame.play(wanted, lambda line: print(f"WRONG {line}", file=sys.stderr, flush=True), state_dir)


def stored(state_dir: Path) -> tuple[int, list[dict[str, object]]]:
    """The game that is under way and its moves, as they stand in the journal."""
    from kiosk.journal import Journal

    journal = Journal(state_dir)
    try:
        found = journal.unfinished()
        return (0, []) if found is None else (found[0].game, [dict(moved.move) for moved in found[1]])
    finally:
        journal.close()


def unsound(state_dir: Path) -> list[str]:
    """What `raflebord journal verify` has to say against the journal."""
    from kiosk.journal import Archive
    from kiosk.journal.verify import Looked, findings

    if not stored(state_dir)[0]:
        return []
    archive = Archive(state_dir)
    try:
        return [finding.text for finding in findings(archive, Looked()) if finding.grade == "fault"]
    finally:
        archive.close()


def run_and_kill(state_dir: Path, seed: int, seconds: float, playing: bool, game: str) -> tuple[int, str]:
    """One life of the program: how many entries of the journal it has shown, and what it complained about.

    It is killed so many seconds after its first words, or after the first move if it shall be `playing`.
    """
    command = [sys.executable, __file__, "--child", str(state_dir), "--seed", str(seed), "--game", game]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = last = process.stdout.readline()
        end = time.monotonic() + PATIENCE
        while playing and last and last == first and time.monotonic() < end:
            last = process.stdout.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        lines = [first, last, *process.stdout.read().splitlines()]
        complaints = process.stderr.read().decode()
    shown = [int(line.split()[1]) for line in lines if len(line.split()) == 2]
    return (shown[-1] if shown else -1), complaints


def check(kills: int, seed: int, longest: float, state_dir: Path, game_name: str = "yatzy") -> list[str]:
    """What went wrong in so many lives; nothing, one hopes."""
    rng, wrong = random.Random(seed), list[str]()
    game, moves = 0, list[dict[str, object]]()
    for life in range(kills):
        seconds, playing = rng.uniform(0.0, longest), rng.random() >= AT_THE_START
        shown, complaints = run_and_kill(state_dir, seed + life, seconds, playing, game_name)
        now, after = stored(state_dir)
        wrong += [f"life {life}: {text}" for text in unsound(state_dir)]
        if "WRONG" in complaints or "Traceback" in complaints:
            wrong.append(f"life {life}: {complaints}")
        if now == game and after[: len(moves)] != moves:
            wrong.append(f"life {life}: the journal no longer begins with what it held before")
        before = f"{len(moves)} before" if now in (game, 0) or not moves else "a new game"
        if shown > len(after) and now == game:
            wrong.append(f"life {life}: {shown} entries were shown, {len(after)} are stored")
        print(f"life {life}: {shown} shown, {len(after)} stored, {before}", flush=True)
        game, moves = now, after
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=6.0, help="seconds until the kill, at most")
    parser.add_argument(
        "--game", default="yatzy", help="a game, or all: then each is killed its share of times"
    )
    parser.add_argument("--child", type=Path)
    args = parser.parse_args()
    if args.child:
        child(args.child, args.seed, args.game)
        return 0
    games, wrong = played(args.game), list[str]()
    for place, game in enumerate(games):
        kills = args.kills // len(games) + (place < args.kills % len(games))
        with tempfile.TemporaryDirectory() as folder:
            found = check(kills, args.seed, args.longest, Path(folder), game)
        wrong += [f"{game}, {text}" for text in found]
        print(f"{game}: {kills} kills, {len(found)} complaints", flush=True)
    print("\n".join(wrong) or f"{args.kills} kills: nothing lost, nothing twice")
    return 1 if wrong else 0


def played(wanted: str) -> tuple[str, ...]:
    """The games to be killed: the one wanted, or all that can be shown."""
    from kiosk.screens import games

    return games() if wanted == "all" else (wanted,)


if __name__ == "__main__":
    sys.exit(main())
