"""The window around the felt: from millimetres to pixels and back, with and without a lens that bends."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.calibration import assumed
from vision.tray.cells import CELL, median_of, shrunk
from vision.tray.cube import EDGE, overhangs, turned, turned_each
from vision.tray.pose import FELT, TrayView
from vision.tray.window import Window

SIZES = [(640, 360), (1280, 720), (2304, 1296)]
BENT = np.array([0.04, -0.06, 0.0005, -0.0005, 0.0])


def looking_down(size: tuple[int, int], bent: bool = False, tilt: float = 2.0) -> TrayView:
    """A camera 490 mm above the felt's middle, tilted by so many degrees."""
    angle = math.radians(tilt)
    turn = np.array(
        [[1, 0, 0], [0, math.cos(angle), -math.sin(angle)], [0, math.sin(angle), math.cos(angle)]]
    )
    shift = -turn @ np.array([FELT / 2 + 6, FELT / 2 - 9, -490.0])
    distortion = BENT if bent else np.zeros(5)
    return TrayView(size, assumed(size).matrix(size), distortion, turn, shift, 4)


@pytest.mark.parametrize("bent", [False, True], ids=["straight", "bent"])
@pytest.mark.parametrize("size", SIZES)
def test_there_and_back(size: tuple[int, int], bent: bool) -> None:
    window = Window(looking_down(size, bent))
    points = np.random.default_rng(2).uniform(5, FELT - 5, (200, 2))
    assert np.abs(window.places(window.seen(points)) - points).max() < 0.02


@pytest.mark.parametrize("bent", [False, True], ids=["straight", "bent"])
@pytest.mark.parametrize("size", SIZES)
def test_the_planes_show_what_the_picture_shows(size: tuple[int, int], bent: bool) -> None:
    view = looking_down(size, bent)
    window = Window(view)
    points = np.random.default_rng(3).uniform(0, FELT, (50, 2))
    picture = (window.seen(points) + 0.5) / window.zoom - 0.5 + window.origin
    assert np.abs(picture - view.pixels(points, EDGE)).max() < 0.01


@pytest.mark.parametrize("size", SIZES)
def test_the_planes_are_never_finer_than_needed(size: tuple[int, int]) -> None:
    window = Window(looking_down(size))
    assert window.zoom <= 1.0
    assert window.scale < 2.4
    left, top, right, bottom = window.box
    assert 0 <= left < right <= size[0] and 0 <= top < bottom <= size[1]


def test_the_shape_of_points_is_kept() -> None:
    window = Window(looking_down((1280, 720)))
    points = np.random.default_rng(4).uniform(0, FELT, (3, 5, 2))
    assert window.seen(points).shape == (3, 5, 2)
    assert np.allclose(window.seen(points)[1], window.seen(points[1]))
    assert window.seen(np.zeros((0, 7, 2))).shape == (0, 7, 2)


def test_the_ground_is_felt_without_the_rail() -> None:
    window = Window(looking_down((1280, 720)))
    spots = np.array(
        [(20.0, 20.0), (130.0, 130.0), (240.0, 200.0), (217.0, 120.0), (-3.0, 100.0), (262.0, 40.0)]
    )
    cells = window.cells(spots)
    assert (window.ground[cells[:, 1], cells[:, 0]] > 0).tolist() == [True, True, True, False, False, False]


def test_cells_are_two_millimetres_wide_and_know_felt_rail_and_walls() -> None:
    grid = Window(looking_down((1280, 720))).grid
    view = grid.view
    assert grid.cell / view.px_per_mm == pytest.approx(CELL, rel=0.15)
    spots = np.array([(130.0, 130.0), (217.0, 130.0), (5.0, 130.0), (-6.0, 130.0)])
    cells = grid.cells(view.pixels(spots, 0.0))
    assert grid.felt[cells[:, 1], cells[:, 0]].tolist() == [True, False, True, False]
    assert grid.border[cells[:, 1], cells[:, 0]].tolist() == [False, False, True, False]
    assert grid.felt.ravel()[grid.sample].all() and len(grid.sample) > 1000


@pytest.mark.parametrize("times", [1, 2, 3, 4, 7, 8])
def test_a_shrunk_picture_holds_the_means_of_its_blocks(times: int) -> None:
    picture = np.random.default_rng(5).integers(0, 256, (53, 41, 3)).astype(np.uint8)
    small = shrunk(picture, times)
    high, wide = 53 // times, 41 // times
    blocks = picture[: high * times, : wide * times].reshape(high, times, wide, times, 3)
    assert small.shape == (high, wide, 3)
    assert np.abs(small - blocks.mean(axis=(1, 3))).max() <= 2.0


def test_the_median_is_a_middle_value() -> None:
    assert median_of(np.array([5.0, 1.0, 9.0])) == 5.0
    assert median_of(np.array([[4, 1], [2, 3]], np.uint8)) == 3.0


def test_groups_of_points_are_turned_each_by_its_own_angle() -> None:
    rng = np.random.default_rng(6)
    points, angles = rng.uniform(-9, 9, (4, 6, 2)), rng.uniform(0, 360, 4)
    for group, angle, done in zip(points, angles.tolist(), turned_each(points, angles), strict=True):
        assert np.allclose(done, turned(group, angle))
    assert np.allclose(turned_each(points[0], angles)[2], turned(points[0], float(angles[2])))


def test_a_die_beside_the_camera_shows_the_side_face_that_looks_towards_it() -> None:
    camera = np.array([130.0, 130.0, 490.0])
    up, right, down, left = overhangs(np.array([(30.0, 130.0)]), np.zeros(1), camera)[0].tolist()
    assert right == pytest.approx((100 - 8) * EDGE / 490)
    assert left == pytest.approx((-100 - 8) * EDGE / 490)
    assert up == down == pytest.approx(-8 * EDGE / 490)
