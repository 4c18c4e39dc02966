"""Dice as the simulated table draws them (`vision.sim`), near the camera: flat ones, and ones that lean."""

from __future__ import annotations

import math

import numpy as np

from vision.sim.die import Pose, flat_turn, normal, top_value, upward
from vision.sim.die_picture import DicePainter, Sample
from vision.sim.measures import EDGE, FELT, HALF, View, turn_about
from vision.training.canvas import SCALE, SIDE, Plane, Points, Rng

_SPOTS = 40
"""So many places of the tray, each seen from a place of its own, are kept ready: a painter is slow to make."""


class Studio:
    """Cameras that look at dice in `spots` places under the tray's lamps."""

    def __init__(self, rng: Rng, spots: int = _SPOTS) -> None:
        self._spots = [rng.uniform(-0.2 * FELT, 1.2 * FELT, 2) for _ in range(spots)]
        self._views = [_above(rng, spot) for spot in self._spots]
        self._painters = [DicePainter(view) for view in self._views]

    def draw(self, rng: Rng, canvas: Plane, value: int, lean: float = 0.0) -> Points:
        """A die in the middle that leans by `lean` degrees; returns its topmost face's corners, 4 x 2 px."""
        which = int(rng.integers(len(self._spots)))
        pose = _pose(rng, value, lean, self._spots[which])
        drawn = self._painters[which].print([Sample(pose, (0.0, 0.0))])
        left, top, right, bottom = drawn.box
        part = canvas[top:bottom, left:right]
        cover = drawn.light[..., 3]
        tone = np.sqrt(np.clip(drawn.light[..., :3].min(axis=2), 0, 1))
        part += cover * (tone - part)
        return np.asarray(self._views[which].project(_face(pose)))


def _pose(rng: Rng, value: int, lean: float, spot: Points) -> Pose:
    turn = flat_turn(value, rng.uniform(0, 2 * math.pi))
    about = rng.uniform(0, 2 * math.pi)
    turn = turn_about(np.array([math.cos(about), math.sin(about), 0.0]), math.radians(lean)) @ turn
    return Pose(np.array([*spot, -upward(turn)]), np.asarray(turn))


def _above(rng: Rng, spot: Points) -> View:
    """A camera near or far above that sees the top of a die there in the canvas' middle, `SCALE` pixels an edge."""
    height = rng.uniform(250, 600)
    eye = np.array([*(spot + rng.uniform(-0.4, 0.4, 2) * height), -height])
    focal = SCALE / EDGE * (height - EDGE)
    bare = View((SIDE, SIDE), np.diag([focal, focal, 1.0]), np.eye(3), eye)
    matrix = np.diag([focal, focal, 1.0])
    matrix[:2, 2] = (SIDE - 1) / 2 - bare.project(np.array([[*spot, -EDGE]]))[0]
    return View((SIDE, SIDE), matrix, np.eye(3), eye)


def _face(pose: Pose) -> Points:
    """The corners of the topmost face in the world, 4 x 3, around it."""
    up = normal(top_value(pose.turn))
    first, second = np.roll(np.abs(up), 1), np.roll(np.abs(up), 2)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = np.array([up + a * first + b * second for a, b in signs])
    return np.asarray(pose.centre + HALF * corners @ pose.turn.T)
