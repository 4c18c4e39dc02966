"""A mirrored lamp that covers pips: such a face is asked about, never told as another number."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.layouts import LAYOUTS
from vision.reader import Reader
from vision.sim.table import SimTable
from vision.tray.edges import STEP
from vision.tray.glints import may_hide
from vision.tray.look import REACH

MIDDLE = round(REACH / STEP)


def face(value: int, paper: int = 215) -> NDArray[np.uint8]:
    """A straightened face."""
    patch = np.full((2 * MIDDLE + 1, 2 * MIDDLE + 1), paper, np.uint8)
    for x, y in LAYOUTS[value]:
        cv2.circle(
            patch, (round(MIDDLE + 4 * x / STEP), round(MIDDLE + 4 * y / STEP)), round(1.6 / STEP), 40, -1
        )
    return patch


def lit(patch: NDArray[np.uint8], x: float, y: float, radius: float) -> NDArray[np.uint8]:
    """The same with a lamp mirrored at a place, mm from the middle."""
    patch = patch.copy()
    cv2.circle(patch, (round(MIDDLE + x / STEP), round(MIDDLE + y / STEP)), round(radius / STEP), 255, -1)
    return patch


def places(value: int) -> NDArray[np.bool_]:
    """On which of the nine places a number has pips."""
    return np.array([(x, y) in LAYOUTS[value] for y in (-1, 0, 1) for x in (-1, 0, 1)])


def hides(patch: NDArray[np.uint8], seen: int) -> bool:
    return bool(may_hide(patch[None], places(seen)[None])[0])


@pytest.mark.parametrize(("true", "seen"), [(3, 2), (5, 4)])
@pytest.mark.parametrize("radius", [2.0, 3.0, 4.0])
def test_a_middle_pip_may_lie_below_a_glint(true: int, seen: int, radius: float) -> None:
    assert hides(lit(face(true), 0, 0, radius), seen)


def test_a_stripe_of_glare_may_hide_the_middle_row_of_a_six() -> None:
    patch = face(6)
    (x, y) = next(at for at in LAYOUTS[6] if 0 in at)
    for side in (-1, 1):
        patch = lit(patch, 4 * side * abs(x), 4 * side * abs(y), 2.2)
    assert hides(patch, 4)


@pytest.mark.parametrize("seen", range(1, 7))
@pytest.mark.parametrize("paper", [120, 215, 255])
def test_without_a_glint_nothing_is_hidden(seen: int, paper: int) -> None:
    assert not hides(face(seen, paper), seen)


@pytest.mark.parametrize("seen", range(1, 7))
def test_a_face_that_is_lighter_to_one_side_hides_nothing(seen: int) -> None:
    slope = np.linspace(0.85, 1.25, 2 * MIDDLE + 1)
    patch = np.clip(face(seen) * slope, 0, 255).astype(np.uint8)
    assert not hides(patch, seen)


def test_a_glint_where_no_pip_would_make_another_number_is_nothing() -> None:
    assert not hides(lit(face(5), 4, 0, 2.0), 5)
    assert not hides(lit(face(6), 0, 0, 2.0), 6)
    assert not hides(lit(face(2), 4, 0, 2.0), 2)


def test_no_faces_hide_nothing() -> None:
    assert may_hide(face(1)[None][:0], places(1)[None][:0]).tolist() == []


def thrown(seed: int) -> tuple[Image, list[tuple[float, float, int]]]:
    """A thrown tray, and where in it which number lies, pixels."""
    table = SimTable(seed=seed, size=(960, 540))
    table.throw(5)
    while table.busy:
        table.advance(0.1)
    lying = [(one.x, one.y, one.value) for one in table.truth() if one.place == "roll" and one.value]
    tops = table.view.project(np.array([(x, y, -16.0) for x, y, _ in lying]))
    return table.frame(), [
        (float(x), float(y), value) for (x, y), (_, _, value) in zip(tops, lying, strict=True)
    ]


@pytest.mark.parametrize("seed", [1, 5, 7])
@pytest.mark.parametrize(("radius", "shift"), [(4, 0), (6, 1), (7, 2), (9, -2)])
def test_no_number_is_told_that_a_glint_has_made(seed: int, radius: int, shift: int) -> None:
    picture, dice = thrown(seed)
    glints = np.zeros(picture.shape, np.float32)
    for x, y, _ in dice:
        cv2.circle(glints, (round(x + shift), round(y - shift)), radius, (1.0, 1.0, 1.0), -1, cv2.LINE_AA)
    bright = np.clip(picture + 200 * cv2.GaussianBlur(glints, (0, 0), 1.2), 0, 255).astype(np.uint8)
    for die in Reader().read(bright).dice:
        if die.status == "ok":
            x, y, value = min(dice, key=lambda one: abs(one[0] - die.px[0]) + abs(one[1] - die.px[1]))
            assert die.value == value
