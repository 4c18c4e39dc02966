"""Draws d6s: for every ray its entry into the rounded cube, the face there, its pips, and the lamps' light.

All samples of a die go through numpy together: enough rays to be worth the calls, few enough for the cache.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.sim.die import CORNERS, FACE_AXES, Pose
from vision.sim.dyes import WHITE, Dye
from vision.sim.light import AMBIENT, LAMPS, Floats32
from vision.sim.measures import EDGE, HALF, UP, Floats, View

ROUNDING = 1.8
"""Radius of the rounded edges, mm."""
PIP_RADIUS, PIP_SPREAD, PIP_DEPTH = 1.55, 4.1, 0.7
"""Radius of a pip, distance of the outer pips from the face's middle line, depth of the drilled cup, mm."""
_INNER = np.float32(HALF - ROUNDING)
_TEXELS = 128
_STRIDES = np.array([[0, _TEXELS, 1], [1, 0, _TEXELS], [_TEXELS, 1, 0]])
_GLOSS, _SHINE = 5, np.float32(0.34)
"""Blinn-Phong: the exponent is 2 to the power of the gloss."""
_MARCH = 7
"""Steps towards the rounded surface from the sharp cube's; those that only graze it need the most."""
_NEAR_ENOUGH = 0.08

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


def corners(pose: Pose, half: float = HALF) -> NDArray[np.float64]:
    """The eight corners (8x3, world) of a cube of half edge `half` at the pose."""
    return np.asarray(pose.centre + half * CORNERS @ pose.turn.T)


def face_atlas() -> Floats32:
    """All six faces, one after the other: (6 * 128 * 128) x 4 of ink (0..1) and how the cups bend the normal
    (along the die's three axes)."""
    grid = (np.arange(_TEXELS) + 0.5) / _TEXELS * EDGE - HALF
    across, along = np.meshgrid(grid, grid)
    atlas = np.zeros((6, _TEXELS, _TEXELS, 4), np.float32)
    for value, pips in PIPS.items():
        axis = FACE_AXES[value][0]
        plane = [0, 1 + (axis + 1) % 3, 1 + (axis + 2) % 3]
        for x, y in pips:
            atlas[value - 1][..., plane] += _cup(across - x, along - y)
    return atlas.reshape(-1, 4)


def _cup(dx: NDArray[np.float64], dy: NDArray[np.float64]) -> NDArray[np.float64]:
    """One drilled cup (HxWx3): ink with a soft edge, and the wall's slopes, steepest near the rim."""
    distance = np.hypot(dx, dy)
    ink = np.clip((PIP_RADIUS - distance) / 0.25 + 0.5, 0, 1)
    inside = np.clip((PIP_RADIUS + 0.2 - distance) / 0.2, 0, 1)
    slope = -inside * (distance / PIP_RADIUS) ** 2 * 2 * PIP_DEPTH / PIP_RADIUS / np.maximum(distance, 1e-6)
    return np.stack([ink, slope * dx, slope * dy], axis=2)


@dataclass(frozen=True)
class Sample:
    """One exposure of a die: its pose then, and where in the pixel (-0.5..0.5) the rays go through."""

    pose: Pose
    offset: tuple[float, float]


Indices = NDArray[np.intp]
Box = tuple[int, int, int, int]
"""left, top, right, bottom in pixels."""


@dataclass(frozen=True, eq=False)
class Print:
    """A die ready to be laid on a picture: its box; linear colour (weighed with the cover) and cover."""

    box: Box
    light: Floats32

    def lay_on(self, picture: Image) -> None:
        """Puts the die on the picture."""
        left, top, right, bottom = self.box
        part = picture[top:bottom, left:right]
        colour, cover = self.light[..., :3], self.light[..., 3:]
        lit = np.sqrt(np.minimum(colour / np.maximum(cover, 1e-3), 1)) * 255
        part[:] = (part + cover * (lit - part) + 0.5).astype(np.uint8)


