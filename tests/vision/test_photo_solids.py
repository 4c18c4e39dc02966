"""What makes a die of a face with pips: corners, height, company, and a second opinion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn_dice import Drawn, picture

from vision.face_net import NONE, FaceNet
from vision.photo.close_look import Candidate
from vision.photo.company import is_vouched_for
from vision.photo.face_fit import FaceFit
from vision.photo.outline import Outline
from vision.photo.pips import Pip
from vision.photo.read import read_photo
from vision.reading import Reading
from vision.small_net import Floats, Patches

CARD = {"rounding": 0.03, "shadow": 0.04}
PLAIN = Outline(1.0, 0.0, 60.0, 0.0, 0.2, 1.11, (1.0, 1.0, 1.0, 1.0), 0.04, 0.04)


class Denying(FaceNet):
    """A classifier that sees no face anywhere."""

    def read(self, patches: Patches) -> Floats:
        rows = np.zeros((len(patches), NONE + 1), np.float32)
        rows[:, NONE] = 1.0
        return rows


def told(reading: Reading) -> list[int]:
    return sorted(die.value for die in reading.dice if die.value is not None)


def card(value: int, x: float, y: float, edge: float = 60.0, rotation: float = 0.0) -> Drawn:
    return Drawn(value, x, y, edge, rotation, **CARD)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("edge", [26, 60, 140])
@pytest.mark.parametrize("rotation", [0.0, 30.0])
def test_a_square_card_with_the_spots_of_a_die_is_no_die(value: int, edge: int, rotation: float) -> None:
    assert told(read_photo(picture([card(value, 300, 220, edge, rotation)]))) == []


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_with_sharp_corners_is_told_by_its_side_and_shadow(value: int) -> None:
    die = Drawn(value, 300, 220, 70, 20.0, (0.32, 0.12), rounding=0.06)
    assert told(read_photo(picture([die]))) == [value]


def test_a_sea_of_cards_drowns_what_looks_like_a_die() -> None:
    cards = [card(1 + i % 6, 70 + 110 * (i % 5), 80 + 120 * (i // 5), 60, 9.0 * i) for i in range(12)]
    assert told(read_photo(picture([*cards, Drawn(4, 500, 400, 60, 20.0, (0.15, 0.1))]))) == []


def test_cards_among_dice_are_not_told() -> None:
    dice = [Drawn(value, 90 * value, 120, 60, 11.0 * value, (0.15, 0.1)) for value in range(1, 7)]
    assert told(read_photo(picture([*dice, card(3, 200, 330), card(5, 400, 330)]))) == [1, 2, 3, 4, 5, 6]


def row(values: list[int], rotation: float) -> list[Drawn]:
    """Dice in line with each other, almost touching."""
    way = 74 * np.exp(1j * np.radians(rotation))
    places = [(150 + i * way.real, 150 + i * way.imag) for i in range(len(values))]
    return [
        Drawn(value, x, y, 60, rotation, (0.12, 0.1)) for value, (x, y) in zip(values, places, strict=True)
    ]


@pytest.mark.parametrize("rotation", [0.0, 25.0])
def test_a_row_of_equal_faces_is_a_strip_of_something(rotation: float) -> None:
    assert told(read_photo(picture(row([4, 4, 4, 4], rotation)))) == []


@pytest.mark.parametrize("values", [[4, 4], [4, 2, 5]])
def test_two_equal_dice_or_unequal_ones_may_lie_in_a_row(values: list[int]) -> None:
    assert told(read_photo(picture(row(values, 25.0)))) == sorted(values)


@pytest.mark.parametrize("spots", range(1, 7))
def test_no_number_without_the_classifiers_agreement(spots: int) -> None:
    image = picture([Drawn(spots, 300, 220, 70, 35.0, (0.15, 0.1))])
    (die,) = read_photo(image, Denying()).dice
    assert (die.status, die.value) == ("unsure", None)
    assert told(read_photo(image)) == [spots]


def face(**changes: float) -> Candidate:
    """A two whose measures can be multiplied."""
    change = {"edge": 1.0, "size": 1.0, "r": 1.0, "contrast": 1.0, "tone": 1.0, **changes}
    pip = Pip(0.0, 0.0, 6.0 * change["r"], contrast=0.8 * change["contrast"], tone=200.0 * change["tone"])
    fit = FaceFit(2, 1.0, (0.0, 0.0), 60.0 * change["size"], 0.0, 0.0, (pip, pip))
    return Candidate(fit, replace(PLAIN, edge=60.0 * change["edge"]))


def half_hidden(look: Candidate) -> Candidate:
    return replace(look, outline=replace(look.outline, sides=(0.1, 0.15, 0.9, 1.0)))


def test_the_dice_of_a_picture_vouch_for_one_with_half_a_border() -> None:
    look = half_hidden(face())
    assert 0.4 <= look.border < 0.85
    assert is_vouched_for(look, [face(), face()])
    assert replace(look, vouched=True).confidence > look.confidence


@pytest.mark.parametrize(
    ("measure", "by"), [("edge", 1.25), ("size", 0.8), ("r", 0.7), ("contrast", 0.7), ("tone", 0.5)]
)
def test_they_do_not_vouch_for_one_that_is_unlike_them(measure: str, by: float) -> None:
    assert not is_vouched_for(half_hidden(face(**{measure: by})), [face(), face()])


def test_one_die_alone_vouches_for_nothing() -> None:
    assert not is_vouched_for(half_hidden(face()), [face()])
