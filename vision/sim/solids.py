"""Convex solids made of planes: where rays meet them, what they keep from the light, and how their faces look.

Anything on a café table that has no curves worth drawing is one of these: boards, coins, phones, paper, crumbs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.sim.die import Pose
from vision.sim.hits import MATT, Bools, Gloss, Hit, Indices
from vision.sim.light import Floats32
from vision.sim.measures import Floats

_TINY = 1e-7
_CLOSE = 0.002
"""What is met nearer than this share of the way to a lamp is the surface itself."""


@dataclass(frozen=True, eq=False)
class Skin:
    """How a surface looks: `texture` (HxWx3, linear) has `scale` texels a millimetre; a
    place p of the body (its own frame, mm) shows the texel `way @ p + start` (way 2x3)."""

    texture: Floats32
    way: Floats
    start: tuple[float, float]
    gloss: Gloss = MATT

    def at(self, places: Floats32) -> Floats32:
        """The linear colours (3 x N) of places (3 x N)."""
        x, y = self.way @ places + np.array(self.start)[:, None]
        size = self.texture.shape
        column = np.clip(x, 0, size[1] - 1).astype(np.float32)
        row = np.clip(y, 0, size[0] - 1).astype(np.float32)
        # remap takes no picture longer than 32767.
        rows = max(1, -(-len(column) // _WIDE))
        grid = [np.resize(values, (rows, _WIDE)) for values in (column, row)]  # repeated to fill the last row
        seen = cv2.remap(self.texture, grid[0], grid[1], cv2.INTER_LINEAR).reshape(-1, 3)
        return np.asarray(seen[: len(column)].T, np.float32)


_WIDE = 4096


def plain(colour: Floats32, gloss: Gloss = MATT) -> Skin:
    """A skin of one linear colour (BGR)."""
    texture = np.asarray(colour, np.float32).reshape(1, 1, 3)
    return Skin(texture, np.zeros((2, 3)), (0.0, 0.0), gloss)


def printed(texture: Floats32, size: tuple[float, float], gloss: Gloss = MATT) -> Skin:
    """A skin whose texture covers a top face of `size` (across, down, mm) around the body's middle."""
    down, across = texture.shape[0] / size[1], texture.shape[1] / size[0]
    way = np.array([[across, 0.0, 0.0], [0.0, down, 0.0]])
    start = (texture.shape[1] / 2 - 0.5, texture.shape[0] / 2 - 0.5)
    return Skin(texture, way, start, gloss)


