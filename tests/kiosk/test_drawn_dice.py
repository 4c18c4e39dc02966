"""Nothing is ever drawn on a die's pips or numeral, nor on the photograph beside it: a wrong number would be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from kiosk.buttons import HOLDS, Button
from kiosk.draw import dice as drawn
from kiosk.draw.box import Box
from kiosk.draw.dice import LOW, PIP
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.events import Failed, Seen
from kiosk.gallery.studio import Studio, studio
from kiosk.gallery.table import StagedTable
from kiosk.match.contest import Doubted
from kiosk.referee.table_die import TableDie
from kiosk.screens import contest, dice_row, target_board
from kiosk.screens.target_view import TargetView
from kiosk.words import Words
from vision.cameras.protocol import Image
from vision.reading import Kind, Reading

SIZES = [(1920, 1080), (1280, 720), (1024, 600)]
PHOTO = np.random.default_rng(1).integers(0, 255, (90, 90, 3), np.uint8)
Pixels = NDArray[np.int32]


@dataclass(frozen=True)
class Mark:
    """What was drawn, where on the screen, and how it looked when it was finished."""

    what: str
    place: pygame.Rect
    looked: Pixels

    def hidden(self, surface: pygame.Surface) -> bool:
        """Whether something else is there now; a veil over everything leaves its shape to be seen."""
        now, before = (seen.sum(axis=2).ravel() for seen in (pixels(surface, self.place), self.looked))
        return bool((now != before).any() and np.corrcoef(now, before)[0, 1] < 0.999)


def pixels(surface: pygame.Surface, place: pygame.Rect) -> Pixels:
    return pygame.surfarray.array3d(surface.subsurface(place)).astype(np.int32)


class Watch:
    """Notes every face, numeral and photograph while a screen is drawn, also those in its parts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.marks: list[Mark] = []
        self._offsets: dict[int, tuple[int, int]] = {}
        self._watch_parts(monkeypatch)
        self._watch_dice(monkeypatch)
        for module in (dice_row, contest, target_board):
            self._after(
                monkeypatch, module, "draw_photo", lambda pen, image, box, *_: ("photograph", box, 0.06)
            )

    def begin(self) -> None:
        """Everything is painted anew."""
        self.marks.clear()
        self._offsets.clear()

    def _watch_parts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        part = Pen.part

        def watched(pen: Pen, name: str, key: object, box: Box, paint: Callable[[Pen, Box], None]) -> None:
            left, top = self._offsets.get(id(pen.surface), (0, 0))
            rect = pen.rect(box)

            def noted(inner: Pen, whole: Box) -> None:
                self._offsets[id(inner.surface)] = (left + rect.left, top + rect.top)
                paint(inner, whole)

            part(pen, name, key, box, noted)

        monkeypatch.setattr(Pen, "part", watched)

    def _watch_dice(self, monkeypatch: pytest.MonkeyPatch) -> None:
        stamp = Pen.stamp

        def stamped(
            pen: Pen, key: object, box: Box, make: Callable[[tuple[int, int]], pygame.Surface]
        ) -> None:
            stamp(pen, key, box, make)
            if isinstance(key, tuple) and key[0] == "die":
                self._note(pen, f"the {key[1]}", box, LOW - PIP / 2)

        monkeypatch.setattr(Pen, "stamp", stamped)
        self._after(
            monkeypatch,
            drawn,
            "_write_numeral",
            lambda pen, value, place, _: (f"the black {value}", place, 0.25),
        )

    def _after(
        self,
        monkeypatch: pytest.MonkeyPatch,
        module: object,
        name: str,
        of: Callable[..., tuple[str, Box, float]],
    ) -> None:
        draw = getattr(module, name)

        def noting(pen: Pen, *args: object) -> None:
            draw(pen, *args)
            self._note(pen, *of(pen, *args))

        monkeypatch.setattr(module, name, noting)

    def _note(self, pen: Pen, what: str, box: Box, edge: float) -> None:
        """All but the edge of what stands in a box."""
        rect = pen.rect(box)
        inner = rect.inflate(-2 * int(edge * rect.w), -2 * int(edge * rect.h))
        left, top = self._offsets.get(id(pen.surface), (0, 0))
        self.marks.append(Mark(what, inner.move(left, top), pixels(pen.surface, inner)))

    def hidden(self, surface: pygame.Surface) -> list[str]:
        """What cannot be seen whole any more."""
        return [f"{mark.what} at {mark.place}" for mark in self.marks if mark.hidden(surface)]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


STATES: Mapping[str, Mapping[str, bool]] = {
    "open": {},
    "kept": {"kept": True},
    "aside": {"kept": True, "aside": True},
}
HANDS: tuple[Mapping[str, object], ...] = ({}, {"read": 1}, {"entered": True})


