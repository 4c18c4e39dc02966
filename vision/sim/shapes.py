"""What a d6 and a d12 have in common: how far they reach, how they lean, what they cover. A pose says which it is."""

from __future__ import annotations

import numpy as np

from vision.sim import d12, die, die_picture, dodecahedron
from vision.sim.die import Pose
from vision.sim.engraving import Make
from vision.sim.measures import HALF, Floats

_LEVEL = 1e-3
"""Degrees up to which a die is flat."""


def corners(pose: Pose, shrunk: float = 0.0) -> Floats:
    """The corners (N x 3, world) of a die that is `shrunk` mm smaller all around."""
    if pose.make is None:
        return die_picture.corners(pose, HALF - shrunk)
    size = 1 - shrunk / dodecahedron.INSIDE
    return np.asarray(pose.centre + size * dodecahedron.CORNERS @ pose.turn.T)


def upward(turn: Floats, make: Make | None) -> float:
    """How far a die turned like that extends upwards (and downwards) from its middle, mm."""
    return die.upward(turn) if make is None else dodecahedron.upward(turn)


def reach(pose: Pose, direction: Floats) -> float:
    """How far the die extends from its middle in a unit direction, mm."""
    if pose.make is None:
        return die.reach(pose.turn, direction)
    return dodecahedron.reach(pose.turn, direction)


def tilt(pose: Pose) -> float:
    """Degrees between the vertical and the normal of the topmost face."""
    return die.tilt(pose.turn) if pose.make is None else dodecahedron.tilt(pose.turn)


def is_flat(pose: Pose) -> bool:
    """Whether it lies on a face."""
    return tilt(pose) < _LEVEL


def top_value(pose: Pose) -> int:
    """The face that looks most nearly up."""
    return die.top_value(pose.turn) if pose.make is None else d12.value_up(pose.turn, pose.make)


def gap(one: Pose, other: Pose) -> float:
    """Distance in mm between two flat dice as seen from above, along their best separating axis; negative = overlap."""
    if one.make is None and other.make is None:
        return die.gap(one, other)
    outlines = [corners(pose)[:, :2] for pose in (one, other)]
    widest = -np.inf
    for axis in _axes(one.centre, other.centre):
        first, second = (outline @ axis for outline in outlines)
        widest = max(widest, float(second.min() - first.max()), float(first.min() - second.max()))
    return widest


def _axes(one: Floats, other: Floats) -> Floats:
    """Level directions that may part two dice, 36 x 2; the way from one to the other is among them."""
    ahead = np.arctan2(*(other - one)[1::-1])
    turns = ahead + np.arange(36) * np.pi / 36
    return np.column_stack([np.cos(turns), np.sin(turns)])
