"""Where thrown dice come to rest: in the roll zone, apart from each other and from those that were left."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.sim import d12
from vision.sim.die import Pose, flat_turn, lying, upward, yaw_of
from vision.sim.die import reach as cube_reach
from vision.sim.engraving import Make
from vision.sim.measures import (
    EDGE,
    FELT,
    HALF,
    RAIL_HEIGHT,
    RAIL_LEFT,
    RAIL_RIGHT,
    RIM,
    TABLE_TOP,
    UP,
    Floats,
    turn_about,
)
from vision.sim.shapes import gap, reach

CLEARANCE = 1.0
"""Dice that are not asked to touch stay at least this far apart, mm."""
_TOUCHING = 0.12
_EDGE_MARGIN = 0.5
_TRIES = 400


def is_free(pose: Pose, others: Sequence[Pose], clearance: float = CLEARANCE) -> bool:
    """Whether a flat die at `pose` keeps `clearance` mm from all others."""
    return all(
        float(np.hypot(*(pose.centre - other.centre)[:2])) > 2 * EDGE or gap(pose, other) >= clearance
        for other in others
    )


def in_roll_zone(pose: Pose) -> bool:
    """Whether the die lies wholly on the felt left of the rail."""
    across, along = reach(pose, np.array([1.0, 0.0, 0.0])), reach(pose, np.array([0.0, 1.0, 0.0]))
    x, y = pose.spot
    inside = across + _EDGE_MARGIN <= x <= RAIL_LEFT - across - _EDGE_MARGIN
    return inside and along + _EDGE_MARGIN <= y <= FELT - along - _EDGE_MARGIN


def scatter(
    value: int, centre: Floats, others: Sequence[Pose], rng: np.random.Generator, make: Make | None = None
) -> Pose:
    """A flat resting place, most likely near `centre` (2, mm); of a d6, or of a d12 of that `make`."""
    for attempt in range(_TRIES):
        spread = 42.0 + attempt / 4
        spot = centre + rng.normal(0.0, spread, 2)
        pose = _laid(value, make, float(spot[0]), float(spot[1]), rng.uniform(0, 2 * math.pi))
        if in_roll_zone(pose) and is_free(pose, others):
            return pose
    raise ValueError("no room on the felt for another die")


def _laid(value: int, make: Make | None, x: float, y: float, yaw: float, floor: float = 0.0) -> Pose:
    return lying(value, x, y, yaw, floor) if make is None else d12.lying(value, make, x, y, yaw, floor)


def beside(value: int, others: Sequence[Pose], rng: np.random.Generator, make: Make | None = None) -> Pose:
    """A place where the die touches the last of `others` (or an earlier one) side to side."""
    for partner in reversed(others):
        rest = [other for other in others if other is not partner]
        for _ in range(60):
            pose = (
                _next_to(value, make, partner, rng)
                if make or partner.make
                else _side_by_side(value, partner, rng)
            )
            if in_roll_zone(pose) and is_free(pose, rest):
                return pose
    raise ValueError("no room beside any die")


def _side_by_side(value: int, partner: Pose, rng: np.random.Generator) -> Pose:
    """Against one of the four sides of a flat die, shifted along it by a few millimetres."""
    yaw = yaw_of(partner.turn) + int(rng.integers(4)) * math.pi / 2
    away = (EDGE + _TOUCHING) * np.array([math.cos(yaw), math.sin(yaw)])
    along = rng.uniform(-6.0, 6.0) * np.array([-math.sin(yaw), math.cos(yaw)])
    x, y = partner.centre[:2] + away + along
    return lying(value, float(x), float(y), yaw + int(rng.integers(4)) * math.pi / 2)


def _next_to(value: int, make: Make | None, partner: Pose, rng: np.random.Generator) -> Pose:
    """Against a flat die, in any direction."""
    way = rng.uniform(0, 2 * math.pi)
    ahead = np.array([math.cos(way), math.sin(way), 0.0])
    pose = _laid(value, make, 0.0, 0.0, rng.uniform(0, 2 * math.pi))
    far = reach(partner, ahead) + reach(pose, -ahead) + _TOUCHING
    return replace(pose, centre=pose.centre + np.array([*(partner.centre + far * ahead)[:2], 0.0]))


def leaning(value: int, others: Sequence[Pose], rng: np.random.Generator, make: Make | None = None) -> Pose:
    """A die that leans against a wall or lies with one side on the rail, tilted 20 to 50 degrees."""
    for _ in range(_TRIES):
        if make is not None:
            pose = _d12_at_wall(value, make, rng)
        else:
            pose = _against_rail(value, rng) if rng.random() < 0.35 else _against_wall(value, rng)
        if is_free(pose, others):
            return pose
    raise ValueError("no room at the walls for a leaning die")


def _against_wall(value: int, rng: np.random.Generator) -> Pose:
    """The near edge on the felt, the underside's far edge raised against the left, top or bottom wall."""
    wall = int(rng.integers(3))
    outward = np.array([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])[wall]
    angle = math.radians(rng.uniform(21.0, 44.0))
    turn = _leaned(value, outward, -angle, rng)
    off = cube_reach(turn, outward) + 0.1
    along = rng.uniform(30.0, (FELT if wall == 0 else RAIL_LEFT) - 30.0)
    spot = [(off, along), (along, off), (along, FELT - off)][wall]
    return Pose(np.array([*spot, -upward(turn)]), turn)


