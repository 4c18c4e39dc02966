"""Plays many whole games through camera, reader and buttons, and adds up what was misread, cut or never shown.

    python tests/table/demos.py --seeds 2 --out /tmp/demos
    python tests/table/demos.py --seeds 20 --game thirty --players 2 3

What `raflebord demo` plays, with the languages by turns, and after each move the screen is drawn: a text that does not
fit its place is counted. A game whose misreads are not none leaves the photographs of that roll. A folder's games that
are finished already are not played again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

GAMES = ("target_dice", "yatzy", "thirty", "ten_thousand", "farkle")
LANGUAGES = ("da", "nb", "en")
PLAYERS = (2, 3, 4, 5, 6)
LONGEST = 3600.0
"""Seconds after which a game is given up, or a move in it, or the camera's silence is a fault: that the machine does
much else is no fault of the table."""


def child(game: str, players: int, seed: int, language: str, out: Path) -> None:
    """One game, in this process; its figures go to a file beside its pictures."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    import cv2

    from kiosk import eyes
    from kiosk.match.steps import Step
    from kiosk.screens.scene import Scene
    from kiosk.sim import botgame

    cut: set[str] = set()
    shown: set[str] = set()

    class Watched(botgame._Game):
        def _note(self) -> None:
            before = self._steps
            super()._note()
            shown.add(botgame.kind_of(self._table))
            if self._steps != before:
                self._house.app.draw_now()
            for screen in self._house.screens.values():
                cut.update(screen.kit.cut if isinstance(screen, Scene) else ())

        def _compare(self, roll: int, step: Step, kind: Any, past: Mapping[str, Any]) -> None:
            before = self._summary.misreads
            super()._compare(roll, step, kind, past)
            if self._summary.misreads > before:
                for place, die in enumerate(step.lie):
                    if die.crop is not None:
                        cv2.imwrite(str(out / f"misread-{roll}-{place}-{die.value}.png"), die.crop)

    botgame.STUCK = eyes.STARTING = eyes.SILENT = LONGEST
    botgame._Game = Watched  # type: ignore[misc]
    wanted = botgame.Wanted(game, players, seed, out, language=language)
    summary = botgame.play(wanted, lambda line: print(line, flush=True))
    figures = {**asdict(summary), "true": summary.true, "cut": sorted(cut), "shown": sorted(shown)}
    (out / "figures.json").write_text(json.dumps(figures, ensure_ascii=False) + "\n", encoding="utf-8")


def played(game: str, players: int, seed: int, language: str, folder: Path) -> Mapping[str, Any]:
    """One game in a process of its own: its figures, or why there are none."""
    out = folder / f"{game}-{players}-{seed}-{language}"
    figures = out / "figures.json"
    if not figures.exists():
        out.mkdir(parents=True, exist_ok=True)
        one = [game, str(players), str(seed), language, str(out)]
        with (out / "talk.txt").open("wb") as talk:
            command = [sys.executable, __file__, "--one", *one]
            subprocess.run(command, stdout=talk, stderr=talk, timeout=LONGEST, check=False)
    if not figures.exists():
        return {"game": game, "players": players, "seed": seed, "true": False, "cut": [], "shown": []}
    return dict(json.loads(figures.read_text(encoding="utf-8")))


def told(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line a game: how many were played, and what was wrong with them."""
    lines = []
    for game in dict.fromkeys(result["game"] for result in results):
        mine = [result for result in results if result["game"] == game]
        rolls, misreads, asked = (
            sum(result.get(name, 0) for result in mine) for name in ("rolls", "misreads", "asked")
        )
        true = sum(result["true"] for result in mine)
        cut = sorted({text for result in mine for text in result["cut"]})
        shown = sorted({kind for result in mine for kind in result["shown"]})
        lines.append(
            f"{game}: {true} of {len(mine)} true, {rolls} rolls, {misreads} misread, {asked} questions, "
            f"cut {cut or 'nothing'}, shown {' '.join(shown)}"
        )
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, default=2, help="games of each kind")
    parser.add_argument("--game", nargs="+", default=list(GAMES))
    parser.add_argument("--players", nargs="+", type=int, default=list(PLAYERS), help="by turns")
    parser.add_argument("--out", type=Path, default=Path("out/demos"))
    parser.add_argument("--one", nargs=5, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        game, players, seed, language, out = args.one
        child(game, int(players), int(seed), language, Path(out))
        return 0
    results = []
    for seed in range(1, args.seeds + 1):
        for place, game in enumerate(args.game):
            players = args.players[(seed - 1) % len(args.players)]
            results.append(played(game, players, seed, LANGUAGES[(seed + place) % 3], args.out))
            print(json.dumps({key: results[-1].get(key) for key in SAID}, ensure_ascii=False), flush=True)
    print("\n".join(told(results)))
    return 0 if all(result["true"] and not result["cut"] for result in results) else 1


SAID = ("game", "players", "seed", "true", "rolls", "misreads", "asked", "seconds", "cut")
"""What is told of each game."""

if __name__ == "__main__":
    sys.exit(main())
