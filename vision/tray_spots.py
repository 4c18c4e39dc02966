"""Pips in the rectified tray: small dark spots on something much lighter than the felt around it.

At the table's resolution a pip is only five pixels wide. Its outline says little there, but a matched filter finds
its middle to a fraction of a pixel; whether it is a pip, the pattern and the die's place decide (`tray_faces`).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image

Plane = NDArray[np.float32]
Points = NDArray[np.float64]

SCALE = 3.0
"""Pixels of the rectified picture for one millimetre."""
MARGIN = 8.0
"""Millimetres around the felt in the rectified picture."""
_PIP = 5.7
"""Widest pip, mm: bought 16 mm dice have 2.2 to 4.4."""
_INNER, _OUTER = 0.75, 1.6
"""Sigmas of the filter in mm: the first as wide as a pip, the second as its surroundings."""
_FAINTEST = 0.05
"""Weakest response of a spot that is looked at."""
_APART = 1.6
"""Of two spots nearer than this, mm, only the stronger counts: the pips of a six are 3.3 mm apart or more, and a
glint parts one pip into two."""
_FELT_WINDOW = 41.0
"""The felt's tone is the median over a square of this side, mm: more than two dice wide."""


@dataclass(frozen=True, eq=False)
class Scene:
    """The rectified tray at the height of the top faces, in several planes of one size.

    `tone` is the darkest of the three colours (white is light in all of them, felt in hardly any), `felt` that tone
    of the felt around, `face` the tone with the pips filled in,
    `dark` the tone without small glints, `spot` the filter's response, `light` the part much
    lighter than the felt. `spots` holds x, y (mm) and response of each spot: N x 3.
    """

    tone: NDArray[np.uint8]
    felt: Plane
    face: NDArray[np.uint8]
    dark: NDArray[np.uint8]
    spot: Plane
    spots: Points

    def at(self, plane: NDArray[np.generic], points: Points) -> Points:
        """The plane's values at points (any shape x 2, tray mm)."""
        cell = ((points + MARGIN) * SCALE + 0.5).astype(np.intp)
        np.maximum(cell, 0, out=cell)
        np.minimum(cell, plane.shape[0] - 1, out=cell)
        return np.asarray(plane[cell[..., 1], cell[..., 0]], np.float64)


def scene_of(rectified: Image) -> Scene:
    """What there is to know of a rectified tray (BGR, `SCALE` and `MARGIN` as here)."""
    blue, green, red = cv2.split(rectified)
    tone = np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)
    felt = _felt(tone)
    width = round(_PIP * SCALE) | 1
    face = np.asarray(
        cv2.morphologyEx(tone, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))),
        np.uint8,
    )
    spot = _response(tone, face, is_light(face, felt))
    glint = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    dark = np.asarray(cv2.erode(tone, glint), np.uint8)
    return Scene(tone, felt, face, dark, spot, _peaks(spot))


def is_light(face: NDArray[np.generic], felt: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Where something is clearly lighter than the felt (uint8 tones)."""
    return np.asarray(face, np.float32) > np.asarray(felt, np.float32) * np.float32(1.5) + np.float32(18)


def _felt(tone: NDArray[np.uint8]) -> Plane:
    small = cv2.resize(tone, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    middle = cv2.medianBlur(small, round(_FELT_WINDOW * SCALE / 4) | 1)
    size = (tone.shape[1], tone.shape[0])
    return np.asarray(cv2.resize(middle, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _response(tone: NDArray[np.uint8], face: NDArray[np.uint8], light: NDArray[np.bool_]) -> Plane:
    share = cv2.divide(cv2.subtract(face, tone), np.maximum(face, 1), scale=1.0, dtype=cv2.CV_32F)
    dark = cv2.copyTo(share, light.astype(np.uint8))
    inner = cv2.GaussianBlur(dark, (0, 0), _INNER * SCALE)
    # Blurring the blurred once more gives the wider one: variances add.
    outer = cv2.GaussianBlur(inner, (0, 0), (_OUTER**2 - _INNER**2) ** 0.5 * SCALE)
    return np.asarray(cv2.subtract(inner, outer), np.float32)


def _peaks(spot: Plane) -> Points:
    """The middles of the spots, to a fraction of a pixel (a parabola through three responses each way)."""
    reach = round(2 * _APART * SCALE) | 1
    top = cv2.dilate(spot, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    y, x = np.nonzero((spot == top) & (spot > _FAINTEST))
    inside = (x > 0) & (y > 0) & (x < spot.shape[1] - 1) & (y < spot.shape[0] - 1)
    x, y = x[inside], y[inside]
    middle = spot[y, x]

    def shift(before: Plane, after: Plane) -> Plane:
        bend = np.minimum(before + after - 2 * middle, -1e-6)
        return np.asarray(np.clip((before - after) / (2 * bend), -0.5, 0.5), np.float32)

    dx = shift(spot[y, x - 1], spot[y, x + 1])
    dy = shift(spot[y - 1, x], spot[y + 1, x])
    places = np.column_stack([x + dx, y + dy]) / SCALE - MARGIN
    return np.column_stack([places, middle]).astype(np.float64)
