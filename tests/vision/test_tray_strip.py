"""Light parts of a plane in one strip: what is cut out lies where it lay when it is spread again."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tray.strip import BLOCK, strip_of

SHAPE = (402, 601)
Plane = NDArray[np.uint8]


def marked(*boxes: tuple[int, int, int, int]) -> Plane:
    """Blocks with boxes (left, top, right, bottom, in blocks) marked."""
    blocks = np.zeros((SHAPE[0] // BLOCK, SHAPE[1] // BLOCK), np.uint8)
    for left, top, right, bottom in boxes:
        blocks[top:bottom, left:right] = 1
    return blocks


@pytest.mark.parametrize(
    "boxes", [[(10, 10, 20, 18)], [(0, 0, 8, 8), (140, 90, 150, 100)], [(30, 30, 40, 40), (42, 41, 55, 50)]]
)
def test_what_is_cut_is_spread_to_where_it_was(boxes: list[tuple[int, int, int, int]]) -> None:
    plane = np.random.default_rng(1).integers(1, 256, SHAPE).astype(np.uint8)
    strip = strip_of(marked(*boxes), 12, SHAPE)
    assert strip is not None
    spread = strip.spread(strip.cut(plane))
    assert (spread[spread > 0] == plane[spread > 0]).all()
    for left, top, right, bottom in boxes:
        assert spread[top * BLOCK : bottom * BLOCK, left * BLOCK : right * BLOCK].all()


def test_every_place_is_told_once_although_parts_overlap() -> None:
    plane = np.zeros(SHAPE, np.uint8)
    plane[130, 158] = plane[50, 60] = 255
    strip = strip_of(marked((30, 30, 39, 40), (40, 31, 55, 50), (10, 10, 20, 20)), 16, SHAPE)
    assert strip is not None
    y, x = np.nonzero(strip.cut(plane))
    places, own = strip.places(x, y)
    assert len(x) == 3
    assert sorted(places[own].tolist()) == [[60, 50], [158, 130]]


def test_blocks_are_as_fine_as_pixels_in_the_strip() -> None:
    blocks = np.full((SHAPE[0] // BLOCK, SHAPE[1] // BLOCK), 77, np.uint8)
    strip = strip_of(marked((10, 10, 20, 18)), 12, SHAPE)
    assert strip is not None
    fine = strip.cut_blocks(blocks)
    assert fine.shape == strip.size and (fine == 77).all()


def test_when_most_is_light_everything_is_one_part() -> None:
    strip = strip_of(marked((1, 1, 149, 99)), 12, SHAPE)
    assert strip is not None and len(strip.outer) == 1
    assert strip.size == (SHAPE[0] // BLOCK * BLOCK, SHAPE[1] // BLOCK * BLOCK)


def test_of_nothing_there_is_no_strip() -> None:
    assert strip_of(marked(), 12, SHAPE) is None
