"""Drawn d12: their shape, how makers number and mark them, and scenes with them and their truth."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.sim import dodecahedron as shape
from vision.sim.d12 import D12, lying, top_points, value_up
from vision.sim.d12_kinds import KINDS
from vision.sim.engraving import Make, a_make, engraved, numeral
from vision.sim.measures import FELT, UP
from vision.sim.numerals import marked, packed, typefaces, written
from vision.sim.scenes import Scene, draw
from vision.sim.setting import Setting

FLAT = ("flat", "under", "upon", "raised", "rail")


def make(seed: int = 3) -> Make:
    return a_make(np.random.default_rng(seed))


def test_opposite_faces_are_twenty_millimetres_apart_and_every_face_has_five_corners() -> None:
    reaches = shape.CORNERS @ shape.NORMALS.T
    assert reaches.max(axis=0) == pytest.approx([10.0] * 12)
    assert (np.isclose(reaches, 10.0)).sum(axis=0).tolist() == [5] * 12
    assert np.allclose(shape.NORMALS[:6], -shape.NORMALS[6:])


def test_the_measures_agree_with_each_other() -> None:
    corners = shape.face_corners(4)
    assert np.linalg.norm(corners, axis=1) == pytest.approx([shape.OUTSIDE] * 5)
    assert np.linalg.norm(corners - corners.mean(axis=0), axis=1) == pytest.approx([shape.FACE] * 5)
    angles = np.sort(np.arccos(np.clip(shape.NORMALS[1:] @ shape.NORMALS[0], -1, 1)))
    assert angles[:5] == pytest.approx([shape.BEND] * 5)


@pytest.mark.parametrize("ring", shape.RINGS)
def test_numbers_on_opposite_faces_sum_to_thirteen(ring: shape.Ring) -> None:
    values = shape.numbering(ring)
    assert sorted(values) == list(range(1, 13))
    assert all(values[k] + values[k + 6] == 13 for k in range(6))
    around = [value for k, value in enumerate(values) if k != 0 and shape.NORMALS[k] @ shape.NORMALS[0] > 0]
    assert sorted(around) == sorted(ring)


@pytest.mark.parametrize("ring", [(2, 11, 3, 4, 5), (1, 2, 3, 4, 5), (2, 3, 4, 5, 12)])
def test_a_ring_that_leaves_no_number_for_the_opposite_faces_is_refused(ring: shape.Ring) -> None:
    with pytest.raises(ValueError, match="sums to 13"):
        shape.numbering(ring)


@given(st.integers(1, 12), st.floats(0, 6.28), st.integers(0, 50))
@settings(deadline=None, max_examples=25)
def test_a_flat_die_shows_its_value_and_stands_on_the_felt(value: int, yaw: float, seed: int) -> None:
    pose = lying(value, make(seed), 50.0, 60.0, yaw)
    assert value_up(pose.turn, make(seed)) == value
    assert shape.tilt(pose.turn) == pytest.approx(0.0, abs=1e-4)
    assert shape.upward(pose.turn) == pytest.approx(10.0)
    assert np.linalg.det(pose.turn) == pytest.approx(1.0)


def test_numerals_are_read_from_outside_and_not_in_a_mirror() -> None:
    right, down = shape.frame(2, shape.face_corners(2)[1])
    # Right, down and into the die are a right-handed system, as in a picture.
    assert np.cross(right, down) == pytest.approx(-shape.NORMALS[2])


@pytest.mark.parametrize("face", typefaces(), ids=lambda face: face.name)
def test_a_number_is_one_high_about_its_middle(face: object) -> None:
    points = np.concatenate(written(face, "12"))  # type: ignore[arg-type]
    assert np.ptp(points[:, 1]) == pytest.approx(1.0)
    assert points.max(axis=0) == pytest.approx(-points.min(axis=0))


def test_typefaces_are_stored_as_they_are() -> None:
    face = typefaces()[0]
    stored = packed(face)
    assert stored["name"] == face.name
    assert len(stored["digits"]) == 10  # type: ignore[arg-type]


def test_six_and_nine_are_marked_after_or_below_and_other_numbers_are_not() -> None:
    six = written(typefaces()[0], "6")
    right, foot = np.concatenate(six).max(axis=0)
    assert marked(six, "dot", 0.2, 0.1)[0][:, 0].min() > right
    assert marked(six, "bar", 0.2, 0.1)[0][:, 1].min() > foot
    assert marked(six, "none", 0.2, 0.1) == ()
    assert len(numeral(make(), 8)) == len(written(make().face, "8"))


@pytest.mark.parametrize("value", range(1, 13))
def test_numerals_fit_on_their_face(value: int) -> None:
    for seed in range(5):
        far = max(float(np.hypot(*line.T).max()) for line in numeral(make(seed), value))
        assert far < shape.FACE * math.cos(math.pi / 5)


def test_the_ink_of_a_worn_die_is_thinner() -> None:
    fresh, worn = (engraved(made).texels[:, 0].sum() for made in wear_and_none())
    assert 0.5 * fresh < worn < 0.98 * fresh


def wear_and_none() -> tuple[Make, Make]:
    return replace(make(), wear=0.0), replace(make(), wear=0.3)


def test_the_points_of_the_top_lie_on_it_and_some_are_ink() -> None:
    die = D12(lying(10, make(), 30.0, 40.0, 1.0), make())
    points, ink = top_points(die)
    assert -points[:, 2] == pytest.approx([20.0] * len(points))
    assert 0.05 < float((ink > 0.5).mean()) < 0.6


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_lays_d12_on_the_table(kind: str) -> None:
    for seed in range(3):
        on = Setting(np.random.default_rng(seed), texels=0.25)
        KINDS[kind](on)
        assert 1 <= len(on.blacks) <= 3
        assert len(on.dice) <= 6
        for die, true in on.blacks:
            assert -1 < true.x < FELT + 1 and -1 < true.y < FELT + 1
            assert true.value == value_up(die.pose.turn, die.make)
            lowest = float((die.corners @ UP).min())
            assert lowest == pytest.approx(true.floor, abs=0.05)
            assert true.tilt == pytest.approx(0.0, abs=1e-3) if true.role in FLAT else true.tilt > 5


@pytest.fixture(scope="module")
def scene() -> Scene:
    return draw("d12", 4, (640, 360))


def test_a_scene_tells_what_its_d12_show(scene: Scene) -> None:
    assert len(scene.black) == 3
    assert all(true.kind == "d12" and true.visible > 0.9 for true in scene.black)
    assert all(true.contrast is not None and true.contrast > 20 for true in scene.black)


def test_dice_alike_have_one_maker(scene: Scene) -> None:
    on = Setting(np.random.default_rng(8), texels=0.25)
    KINDS["d12"](on)
    assert len({id(die.make) for die, _ in on.blacks}) == 1
    assert scene.image.shape == (360, 640, 3)
