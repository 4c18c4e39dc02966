"""A d6 as a body: which face lies where, how it stands, what it covers of the felt; and where any die is, its pose."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.sim.engraving import Make
from vision.sim.measures import HALF, UP, Floats, turn_about

FACE_AXES: dict[int, tuple[int, int]] = {1: (0, 1), 2: (1, 1), 3: (2, 1), 4: (2, -1), 5: (1, -1), 6: (0, -1)}
"""Value -> (axis, sign) of the face's normal on the die. Opposite faces sum to seven; 1, 2, 3 run
counter-clockwise about the corner they share (the usual Western, right-handed die)."""

CORNERS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
"""The cube's eight corners in units of half an edge."""


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a die is: `centre` (3, world frame, mm) and `turn`, the 3x3 rotation from die to world. `make`: which
    maker's d12 it is; None for a d6."""

    centre: Floats
    turn: Floats
    make: Make | None = None

    @property
    def height(self) -> float:
        """Height of the die's centre above the felt, mm."""
        return -float(self.centre[2])

    @property
    def spot(self) -> tuple[float, float]:
        """(x, y) in tray millimetres."""
        return float(self.centre[0]), float(self.centre[1])


def normal(value: int) -> Floats:
    """Unit normal of a face in the die's own frame."""
    axis, sign = FACE_AXES[value]
    out = np.zeros(3)
    out[axis] = sign
    return out


def flat_turn(value: int, yaw: float) -> Floats:
    """Rotation that lays the die flat with `value` on top, turned by `yaw` radians about the vertical."""
    axis, sign = FACE_AXES[value]
    first, second = (axis + 1) % 3, (axis + 2) % 3
    rotation = np.zeros((3, 3))
    rotation[2, axis] = -sign  # the face looks up, and up is -z
    rotation[0, first] = 1.0
    rotation[1, second] = -sign  # keeps the determinant at +1
    return np.asarray(turn_about(np.array([0.0, 0.0, 1.0]), yaw) @ rotation)


def heading(value: int, turn: Floats) -> float:
    """The yaw (radians) with which `flat_turn` comes nearest to a die that shows `value`."""
    about = turn @ flat_turn(value, 0.0).T
    return math.atan2(float(about[1, 0]), float(about[0, 0]))


def lying(value: int, x: float, y: float, yaw: float, floor: float = 0.0) -> Pose:
    """A die at rest on a plane `floor` mm above the felt (negative: below)."""
    return Pose(np.array([x, y, -floor - HALF]), flat_turn(value, yaw))


def top_value(turn: Floats) -> int:
    """The face that looks most nearly up."""
    return max(FACE_AXES, key=lambda value: float(UP @ turn @ normal(value)))


def tilt(turn: Floats) -> float:
    """Degrees between the vertical and the normal of the topmost face."""
    upward = float(UP @ turn @ normal(top_value(turn)))
    return math.degrees(math.acos(min(1.0, upward)))


def reach(turn: Floats, direction: Floats) -> float:
    """How far the cube extends from its centre in a unit direction, mm (its support function)."""
    return HALF * float(np.abs(direction @ turn).sum())


def upward(turn: Floats) -> float:
    """How far the cube extends upwards (and downwards) from its centre, mm: the centre's height at rest."""
    one, two, three = (float(part) for part in turn[2])
    return HALF * (abs(one) + abs(two) + abs(three))


def yaw_of(turn: Floats) -> float:
    """Angle of a flat die's sides in the plane, radians in [0, pi/2)."""
    level = [column for column in turn.T if abs(column[2]) < 0.7]
    return math.atan2(level[0][1], level[0][0]) % (math.pi / 2)


def gap(one: Pose, other: Pose) -> float:
    """Distance in mm between two flat dice along their best separating axis; negative = overlap."""
    apart = other.centre - one.centre
    widest = -math.inf
    for yaw in (yaw_of(one.turn), yaw_of(other.turn)):
        for angle in (yaw, yaw + math.pi / 2):
            axis = np.array([math.cos(angle), math.sin(angle), 0.0])
            between = abs(float(axis @ apart)) - _half_width(one, axis) - _half_width(other, axis)
            widest = max(widest, between)
    return widest


def _half_width(pose: Pose, axis: Floats) -> float:
    """Half the footprint's width along a level axis; the vertical edges add nothing."""
    return reach(pose.turn, axis)
