"""The shape of a hand seen from above: a relief built from tapering limbs, and what each part is made of.

Hand frame: millimetres, x along the fingers with 0 under the fingertips, y to the little finger's side,
height above the palm's middle. A right hand, palm down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.light import Floats32
from vision.sim.measures import Floats

SCALE = 2.0
"""Texels a millimetre."""
LEFT, RIGHT, HALF_WIDTH = -560.0, 40.0, 84.0
"""Extent of the relief, mm."""
_BLEND = 2.4
"""How softly neighbouring limbs run into each other, mm."""
_CUFF = -240.0
"""Where the sleeve begins, mm."""
_SKIN = 3.4
"""How far the skin evens out what lies below it, texels."""


@dataclass(frozen=True)
class Limb:
    """A tapering capsule between two points (x, y, height) with the radii at its ends, mm."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radius_start: float
    radius_end: float


@dataclass(frozen=True)
class Finger:
    """Base joint (x, y), direction (degrees to the side), lengths and radii from base to tip, mm."""

    base: tuple[float, float]
    splay: float
    bones: tuple[float, float, float]
    radii: tuple[float, float, float, float]


FINGERS = (
    Finger((-84.0, -30.0), -5.0, (42.0, 26.0, 20.0), (10.6, 10.0, 9.1, 7.6)),
    Finger((-80.0, -9.5), -1.0, (47.0, 30.0, 21.0), (10.8, 10.2, 9.3, 7.8)),
    Finger((-84.0, 11.0), 3.0, (43.0, 28.0, 20.0), (10.4, 9.8, 8.9, 7.5)),
    Finger((-92.0, 30.0), 8.0, (34.0, 21.0, 18.0), (9.4, 8.6, 7.8, 6.7)),
)


@dataclass(frozen=True)
class Spot:
    """A place on a finger: x, y, the finger's radius there (mm), its direction (radians), and how much of its
    length is seen from above (1 level, 0 pointing down, negative bent back under the hand)."""

    x: float
    y: float
    radius: float
    angle: float
    level: float


@dataclass(frozen=True, eq=False)
class Relief:
    """`height` (HxW, mm, -1000 where nothing is), `skin` (HxW: skin, not sleeve), nails and joints."""

    height: Floats32
    skin: NDArray[np.bool_]
    nails: tuple[Spot, ...]
    joints: tuple[Spot, ...]


def relief(grip: float) -> Relief:
    """The hand with fingers bent by `grip` (0 open, 1 closed)."""
    fingers = [_bent(finger, grip) for finger in FINGERS]
    shift = -float(np.mean([chain[-1].end[0] for chain in fingers[:3]]))
    limbs = [limb for chain in fingers for limb in chain] + _thumb(grip) + list(_palm())
    joints = tuple(_end(_moved(limb, shift)) for chain in fingers for limb in chain[:2])
    skin = _wrinkled(_smoothed(_union([_moved(limb, shift) for limb in limbs])), joints)
    sleeve = _union([_moved(limb, shift) for limb in _sleeve()])
    nails = tuple(_end(_moved(chain[-1], shift)) for chain in [*fingers, _thumb(grip)])
    # Beside the hand the nearer of both, so that the soft outline has the right colour.
    bare = np.where(np.maximum(skin, sleeve) > -500, skin > sleeve, grid()[0] > _CUFF + shift)
    return Relief(np.maximum(skin, sleeve), bare, nails, joints)


def _bent(finger: Finger, grip: float) -> list[Limb]:
    """The three bones of a finger, each bent further down."""
    pitch = math.radians(6.0)
    yaw = math.radians(finger.splay * (1 - 0.6 * grip))
    at = np.array([*finger.base, -1.0])
    limbs = []
    for bone, bend, radius, tip in zip(
        finger.bones,
        (8 + 30 * grip, 10 + 46 * grip, 6 + 26 * grip),
        finger.radii[:3],
        finger.radii[1:],
        strict=True,
    ):
        pitch += math.radians(bend)
        step = np.array([math.cos(yaw) * math.cos(pitch), math.sin(yaw) * math.cos(pitch), -math.sin(pitch)])
        limbs.append(Limb(_triple(at), _triple(at + bone * step), radius, tip))
        at = at + bone * step
    return limbs


def _triple(point: Floats) -> tuple[float, float, float]:
    return float(point[0]), float(point[1]), float(point[2])


def _thumb(grip: float) -> list[Limb]:
    root = np.array([-140.0, -34.0, -8.0])
    middle = np.array([-104.0 + 4 * grip, -60.0 + 12 * grip, -16.0])
    knuckle = np.array([-76.0 + 2 * grip, -66.0 + 18 * grip, -20.0])
    tip = np.array([-54.0, -62.0 + 22 * grip, -24.0])
    return [
        Limb(_triple(root), _triple(middle), 17.0, 12.5),
        Limb(_triple(middle), _triple(knuckle), 12.5, 10.2),
        Limb(_triple(knuckle), _triple(tip), 10.0, 7.8),
    ]


def _palm() -> Iterator[Limb]:
    for finger, radius in zip(FINGERS, (15.0, 15.5, 15.0, 14.0), strict=True):
        x, y = finger.base
        yield Limb((-158.0, y * 0.62, -6.0), (x - 2, y, -4.0), radius + 1.5, finger.radii[0] + 1.6)
    yield Limb((-150.0, -12.0, -6.0), (-150.0, 12.0, -6.0), 19.0, 18.0)
    yield Limb((-150.0, -8.0, -6.0), (-240.0, -6.0, -6.0), 20.0, 23.0)
    yield Limb((-150.0, 9.0, -7.0), (-240.0, 8.0, -6.0), 18.5, 23.0)


