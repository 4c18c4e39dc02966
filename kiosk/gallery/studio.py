"""The studio in which the gallery's pictures are made: the real screens in front of a staged table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from kiosk.buttons import Button
from kiosk.draw.kit import Kit
from kiosk.gallery.table import StagedTable
from kiosk.screens import all_screens
from kiosk.screens.base import Screen
from kiosk.table import Table
from rules import Match

START = 100.2
"""The clock's first moment, seconds: lamps that blink are lit."""


class GalleryClock:
    """Stands still until it is told to go on."""

    def __init__(self) -> None:
        self._now = START

    def now(self) -> float:
        """Seconds."""
        return self._now

    def wall(self) -> float:
        """The evening of 1 December 2025."""
        return 1764612000.0 + self._now

    def go_on(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds


class Studio:
    """Draws the screen that a staged table shows."""

    def __init__(self, stage: StagedTable, clock: GalleryClock, surface: pygame.Surface, kit: Kit) -> None:
        self.stage = stage
        self.clock = clock
        self._surface = surface
        self.kit = kit
        """Its typefaces and finished pictures."""
        self.before: Screen | None = None
        """What stands before the table's own screen, if anything."""
        self._screens = all_screens(kit)
        self._entered = ""

    def restart(self) -> None:
        """The program ends and begins again."""
        self.stage.restart()
        self._screens, self._entered = all_screens(self.kit), ""

    @property
    def table(self) -> Table:
        """The staged table."""
        return self.stage.table

    @property
    def shown(self) -> Screen:
        """The screen that is shown."""
        return self._screens[self.table.screen]

    def press(self, *buttons: Button) -> None:
        """Press buttons one after the other on the screens shown."""
        for button in buttons:
            self.table.attend()
            if button is Button.STAFF:
                self.table.staff.call()
            else:
                self._enter().press(button, self.table)

    def draw(self) -> pygame.Surface:
        """The screen as it is now."""
        screen = self.before or self._enter()
        screen.draw(self._surface, self.table, self.clock.now())
        return self._surface

    def begin(self, game: str, players: int, turns: int) -> None:
        """A game without a roll-off, and so many turns of it."""
        self.table.begin(game, players, {"roll_off": False})
        self.draw()
        self.stage.play_turns(turns)

    def rolled(self, game: str, players: int, turns: int, *dice: int) -> None:
        """The same, and the first roll of the next turn."""
        self.begin(game, players, turns)
        self.stage.roll(dice)

    def finish(self, game: str, players: int) -> None:
        """A whole game, and the result while it is celebrated."""
        self.begin(game, players, 0)
        self.play_until(lambda match: match.over)
        self.draw()
        self.clock.go_on(2.0)

    def play_until(self, done: Callable[[Match], bool]) -> None:
        """Turns, until the match is as wanted."""
        while self.table.match is not None and not done(self.table.match):
            self.stage.play_turns(1)

    def _enter(self) -> Screen:
        screen = self.shown
        if self._entered != screen.name:
            screen.enter(self.table)
            self._entered = screen.name
        return screen


@dataclass(frozen=True)
class Picture:
    """One picture: `name` of its file, and what happens before it is taken."""

    name: str
    seed: int
    prepare: Callable[[Studio], None]


@contextmanager
def studio(
    language: str, seed: int, surface: pygame.Surface, kit: Kit | None = None, watched: bool = True
) -> Iterator[Studio]:
    """A fresh table in a studio; see `StagedTable` for `watched`."""
    clock = GalleryClock()
    with TemporaryDirectory(prefix="raflebord-") as folder:
        stage = StagedTable(Path(folder), clock, language, seed, watched)
        try:
            yield Studio(stage, clock, surface, kit or Kit())
        finally:
            stage.close()
