"""Draws one d6: for every pixel the ray's entry into the cube, its face, its pips, its rounded edges, its light."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.sim.die import CORNERS, FACE_AXES, Pose
from vision.sim.light import AMBIENT, LAMPS, Floats32, linear
from vision.sim.measures import EDGE, HALF, UP, View

ROUNDING = 1.7
"""Radius of the rounded edges, mm."""
PIP_RADIUS, PIP_SPREAD, PIP_DEPTH = 1.55, 4.1, 0.75
"""Radius of a pip, distance of the outer pips from the face's middle line, depth of the drilled cup, mm."""
_TEXELS = 128
_IVORY = linear(222, 240, 246)
_INK = linear(26, 24, 24)
_GLOSS, _SHINE = 34.0, 0.32

_D = PIP_SPREAD
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-_D, -_D), (_D, _D)),
    3: ((-_D, -_D), (0, 0), (_D, _D)),
    4: ((-_D, -_D), (_D, -_D), (-_D, _D), (_D, _D)),
    5: ((-_D, -_D), (_D, -_D), (0, 0), (-_D, _D), (_D, _D)),
    6: ((-_D, -_D), (_D, -_D), (-_D, 0), (_D, 0), (-_D, _D), (_D, _D)),
}
"""Pip centres on a face, mm from its middle, along the die's two other axes in their cyclic order."""


def face_atlas() -> Floats32:
    """All six faces below each other: (6 * 128 * 128) x 3 of ink (0..1) and the cups' slopes along both axes."""
    grid = (np.arange(_TEXELS) + 0.5) / _TEXELS * EDGE - HALF
    across, along = np.meshgrid(grid, grid)
    atlas = np.zeros((6, _TEXELS, _TEXELS, 3), np.float32)
    for value, pips in PIPS.items():
        for x, y in pips:
            _drill(atlas[value - 1], across - x, along - y)
    return atlas.reshape(-1, 3)


def _drill(face: Floats32, dx: NDArray[np.float64], dy: NDArray[np.float64]) -> None:
    """One cup: paint with a soft edge inside, the wall's slope strongest near the rim."""
    distance = np.hypot(dx, dy)
    face[..., 0] = np.maximum(face[..., 0], np.clip((PIP_RADIUS - distance) / 0.25 + 0.5, 0, 1))
    inside = np.clip((PIP_RADIUS + 0.2 - distance) / 0.2, 0, 1)
    steep = inside * (distance / PIP_RADIUS) ** 2 * 2 * PIP_DEPTH / PIP_RADIUS
    face[..., 1] -= steep * dx / np.maximum(distance, 1e-6)
    face[..., 2] -= steep * dy / np.maximum(distance, 1e-6)


