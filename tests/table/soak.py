"""Plays many games, one after the other, in one process, and counts memory, threads and open files on the way.

    python tests/table/soak.py --games 2000 --seed 1

The real table, rules, journal and screens; dice are told to it, not seen, so that a game takes a second and not a
minute. Every kind of game, one to six players, all languages; every few moves the screen is drawn. Now and then
somebody does what people do besides playing: looks up the rules, doubts a roll, has it rolled again, leaves and comes
back; staff take moves back, restart games and bring them back, add and remove players; the camera goes away for a
while; the program is started again. At the end the journal has to verify, and nothing may have grown by more than the
limits below between the moment when caches are full and the end: so many games in, and at least a quarter of them.
Interrupted (Ctrl-C), it judges the games that were played.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from kiosk.bench.processes import together
from kiosk.buttons import HOLDS, Button
from kiosk.draw.kit import Kit
from kiosk.events import Failed, Healed, Tick
from kiosk.gallery.studio import GalleryClock, Studio
from kiosk.gallery.table import StagedTable
from kiosk.journal import Archive
from kiosk.journal.verify import Looked, findings
from kiosk.pause import ASK, LEAVE
from kiosk.table import LANGUAGES
from rules import GAMES

SIZE = (640, 360)
MORE_MB, MORE_THREADS, MORE_FILES = 8.0, 0, 0
"""What may have been added since: the list of results grows a little, threads and files not at all."""
WARM = 60
"""Games after which the caches are full: finished pictures, measured texts, typefaces, SQLite's pages."""
DRAWN = 0.15
"""Share of the turns after which the screen is drawn."""
OTHERWISE = 0.06
"""Share of the turns after which somebody does something else than play."""


@dataclass(frozen=True)
class Count:
    """What the process holds."""

    games: int
    megabytes: float
    threads: int
    files: int

    def __str__(self) -> str:
        return f"{self.games} games: {self.megabytes:.1f} MB, {self.threads} threads, {self.files} files"


def counted(games: int) -> Count:
    gc.collect()
    files = len(list(Path("/proc/self/fd").iterdir()))
    return Count(games, together([os.getpid()]) / 1e6, threading.active_count(), files)


