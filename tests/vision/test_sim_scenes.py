"""Scenes by chance: every kind lays out what it promises, and its truth is true."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from vision.sim import arrangements as arranged
from vision.sim.die import Pose, gap, lying, tilt
from vision.sim.die_picture import corners
from vision.sim.measures import EDGE, FELT, RAIL_HEIGHT, RAIL_LEFT
from vision.sim.scene_kinds import KINDS
from vision.sim.scenes import draw
from vision.sim.setting import Setting

LOWEST = 1e-6


def laid(kind: str, seed: int) -> Setting:
    setting = Setting(np.random.default_rng(seed), texels=0.25)
    KINDS[kind](setting)
    return setting


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_lays_dice_on_the_felt_that_do_not_run_into_each_other(kind: str) -> None:
    for seed in range(3):
        dice = laid(kind, seed).dice
        assert 1 <= len(dice) <= 9
        for cube, true in dice:
            assert (np.array(cube.pose.spot) > 0).all() and (np.array(cube.pose.spot) < FELT).all()
            assert -corners(cube.pose)[:, 2].max() == pytest.approx(true.floor, abs=1e-6)
            assert tilt(cube.pose.turn) == pytest.approx(true.tilt)
        flat = [cube.pose for cube, true in dice if true.tilt < 1 and true.floor < 1]
        assert all(gap(one, other) > -0.3 for one, other in itertools.combinations(flat, 2))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.startswith("leaning")])
def test_leaning_dice_lean(kind: str) -> None:
    leaning = [true for seed in range(4) for _, true in laid(kind, seed).dice if true.role == "leaning"]
    assert len(leaning) >= 4
    assert all(4 < true.tilt <= 45.1 and true.floor == pytest.approx(0, abs=1e-6) for true in leaning)


@pytest.mark.parametrize("kind", ["stacked", "half stacked"])
def test_stacked_dice_stand_on_others_that_can_carry_them(kind: str) -> None:
    for seed in range(4):
        below, above = laid(kind, seed).dice[:2]
        assert (below[1].role, above[1].role) == ("under", "upon")
        assert above[1].floor == pytest.approx(EDGE)
        assert math.dist(below[0].pose.spot, above[0].pose.spot) < EDGE / 2


@pytest.mark.parametrize("tilt_deg", [6, 20, 44])
@pytest.mark.parametrize("wall", arranged.WALLS)
def test_a_die_at_a_wall_touches_wall_and_felt(wall: arranged.Wall, tilt_deg: float) -> None:
    pose = arranged.against_wall(3, wall, 100.0, tilt_deg)
    points = corners(pose)
    assert points[:, 2].max() == pytest.approx(0.0, abs=1e-9)
    edge = {"left": points[:, 0].min(), "right": FELT - points[:, 0].max(), "top": points[:, 1].min()}
    assert edge.get(wall, FELT - points[:, 1].max()) == pytest.approx(0.15)


@pytest.mark.parametrize(("tilt_deg", "from_lane"), [(31, False), (44, True)])
def test_a_die_on_the_rail_rests_on_its_edge(tilt_deg: float, from_lane: bool) -> None:
    pose = arranged.on_rail(2, 90.0, tilt_deg, from_lane)
    x = RAIL_LEFT if not from_lane else RAIL_LEFT + 6
    edge = pose.turn.T @ (np.array([x, 90.0, -RAIL_HEIGHT]) - pose.centre)
    assert np.abs(edge).max() == pytest.approx(EDGE / 2)
    assert tilt(pose.turn) == pytest.approx(tilt_deg)


def test_a_die_that_leans_on_another_touches_it_and_no_more() -> None:
    other = lying(4, 100.0, 100.0, 0.3)
    for tilt_deg in (8, 25, 43):
        pose = arranged.leaning_on(1, other, 0.3, tilt_deg)
        level = Pose(pose.centre, np.eye(3))
        apart = float(np.hypot(*(level.centre - other.centre)[:2]))
        assert EDGE < apart < 1.5 * EDGE


def test_the_same_kind_and_seed_give_the_same_scene_with_what_is_hidden_told() -> None:
    one, other = (draw("stacked", 5, (320, 180)) for _ in range(2))
    assert (one.image == other.image).all() and one.dice == other.dice
    assert one.dice[0].visible < 0.5
    assert all(die.visible > 0.9 for die in one.dice[1:])
