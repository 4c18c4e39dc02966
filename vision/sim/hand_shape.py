"""The shape of a hand seen from above: a relief built from tapering limbs, and what each part is made of.

Hand frame: millimetres, x along the fingers with 0 under the fingertips, y to the little finger's side, height
above the palm's middle. A right hand, palm down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.sim.light import Floats32
from vision.sim.measures import Floats

SCALE = 2.0
"""Texels a millimetre."""
LEFT, RIGHT, HALF_WIDTH = -560.0, 40.0, 84.0
"""Extent of the relief, mm."""
_BLEND = 2.6
"""How softly neighbouring limbs run into each other, mm."""


@dataclass(frozen=True)
class Limb:
    """A tapering capsule between two points (x, y, height) with the radii at its ends, mm."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radius_start: float
    radius_end: float


@dataclass(frozen=True)
class Finger:
    """Base joint (x, y), direction (degrees to the side), bone lengths and radii from the base to the tip, mm."""

    base: tuple[float, float]
    splay: float
    bones: tuple[float, float, float]
    radii: tuple[float, float, float, float]


FINGERS = (
    Finger((-84.0, -30.0), -7.0, (42.0, 26.0, 20.0), (10.5, 9.3, 8.4, 7.0)),
    Finger((-80.0, -9.0), -1.5, (47.0, 30.0, 21.0), (10.8, 9.6, 8.6, 7.2)),
    Finger((-84.0, 12.0), 4.0, (43.0, 28.0, 20.0), (10.2, 9.2, 8.2, 6.9)),
    Finger((-93.0, 31.0), 11.0, (34.0, 21.0, 18.0), (9.2, 8.0, 7.2, 6.1)),
)


@dataclass(frozen=True)
class Relief:
    """`height` (HxW, mm, -1000 where nothing is), `skin` (bool: skin, else sleeve), fingertips and joints (x, y, radius, angle)."""

    height: Floats32
    skin: np.ndarray
    nails: tuple[tuple[float, float, float, float], ...]
    joints: tuple[tuple[float, float, float, float], ...]


def relief(grip: float) -> Relief:
    """The hand with fingers bent by `grip` (0 open, 1 closed)."""
    fingers = [_bent(finger, grip) for finger in FINGERS]
    shift = -np.mean([chain[-1].end[0] for chain in fingers[:3]])
    limbs = [limb for chain in fingers for limb in chain] + _thumb(grip) + list(_palm())
    skin = _union([_moved(limb, shift) for limb in limbs])
    sleeve = _union([_moved(limb, shift) for limb in _sleeve()])
    nails = tuple(_nail(_moved(chain[-1], shift)) for chain in [*fingers, _thumb(grip)])
    joints = tuple(_joint(_moved(limb, shift)) for chain in fingers for limb in chain[:2])
    return Relief(np.maximum(skin, sleeve), skin > sleeve, nails, joints)


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


def _nail(limb: Limb) -> tuple[float, float, float, float]:
    x, y, _ = limb.end
    angle = math.atan2(y - limb.start[1], x - limb.start[0])
    return x, y, limb.radius_end, angle


def _joint(limb: Limb) -> tuple[float, float, float, float]:
    x, y, _ = limb.end
    angle = math.atan2(y - limb.start[1], x - limb.start[0])
    return x, y, limb.radius_end, angle


def grid() -> tuple[Floats32, Floats32]:
    """x and y (mm) of every texel."""
    x = np.arange(LEFT, RIGHT, 1 / SCALE, dtype=np.float32)
    y = np.arange(-HALF_WIDTH, HALF_WIDTH, 1 / SCALE, dtype=np.float32)
    return np.meshgrid(x, y)  # type: ignore[return-value]


def _union(limbs: list[Limb]) -> Floats32:
    """Heights of all limbs together, blended where they meet: log of the sum of exponentials."""
    x, y = grid()
    total = np.zeros_like(x)
    for limb in limbs:
        rows, columns = _window(limb, x.shape)
        part = _height(limb, x[rows, columns], y[rows, columns])
        total[rows, columns] += np.exp(np.minimum(part / _BLEND, 60))
    return np.where(total > 0, np.log(np.maximum(total, 1e-30)) * _BLEND, -1000).astype(np.float32)


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