def _sleeve() -> Iterator[Limb]:
    for side in (-11.0, 0.0, 11.0):
        yield Limb((-226.0, side, -6.0), (-640.0, side * 1.6, -6.0), 27.0, 40.0)
    for side in (-10.0, 0.0, 10.0):
        yield Limb((-213.0, side, -6.0), (-222.0, side, -6.0), 26.5, 27.0)


def _moved(limb: Limb, shift: float) -> Limb:
    (x1, y1, z1), (x2, y2, z2) = limb.start, limb.end
    return Limb((x1 + shift, y1, z1), (x2 + shift, y2, z2), limb.radius_start, limb.radius_end)


def _end(limb: Limb) -> Spot:
    x, y, _ = limb.end
    dx, dy = x - limb.start[0], y - limb.start[1]
    level = dx / math.dist(limb.start, limb.end)
    return Spot(x, y, limb.radius_end, math.atan2(dy, dx), level)


_EVERYTHING = slice(None)


def grid(rows: slice = _EVERYTHING, columns: slice = _EVERYTHING) -> tuple[Floats32, Floats32]:
    """x and y (mm) of the texels in these rows and columns."""
    x = np.arange(LEFT, RIGHT, 1 / SCALE, dtype=np.float32)[columns]
    y = np.arange(-HALF_WIDTH, HALF_WIDTH, 1 / SCALE, dtype=np.float32)[rows]
    across, down = np.meshgrid(x, y)
    return across, down


def around(spot: Spot, radii: float) -> tuple[tuple[slice, slice], Floats32, Floats32]:
    """The texels within so many radii of a spot, and their places along and across the finger, mm."""
    reach = spot.radius * radii
    columns = slice(round((spot.x - reach - LEFT) * SCALE), round((spot.x + reach - LEFT) * SCALE))
    rows = slice(round((spot.y - reach + HALF_WIDTH) * SCALE), round((spot.y + reach + HALF_WIDTH) * SCALE))
    x, y = grid(rows, columns)
    dx, dy = x - spot.x, y - spot.y
    cos, sin = np.float32(math.cos(spot.angle)), np.float32(math.sin(spot.angle))
    return (rows, columns), dx * cos + dy * sin, dy * cos - dx * sin


def _union(limbs: list[Limb]) -> Floats32:
    """Heights of all limbs together, blended where they meet: log of the sum of exponentials."""
    shape = (round(2 * HALF_WIDTH * SCALE), round((RIGHT - LEFT) * SCALE))
    total = np.zeros(shape, np.float32)
    for limb in limbs:
        rows, columns = _window(limb, shape)
        part = _height(limb, *grid(rows, columns))
        total[rows, columns] += np.exp(np.minimum(part / _BLEND, 60))
    return np.where(total > 0, np.log(np.maximum(total, 1e-30)) * _BLEND, -1000).astype(np.float32)


def _smoothed(height: Floats32) -> Floats32:
    """The same outline with the steps between the limbs evened out."""
    covered = (height > -500).astype(np.float32)
    mean = cv2.GaussianBlur(height * covered, (0, 0), _SKIN) / np.maximum(
        cv2.GaussianBlur(covered, (0, 0), _SKIN), 1e-3
    )
    return np.where(covered > 0, mean, height).astype(np.float32)


def _wrinkled(height: Floats32, joints: tuple[Spot, ...]) -> Floats32:
    """Folds of skin across the fingers' joints; a bent joint stretches them away."""
    for spot in joints:
        window, along, across = around(spot, 1.3)
        within = np.exp(-((across / (0.75 * spot.radius)) ** 4)) * (spot.level > 0.75)
        for fold in (-2.6, 0.0, 2.8):
            bow = fold + 0.02 * across**2 * (1 if fold > 0 else -1)
            height[window] -= 0.55 * within * np.exp(-(((along - bow) / 0.55) ** 2))
    return height


def _window(limb: Limb, shape: tuple[int, ...]) -> tuple[slice, slice]:
    reach = max(limb.radius_start, limb.radius_end) + 1
    low = (
        min(limb.start[1], limb.end[1]) - reach + HALF_WIDTH,
        min(limb.start[0], limb.end[0]) - reach - LEFT,
    )
    high = (
        max(limb.start[1], limb.end[1]) + reach + HALF_WIDTH,
        max(limb.start[0], limb.end[0]) + reach - LEFT,
    )
    ends = [
        (max(0, int(a * SCALE)), min(size, int(b * SCALE) + 1))
        for a, b, size in zip(low, high, shape, strict=True)
    ]
    return slice(*ends[0]), slice(*ends[1])


def _height(limb: Limb, x: Floats32, y: Floats32) -> Floats32:
    """Top of the capsule over each texel, -1000 beside it (exp of it is nothing)."""
    (x1, y1, z1), (x2, y2, z2) = limb.start, limb.end
    dx, dy = x2 - x1, y2 - y1
    share = np.clip(((x - x1) * dx + (y - y1) * dy) / max(dx * dx + dy * dy, 1e-6), 0, 1)
    radius = limb.radius_start + share * (limb.radius_end - limb.radius_start)
    inside = radius**2 - (x - x1 - share * dx) ** 2 - (y - y1 - share * dy) ** 2
    top = z1 + share * (z2 - z1) + np.sqrt(np.maximum(inside, 0))
    return np.where(inside > 0, top, -1000.0).astype(np.float32)
