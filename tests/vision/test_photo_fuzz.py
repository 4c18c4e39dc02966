"""Pictures without a die: nothing may be read in them, and nothing may fail."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from drawn_dice import Drawn, picture
from fuzz_ink import PIPS, Image
from fuzz_pictures import KINDS, drawn

from vision.photo.read import read_photo
from vision.reader import read_picture
from vision.training.photographs import photograph


def told(image: Image) -> list[int]:
    return [die.value for die in read_picture(image).dice if die.value is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_patterns_pages_and_flat_things_with_spots_are_no_dice(kind: str) -> None:
    assert [seed for seed in range(2) if told(drawn(kind, seed, 320, 240))] == []


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


def button(radius: float, spread: float, ring: float, thick: float) -> Image:
    """A button seen a little from the side, with a low ring inside its rim: shares of its radius (pixels)."""
    image = np.full((960, 1280, 3), (60, 90, 40), np.uint8)
    r = 4 * radius
    for share in np.linspace(1.0, 0.0, 12):
        middle = round(640 + share * thick * r), round(480 + 0.4 * share * thick * r)
        cv2.circle(image, middle, round(r), (160 if share else 220,) * 3, cv2.FILLED, cv2.LINE_AA)
    if ring:
        cv2.circle(image, (640, 480), round(ring * r), (194, 194, 194), round(0.05 * r), cv2.LINE_AA)
    for u, v in PIPS[4]:
        place = round(640 + spread * r * u), round(480 + spread * r * v)
        cv2.circle(image, place, round(0.2 * r), (30, 30, 30), cv2.FILLED, cv2.LINE_AA)
    small = cv2.resize(image, (320, 240), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize("radius", [18, 28, 45])
@pytest.mark.parametrize("ring", [0.0, 0.9])
def test_a_button_with_a_ring_or_a_thick_rim_is_no_die(radius: int, ring: float) -> None:
    seen = [button(radius, spread, ring, thick) for spread in (0.44, 0.5) for thick in (0.15, 0.25)]
    assert [i for i, image in enumerate(seen) if told(image)] == []


@pytest.mark.parametrize("seed", [3, 142])
def test_a_drawn_photograph_is_told_no_number_that_it_does_not_show(seed: int) -> None:
    """Number 142 holds a disc with spots across its rim, once told as a five."""
    drawn = photograph(np.random.default_rng([0, 3, seed]))
    dice = [die for die in read_photo(drawn.image).dice if die.value is not None]
    lie = {(truth.value, truth.px) for truth in drawn.dice}
    assert dice
    for die in dice:
        assert any(value == die.value and px and math.dist(die.px, px) < 20 for value, px in lie), die


def test_a_negative_holds_no_white_dice() -> None:
    image = picture([Drawn(value, 80 * value, 200, 60, 20.0 * value) for value in range(1, 7)])
    assert not any(die.value for die in read_photo(np.asarray(255 - image, np.uint8)).dice)
