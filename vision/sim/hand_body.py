"""The hand of `hand_shape` as a body for still pictures: a relief over the tray."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.sim.hand_picture import albedo, slopes
from vision.sim.hand_shape import HALF_WIDTH, LEFT, SCALE, relief
from vision.sim.hits import Bools, Gloss, Hit
from vision.sim.light import Floats32
from vision.sim.measures import Floats
from vision.sim.script import Hand

_THICK = 9.0
"""What of the hand lies between a place and a lamp is as a sheet at this height below the palm's middle, mm."""
_ROUNDS = 4
_SKIN_DEEP = 4.0
"""What lies no deeper below the relief than this is the hand itself, mm."""
_SKIN = Gloss(0.10, 16.0)


class HandBody:
    """A hand as `script.Hand` says; chance (the skin) comes from `rng`."""

    casts, fine, gloss = True, False, _SKIN

    def __init__(self, hand: Hand, rng: np.random.Generator) -> None:
        self._hand = hand
        shape = relief(hand.grip)
        covered = shape.height > -500
        self._cover = covered.astype(np.uint8)
        low = float(shape.height[covered].min())
        self._height = np.where(covered, shape.height, low).astype(np.float32)
        x, y, shorten = slopes(self._height)
        self._normals = np.stack([-x * shorten, -y * shorten, -shorten], axis=2).astype(np.float32)
        self._skin = albedo(shape, rng)
        cos, sin = math.cos(hand.angle), math.sin(hand.angle)
        self._turn = np.array([[cos, -sin], [sin, cos]])

    @cached_property
    def corners(self) -> Floats:
        """A box around it, world."""
        rows, columns = np.nonzero(self._cover)
        x = LEFT + np.array([columns.min(), columns.max()]) / SCALE
        y = np.array([rows.min(), rows.max()]) / SCALE - HALF_WIDTH
        level = self._hand.height + np.array([float(self._height.min()), float(self._height.max())])
        own = np.array([(a, b, -h) for a in x for b in y for h in level])
        own[:, :2] = own[:, :2] @ self._turn.T + (self._hand.x, self._hand.y)
        return own

    def meets(self, eye: Floats, rays: Floats32) -> Hit:
        """Where rays (3 x N) from `eye` meet it: followed down until their height is the relief's."""
        height = np.full(rays.shape[1], self._hand.height, np.float32)
        for _ in range(_ROUNDS):
            steps = (-height - np.float32(eye[2])) / rays[2]
            texels = self._texels(eye[:2, None] + steps * rays[:2])
            height = np.float32(self._hand.height) + _looked_up(self._height, texels)
        which = np.flatnonzero(_looked_up(self._cover, texels) > 0)
        texels = texels[:, which]
        bent = np.stack([_looked_up(self._normals[..., k], texels) for k in range(3)])
        bent[:2] = self._turn.astype(np.float32) @ bent[:2]
        colours = np.stack([_looked_up(self._skin[..., k], texels) for k in range(3)])
        return Hit(
            which, steps[which], np.asarray(bent / np.sqrt((bent**2).sum(axis=0)), np.float32), colours
        )

    def hides(self, points: Floats32, ways: Floats32) -> Bools:
        """From which of the points (3 x N) below it the light at `points + ways` cannot be seen."""
        level = np.float32(-(self._hand.height - _THICK))
        share = (level - points[2]) / ways[2]
        covered = _looked_up(self._cover, self._texels(points[:2] + share * ways[:2])) > 0
        surface = np.float32(self._hand.height) + _looked_up(self._height, self._texels(points[:2]))
        own = (_looked_up(self._cover, self._texels(points[:2])) > 0) & (-points[2] > surface - _SKIN_DEEP)
        return np.asarray((share > 0) & (share < 1) & covered & ~own)

    def _texels(self, places: NDArray[Any]) -> Floats32:
        """Places (2 x N, world) as columns and rows of the relief."""
        own = self._turn.T @ (places - np.array([[self._hand.x], [self._hand.y]]))
        return np.asarray((own + np.array([[-LEFT], [HALF_WIDTH]])) * SCALE, np.float32)


def _looked_up(plane: NDArray[Any], texels: Floats32) -> Floats32:
    """The values of a plane (HxW) there, 0 outside."""
    column, row = np.rint(texels).astype(np.intp)
    inside = (column >= 0) & (row >= 0) & (column < plane.shape[1]) & (row < plane.shape[0])
    values = plane[np.where(inside, row, 0), np.where(inside, column, 0)]
    return np.where(inside, values, 0).astype(np.float32)