@dataclass(frozen=True, eq=False)
class Solid:
    """A convex body: a point p lies inside where `normals` (Kx3, outward, world) @ p <= `offsets` (K). `corners` (Mx3,
    world, mm) span it; `pose` is its own frame; edges look rounded by `bevel` mm. `casts`, `fine`: as in `hits.Body`.
    """

    normals: Floats
    offsets: Floats
    corners: Floats
    pose: Pose
    skin: Skin
    bevel: float = 0.0
    casts: bool = True
    fine: bool = False

    @property
    def gloss(self) -> Gloss:
        """How its surface shines."""
        return self.skin.gloss

    def meets(self, eye: Floats, rays: Floats32) -> Hit:
        """Where rays (3 x N) from `eye` meet it."""
        met, steps, faces = self._entered(eye, rays)
        points = np.asarray(eye.astype(np.float32)[:, None] + steps * rays[:, met], np.float32)
        own = self.pose.turn.T.astype(np.float32) @ (points - self.pose.centre.astype(np.float32)[:, None])
        return Hit(met, steps, self._normals_at(points, faces), self.skin.at(np.asarray(own, np.float32)))

    def _entered(self, eye: Floats, rays: Floats32) -> tuple[Indices, Floats32, Indices]:
        """Which of the rays enter it, after how many of their lengths, and through which face."""
        enter = np.full(rays.shape[1], -np.inf, np.float32)
        leave = np.full(rays.shape[1], np.inf, np.float32)
        face = np.zeros(rays.shape[1], np.intp)
        for index, (normal, room) in enumerate(
            zip(self.normals, self.offsets - self.normals @ eye, strict=True)
        ):
            towards = _safe(normal.astype(np.float32) @ rays)
            steps = np.float32(room) / towards
            nearer = (towards < 0) & (steps > enter)
            face[nearer] = index
            enter[nearer] = steps[nearer]
            np.minimum(leave, steps, out=leave, where=towards > 0)
        met = np.flatnonzero((enter < leave) & (enter > 0))
        return met, enter[met], face[met]

    def hides(self, points: Floats32, ways: Floats32) -> Bools:
        """From which of the points (3 x N) the light at `points + ways` cannot be seen."""
        enter = np.full(points.shape[1], _CLOSE, np.float32)
        leave = np.ones(points.shape[1], np.float32)
        for normal, offset in zip(self.normals.astype(np.float32), self.offsets, strict=True):
            towards = _safe(normal @ ways)
            steps = (np.float32(offset) - normal @ points) / towards
            np.maximum(enter, steps, out=enter, where=towards < 0)
            np.minimum(leave, steps, out=leave, where=towards > 0)
        return np.asarray(enter < leave)

    def _normals_at(self, points: Floats32, faces: Indices) -> Floats32:
        """The outward normals (3 x N) at points on the given faces, leaning out where another face is near."""
        out = self.normals[faces].T.astype(np.float32)
        if not self.bevel:
            return out
        for index, (normal, offset) in enumerate(zip(self.normals, self.offsets, strict=True)):
            depth = np.float32(offset) - normal.astype(np.float32) @ points
            near = (depth < self.bevel) & (faces != index)
            lean = 0.5 * (1 - depth[near] / np.float32(self.bevel)) ** 2
            out[:, near] += normal.astype(np.float32)[:, None] * lean
        return np.asarray(out / np.sqrt((out * out).sum(axis=0)), np.float32)


def _safe(values: Floats32) -> Floats32:
    """Without zeros: what runs along a plane meets it far away."""
    return np.asarray(np.where(np.abs(values) < _TINY, np.float32(_TINY), values))


def prism(
    outline: Floats, low: float, high: float, pose: Pose, skin: Skin, bevel: float = 0.0, casts: bool = True
) -> Solid:
    """A convex outline (Nx2, mm, clockwise as seen from above) from `low` to `high` mm above the pose's own zero."""
    ahead = np.roll(outline, -1, axis=0) - outline
    outward = np.column_stack([ahead[:, 1], -ahead[:, 0]]) / np.hypot(*ahead.T)[:, None]
    normals = np.vstack([np.column_stack([outward, np.zeros(len(outward))]), [[0, 0, -1], [0, 0, 1]]])
    offsets = np.concatenate([(outward * outline).sum(axis=1), [high, -low]])
    corners = np.vstack([np.column_stack([outline, np.full(len(outline), -level)]) for level in (low, high)])
    world = normals @ pose.turn.T
    return Solid(
        world, offsets + world @ pose.centre, corners @ pose.turn.T + pose.centre, pose, skin, bevel, casts
    )


def rectangle(across: float, down: float) -> Floats:
    """An outline around the middle."""
    return np.array([(-across, -down), (across, -down), (across, down), (-across, down)]) / 2


def circle(radius: float, sides: int = 28) -> Floats:
    """An outline that is as good as round."""
    angles = 2 * math.pi * np.arange(sides) / sides
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def rounded_rectangle(across: float, down: float, radius: float) -> Floats:
    """A rectangle with round corners, around the middle."""
    ring = circle(radius, 24)
    middle = np.sign(np.round(ring, 9) + 1e-6 * np.roll(ring, -3, axis=0))
    return np.asarray(ring + middle * (np.array([across, down]) / 2 - radius))


def block(
    low: tuple[float, float, float], size: tuple[float, float, float], skin: Skin, bevel: float = 0.0
) -> Solid:
    """A box along the world's axes: its corner with the least x, y and height (mm), and its size in these."""
    middle = np.array([low[0] + size[0] / 2, low[1] + size[1] / 2, 0.0])
    return prism(rectangle(size[0], size[1]), low[2], low[2] + size[2], Pose(middle, np.eye(3)), skin, bevel)
