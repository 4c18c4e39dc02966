"""The dodecahedron: its measures, and where a camera sees it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.d12.body import ACROSS, CORNERS, FIFTH, MIDDLES, OUTLINES, TOP, seen, tilt_of, turns_of

ABOVE = np.array([130.0, 130.0, 490.0])
places = st.floats(20.0, 240.0)
yaws = st.floats(-180.0, 180.0)
leans = st.floats(-35.0, 35.0)


def pose(
    x: float = 130.0,
    y: float = 130.0,
    yaw: float = 0.0,
    lean: tuple[float, float] = (0.0, 0.0),
    size: float = 1.0,
) -> np.ndarray:
    return np.array([[x, y, yaw, *lean, size]])


def test_all_corners_lie_on_one_sphere() -> None:
    assert np.linalg.norm(CORNERS, axis=1) == pytest.approx(np.full(20, 12.584), abs=0.001)


def test_all_edges_are_of_one_length() -> None:
    edges = np.linalg.norm(OUTLINES - np.roll(OUTLINES, 1, axis=1), axis=2)
    assert edges == pytest.approx(np.full((6, 5), 8.981), abs=0.001)


def test_all_faces_lie_ten_millimetres_from_the_middle() -> None:
    assert np.linalg.norm(MIDDLES, axis=1) == pytest.approx(np.full(6, ACROSS / 2))


def test_neighbouring_faces_meet_at_the_angle_of_a_dodecahedron() -> None:
    ways = MIDDLES / np.linalg.norm(MIDDLES, axis=1, keepdims=True)
    assert np.degrees(np.arccos(ways[1:] @ ways[0])) == pytest.approx(np.full(5, 63.435), abs=0.001)


def test_the_first_corner_points_up_the_picture_and_turns_clockwise() -> None:
    top = seen(pose(), TOP, ABOVE)[0]
    assert top[:, 0] == pytest.approx([130.0, 122.36], abs=0.01)
    turned = seen(pose(yaw=90.0), TOP, ABOVE)[0]
    assert turned[:, 0] == pytest.approx([137.64, 130.0], abs=0.01)


@given(places, places, yaws)
def test_the_top_face_is_seen_where_it_is(x: float, y: float, yaw: float) -> None:
    """Places are told on the plane of a flat die's top face."""
    corners = seen(pose(x, y, yaw), TOP, ABOVE)[0].T
    assert corners.mean(axis=0) == pytest.approx([x, y], abs=1e-3)
    assert np.hypot(*(corners - (x, y)).T) == pytest.approx(np.full(5, 7.639), abs=1e-3)


@given(places, places, yaws)
def test_a_fifth_of_a_turn_changes_nothing(x: float, y: float, yaw: float) -> None:
    one, other = (seen(pose(x, y, turn), CORNERS, ABOVE)[0].T for turn in (yaw, yaw + FIFTH))
    gaps = np.linalg.norm(one[:, None] - other, axis=2)
    assert gaps.min(axis=1) == pytest.approx(np.zeros(20), abs=0.01)


@given(places, places, yaws, leans, leans)
def test_a_lean_takes_the_upright_axis_where_it_says(
    x: float, y: float, yaw: float, lx: float, ly: float
) -> None:
    leaning = pose(x, y, yaw, (lx, ly))
    axis = turns_of(leaning)[0] @ (0.0, 0.0, 1.0)
    lean = float(np.hypot(lx, ly))
    assert tilt_of(leaning)[0] == pytest.approx(lean)
    assert np.degrees(np.arccos(np.clip(axis[2], -1, 1))) == pytest.approx(lean, abs=1e-3)
    if lean > 1.0:
        assert axis[:2] / np.linalg.norm(axis[:2]) == pytest.approx(np.array([lx, ly]) / lean, abs=1e-6)


@given(places, places, yaws, leans, leans)
def test_turning_keeps_the_body_rigid(x: float, y: float, yaw: float, lx: float, ly: float) -> None:
    turn = turns_of(pose(x, y, yaw, (lx, ly)))[0]
    assert turn @ turn.T == pytest.approx(np.eye(3), abs=1e-9)
    assert np.linalg.det(turn) == pytest.approx(1.0)


def test_both_ways_of_looking_agree_for_a_die_that_hardly_leans() -> None:
    """Upright dice are seen by a shorter calculation."""
    upright, almost = (
        seen(pose(60.0, 200.0, 17.0, (lean, 0.0), 1.05), CORNERS, ABOVE)[0] for lean in (0.0, 1e-6)
    )
    assert upright == pytest.approx(almost, abs=1e-3)


def test_what_lies_lower_is_seen_nearer_to_the_point_below_the_camera() -> None:
    foot, top = (seen(pose(30.0, 130.0), np.array([(0.0, 0.0, z)]), ABOVE)[0, 0, 0] for z in (-10.0, 10.0))
    assert top == pytest.approx(30.0, abs=1e-3)
    assert foot == pytest.approx(130 - 100 * (490 - 20) / 490, abs=1e-2)


def test_every_die_is_seen_in_its_own_size() -> None:
    both = np.concatenate([pose(), pose(size=1.1)])
    for one, alone in zip(seen(both, CORNERS, ABOVE), (pose(), pose(size=1.1)), strict=True):
        assert one == pytest.approx(seen(alone, CORNERS, ABOVE)[0], abs=1e-3)
