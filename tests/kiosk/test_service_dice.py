"""The table's own dice on the service screen: their colour learnt, forgotten, refused; spots or numerals chosen."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from service_bench import SIZE, Bench, rest

from kiosk.buttons import Button
from kiosk.service.dice_colour import ColourPage
from kiosk.service.dice_page import CHOICES, DicePage
from kiosk.service.screens.trial_views import sentence
from kiosk.words import Words
from vision import d6, d12
from vision.calibration import assumed
from vision.cameras.protocol import Image
from vision.d6.colour import Colour, load
from vision.d12 import taught
from vision.d12.net import SIZE as PATCH
from vision.d12.taught import RING, Taught
from vision.sim.table import SimTable

GREEN, YELLOW, LEFT, RIGHT = Button.CONFIRM, Button.BANK, Button.LEFT, Button.RIGHT
RED = Colour("strong", (0.42, 0.4, 0.9), (0.99, 0.99, 1.0), (0.31, 0.37, 0.21))


@cache
def showing(dye: str) -> Image:
    table = SimTable(3, size=SIZE, dice=dye)
    table.throw(6, values=[1, 2, 3, 4, 5, 6])
    rest(table)
    return table.frame().copy()


class Lesson:
    """A maintainer with six dice of some dye."""

    def __init__(self, folder: Path, calibrated: bool = True) -> None:
        self.bench = Bench(folder)
        self.bench.camera.befalls = lambda _: self.lying
        self.lying: Image = showing("white")
        if calibrated:
            self.bench.versions.keep(assumed(SIZE))
        self.page = ColourPage(self.bench.ask, self.bench.versions, self.bench.clock)
        self.path = folder / d6.TAUGHT
        self.page.enter()

    def learn(self, dye: str) -> None:
        self.lying = showing(dye)
        self.page.press(GREEN)
        self.bench.answer()

    @property
    def said(self) -> str:
        return sentence(Words("en"), self.page.says)


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    return Lesson(tmp_path)


def test_a_colour_that_is_read_is_kept_and_counts_once_the_page_is_left(lesson: Lesson) -> None:
    lesson.learn("red")
    assert lesson.said.startswith("All six are read.")
    assert load(lesson.path).make == "strong"
    assert lesson.page.press(LEFT) == "dice"
    lesson.page.leave()
    assert lesson.bench.orders[-1] == "calibrated"


def test_white_dice_forget_the_colour_before(lesson: Lesson) -> None:
    RED.save(lesson.path)
    lesson.learn("white")
    assert (lesson.page.colour, lesson.path.exists()) == (None, False)


def test_what_is_refused_changes_nothing(lesson: Lesson) -> None:
    RED.save(lesson.path)
    lesson.learn("black")
    assert (lesson.page.warns, load(lesson.path)) == (True, RED)
    assert lesson.said.startswith("Black dice with pips cannot be read")


def test_yellow_forgets_the_colour(lesson: Lesson) -> None:
    assert not lesson.page.may_forget
    RED.save(lesson.path)
    lesson.page.enter()
    assert lesson.page.colour == RED
    lesson.page.press(YELLOW)
    assert not lesson.page.may_forget
    assert not lesson.path.exists()


def test_a_full_disk_is_said(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Colour, "save", refuse)
    lesson.learn("red")
    assert lesson.said == "It could not be stored. Is the disk full?"
    assert lesson.page.colour is None


def test_without_a_calibration_nothing_is_learnt(tmp_path: Path) -> None:
    lesson = Lesson(tmp_path, calibrated=False)
    lesson.learn("red")
    assert "colour" not in lesson.bench.orders
    assert lesson.said.startswith("Calibrate the camera first")


class Listed:
    """A maintainer at the list."""

    def __init__(self, folder: Path, blacks: Taught | None = None) -> None:
        self.bench, self.path = Bench(folder), folder / d12.TAUGHT
        if blacks is not None:
            blacks.save(self.path)
        self.page = DicePage(self.bench.ask, self.bench.versions)
        self.page.enter()

    def choose(self, choice: str) -> str | None:
        while self.page.choice != choice:
            self.page.press(RIGHT)
        return self.page.press(GREEN)


def learnt() -> Taught:
    blank = showing("white")[:, :, 0]
    return Taught([3], [blank[:PATCH, :PATCH].copy()], [blank[: RING[0], : RING[1]].copy()])


@pytest.mark.parametrize(("choice", "place"), [("colour", "colour"), ("numerals", "teach"), ("marks", None)])
def test_each_line_leads_to_its_page(tmp_path: Path, choice: str, place: str | None) -> None:
    assert Listed(tmp_path).choose(choice) == place


def test_right_goes_down_yellow_up_and_left_back(tmp_path: Path) -> None:
    page = Listed(tmp_path).page
    page.press(YELLOW)
    assert page.at == len(CHOICES) - 1
    page.press(RIGHT)
    assert page.at == 0
    assert page.press(LEFT) == "menu"


def test_spots_are_chosen_at_once_where_nothing_was_learnt(tmp_path: Path) -> None:
    listed = Listed(tmp_path)
    for spotted in (True, False):
        listed.choose("marks")
        assert taught.load(listed.path).spotted is listed.page.blacks.spotted is spotted
    listed.page.leave()
    assert listed.bench.orders == ["calibrated"]


def test_who_has_taught_numerals_is_asked_before_they_are_forgotten(tmp_path: Path) -> None:
    listed = Listed(tmp_path, learnt())
    listed.choose("marks")
    assert (listed.page.answer, taught.load(listed.path).values) == ("sure", [3])
    listed.page.press(RIGHT)
    listed.choose("marks")
    assert listed.page.answer == "sure", "whoever went away is asked again"
    listed.choose("marks")
    assert (taught.load(listed.path).spotted, taught.load(listed.path).values) == (True, [])


def test_spots_need_no_lesson(tmp_path: Path) -> None:
    listed = Listed(tmp_path, Taught(spotted=True))
    assert listed.choose("numerals") is None
    assert listed.page.answer == "counted"
    listed.page.leave()
    assert listed.bench.orders == []
