"""Where thrown dice come to rest: apart from each other and from the dice that were left, in the roll zone."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.sim.die import Pose, flat_turn, gap, lying, reach
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
    across, along = reach(pose.turn, np.array([1.0, 0.0, 0.0])), reach(pose.turn, np.array([0.0, 1.0, 0.0]))
    x, y = pose.spot
    inside = across + _EDGE_MARGIN <= x <= RAIL_LEFT - across - _EDGE_MARGIN
    return inside and along + _EDGE_MARGIN <= y <= FELT - along - _EDGE_MARGIN


def scatter(value: int, centre: Floats, others: Sequence[Pose], rng: np.random.Generator) -> Pose:
    """A flat resting place, most likely near `centre` (2, mm)."""
    for attempt in range(_TRIES):
        spread = 42.0 + attempt / 4
        spot = centre + rng.normal(0.0, spread, 2)
        pose = lying(value, float(spot[0]), float(spot[1]), rng.uniform(0, 2 * math.pi))
        if in_roll_zone(pose) and is_free(pose, others):
            return pose
    raise RuntimeError("no room on the felt for another die")


def beside(value: int, partner: Pose, others: Sequence[Pose], rng: np.random.Generator) -> Pose | None:
    """A place where the die touches `partner` side to side, or None when there is no room."""
    for _ in range(40):
        side = partner.turn[:, [i for i in range(3) if abs(partner.turn[2, i]) < 0.5]] * rng.choice(
            [-1.0, 1.0]
        )
        first, second = side.T if rng.random() < 0.5 else side.T[::-1]
        centre = partner.centre + (EDGE + _TOUCHING) * first + rng.uniform(-6.0, 6.0) * second
        yaw = math.atan2(first[1], first[0]) + rng.integers(4) * math.pi / 2
        pose = lying(value, float(centre[0]), float(centre[1]), yaw)
        rest = [other for other in others if other is not partner]
        if in_roll_zone(pose) and is_free(pose, rest):
            return pose
    return None


def leaning(value: int, others: Sequence[Pose], rng: np.random.Generator) -> Pose:
    """A die that leans against a wall or lies with one side on the rail, tilted 20 to 50 degrees."""
    for _ in range(_TRIES):
        pose = _against_rail(value, rng) if rng.random() < 0.35 else _against_wall(value, rng)
        if is_free(pose, others):
            return pose
    raise RuntimeError("no room at the walls for a leaning die")


def _against_wall(value: int, rng: np.random.Generator) -> Pose:
    """The near edge on the felt, the underside's far edge raised against the left, top or bottom wall."""
    wall = rng.choice(3)
    outward = np.array([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])[wall]
    angle = math.radians(rng.uniform(21.0, 44.0))
    turn = _leaned(value, outward, -angle, rng)
    off = reach(turn, outward) + 0.1
    along = rng.uniform(30.0, (FELT if wall == 0 else RAIL_LEFT) - 30.0)
    spot = [(off, along), (along, off), (along, FELT - off)][wall]
    return Pose(np.array([*spot, -reach(turn, UP)]), turn)


def _against_rail(value: int, rng: np.random.Generator) -> Pose:
    """One edge on the felt, the underside on the rail's upper left edge, 8 mm up: at least 30 degrees."""
    angle = math.radians(rng.uniform(31.0, 44.0))
    turn = _leaned(value, np.array([1.0, 0.0, 0.0]), -angle, rng)
    foot = RAIL_LEFT - RAIL_HEIGHT / math.tan(angle)
    centre = foot + HALF * math.cos(angle) - HALF * math.sin(angle)
    return Pose(np.array([centre, rng.uniform(30.0, FELT - 30.0), -reach(turn, UP)]), turn)


def _leaned(value: int, outward: Floats, angle: float, rng: np.random.Generator) -> Floats:
    """A flat die square to `outward`, rolled towards it by `angle` (negative: its front edge is raised)."""
    yaw = math.atan2(outward[1], outward[0]) + rng.integers(4) * math.pi / 2
    forward = np.array([outward[1], -outward[0], 0.0])
    return np.asarray(turn_about(forward, angle) @ flat_turn(value, yaw))


def on_the_table(value: int, start: Floats, rng: np.random.Generator) -> Pose:
    """Outside the tray, on the café table, beyond the rim nearest to `start` (2, mm)."""
    exits = np.array([start[0], FELT - start[0], start[1], FELT - start[1]])
    side = int(np.argmin(exits + rng.uniform(0.0, 60.0, 4)))
    out = RIM + rng.uniform(48.0, 95.0)
    along = float(np.clip(start[1 if side < 2 else 0] + rng.normal(0.0, 30.0), 20.0, FELT - 20.0))
    x, y = [(-out, along), (FELT + out, along), (along, -out), (along, FELT + out)][side]
    return lying(value, x, y, rng.uniform(0, 2 * math.pi), floor=-TABLE_TOP)


def stays_in_zone(before: Pose, after: Pose) -> bool:
    """Whether a die that was pushed is still where it was: in the roll zone, or between rail and wall."""
    if in_roll_zone(before):
        return in_roll_zone(after)
    across, along = reach(after.turn, np.array([1.0, 0.0, 0.0])), reach(after.turn, np.array([0.0, 1.0, 0.0]))
    x, y = after.spot
    return RAIL_RIGHT + across <= x <= FELT - across and along <= y <= FELT - along