class Evening:
    """One table, for as many games as wanted."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        clock = GalleryClock()
        self.stage = StagedTable(folder, clock, "en", seed, watched=False)
        self.studio = Studio(self.stage, clock, pygame.Surface(SIZE), Kit())

    @property
    def busy(self) -> bool:
        """Whether a game is under way."""
        match = self.studio.table.match
        return match is not None and not match.over

    def play(self, game: str) -> int:
        """One game to its end, whatever happens on the way; how many turns were played."""
        table, turns = self.studio.table, 0
        table.set_language(self.rng.choice(LANGUAGES))
        fewest = GAMES[game].seats[0]
        table.begin(game, self.rng.randint(fewest, min(6, GAMES[game].seats[-1])), {"roll_off": False})
        self.studio.draw()
        while self.busy:
            self.stage.play_turns(1)
            turns += 1
            if self.rng.random() < DRAWN:
                self.studio.draw()
            if self.busy and self.rng.random() < OTHERWISE:
                self.rng.choice(self._doings())()
                self._mind_where_dice_lay()
        self.studio.draw()
        self.studio.press(Button.RIGHT, Button.BANK)
        self.studio.draw()
        return turns

    def _mind_where_dice_lay(self) -> None:
        """The next roll lands elsewhere than dice that are in play again: exactly there it would be asked about."""
        steps = self.studio.table.steps[-2:]
        self.stage._lay += [(die.x, die.y) for step in steps for die in step.lie]

    def _doings(self) -> tuple[Callable[[], None], ...]:
        return (
            lambda: self._press(Button.LEFT, Button.RIGHT, Button.LEFT),
            lambda: self._press(Button.LEFT, Button.BANK, Button.LEFT),
            self._come_back,
            self._take_back,
            self._restart_and_bring_back,
            self._somebody_joins_and_leaves,
            self._camera_away,
            self._start_again,
        )

    def _press(self, *buttons: Button) -> None:
        for button in buttons:
            self.studio.press(button)
            self.studio.draw()

    def _come_back(self) -> None:
        """The game is left alone, put aside, and taken up again."""
        for seconds in (ASK, LEAVE):
            self.studio.clock.go_on(seconds)
            self.studio.table.take(Tick())
            self.studio.draw()
        self._press(Button.BANK)

    def _take_back(self) -> None:
        """A whole turn at the most, so that the next one begins with a roll."""
        self._press(Button.STAFF)
        while self.studio.table.steps and not self._a_turn_begins():
            self._press(HOLDS[0])
        self._press(Button.CONFIRM)

    def _a_turn_begins(self) -> bool:
        match = self.studio.table.match
        return match is not None and match.expect.roll is not None and not self.studio.table.dice

    def _restart_and_bring_back(self) -> None:
        self._press(Button.STAFF, HOLDS[1], Button.BANK, Button.STAFF, Button.RIGHT)

    def _somebody_joins_and_leaves(self) -> None:
        match = self.studio.table.match
        if match is None or match.game == "target_dice" or match.details.last_round:
            return
        self._press(Button.STAFF, HOLDS[3], Button.BANK, Button.STAFF, HOLDS[3], HOLDS[0], Button.BANK)
        if self.studio.table.screen == "staff_players":
            self._press(Button.STAFF)

    def _camera_away(self) -> None:
        """A roll is entered by hand, if one is waited for."""
        table = self.studio.table
        table.take(Failed("camera", "no frame for 5 s"))
        roll = table.match.expect.roll if table.match is not None else None
        if roll is not None:
            self._press(Button.CONFIRM, *self.rng.choices(HOLDS, k=roll.count), Button.CONFIRM)
        table.take(Healed("camera"))

    def _start_again(self) -> None:
        self.studio.restart()
        self.studio.draw()

    def close(self) -> None:
        self.stage.close()


def faults(folder: Path) -> list[str]:
    """What `raflebord journal verify` has to say against the journal."""
    archive = Archive(folder)
    try:
        return [found.text for found in findings(archive, Looked()) if found.grade == "fault"]
    finally:
        archive.close()


def soaked(folder: Path, games: int, seed: int) -> Generator[Count, None, None]:
    """Counts on the way, every twenty games at the least, and one at the end."""
    evening, every = Evening(folder, seed), min(20, max(1, games // 8))
    kinds = list(evening.studio.table.games)
    try:
        for number in range(1, games + 1):
            evening.play(kinds[number % len(kinds)])
            if number % every == 0 or number == games:
                yield counted(number)
    finally:
        evening.close()


def grown(counts: list[Count]) -> list[str]:
    """What was not flat between the moment when the caches were full and the end."""
    last = counts[-1]
    warm = [count for count in counts if max(WARM, last.games / 4) <= count.games < last.games]
    if not warm:
        return [f"{last.games} games are too few to tell: it takes more than {WARM}"]
    first = warm[0]
    more = {
        "MB": (last.megabytes - first.megabytes, MORE_MB),
        "threads": (last.threads - first.threads, MORE_THREADS),
        "files": (last.files - first.files, MORE_FILES),
    }
    return [f"{value:+.1f} {what} (at most {most})" for what, (value, most) in more.items() if value > most]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    begun, counts = time.monotonic(), list[Count]()
    with tempfile.TemporaryDirectory(prefix="raflebord-") as folder:
        with closing(soaked(Path(folder), args.games, args.seed)) as evening, suppress(KeyboardInterrupt):
            for count in evening:
                counts.append(count)
                print(f"{count}, {time.monotonic() - begun:.0f} s", flush=True)
        wrong = [*grown(counts), *faults(Path(folder))]
    print("\n".join(wrong) or f"{counts[-1].games} games: nothing has grown, the journal is sound")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
