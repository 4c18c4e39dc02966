"""Dice that lay still and are knocked: nudged a few millimetres, or tipped over an edge to another face."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.sim import places
from vision.sim.die import Pose, top_value
from vision.sim.measures import EDGE, Floats, turn_about
from vision.sim.roll import Tumble
from vision.sim.script import Body, Mover, rolling


def nudged(body: Body, around: Sequence[Pose], rng: np.random.Generator) -> Mover | None:
    """The die slides a few millimetres and turns a little; None when there is no room."""
    start = body.pose
    assert start is not None
    for _ in range(60):
        angle, way = rng.uniform(0, 2 * math.pi), rng.uniform(2.0, 6.0)
        step = np.array([way * math.cos(angle), way * math.sin(angle), 0.0])
        twist = rng.uniform(-0.35, 0.35)

        def pose(t: float, step: Floats = step, twist: float = twist) -> Pose:
            share = 1 - (1 - min(1.0, t / 0.16)) ** 2
            return Pose(
                start.centre + share * step, turn_about(np.array([0.0, 0.0, 1.0]), share * twist) @ start.turn
            )

        if places.stays_in_zone(start, pose(1.0)) and places.is_free(pose(1.0), around, 0.2):
            return rolling(body, pose, 0.16)
    return None


def tipped(body: Body, around: Sequence[Pose], rng: np.random.Generator) -> Mover | None:
    """The die is knocked over one of its edges; None when there is no room."""
    start = body.pose
    assert start is not None
    sides = [column for column in start.turn.T if abs(column[2]) < 0.5]
    ways = [sign * column for column, sign in itertools.product(sides, (1.0, -1.0))]
    for way in (ways[i] for i in rng.permutation(len(ways))):
        turn = turn_about(np.array([way[1], -way[0], 0.0]), math.pi / 2) @ start.turn
        rest = Pose(start.centre + EDGE * way, turn)
        if places.stays_in_zone(start, rest) and places.is_free(rest, around, 0.2):
            over = Tumble(rest, way[:2], 1.0)
            return rolling(replace(body, value=top_value(turn)), over.pose, over.duration)
    return None
