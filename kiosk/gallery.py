"""A picture of each screen and state: the real table, rules, reader and screens, and the simulated camera."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import cv2
import pygame

from kiosk.buttons import Button
from kiosk.draw.kit import Kit
from kiosk.events import Failed
from kiosk.gallery_table import StagedTable
from kiosk.screens import all_screens
from kiosk.screens.base import Screen
from kiosk.table import Table
from rules import Match, Roll, Score
from rules.yatzy import DICE, worth

GAME = "yatzy"
GAMES_TRIED = 40
Dice: TypeAlias = tuple[int, ...]
JPEG = [cv2.IMWRITE_JPEG_QUALITY, 90, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
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
        self._kit = kit
        self._screens = all_screens(kit)
        self._entered = ""

    def restart(self) -> None:
        """The program ends and begins again."""
        self.stage.restart()
        self._screens, self._entered = all_screens(self._kit), ""

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
            self._enter().press(button, self.table)

    def draw(self) -> pygame.Surface:
        """The screen as it is now."""
        self._enter().draw(self._surface, self.table, self.clock.now())
        return self._surface

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


def _attract(studio: Studio) -> None:
    studio.stage.scatter([6, 2, 5, 6, 3])
    studio.clock.go_on(8.0)


def _language(studio: Studio) -> None:
    studio.press(Button.RIGHT, Button.LEFT)


def _players(studio: Studio) -> None:
    studio.press(Button.CONFIRM, Button.HOLD3)


def _players_many(studio: Studio) -> None:
    studio.press(Button.CONFIRM, Button.HOLD6, *[Button.RIGHT] * 34, Button.BANK)


def _begun(studio: Studio, players: int, turns: int) -> None:
    studio.table.begin(GAME, players)
    studio.draw()
    studio.stage.play_turns(turns)


def _first_roll(studio: Studio) -> None:
    _begun(studio, 4, 0)


def _rolling(studio: Studio) -> None:
    _begun(studio, 4, 21)
    studio.stage.part_of_roll(0.9, [6, 2, 4, 4, 1])


def _choose(studio: Studio) -> None:
    _begun(studio, 4, 21)
    studio.stage.roll([4, 2, 4, 6, 4])


def _keep(studio: Studio) -> None:
    _choose(studio)
    fours = [index for index, die in enumerate(studio.table.dice) if die.value == 4]
    studio.stage.put_into_lane(fours[:2])
    studio.table.hold(fours[2])


def _second_roll(studio: Studio) -> None:
    _keep(studio)
    studio.press(Button.CONFIRM)


def _write(studio: Studio) -> None:
    _second_roll(studio)
    studio.stage.roll([6, 3])
    for index, die in enumerate(studio.table.dice):
        if die.value == 6:
            studio.table.hold(index)
    studio.press(Button.CONFIRM)
    studio.stage.roll([6])


def _written(studio: Studio) -> None:
    _write(studio)
    studio.press(Button.BANK)


def _dispute(studio: Studio) -> None:
    _written(studio)
    studio.press(Button.LEFT)


def _played_again(studio: Studio) -> None:
    _dispute(studio)
    studio.press(Button.CONFIRM)


def _end_game(studio: Studio) -> None:
    _choose(studio)
    studio.press(Button.STAFF)


def _leaning(studio: Studio) -> None:
    _begun(studio, 2, 9)
    studio.stage.roll([5, 5, 2, 1, 3], "leaning")
    studio.draw()
    studio.clock.go_on(0.6)


def _on_the_floor(studio: Studio) -> None:
    _begun(studio, 2, 9)
    studio.stage.roll([5, 5, 2, 1, 3], "floor")


def _resumed(studio: Studio) -> None:
    _begun(studio, 3, 12)
    studio.stage.roll_unwatched([3, 3, 6, 2, 5])
    studio.restart()


def _camera_away(studio: Studio) -> None:
    _choose(studio)
    studio.table.take(Failed("camera", "no frame for 5 s"))


def _faults(studio: Studio) -> None:
    _attract(studio)
    studio.table.take(Failed("camera", "no frame for 5 s"))
    studio.table.take(Failed("panel", "no lgpio"))


def _roll_off(studio: Studio) -> None:
    studio.press(Button.CONFIRM, Button.HOLD5, Button.BANK, Button.CONFIRM)
    studio.draw()
    for value in (3, 6, 2):
        studio.stage.roll([value])


def _alone(studio: Studio) -> None:
    _begun(studio, 1, 8)
    studio.stage.roll([2, 3, 4, 5, 6])


def _many(studio: Studio) -> None:
    _begun(studio, 12, 54)
    studio.stage.roll([1, 1, 5, 1, 5])


def _result(studio: Studio) -> None:
    _begun(studio, 4, 59)
    studio.stage.roll()
    studio.press(Button.BANK)
    studio.draw()
    studio.clock.go_on(2.0)


def _shared(studio: Studio) -> None:
    """Games are played until one is found whose last two rolls can make both players equal."""
    for _ in range(GAMES_TRIED):
        studio.table.end_game()
        _begun(studio, 2, 28)
        rolls = _equalising(studio.table)
        if rolls:
            break
    for dice in rolls:
        studio.stage.roll(dice)
        studio.press(Button.BANK)
    studio.draw()
    studio.clock.go_on(6.0)


def _equalising(table: Table) -> tuple[Dice, ...]:
    """The last roll of each of two players, so that both end with the same total; nothing if there are none."""
    assert table.match is not None
    first = {after.scores[0]: (dice, after) for dice, after in _last_turns(table.match)}
    for dice, after in first.values():
        for other, end in _last_turns(after):
            if end.scores[0] == end.scores[1]:
                return dice, other
    return ()


def _last_turns(match: Match) -> Iterator[tuple[Dice, Match]]:
    """Each roll for the one field that is left, and the match after it is written."""
    for dice in combinations_with_replacement(range(1, 7), DICE):
        rolled, _ = match.apply(Roll(dice))
        for field in worth(rolled):
            yield dice, rolled.apply(Score(field))[0]


PICTURES: tuple[Picture, ...] = (
    Picture("attract", 3, _attract),
    Picture("language", 3, _language),
    Picture("players", 3, _players),
    Picture("players-40", 3, _players_many),
    Picture("roll-off", 5, _roll_off),
    Picture("turn-begins", 3, _first_roll),
    Picture("turn-rolling", 4, _rolling),
    Picture("turn-choose", 4, _choose),
    Picture("turn-keep", 4, _keep),
    Picture("turn-roll-again", 4, _second_roll),
    Picture("turn-write", 4, _write),
    Picture("turn-written", 4, _written),
    Picture("turn-alone", 6, _alone),
    Picture("turn-of-twelve", 7, _many),
    Picture("dispute", 4, _dispute),
    Picture("dispute-again", 4, _played_again),
    Picture("advice-leaning", 8, _leaning),
    Picture("advice-floor", 9, _on_the_floor),
    Picture("resumed", 10, _resumed),
    Picture("camera-away", 4, _camera_away),
    Picture("faults", 3, _faults),
    Picture("end-game", 4, _end_game),
    Picture("result", 11, _result),
    Picture("result-shared", 51, _shared),
)
"""All pictures of the gallery."""


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


def pictures(
    language: str, size: tuple[int, int], names: Container[str] | None = None, kit: Kit | None = None
) -> Iterator[tuple[str, pygame.Surface]]:
    """Each picture's name and the picture, valid until the next is asked for."""
    surface, shared = pygame.Surface(size), kit or Kit()
    for picture in PICTURES:
        if names is not None and picture.name not in names:
            continue
        with studio(language, picture.seed, surface, shared) as made:
            picture.prepare(made)
            yield picture.name, made.draw()


def save(picture: pygame.Surface, path: Path) -> None:
    """Write a picture in the format of the path's ending; a JPEG so that type stays crisp."""
    pixels = pygame.surfarray.array3d(picture).swapaxes(0, 1)[..., ::-1]
    options = {".png": [cv2.IMWRITE_PNG_COMPRESSION, 9], ".jpg": JPEG}[path.suffix]
    if not cv2.imwrite(str(path), pixels, options):
        raise OSError(0, "the picture could not be written")