class DicePainter:
    """Draws dice of one `dye` as one camera sees them."""

    def __init__(self, view: View, dye: Dye = WHITE) -> None:
        self._view, self._dye = view, dye
        self._atlas = face_atlas()
        self._rays = view.back_projection()

    def print(self, samples: Sequence[Sample]) -> Print:
        """The die's print: the mean of its samples; an empty one when it is out of the picture."""
        turns = np.array([sample.pose.turn for sample in samples])
        centres = np.array([sample.pose.centre for sample in samples])
        boxes = self._boxes(turns, centres)
        rays, counts = self._all_rays(turns, [sample.offset for sample in samples], boxes)
        light = self._expose(turns, centres, rays, counts)
        return _mean(light, boxes, counts)

    def _boxes(self, turns: Floats, centres: Floats) -> list[Box]:
        """The pixels that the die may cover in each sample, within the picture."""
        corners = centres[:, None] + HALF * CORNERS @ turns.transpose(0, 2, 1)
        points = self._view.project(corners.reshape(-1, 3)).reshape(len(turns), 8, 2)
        size = np.array(self._view.size)
        low = np.clip(np.floor(points.min(axis=1)), 0, size - 1).astype(int)
        high = np.clip(np.ceil(points.max(axis=1)) + 1, low + 1, size).astype(int)
        return [(int(a), int(b), int(c), int(d)) for (a, b), (c, d) in zip(low, high, strict=True)]

    def _all_rays(
        self, turns: Floats, offsets: Sequence[tuple[float, float]], boxes: Sequence[Box]
    ) -> tuple[Floats32, list[int]]:
        """Ray directions (3 x N, die frame) for every pixel of every box, and how many each box has."""
        counts = [(right - left) * (bottom - top) for left, top, right, bottom in boxes]
        rays = np.empty((3, sum(counts)), np.float32)
        to_die = turns.transpose(0, 2, 1) @ self._rays
        start = 0
        for matrix, (du, dv), (left, top, right, bottom), count in zip(
            to_die, offsets, boxes, counts, strict=True
        ):
            down = matrix[:, 1, None] * (np.arange(top, bottom) + dv) + matrix[:, 2, None]
            across = matrix[:, 0, None] * (np.arange(left, right) + du)
            part = rays[:, start : start + count].reshape(3, bottom - top, right - left)
            np.add(down[:, :, None], across[:, None, :], out=part, casting="same_kind")
            start += count
        return rays, counts

    def _expose(self, turns: Floats, centres: Floats, rays: Floats32, counts: Sequence[int]) -> Floats32:
        """Linear colour, weighed with the cover, and cover (4 x N) along the rays."""
        out = np.zeros((4, rays.shape[1]), np.float32)
        # The camera in the die's frame, one row a sample.
        eyes = np.einsum("sij,si->sj", turns, self._view.centre - centres)
        origin = np.repeat(eyes.T.astype(np.float32), counts, axis=1)
        steps, axis, may_hit = entries(origin, rays)
        chosen = np.flatnonzero(may_hit)
        rays = np.take(rays, chosen, axis=1)
        points, normals, reached = rounded(np.take(origin, chosen, axis=1) + steps[chosen] * rays, rays)
        on = np.flatnonzero(reached)
        chosen, points, normals = chosen[on], np.take(points, on, axis=1), np.take(normals, on, axis=1)
        axis = axis[chosen]
        ends = np.searchsorted(chosen, np.cumsum([0, *counts]))
        face = np.repeat(faces(eyes), np.diff(ends), axis=0)[np.arange(len(axis)), axis]
        texel = np.take(self._atlas, cells(points, face, axis), axis=0).T
        normals = normals + texel[1:]
        normals /= length(normals)
        lights = self._lights(turns, centres, ends, points, normals)
        out[:3, chosen] = _shaded(lights, texel[0], self._dye)
        out[3, chosen] = 1.0
        return out

    def _lights(
        self, turns: Floats, centres: Floats, ends: Indices, points: Floats32, normals: Floats32
    ) -> Floats32:
        """How each point stands to the light: cosines with each lamp, each half vector and up; its height."""
        frames = (_directions(centres[0], self._view) @ turns).astype(np.float32)
        out = np.empty((frames.shape[1] + 1, points.shape[1]), np.float32)
        for frame, centre, start, end in zip(frames, centres, ends, ends[1:], strict=False):
            np.matmul(frame, normals[:, start:end], out=out[:-1, start:end])
            out[-1, start:end] = frame[-1] @ points[:, start:end] + np.float32(min(-centre[2], 30.0))
        return out


def _mean(light: Floats32, boxes: Sequence[Box], counts: Sequence[int]) -> Print:
    """The mean of all samples in the box around all boxes."""
    lows, highs = np.min(boxes, axis=0), np.max(boxes, axis=0)
    whole = int(lows[0]), int(lows[1]), int(highs[2]), int(highs[3])
    mean = np.zeros((4, whole[3] - whole[1], whole[2] - whole[0]), np.float32)
    start = 0
    for (left, top, right, bottom), count in zip(boxes, counts, strict=True):
        part = mean[:, top - whole[1] : bottom - whole[1], left - whole[0] : right - whole[0]]
        part += light[:, start : start + count].reshape(part.shape)
        start += count
    return Print(whole, mean.transpose(1, 2, 0) / np.float32(len(boxes)))