class DicePainter:
    """Draws dice as one camera sees them."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._atlas = face_atlas()
        self._rays = view.back_projection()

    def draw(self, picture: Image, poses: Sequence[Pose]) -> None:
        """Draws a die onto the picture: the mean of `poses`, which is one for a die at rest, more for a moving one."""
        box = self._box(picture, poses)
        if box is None:
            return
        left, top, right, bottom = box
        fine = 2 if len(poses) <= 2 else 1
        colour = np.zeros((bottom - top, right - left, 3), np.float32)
        cover = np.zeros((bottom - top, right - left, 1), np.float32)
        for pose in poses:
            shaded, mask = self._shade(pose, box, fine)
            size = (right - left, bottom - top)
            colour += cv2.resize(shaded * mask[..., None], size, interpolation=cv2.INTER_AREA)
            cover[..., 0] += cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
        self._lay_over(picture[top:bottom, left:right], colour / len(poses), cover / len(poses))

    @staticmethod
    def _lay_over(part: Image, colour: Floats32, cover: Floats32) -> None:
        lit = np.sqrt(np.clip(colour / np.maximum(cover, 1e-3), 0, 1)) * 255.0
        part[:] = (part * (1 - cover) + lit * cover + 0.5).astype(np.uint8)

    def _box(self, picture: Image, poses: Sequence[Pose]) -> tuple[int, int, int, int] | None:
        points = np.concatenate([self._view.project(corners(pose)) for pose in poses])
        low, high = np.floor(points.min(axis=0)) - 1, np.ceil(points.max(axis=0)) + 2
        left, top = max(0, int(low[0])), max(0, int(low[1]))
        right, bottom = min(picture.shape[1], int(high[0])), min(picture.shape[0], int(high[1]))
        return (left, top, right, bottom) if right - left > 1 and bottom - top > 1 else None

    def _shade(self, pose: Pose, box: tuple[int, int, int, int], fine: int) -> tuple[Floats32, Floats32]:
        """Linear colour and 0/1 mask of the box at `fine` samples a pixel."""
        left, top, right, bottom = box
        rows, columns = (bottom - top) * fine, (right - left) * fine
        mask = self._silhouette(pose, box, fine, (rows, columns))
        inside = np.flatnonzero(mask)
        u = left - 0.5 + (inside % columns + 0.5) / fine
        v = top - 0.5 + (inside // columns + 0.5) / fine
        hit, face, axis = self._entries(pose, u, v)
        out = np.zeros((rows * columns, 3), np.float32)
        out[inside] = self._light(pose, hit, face, axis)
        return out.reshape(rows, columns, 3), mask

    def _silhouette(
        self, pose: Pose, box: tuple[int, int, int, int], fine: int, shape: tuple[int, int]
    ) -> Floats32:
        """The hull of the eight corner balls of the rounded cube."""
        inner = self._view.project(corners(pose, HALF - ROUNDING))
        radius = ROUNDING * self._view.pixels_per_mm(pose.height)
        ring = np.linspace(0, 2 * math.pi, 17)[:-1]
        balls = inner[:, None] + radius * np.stack([np.cos(ring), np.sin(ring)], axis=1)
        points = (balls.reshape(-1, 2) - np.array(box[:2]) + 0.5) * fine - 0.5
        mask = np.zeros(shape, np.uint8)
        hull = cv2.convexHull(points.astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        return mask.astype(np.float32)

    def _entries(
        self, pose: Pose, u: NDArray[np.float64], v: NDArray[np.float64]
    ) -> tuple[Floats32, NDArray[np.intp], NDArray[np.intp]]:
        """Where each pixel's ray enters the cube: points (Nx3, die frame, mm), face value - 1, and its axis."""
        to_die = pose.turn.T @ self._rays
        rays = np.stack([u, v, np.ones_like(u)], axis=1) @ to_die.T
        origin = pose.turn.T @ (self._view.centre - pose.centre)
        sides = np.sign(origin)
        steps = np.where(np.abs(origin) > HALF, sides * HALF - origin, -np.inf * np.sign(sides)) / rays
        steps[:, np.abs(origin) <= HALF] = -np.inf
        axis = steps.argmax(axis=1)
        step = np.take_along_axis(steps, axis[:, None], axis=1)
        hit = np.clip(origin + step * rays, -HALF, HALF).astype(np.float32)
        by_axis = np.zeros(3, np.intp)
        for value, (at, sign) in FACE_AXES.items():
            if sign == sides[at]:
                by_axis[at] = value - 1
        return hit, by_axis[axis], axis

    def _light(self, pose: Pose, hit: Floats32, face: NDArray[np.intp], axis: NDArray[np.intp]) -> Floats32:
        bend = hit - np.clip(hit, -(HALF - ROUNDING), HALF - ROUNDING)
        every = np.arange(len(hit))
        one, two = (axis + 1) % 3, (axis + 2) % 3
        cell = np.clip(((hit + HALF) * (_TEXELS / EDGE)).astype(np.intp), 0, _TEXELS - 1)
        texel = self._atlas[(face * _TEXELS + cell[every, two]) * _TEXELS + cell[every, one]]
        bend[every, one] += texel[:, 1] * ROUNDING
        bend[every, two] += texel[:, 2] * ROUNDING
        bend /= np.linalg.norm(bend, axis=1, keepdims=True)
        return _shaded(pose, self._view, hit, bend, texel[:, :1])


def corners(pose: Pose, half: float = HALF) -> NDArray[np.float64]:
    """The eight corners (8x3, world) of a cube of half edge `half` at the pose."""
    return np.asarray(pose.centre + half * CORNERS @ pose.turn.T)


def _shaded(pose: Pose, view: View, hit: Floats32, normals: Floats32, ink: Floats32) -> Floats32:
    """Diffuse and specular light (Blinn-Phong) of all lamps, darker towards the felt."""
    eye = view.centre - pose.centre
    eye = eye / np.linalg.norm(eye)
    ways = [lamp.place - pose.centre for lamp in LAMPS]
    ways = [way / np.linalg.norm(way) for way in ways]
    halves = [(way + eye) / np.linalg.norm(way + eye) for way in ways]
    frame = (np.stack([*ways, *halves, UP]) @ pose.turn).astype(np.float32)
    facing = np.maximum(normals @ frame.T, 0)
    count = len(LAMPS)
    strengths = np.array([lamp.strength for lamp in LAMPS], np.float32)
    lift = hit @ frame[-1] + np.float32(min(pose.height, 30.0))
    open_sky = 0.5 + 0.5 * np.clip(lift / EDGE, 0, 1)
    diffuse = facing[:, :count] @ strengths + AMBIENT * (0.35 + 0.65 * facing[:, -1]) * open_sky
    shine = _SHINE * (facing[:, count : 2 * count] ** _GLOSS) @ strengths
    albedo = _IVORY + ink * (_INK - _IVORY)
    return np.asarray(
        albedo * (diffuse * (0.6 + 0.4 * open_sky))[:, None] + (shine * (1 - 0.6 * ink[:, 0]))[:, None]
    )
