"""What is left when the faces have been found: light things of a die's size and colour that show no flat face.

A die that leans has none, and one half under a beer mat neither. They are told, so that people are asked about
a die that leans and not about one that is missing.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube import EDGE, foot, top_face
from vision.tray import RAIL
from vision.tray_faces import Face
from vision.tray_spots import MARGIN, SCALE, Points, Scene, is_light

_AREA = (110.0, 560.0)
"""A leaning die covers 16 x 16 to 16 x 16 x sqrt(3) mm2 of the tray; part of it may be in the shade."""
_SIDES = (9.0, 29.0)
"""Its narrow side is at least this long and its long one at most that, mm (a cube's diagonal is 27.7)."""
_FULL = 0.8
"""A leaning cube fills most of the smallest rectangle around it; a coin fills 0.79, hands and numerals less."""
_AROUND = 2.5
"""What lies within this distance of a face that was found belongs to it, mm."""


@dataclass(frozen=True, eq=False)
class Rest:
    """A thing like a die: its middle and the corners of a rectangle around it (mm at the top face's height), and
    how many spots it shows."""

    centre: Points
    corners: Points
    spots: int


def rests_in(scene: Scene, faces: list[Face], camera: Points) -> list[Rest]:
    """The things like dice that no face explains."""
    light = is_light(scene.face, scene.felt).astype(np.uint8)
    for face in faces:
        cv2.fillConvexPoly(light, _outline(face, camera), 0)
    _clear_rim_and_rail(light)
    light = np.asarray(cv2.morphologyEx(light, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)
    outlines = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    rests = [_rest(scene, np.asarray(outline)) for outline in outlines]
    return [rest for rest in rests if rest is not None]


def _rest(scene: Scene, outline: NDArray[np.generic]) -> Rest | None:
    middle, sides, turn = cv2.minAreaRect(np.asarray(outline, np.int32))
    short, long = sorted(side / SCALE for side in sides)
    area = cv2.contourArea(np.asarray(outline, np.int32)) / SCALE**2
    if not (_AREA[0] < area < _AREA[1] and short > _SIDES[0] and long < _SIDES[1]):
        return None
    if area < _FULL * short * long:
        return None
    corners = cv2.boxPoints((middle, sides, turn)) / SCALE - MARGIN
    around = np.asarray(outline, np.float32)
    inside = [
        cv2.pointPolygonTest(around, (float(x), float(y)), False) >= 0
        for x, y in (scene.spots[:, :2] + MARGIN) * SCALE
    ]
    spots = int(np.sum(inside))
    if spots == 0:
        return None
    return Rest(np.array(middle) / SCALE - MARGIN, np.asarray(corners, np.float64), spots)


def _outline(face: Face, camera: Points) -> NDArray[np.int32]:
    """The outline of a flat die there with a little around it, rectified pixels."""
    corners = np.vstack([top_face(face.centre, face.turn), foot(face.centre, face.turn, camera)])
    outward = corners - corners.mean(axis=0)
    grown = corners + _AROUND * 1.4 * outward / np.hypot(*outward.T)[:, None]
    hull = cv2.convexHull(((grown + MARGIN) * SCALE).round().astype(np.int32))
    return np.asarray(hull, np.int32)


def _clear_rim_and_rail(light: NDArray[np.uint8]) -> None:
    inner = round((MARGIN - EDGE / 8) * SCALE)
    light[:inner] = light[-inner:] = 0
    light[:, :inner] = light[:, -inner:] = 0
    low, high = (round((x + MARGIN) * SCALE) for x in (RAIL[0] - 1, RAIL[1] + 1))
    rail = light[:, low:high]
    lone = rail.mean(axis=1) > 0.6
    beside = light[:, low - 9 : low - 3].any(axis=1) | light[:, high + 3 : high + 9].any(axis=1)
    rail[lone & ~beside] = 0
