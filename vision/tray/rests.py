"""What is left when the faces have been found: white things of a die's size that show no flat face.

A die that leans has none, and one half under a beer mat neither. They are told, so that people are asked about
a die that leans and not about one that is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray.cube import Points, beneath, top_face, turned_each
from vision.tray.look import Looks
from vision.tray.scene import Scene

_AREA = (160.0, 560.0)
"""A leaning die covers 16 x 16 to 16 x 16 x sqrt(3) mm2 of the tray; part of it may be in the shade or hidden."""
_FACET, _DIMMER = 260.0, 0.62
"""A face of a black d12 that mirrors a lamp is smaller than a die, mm2, and darker than white dice by this share."""
_TWO, _FULL_TWO = (480.0, 1050.0), 0.6
"""Areas of two such dice that touch each other, mm2, and the share of their rectangle that they fill."""
_SIDES = (10.5, 30.0)
"""Its narrow side is at least this long and its long one at most that, mm (a cube's diagonal is 27.7)."""
_FULL = 0.69
"""A leaning cube fills most of the smallest rectangle around it (0.75 when it stands on a corner, less with a face in
the dark); hands and numerals fill less."""
_ROUND = 0.87
"""A coin fills the circle around it; the outline of a cube at most 0.83 of it."""
_SOLID, _GREYS = 0.62, (0.45, 0.7)
"""The share of that rectangle it fills, times how much of it is light, is at least this: a die has pips, but most of
it has these shares of the tone around (the mean of both: its faces are not equally bright). A d12 that mirrors a lamp
is less even."""
_SOLID_WHITE, _WHITEST, _BOX = 0.53, 0.85, 0.8
"""The same of something as light as the second share of the lightest things in the tray, or that fills more than the
third of its rectangle: a d12 is seldom as light as a d6, or as angular."""
_WHITE = 0.55
"""White is white in any light: its least colour is at least this share of its greatest. Skin, gold, wood are not."""
_AROUND = 2.5
"""What lies within this distance of a face that was found belongs to it, mm."""

_SMALL = np.ones((7, 7), np.uint8)
"""What is narrower than this, pixels, is nothing."""


Corners = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Rest:
    """A thing like a die: its middle and the corners of a rectangle around it (mm at the top faces' height), and
    how many spots it shows."""

    centre: Points
    corners: Points
    spots: int


def rests_in(scene: Scene, looks: Looks, white: float) -> list[Rest]:
    """The things like dice that none of these faces explains; white dice are at least as light as `white` (of 255)."""
    light = np.asarray(cv2.bitwise_and(scene.light, scene.window.ground), np.uint8)
    for corners in scene.window.cells(_silhouettes(scene, looks)):
        cv2.fillConvexPoly(light, cv2.convexHull(corners), 0)
    if not cv2.countNonZero(light):
        return []
    light = np.asarray(cv2.erode(light, _SMALL), np.uint8)
    if not cv2.countNonZero(light):
        return []
    light = np.asarray(cv2.dilate(light, _SMALL), np.uint8)
    outlines = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    return [rest for outline in outlines for rest in _rests(scene, np.asarray(outline, np.int32), white)]


def _silhouettes(scene: Scene, looks: Looks) -> Points:
    """The corners of flat dice there, each moved outward a little: N x 8 x 2 mm."""
    camera = scene.view.camera
    top = turned_each(top_face(np.zeros(2), 0.0), looks.turn) + looks.centre[:, None]
    corners = np.concatenate([top, beneath(top, camera)], axis=1)
    outward = corners - corners.mean(axis=1, keepdims=True)
    return np.asarray(
        corners + _AROUND * 1.4 * outward / np.hypot(outward[..., 0], outward[..., 1])[..., None]
    )


def _rests(scene: Scene, outline: NDArray[np.int32], white: float) -> Iterator[Rest]:
    """The die, or the two that touch each other, that an outline may be."""
    middle, size, turn = cv2.minAreaRect(outline)
    scale = scene.window.scale
    short, long = sorted(side / scale for side in size)
    area = cv2.contourArea(outline) / scale**2
    full, circle = area / (short * long), np.pi * (cv2.minEnclosingCircle(outline)[1] / scale) ** 2
    one = _AREA[0] < area < _AREA[1] and short > _SIDES[0] and long < _SIDES[1] and full > _FULL
    two = _TWO[0] < area < _TWO[1] and short < _SIDES[1] and long < 2 * _SIDES[1] and full > _FULL_TWO
    if not (one or two) or area > _ROUND * circle or not _is_white(scene, outline, full):
        return
    if area < _FACET and _tone(scene, outline) < _DIMMER * white:
        return
    corners = np.asarray(cv2.boxPoints((middle, size, turn)), np.float32)
    spots = np.rint(scene.window.seen(scene.spots[:, :2])).astype(np.float32)
    for part in [corners] if one else _halves(corners):
        places = scene.window.places(np.vstack([part, part.mean(axis=0)]).astype(np.float64))
        inside = [cv2.pointPolygonTest(part, (float(x), float(y)), False) >= 0 for x, y in spots]
        yield Rest(places[4], places[:4], int(np.sum(inside)))


def _halves(corners: Corners) -> list[Corners]:
    """A rectangle (4 x 2) cut across its longer sides."""
    first, second = np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[2] - corners[1]))
    a, b, c, d = corners if first >= second else np.roll(corners, -1, axis=0)
    ab, cd = (a + b) / 2, (c + d) / 2
    return [np.array([a, ab, cd, d], np.float32), np.array([ab, b, c, cd], np.float32)]


def _tone(scene: Scene, outline: NDArray[np.int32]) -> float:
    """How light what is within an outline is, its pips filled in: the median (of 255)."""
    left, top, wide, high = cv2.boundingRect(outline)
    part = scene.face[top : top + high, left : left + wide]
    return float(np.median(part[scene.light[top : top + high, left : left + wide] > 0]))


def _is_white(scene: Scene, outline: NDArray[np.int32], full: float) -> bool:
    """Whether what is within an outline, which fills so much of its rectangle, is mostly light, and without colour."""
    left, top, wide, high = cv2.boundingRect(outline)
    window = (slice(top, top + high), slice(left, left + wide))
    inside = np.zeros((high, wide), np.uint8)
    cv2.drawContours(inside, [outline], -1, 255, cv2.FILLED, offset=(-left, -top))
    tones, usual = scene.tone[window][inside > 0], float(np.median(scene.face[window][inside > 0]))
    lightest = float(np.percentile(scene.face[scene.light > 0], 95))
    solid = _SOLID_WHITE if usual > _WHITEST * lightest or full > _BOX else _SOLID
    if full * np.mean([tones > grey * usual for grey in _GREYS]) < solid:
        return False
    part = scene.colour(left, top, wide, high).reshape(-1, 3)
    least = part.min(axis=1)
    bright = part[least >= np.median(least)]
    return bool(bright.min(axis=1).mean() > _WHITE * bright.max(axis=1).mean())
