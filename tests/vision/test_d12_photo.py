"""D12 in photographs without markers: told where both judges agree, and nothing round is taken for one."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.d12.discs import discs_in
from vision.d12.judges import Judges
from vision.d12.photo import d12_in_photo
from vision.reader import read_picture

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "photos"
needs_shared = pytest.mark.skipif(
    not SHARED.exists(), reason="the shared photographs are not beside the project"
)


def decagon(x: float, y: float, radius: float, turn: float, size: tuple[int, int] = (240, 320)) -> np.ndarray:
    picture = np.full((*size, 3), (70, 110, 150), np.uint8)
    angles = turn + np.arange(10) * 2 * np.pi / 10
    outline = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])
    cv2.fillConvexPoly(picture, np.rint(outline * 16).astype(np.int32), (30, 28, 26), cv2.LINE_AA, 4)
    return picture


@pytest.mark.parametrize(
    ("x", "y", "radius"), [(100.0, 120.0, 40.0), (210.0, 90.0, 70.0), (60.0, 180.0, 25.0)]
)
def test_a_decagon_is_found_where_it_is(x: float, y: float, radius: float) -> None:
    disc = discs_in(decagon(x, y, radius, 0.2))[0]
    # A regular decagon covers 0.935 of the circle around it.
    assert (disc.x, disc.y, disc.r) == pytest.approx((x, y, radius * np.sqrt(0.935)), abs=2.0)


@pytest.mark.parametrize("size", [(16, 16), (1, 400), (30, 30)])
def test_tiny_pictures_hold_nothing(size: tuple[int, int]) -> None:
    assert discs_in(np.zeros((*size, 3), np.uint8)) == []


def test_a_bare_decagon_is_no_die() -> None:
    assert all(die.status != "ok" for die in d12_in_photo(decagon(150, 120, 60, 0.1), Judges()))


@pytest.mark.parametrize("words", ["", "4", "12"])
def test_a_coin_is_no_die(words: str) -> None:
    picture = np.full((240, 320, 3), (60, 90, 60), np.uint8)
    cv2.circle(picture, (160, 120), 70, (150, 180, 190), -1, cv2.LINE_AA)
    cv2.circle(picture, (160, 120), 62, (110, 140, 150), 4, cv2.LINE_AA)
    cv2.putText(picture, words, (130, 140), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (60, 80, 90), 5, cv2.LINE_AA)
    assert all(die.status != "ok" for die in read_picture(picture).dice)


@needs_shared
def test_a_photographed_d12_is_told() -> None:
    name = "d12/EnjoySkyBlue__C964_Dice_Project__d12_wood257.jpg"
    label = json.loads((SHARED / "labels.json").read_text(encoding="utf-8"))[name]
    image = np.asarray(cv2.imread(str(SHARED / name)), np.uint8)
    told = [(die.kind, die.value) for die in read_picture(image).dice if die.status == "ok"]
    assert told == [("d12", value) for value in label["values"]]
