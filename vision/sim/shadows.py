"""The shadows of dice on the felt (or the café table): one soft cast for each lamp, and the contact's."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.sim.die import Pose
from vision.sim.light import AMBIENT, LAMPS, Floats32
from vision.sim.measures import FELT, HALF, TABLE_TOP, UP, Floats, View
from vision.sim.shapes import corners, upward

_CONTACT, _CONTACT_BLUR = 0.34, 1.5
_TOTAL = AMBIENT + sum(lamp.strength for lamp in LAMPS)
_FAINT = 0.03


@dataclass(frozen=True, eq=False)
class Cast:
    """A shadow in the picture: its outline (Nx2 px), the share of light that it takes, its blur (px)."""

    outline: Floats
    share: float
    blur: float


def floor_under(pose: Pose) -> float:
    """Height above the felt of what lies below the die: the felt, or the café table outside the tray."""
    x, y = pose.spot
    return 0.0 if -20 <= x <= FELT + 20 and -20 <= y <= FELT + 20 else -TABLE_TOP


def draw_shadow(picture: Image, view: View, pose: Pose) -> None:
    """Darkens the picture where the die keeps the light away."""
    casts = _casts(view, pose)
    everything = np.concatenate([cast.outline for cast in casts])
    margin = 2.5 * max(cast.blur for cast in casts)
    left, top = np.maximum(np.floor(everything.min(axis=0) - margin), 0).astype(int)
    right, bottom = np.maximum(np.ceil(everything.max(axis=0) + margin), 0).astype(int)
    part = picture[top:bottom, left:right]
    if min(part.shape[:2]) < 2:
        return
    light = np.ones(part.shape[:2], np.float32)
    for cast in casts:
        light *= 1 - cast.share * _soft(cast.outline - (left, top), part.shape[:2], cast.blur)
    # The picture's values are square roots of light.
    cv2.multiply(part, cv2.cvtColor(np.sqrt(light), cv2.COLOR_GRAY2BGR), dst=part, dtype=cv2.CV_8U)


def _casts(view: View, pose: Pose) -> list[Cast]:
    floor = floor_under(pose)
    lift = max(0.0, pose.height - upward(pose.turn, pose.make) - floor)
    scale = view.pixels_per_mm(floor)
    casts = []
    for lamp in LAMPS:
        blur = scale * (0.9 + lamp.softness * (lift + HALF))
        casts.append(Cast(view.project(_on_floor(pose, lamp.place, floor)), lamp.strength / _TOTAL, blur))
    below = view.project(_on_floor(pose, pose.centre + 1e4 * UP, floor))
    casts.append(Cast(below, _CONTACT / (1 + lift / 3), scale * (_CONTACT_BLUR + 0.5 * lift)))
    return [cast for cast in casts if cast.share > _FAINT]


def _on_floor(pose: Pose, lamp: Floats, floor: float) -> Floats:
    """The die's corners projected from the lamp onto the level plane at `floor`."""
    points = corners(pose, shrunk=0.5)
    share = (-floor - lamp[2]) / (points[:, 2] - lamp[2])
    return np.asarray(lamp + share[:, None] * (points - lamp))


def _soft(outline: Floats, shape: tuple[int, ...], blur: float) -> Floats32:
    """The blurred outline (0..1); the softer it is, the coarser the grid it is drawn on."""
    coarse = max(1, int(blur / 1.6))
    size = (max(2, -(-shape[1] // coarse)), max(2, -(-shape[0] // coarse)))
    mask = np.zeros(size[::-1], np.float32)
    hull = cv2.convexHull(((outline + 0.5) / coarse - 0.5).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1.0, cv2.LINE_8, 4)
    mask = cv2.GaussianBlur(mask, (0, 0), blur / coarse)
    full = cv2.resize(mask, (size[0] * coarse, size[1] * coarse), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full[: shape[0], : shape[1]], np.float32)
