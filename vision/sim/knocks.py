"""Dice that lay still and are knocked: nudged a few millimetres, or tipped over an edge to another face."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.sim import places
from vision.sim.die import Pose, top_value
from vision.sim.dodecahedron import BEND, NORMALS
from vision.sim.measures import EDGE, UP, Floats, turn_about
from vision.sim.roll import STEP, Tumble, Wobble
from vision.sim.script import Body, Mover, rolling
from vision.sim.shapes import top_value as top_of

_ROOM = 0.2
"""A knocked die ends at least this far from the others, mm."""


def nudged(body: Body, around: Sequence[Pose], rng: np.random.Generator) -> Mover | None:
    """The die slides a few millimetres and turns a little; None when there is no room."""
    start = body.pose
    assert start is not None
    for _ in range(60):
        angle, far = rng.uniform(0, 2 * math.pi), rng.uniform(2.0, 6.0)
        slide = Slide(
            start, far * np.array([math.cos(angle), math.sin(angle), 0.0]), rng.uniform(-0.35, 0.35)
        )
        end = slide.pose(slide.duration)
        if places.stays_in_zone(start, end) and places.is_free(end, around, _ROOM):
            return rolling(body, slide.pose, slide.duration)
    return None


@dataclass(frozen=True, eq=False)
class Slide:
    """A die pushed by `step` (3, mm) and turned by `twist` radians, slowing down."""

    start: Pose
    step: Floats
    twist: float
    duration: float = 0.16

    def pose(self, t: float) -> Pose:
        """The die `t` seconds after the push."""
        share = 1 - (1 - min(1.0, t / self.duration)) ** 2
        turn = turn_about(-UP, share * self.twist)
        moved = self.start.centre + share * self.step
        return replace(self.start, centre=moved, turn=turn @ self.start.turn)


def tipped(body: Body, around: Sequence[Pose], rng: np.random.Generator) -> Mover | None:
    """The die is knocked over one of its edges; None when there is no room."""
    start = body.pose
    assert start is not None
    if start.make is not None:
        return _rolled_on(body, start, around, rng)
    sides = [column for column in start.turn.T if abs(column[2]) < 0.5]
    ways = [sign * column for column, sign in itertools.product(sides, (1.0, -1.0))]
    for way in (ways[i] for i in rng.permutation(len(ways))):
        turn = turn_about(np.array([way[1], -way[0], 0.0]), math.pi / 2) @ start.turn
        rest = Pose(start.centre + EDGE * way, turn)
        if places.stays_in_zone(start, rest) and places.is_free(rest, around, _ROOM):
            over = Tumble(rest, way[:2], 1.0)
            return rolling(replace(body, value=top_value(turn)), over.pose, over.duration)
    return None


def _rolled_on(body: Body, start: Pose, around: Sequence[Pose], rng: np.random.Generator) -> Mover | None:
    """A d12 rolls on to a neighbouring face; None when there is no room."""
    level = NORMALS @ start.turn.T
    outward = [normal for normal in level if 0.1 < -float(normal @ UP) < 0.9]
    for normal in (outward[i] for i in rng.permutation(len(outward))):
        way = normal[:2] / np.hypot(*normal[:2])
        turn = turn_about(np.array([way[1], -way[0], 0.0]), BEND) @ start.turn
        rest = replace(start, centre=start.centre + np.array([*(STEP * way), 0.0]), turn=turn)
        if places.stays_in_zone(start, rest) and places.is_free(rest, around, _ROOM):
            over = Wobble(rest, way, 1.0)
            return rolling(replace(body, value=top_of(rest)), over.pose, over.duration)
    return None