def cells(points: Floats32, face: Indices, axis: Indices) -> Indices:
    """Rows of the atlas for points on the dice: face, then the axis two on, then the axis one on."""
    cell = np.clip((points + np.float32(HALF)) * np.float32(_TEXELS / EDGE), 0, _TEXELS - 1).astype(np.int32)
    # _STRIDES[k][axis]: what a step along the die's axis k adds on a face across `axis`.
    steps = sum(cell[k] * np.take(_STRIDES[k], axis) for k in range(3))
    return np.asarray(face * _TEXELS**2 + steps)


def entries(origin: Floats32, rays: Floats32) -> tuple[Floats32, Indices, NDArray[np.bool_]]:
    """Where rays enter the sharp cube (slab method): steps along it, the face's axis, whether it hits."""
    inverse = 1 / np.where(np.abs(rays) < 1e-9, np.float32(1e-9), rays)
    middle = -origin * inverse
    half = np.abs(inverse) * np.float32(HALF)
    enter, leave = middle - half, middle + half
    steps = np.maximum(np.maximum(enter[0], enter[1]), enter[2])
    axis = np.where(enter[2] == steps, 2, np.where(enter[1] == steps, 1, 0))
    return steps, axis, steps < np.minimum(np.minimum(leave[0], leave[1]), leave[2])


def rounded(points: Floats32, rays: Floats32) -> tuple[Floats32, Floats32, NDArray[np.bool_]]:
    """From the sharp cube's surface on to the rounded one: points, unit normals, and which rays get there."""
    beyond = points - np.clip(points, -_INNER, _INNER)
    far = length(beyond)
    edge = np.flatnonzero(far > ROUNDING + 1e-3)  # elsewhere both surfaces are one
    at, way = np.take(points, edge, axis=1), np.take(rays, edge, axis=1)
    way /= length(way)
    for _ in range(_MARCH):
        at += (length(at - np.clip(at, -_INNER, _INNER)) - np.float32(ROUNDING)) * way
    points[:, edge] = at
    beyond[:, edge] = at - np.clip(at, -_INNER, _INNER)
    far[edge] = length(beyond[:, edge])
    return points, beyond / far, far < ROUNDING + _NEAR_ENOUGH


def length(vectors: Floats32) -> Floats32:
    """Of each of them (3 x N)."""
    square = vectors * vectors
    return np.asarray(np.sqrt(square[0] + square[1] + square[2]))


def faces(eyes: Floats) -> Indices:
    """The face (value - 1) that looks to the camera on each of the die's axes, a row for each sample."""
    by_place = {place: value - 1 for value, place in FACE_AXES.items()}
    behind, front = ([by_place[axis, sign] for axis in range(3)] for sign in (-1, 1))
    return np.where(eyes > 0, front, behind)


def _shaded(lights: Floats32, ink: Floats32, dye: Dye) -> Floats32:
    """Diffuse and specular light (Blinn-Phong) of all lamps, darker towards the felt.

    `lights` (K x N): the normals' cosines with each lamp, each half vector and the vertical, and the height.
    """
    facing = np.maximum(lights, 0)
    count = len(LAMPS)
    strengths = np.array([lamp.strength for lamp in LAMPS], np.float32)
    open_sky = 0.5 + 0.5 * np.minimum(facing[-1] / np.float32(EDGE), 1)
    diffuse = strengths @ facing[:count] + np.float32(AMBIENT) * (0.35 + 0.65 * facing[-2]) * open_sky
    gloss = facing[count : 2 * count]
    for _ in range(_GLOSS):
        gloss *= gloss
    shine = (_SHINE * strengths) @ gloss * (1 - 0.6 * ink)
    albedo = dye.paper[:, None] + (dye.ink - dye.paper)[:, None] * ink
    return np.asarray(albedo * (diffuse * (0.6 + 0.4 * open_sky)) + shine, np.float32)


def _directions(centre: Floats, view: View) -> Floats:
    """Unit vectors from a die, in the world: to the lamps, halfway between each lamp and the camera, up."""
    eye = _unit(view.centre - centre)
    ways = [_unit(lamp.place - centre) for lamp in LAMPS]
    return np.array([*ways, *(_unit(way + eye) for way in ways), UP])


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / math.sqrt(float(vector @ vector)))
