"""The shadows of dice on the felt (or the café table): one soft cast shadow for each lamp, and the contact's."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.sim.die import Pose, reach
from vision.sim.die_picture import corners
from vision.sim.light import AMBIENT, LAMPS, Floats32
from vision.sim.measures import FELT, HALF, TABLE_TOP, UP, Floats, View

_CONTACT, _CONTACT_BLUR = 0.34, 1.5
_TOTAL = AMBIENT + sum(lamp.strength for lamp in LAMPS)


def floor_under(pose: Pose) -> float:
    """Height above the felt of what lies below the die: the felt, or the café table outside the tray."""
    x, y = pose.spot
    return 0.0 if -20 <= x <= FELT + 20 and -20 <= y <= FELT + 20 else -TABLE_TOP


def draw_shadow(picture: Image, view: View, pose: Pose) -> None:
    """Darkens the picture where the die keeps the light away."""
    floor = floor_under(pose)
    lift = max(0.0, pose.height - reach(pose.turn, UP) - floor)
    scale = view.pixels_per_mm(floor)
    casts = []
    for lamp in LAMPS:
        blur = scale * (0.9 + lamp.softness * (lift + HALF))
        casts.append((_cast(pose, lamp.place, floor), lamp.strength / _TOTAL, blur))
    near = _CONTACT / (1 + lift / 3)
    casts.append((_cast(pose, pose.centre - 1e4 * -UP, floor), near, scale * (_CONTACT_BLUR + 0.5 * lift)))
    _darken(picture, [(view.project(points), share, blur) for points, share, blur in casts])


def _cast(pose: Pose, lamp: Floats, floor: float) -> Floats:
    """The cube's corners projected from the lamp onto the level plane at `floor`."""
    points = corners(pose, HALF - 0.5)
    share = (-floor - lamp[2]) / (points[:, 2] - lamp[2])
    return np.asarray(lamp + share[:, None] * (points - lamp))


def _darken(picture: Image, casts: list[tuple[Floats, float, float]]) -> None:
    everything = np.concatenate([points for points, _, _ in casts])
    margin = 2.5 * max(blur for _, _, blur in casts)
    left, top = np.maximum(np.floor(everything.min(axis=0) - margin), 0).astype(int)
    right, bottom = np.ceil(everything.max(axis=0) + margin).astype(int)
    part = picture[top:bottom, left:right]
    if part.size == 0:
        return
    light = np.ones(part.shape[:2], np.float32)
    for points, share, blur in casts:
        light *= 1 - share * _soft(points - (left, top), part.shape[:2], blur)
    # The picture's values are square roots of light.
    part[:] = (part * np.sqrt(light)[..., None]).astype(np.uint8)


def _soft(points: Floats, shape: tuple[int, ...], blur: float) -> Floats32:
    mask = np.zeros(shape, np.float32)
    hull = cv2.convexHull(points.astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1.0, cv2.LINE_8, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), blur))
