"""Dice that lean are never told as read: at a wall, on the rail, beside another die, drawn at chosen tilts."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import pytest
from kept_scenes import kept

from vision.cameras.protocol import Image
from vision.reader import read_picture
from vision.reading import Die, Reading
from vision.sim.die import Pose, flat_turn, lying, reach, upward
from vision.sim.measures import (
    EDGE,
    FELT,
    RAIL_HEIGHT,
    RAIL_LEFT,
    RAIL_RIGHT,
    Floats,
    mounted_view,
    turn_about,
)
from vision.sim.painter import Painter
from vision.sim.table import SimTable

Side = Literal["left", "top", "bottom", "right"]
OUTWARD: dict[Side, tuple[float, float]] = {
    "left": (-1, 0),
    "top": (0, -1),
    "bottom": (0, 1),
    "right": (1, 0),
}


@pytest.fixture(scope="module")
def painter() -> Painter:
    rng = np.random.default_rng(4)
    return Painter(mounted_view((1280, 720), rng), rng)


def picture(painter: Painter, *poses: Pose) -> Image:
    return painter.frame(list(poses), [], None, False)


def tipped(value: int, outward: tuple[float, float], tilt: float) -> Floats:
    """The rotation of a die whose edge towards `outward` is raised by `tilt` degrees."""
    way = math.atan2(outward[1], outward[0])
    axis = np.array([outward[1], -outward[0], 0.0])
    return np.asarray(turn_about(axis, -math.radians(tilt)) @ flat_turn(value, way))


def at_wall(value: int, side: Side, along: float, tilt: float) -> Pose:
    turn = tipped(value, OUTWARD[side], tilt)
    off = reach(turn, np.array([*OUTWARD[side], 0.0])) + 0.1
    x, y = {
        "left": (off, along),
        "right": (FELT - off, along),
        "top": (along, off),
        "bottom": (along, FELT - off),
    }[side]
    return Pose(np.array([x, y, -upward(turn)]), turn)


def on_rail(value: int, along: float, tilt: float, from_lane: bool) -> Pose:
    turn = tipped(value, OUTWARD["left" if from_lane else "right"], tilt)
    angle = math.radians(tilt)
    off = RAIL_HEIGHT / math.tan(angle) - EDGE / 2 * math.cos(angle) + EDGE / 2 * math.sin(angle)
    x = RAIL_RIGHT + off if from_lane else RAIL_LEFT - off
    return Pose(np.array([x, along, -upward(turn)]), turn)


def beside(value: int, other: Pose, degrees: float, tilt: float, aside: float = 0.0) -> Pose:
    """A die that leans on a flat one towards `degrees`, shifted by `aside` mm along it; they just touch."""
    way = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
    turn, level = tipped(value, (way[0], way[1]), tilt), np.array([*way, 0.0])
    apart = reach(turn, level) + reach(other.turn, level) + 0.2
    x, y = other.centre[:2] - way * apart + np.array([-way[1], way[0]]) * aside
    return Pose(np.array([x, y, -upward(turn)]), turn)


def on_a_crumb(value: int, x: float, y: float, degrees: float, tilt: float) -> Pose:
    """A die raised on one side by something too small to be seen beneath it."""
    turn = tipped(value, (math.cos(math.radians(degrees)), math.sin(math.radians(degrees))), tilt)
    return Pose(np.array([x, y, -upward(turn)]), turn)


def found(reading: Reading, pose: Pose) -> Die | None:
    gaps = [
        (math.dist((die.x or 0.0, die.y or 0.0), pose.spot), index) for index, die in enumerate(reading.dice)
    ]
    gap, index = min(gaps, default=(99.0, 0))
    return reading.dice[index] if gap < 9 else None


def assert_asked(reading: Reading, pose: Pose) -> None:
    die = found(reading, pose)
    assert die is not None, "a die that leans is missed"
    assert die.status in ("cocked", "unsure")


@pytest.mark.parametrize("tilt", [13, 17, 20, 26, 35])
@pytest.mark.parametrize(
    ("side", "along"), [("left", 60.0), ("left", 200.0), ("top", 120.0), ("bottom", 170.0), ("right", 90.0)]
)
def test_at_a_wall(painter: Painter, side: Side, along: float, tilt: float) -> None:
    pose = at_wall(3, side, along, tilt)
    assert_asked(read_picture(picture(painter, pose)), pose)


@pytest.mark.parametrize("from_lane", [False, True], ids=["from the roll zone", "from the lane"])
@pytest.mark.parametrize(("tilt", "along"), [(31, 40.0), (36, 130.0), (40, 220.0)])
def test_on_the_rail(painter: Painter, tilt: float, along: float, from_lane: bool) -> None:
    pose = on_rail(5, along, tilt, from_lane)
    assert_asked(read_picture(picture(painter, pose)), pose)


@pytest.mark.parametrize("spot", [(90.0, 120.0), (45.0, 50.0), (160.0, 205.0)])
@pytest.mark.parametrize("aside", [0.0, 6.0])
@pytest.mark.parametrize("tilt", [13, 17, 23, 30])
@pytest.mark.parametrize("degrees", [0, 70, 135, 200, 290])
def test_beside_another_die(
    painter: Painter, degrees: float, tilt: float, aside: float, spot: tuple[float, float]
) -> None:
    other = lying(2, *spot, math.radians(degrees) + 0.3)
    pose = beside(6, other, degrees, tilt, aside)
    reading = read_picture(picture(painter, other, pose))
    assert_asked(reading, pose)
    partner = found(reading, other)
    assert partner is not None and partner.value in (2, None)


@pytest.mark.parametrize("spot", [(60.0, 60.0), (130.0, 120.0), (190.0, 200.0)])
@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_raised_by_a_crumb(painter: Painter, degrees: float, spot: tuple[float, float]) -> None:
    pose = on_a_crumb(4, *spot, degrees + 10.0, 15.0)
    assert_asked(read_picture(picture(painter, pose)), pose)


@pytest.mark.parametrize("yaw", [0.0, 0.4, 0.8, 1.2])
@pytest.mark.parametrize("gap", [0.2, 1.5, 3.0])
def test_flat_dice_side_by_side_are_both_read(painter: Painter, yaw: float, gap: float) -> None:
    away = (EDGE + gap) * np.array([math.cos(yaw), math.sin(yaw)])
    first = lying(4, 60.0, 70.0, yaw)
    second = lying(6, 60.0 + away[0], 70.0 + away[1], yaw)
    reading = read_picture(picture(painter, first, second))
    assert sorted(die.value or 0 for die in reading.dice) == [4, 6]


@pytest.mark.parametrize("spot", [(10.0, 60.0), (120.0, 9.5), (120.0, 250.5), (230.0, 140.0), (250.5, 200.0)])
def test_flat_dice_at_walls_and_rail_are_read(painter: Painter, spot: tuple[float, float]) -> None:
    reading = read_picture(picture(painter, lying(3, *spot, 0.0)))
    assert [die.value for die in reading.dice] == [3]


def test_two_faces_whose_pips_look_like_one_six() -> None:
    """Half of a four and two thirds of a six, in line: their pips do not lie as evenly as one face's."""
    table = SimTable(1014, size=(960, 540))
    table.misbehave("leaning")
    table.throw(3)
    while table.busy:
        table.advance(1 / 5)
    (at,) = [(die.x, die.y or 0.0) for die in table.truth() if die.value is None and die.x is not None]
    reading = read_picture(table.frame())
    near = [die for die in reading.dice if math.dist((die.x or 0, die.y or 0), at) < 10]
    assert near and all(die.status != "ok" for die in near)


