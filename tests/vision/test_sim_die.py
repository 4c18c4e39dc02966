"""The simulated d6: its faces, how it lies, and whether what is drawn shows the truth."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.sim.die import Pose, flat_turn, gap, heading, lying, normal, reach, tilt, top_value
from vision.sim.die_picture import DicePainter, Sample
from vision.sim.measures import EDGE, HALF, UP, View, mounted_view, turn_about

VALUES = range(1, 7)
CENTRE = (0.0, 0.0)


@pytest.fixture(scope="module")
def view() -> View:
    return mounted_view((1280, 720), np.random.default_rng(5))


@pytest.mark.parametrize("value", VALUES)
def test_opposite_faces_sum_to_seven(value: int) -> None:
    assert np.array_equal(normal(value), -normal(7 - value))


def test_one_two_three_run_counter_clockwise_about_their_corner() -> None:
    assert np.linalg.det(np.column_stack([normal(1), normal(2), normal(3)])) == pytest.approx(1.0)


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("yaw", [0.0, 0.7, 3.0])
def test_a_flat_die_shows_its_value_and_is_no_mirror_image(value: int, yaw: float) -> None:
    turn = flat_turn(value, yaw)
    assert top_value(turn) == value
    assert tilt(turn) == pytest.approx(0.0, abs=1e-4)
    assert np.linalg.det(turn) == pytest.approx(1.0)
    assert heading(value, turn) == pytest.approx(yaw)


@pytest.mark.parametrize("degrees", [5.0, 20.0, 44.0])
def test_tilt_is_the_angle_from_flat(degrees: float) -> None:
    leaned = turn_about(np.array([1.0, 0.0, 0.0]), math.radians(degrees)) @ flat_turn(3, 0.4)
    assert tilt(leaned) == pytest.approx(degrees)
    assert reach(leaned, UP) > HALF


@pytest.mark.parametrize(
    ("other", "apart"),
    [
        (lying(4, 120.0, 100.0, 0.0), 20.0 - EDGE),
        (lying(4, 116.0, 109.0, math.pi / 2), 0.0),
        (lying(4, 100.0, 105.0, 0.0), 5.0 - EDGE),
        (lying(4, 130.0, 100.0, math.pi / 4), 30.0 - HALF - HALF * math.sqrt(2)),
    ],
)
def test_the_gap_between_flat_dice(other: Pose, apart: float) -> None:
    assert gap(lying(1, 100.0, 100.0, 0.0), other) == pytest.approx(apart, abs=1e-9)


def drawn(view: View, pose: Pose) -> np.ndarray:
    picture = np.full((720, 1280, 3), 90, np.uint8)
    grid = [(x / 3, y / 3) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    DicePainter(view).print([Sample(pose, offset) for offset in grid]).lay_on(picture)
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def top_face(view: View, pose: Pose, picture: np.ndarray) -> np.ndarray:
    """The top face cut out and straightened, 96 x 96."""
    level = [axis for axis in pose.turn.T if abs(axis[2]) < 0.5]
    steps = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    corners = [pose.centre + HALF * (UP + a * level[0] + b * level[1]) for a, b in steps]
    target = np.array([(0, 0), (96, 0), (96, 96), (0, 96)], np.float32)
    matrix = cv2.getPerspectiveTransform(view.project(np.array(corners)).astype(np.float32), target)
    return cv2.warpPerspective(picture, matrix, (96, 96))


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(("x", "y", "yaw"), [(30.0, 40.0, 0.3), (130.0, 130.0, 1.2), (240.0, 230.0, 2.0)])
def test_the_top_face_is_drawn_where_it_is_with_its_number_of_pips(
    view: View, value: int, x: float, y: float, yaw: float
) -> None:
    pose = lying(value, x, y, yaw)
    face = top_face(view, pose, drawn(view, pose))
    inside = face[6:-6, 6:-6]
    count, _, stats, _ = cv2.connectedComponentsWithStats((inside < 110).astype(np.uint8))
    assert count - 1 == value
    assert stats[1:, cv2.CC_STAT_AREA].min() > 120
    assert np.median(inside) > 200


@pytest.mark.parametrize(("x", "y"), [(25.0, 25.0), (130.0, 120.0), (240.0, 60.0)])
def test_the_middle_pip_lies_at_the_projected_centre_of_the_top_face(view: View, x: float, y: float) -> None:
    picture = drawn(view, lying(1, x, y, 0.6))
    expected = view.project(np.array([[x, y, -EDGE]]))[0]
    left, top = (expected - 5).astype(int)
    ink = np.clip(150.0 - picture[top : top + 11, left : left + 11], 0, None)
    rows, columns = np.mgrid[top : top + 11, left : left + 11]
    centre = np.array([(ink * columns).sum(), (ink * rows).sum()]) / ink.sum()
    assert np.hypot(*(centre - expected)) < 0.5


def test_a_die_off_the_centre_shows_its_inner_sides_only(view: View) -> None:
    pose = lying(2, 235.0, 130.0, 0.0)
    covered = np.flatnonzero((drawn(view, pose) != 90).any(axis=0))
    top = view.project(pose.centre + HALF * (UP + np.array([[-1.0, 0, 0], [1.0, 0, 0]])))[:, 0]
    assert top[0] - covered[0] > 4
    assert covered[-1] - top[1] < 1.5


def test_a_die_out_of_the_picture_is_no_trouble(view: View) -> None:
    assert (drawn(view, lying(2, -400.0, 130.0, 0.0)) == 90).all()


def test_the_camera_hangs_nearly_as_the_drawing_says() -> None:
    for seed in range(20):
        view = mounted_view((1280, 720), np.random.default_rng(seed))
        assert view.pixels_per_mm() == pytest.approx(2.0, abs=0.05)
        corners = view.project(
            np.array([[-28.0, -28, -30], [288, -28, -30], [288, 288, -30], [-28, 288, -30]])
        )
        assert (corners > 0).all()
        assert (corners < (1280, 720)).all()