def _d12_at_wall(value: int, make: Make, rng: np.random.Generator) -> Pose:
    """A d12 that leans against the left, top or bottom wall by 14 to 30 degrees."""
    wall = int(rng.integers(3))
    outward = np.array([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])[wall]
    flat = d12.lying(value, make, 0.0, 0.0, rng.uniform(0, 2 * math.pi))
    axis = np.array([outward[1], -outward[0], 0.0])
    pose = replace(flat, turn=turn_about(axis, -math.radians(rng.uniform(14.0, 30.0))) @ flat.turn)
    off = reach(pose, outward) + 0.1
    along = rng.uniform(30.0, (FELT if wall == 0 else RAIL_LEFT) - 30.0)
    spot = [(off, along), (along, off), (along, FELT - off)][wall]
    return replace(pose, centre=np.array([*spot, -reach(pose, UP)]))


def _against_rail(value: int, rng: np.random.Generator) -> Pose:
    """One edge on the felt, the underside on the rail's upper left edge, 8 mm up: at least 30 degrees."""
    angle = math.radians(rng.uniform(31.0, 44.0))
    turn = _leaned(value, np.array([1.0, 0.0, 0.0]), -angle, rng)
    foot = RAIL_LEFT - RAIL_HEIGHT / math.tan(angle)
    centre = foot + HALF * math.cos(angle) - HALF * math.sin(angle)
    return Pose(np.array([centre, rng.uniform(30.0, FELT - 30.0), -upward(turn)]), turn)


def _leaned(value: int, outward: Floats, angle: float, rng: np.random.Generator) -> Floats:
    """A flat die square to `outward`, rolled towards it by `angle` (negative: its front edge is raised)."""
    yaw = math.atan2(outward[1], outward[0]) + rng.integers(4) * math.pi / 2
    forward = np.array([outward[1], -outward[0], 0.0])
    return np.asarray(turn_about(forward, angle) @ flat_turn(value, yaw))


def on_the_table(
    value: int, start: Floats, inward: Floats, rng: np.random.Generator, make: Make | None = None
) -> Pose:
    """Outside the tray, on the café table, to the left or right of somebody at `start` who looks `inward`."""
    aside = np.array([inward[1], -inward[0]]) * rng.choice([-1.0, 1.0])
    border = FELT / 2 + RIM + rng.uniform(48.0, 95.0)
    middle = np.array([FELT / 2, FELT / 2])
    x, y = middle + border * aside + ((start - middle) @ inward + rng.uniform(10.0, 120.0)) * inward
    return _laid(value, make, float(x), float(y), rng.uniform(0, 2 * math.pi), floor=-TABLE_TOP)


def stays_in_zone(before: Pose, after: Pose) -> bool:
    """Whether a die that was pushed is still where it was: in the roll zone, or between rail and wall."""
    if in_roll_zone(before):
        return in_roll_zone(after)
    across, along = reach(after, np.array([1.0, 0.0, 0.0])), reach(after, np.array([0.0, 1.0, 0.0]))
    x, y = after.spot
    return RAIL_RIGHT + across <= x <= FELT - across and along <= y <= FELT - along
