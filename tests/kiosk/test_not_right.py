"""`raflebord bench --accuracy DIR --page DIR`: each die that was not read right, with its picture and the reason."""

from __future__ import annotations

import typing
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.bench import not_right
from kiosk.bench.accuracy import tables
from kiosk.cli import main
from vision.accuracy import Accuracy, Labelled, Truth, measured
from vision.reading import Die, Reading
from vision.witnesses import MEANING, Witness, least

RENDER = Path(__file__).parents[1] / "data" / "render"
FOUR = Truth("d6", 4, (100.0, 100.0), 30.0, "flat")
READ = Die("d6", 5, "ok", 0.99, (100.0, 100.0), 16.0, outline=((85, 85), (115, 85), (115, 115), (85, 115)))
ASKED = replace(READ, value=None, status="unsure", guess=4, confidence=0.7, why="glint")


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "tray.png"
    cv2.imwrite(str(path), np.full((300, 400, 3), 90, np.uint8))
    return path


def page(picture: Path, truths: list[Truth], dice: list[Die]) -> str:
    accuracy = Accuracy()
    accuracy.add(Labelled(picture, "sun", tuple(truths)), Reading((400, 300), tray=True, dice=tuple(dice)))
    not_right.write(picture.parent / "page", accuracy, "")
    return (picture.parent / "page" / not_right.NAME).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("truths", "dice", "row"),
    [
        ([FOUR], [ASKED], f"tray.png at 100, 100 | 4 (d6) | unsure: {MEANING['glint']} | 4 (0.700) |"),
        ([FOUR], [READ], "tray.png at 100, 100 | 4 (d6) | 5 | 5 (0.990) |"),
        ([FOUR], [], "tray.png at 100, 100 | 4 (d6) | nothing |  |"),
        ([], [READ], "tray.png at 100, 100 | no such die | 5 | 5 (0.990) |"),
        ([replace(FOUR, px=None)], [], "|  | tray.png | 4 (d6) | nothing |  |"),
    ],
    ids=["asked", "wrong", "missed", "phantom", "nobody knows where"],
)
def test_a_die_is_shown_with_what_was_made_of_it(
    picture: Path, truths: list[Truth], dice: list[Die], row: str
) -> None:
    assert row in page(picture, truths, dice)


def test_its_picture_shows_it_in_the_middle_with_what_was_taken_for_its_upper_face(picture: Path) -> None:
    page(picture, [FOUR], [ASKED])
    shown = cv2.imread(str(picture.parent / "page" / "tray-1.jpg"))
    assert shown.shape == (not_right.WIDTH, not_right.WIDTH, 3)
    lines = np.argwhere(shown[:, :, 2].astype(int) - shown[:, :, 0] > 60)
    assert lines.mean(axis=0) == pytest.approx((100, 100), abs=2)


def test_what_is_right_is_not_shown(picture: Path) -> None:
    told = page(picture, [FOUR], [replace(READ, value=4)])
    assert "of 1 flat dice 1 were told right" in told
    assert not list((picture.parent / "page").glob("*.jpg"))


def test_an_earlier_page_goes_with_its_pictures_and_nothing_else_does(picture: Path) -> None:
    page(picture, [FOUR, FOUR], [])
    other = picture.parent / "page" / "holiday.jpg"
    other.write_bytes(b"mine")
    page(picture, [FOUR], [ASKED])
    assert sorted(one.name for one in other.parent.glob("*.jpg")) == ["holiday.jpg", "tray-1.jpg"]


def test_every_witness_has_a_meaning() -> None:
    assert set(MEANING) == set(typing.get_args(Witness))


def test_the_one_that_says_least_is_named() -> None:
    said = {"pattern": np.array([0.9, 0.2]), "side": np.array([0.4, 0.7])}
    sure, names = least(said)  # type: ignore[arg-type]
    assert (sure.tolist(), names) == ([0.4, 0.2], ["side", "pattern"])


def test_every_die_that_is_found_and_not_told_has_a_reason() -> None:
    accuracy = measured([RENDER])
    dice = [guess.die for guess in accuracy.guesses]
    assert all((die.why is None) == (die.status == "ok") for die in dice if die.status != "covered")


def test_a_confusion_matrix_shows_what_was_told_for_what(picture: Path) -> None:
    accuracy = Accuracy()
    dice = (READ, replace(ASKED, px=(200.0, 100.0)))
    truths = (FOUR, replace(FOUR, px=(200.0, 100.0)))
    accuracy.add(Labelled(picture, "sun", truths), Reading((400, 300), tray=True, dice=dice))
    assert "| 4 |  |  |  |  | 1 |  | 1 |" in tables(accuracy)


def test_a_page_without_labelled_pictures_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--page", str(tmp_path)]) == 2
    assert capsys.readouterr().err.splitlines() == ["raflebord bench: --page goes with --accuracy"]