def test_a_side_face_that_is_seen_over_the_rail() -> None:
    """A six that leans by 38 degrees: with its four, seen over the rail's wood, it is as wide as a flat face."""
    picture = cv2.imread(str(Path(__file__).parents[1] / "data/scenes/leaning-over-the-rail.jpg"))
    assert picture is not None
    near = [
        die for die in read_picture(picture).dice if math.dist((die.x or 0.0, die.y or 0.0), (205, 192)) < 10
    ]
    assert near and all(die.status != "ok" for die in near)


def test_the_blurred_edge_of_a_die_that_leans_away_is_no_side_face() -> None:
    """A four that leans on a six by 13 degrees: its far side face should be seen, and only the blurred edge is."""
    scene = kept("leaning on a die", 701)
    at = [(die.x, die.y or 0.0) for die in scene.dice if die.value == 4 and die.role == "leaning"]
    near = [
        die
        for die in read_picture(scene.image).dice
        if math.dist((die.x or 0.0, die.y or 0.0), at[0]) < 10 and die.kind == "d6"
    ]
    assert near and all(die.status != "ok" for die in near)


@pytest.mark.parametrize("kind", ["leaning on coins", "leaning on nothing seen"])
def test_a_die_whose_raised_side_is_as_dark_as_the_felt(kind: str) -> None:
    """A lamp from the other side: what shows that it leans by 19 and 24 degrees is that its top is shorter one way."""
    scene = kept(kind, 88101)
    leaning = [die for die in scene.dice if die.tilt > 12]
    told = [die for die in read_picture(scene.image).dice if die.status == "ok" and die.kind == "d6"]
    near = [
        die for die in told for one in leaning if math.dist((die.x or 0.0, die.y or 0.0), (one.x, one.y)) < 10
    ]
    assert leaning and not near