def every_die(kind: Kind, *states: str) -> Iterator[TableDie]:
    """Of every value, with and without a photograph, read and set by people."""
    values = range(1, 7) if kind == "d6" else (1, 6, 10, 12)
    for value, photo, state, hand in product(values, (None, PHOTO), states, HANDS):
        yield TableDie(value, photo, 50.0, 50.0, kind=kind, **STATES[state], **hand)


def rows(dice: list[TableDie], long: int) -> Iterator[list[TableDie]]:
    for first in range(0, len(dice), long):
        yield dice[first : first + long]


def pens(*type_: bool) -> Iterator[Pen]:
    for size, large in product(SIZES, type_ or (False,)):
        yield Pen(pygame.Surface(size), Kit(), large=large)


def test_the_dice_above_their_buttons(watch: Watch) -> None:
    words = Words("da")
    for pen in pens(False, True):
        for row in rows(list(every_die("d6", "open", "kept", "aside")), 6):
            watch.begin()
            dice_row.draw_dice_row(pen, row, 6, words, {2: "→ 12"})
            assert len(watch.marks) >= 6
            assert watch.hidden(pen.surface) == []


@pytest.mark.parametrize("kind", ["d6", "d12"])
@pytest.mark.parametrize("place", [Box(20, 40, 208, 38), Box(20, 40, 210, 46)])
def test_the_dice_of_a_turn_in_small(watch: Watch, place: Box, kind: Kind) -> None:
    for pen, count in product(pens(), (1, 5, 6)):
        for row in rows(list(every_die(kind, "open")), count):
            watch.begin()
            pen.surface.fill(0)
            taken = dice_row.draw_crops(pen, row, place, 4)
            assert watch.hidden(pen.surface) == []
            assert taken <= place.w + 1e-6


@pytest.mark.parametrize("kind", ["d6", "d12"])
def test_the_dice_that_are_contested(watch: Watch, kind: Kind) -> None:
    for pen in pens():
        for die in every_die(kind, "open", "kept"):
            watch.begin()
            contest._draw_evidence(
                pen, Box(100, 100, 158, contest.EVIDENCE), Doubted(die, not die.kept), die.value
            )
            assert watch.hidden(pen.surface) == []


def test_targets_and_what_makes_them(watch: Watch) -> None:
    view = TargetView(0, 20, (), (), (), {2: ((2,), (1, 1))}, (), 6, may_pass=False)
    for pen, tall in product(pens(), (70.0, 118.0)):
        for die in every_die("d12", "open", "kept"):
            watch.begin()
            made = (6, 4, 2) if die.kept else None
            target_board._draw_target(pen, Box(60, 60, 820, tall), die, made, view)
            assert watch.hidden(pen.surface) == []


# -- whole screens, as a game shows them -----------------------------------------------------------------------


@pytest.fixture
def photographed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every die that is told has a photograph."""

    def tell(stage: StagedTable, reading: Reading, crops: tuple[Image, ...] = ()) -> None:
        stage._lay = [(die.x, die.y) for die in reading.dice if die.x is not None and die.y is not None]
        stage.table.take(Seen(reading, crops or (PHOTO,) * len(reading.dice)))

    monkeypatch.setattr(StagedTable, "_tell", tell)


@pytest.mark.parametrize(
    ("game", "size", "calm"),
    [
        ("target_dice", (1024, 600), False),
        ("target_dice", (1280, 720), True),
        ("yatzy", (1024, 600), True),
        ("yatzy", (1920, 1080), False),
        ("thirty", (1024, 600), False),
        ("ten_thousand", (1024, 600), True),
        ("farkle", (1280, 720), False),
    ],
)
@pytest.mark.usefixtures("photographed")
def test_a_turn_that_is_contested_and_one_that_is_entered(
    watch: Watch, game: str, size: tuple[int, int], calm: bool
) -> None:
    with studio("da", 3, pygame.Surface(size), watched=False) as made:
        if calm:
            made.table.chosen.switch("large_type")
            made.table.chosen.switch("reduced_motion")
        made.begin(game, 3, 2)
        look(watch, made)
        made.stage.roll()
        for presses in walk():
            made.press(*presses)
            look(watch, made)
        made.table.take(Failed("camera", ""))
        while made.table.match is not None and made.table.match.expect.roll is None:
            made.stage.play_turns(1)
        for button in (Button.CONFIRM, *HOLDS, Button.CONFIRM, Button.RIGHT):
            made.press(button)
            look(watch, made)


def walk() -> Iterator[tuple[Button, ...]]:
    """The roll is doubted, a die is set, and the turn goes on with it."""
    yield ()
    yield (Button.LEFT, Button.BANK)
    yield (HOLDS[1],)
    yield (Button.CONFIRM,)
    yield (HOLDS[0], HOLDS[1])
    yield (Button.CONFIRM,)


def look(watch: Watch, made: Studio) -> None:
    watch.begin()
    made.kit._slots.clear()
    surface = made.draw()
    assert watch.hidden(surface) == [], made.table.screen
