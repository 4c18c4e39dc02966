"""Pictures without a die: nothing may be read in them, and nothing may fail."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn_dice import Drawn, picture
from fuzz_ink import PIPS, Image
from fuzz_pictures import KINDS, drawn

from vision.photo import read_photo
from vision.reader import read_picture


def told(image: Image) -> list[int]:
    return [die.value for die in read_picture(image).dice if die.value is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_patterns_pages_and_flat_things_with_spots_are_no_dice(kind: str) -> None:
    assert [seed for seed in range(3) if told(drawn(kind, seed, 320, 240))] == []


@pytest.mark.parametrize("upper", range(1, 7))
@pytest.mark.parametrize("turn", [0.0, 35.0])
def test_half_a_domino_is_no_die(upper: int, turn: float) -> None:
    edge, lower = 60, 1 + upper % 6
    image = np.full((360, 360, 3), (60, 90, 40), np.uint8)
    cv2.rectangle(image, (150, 120), (150 + edge, 120 + 2 * edge), (230, 235, 235), cv2.FILLED)
    cv2.line(image, (155, 120 + edge), (205, 120 + edge), (30, 30, 30), 2)
    for value, y in ((upper, 150), (lower, 210)):
        for u, v in PIPS[value]:
            cv2.circle(image, (180 + 15 * u, y + 15 * v), 6, (30, 30, 30), cv2.FILLED, cv2.LINE_AA)
    spin = cv2.getRotationMatrix2D((180, 180), turn, 1.0)
    turned = cv2.warpAffine(image, spin, (360, 360), borderValue=(60, 90, 40))
    assert told(np.asarray(cv2.GaussianBlur(turned, (0, 0), 0.7), np.uint8)) == []


@pytest.mark.parametrize("spots", [1, 2, 4])
def test_a_round_button_is_no_die(spots: int) -> None:
    image = np.full((240, 320, 3), (60, 90, 40), np.uint8)
    cv2.circle(image, (160, 120), 38, (230, 235, 235), cv2.FILLED, cv2.LINE_AA)
    for u, v in PIPS[spots]:
        cv2.circle(image, (160 + 16 * u, 120 + 16 * v), 8, (30, 30, 30), cv2.FILLED, cv2.LINE_AA)
    assert told(image) == []


def test_a_negative_holds_no_white_dice() -> None:
    image = picture([Drawn(value, 80 * value, 200, 60, 20.0 * value) for value in range(1, 7)])
    assert not any(die.value for die in read_photo(np.asarray(255 - image, np.uint8)).dice)
