"""Small dark spots on light things: what may be pips."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray.cells import shrunk
from vision.tray.cube import Points
from vision.tray.strip import BLOCK, Strip
from vision.tray.window import Plane

Floats = NDArray[np.float32]

_SIGMA = 0.75
"""Of the spot filter, mm: as wide as a pip."""
_AROUND = 4.5
"""Width of the square around a spot that it is compared with, mm."""
_FAINTEST = 0.025
"""Weakest spot that is looked at, as a share of its surroundings' tone."""
_ON, _FULL = 9.0, 0.6
"""Of the square of this width around a spot, mm, this share is light: a corner pip has more, a numeral less."""
_MOST = 250
"""More spots than this are weave, print or noise: only the strongest are looked at. Nine dice have 54."""
_APART = 1.6
"""Of two spots nearer than this, mm, only the stronger counts: a glint may part a pip into two."""
_BLACK = np.uint8(24)
"""Faces darker than this tone are taken for this bright: in the dark, noise is not contrast."""
HALO = 3 * _SIGMA + _AROUND / 2 + _APART
"""What lies within this distance of a spot, mm, has a say in its strength."""
_ROWS, _COLUMNS = np.array([0, 0, 0, -1, 1]), np.array([0, -1, 1, 0, 0])
"""A pixel, and those to its left and right, above and below it."""
_LEAST, _ALL = np.array([_FAINTEST]), np.array([1.0])


def spots_in(tone: Plane, face: Plane, light: Plane, strip: Strip, scale: float) -> Points:
    """Pixel x, y and strength of the spots (N x 3): the peaks of the share of darkness, seen through a pip's width.

    The three are strips of the planes as in `scene.Scene`; `scale` is pixels for one millimetre. Of too many spots
    only the strongest are told.
    """
    spots = _measured(_filtered(tone, face, light, scale), light, strip, scale)
    return spots if len(spots) <= _MOST else spots[np.argsort(-spots[:, 2], kind="stable")[:_MOST]]


def square(width: float) -> Plane:
    """A square of ones about `width` pixels wide; its width is odd."""
    odd = 2 * round((width - 1) / 2) + 1
    return np.ones((odd, odd), np.uint8)


def _filtered(tone: Plane, face: Plane, light: Plane, scale: float) -> Floats:
    """How much darker each pixel and what is around it are than their surroundings: shares of the tone."""
    share = cv2.divide(cv2.subtract(face, tone), np.maximum(face, _BLACK), dtype=cv2.CV_32F)
    inner = cv2.GaussianBlur(cv2.copyTo(share, light), square(6 * _SIGMA * scale).shape, _SIGMA * scale)
    width = len(square(_AROUND * scale))
    spot = np.asarray(cv2.subtract(inner, cv2.blur(inner, (width, width))), np.float32)
    spot[[0, -1]] = spot[:, [0, -1]] = 0
    return spot


def _measured(spot: Floats, light: Plane, strip: Strip, scale: float) -> Points:
    """The peaks on what is light, to a fraction of a pixel of the planes, and their heights: N x (x, y, strength)."""
    summit = cv2.compare(spot, cv2.dilate(spot, square(2 * _APART * scale)), cv2.CMP_EQ)
    pixels = cv2.findNonZero(cv2.bitwise_and(summit, cv2.inRange(spot, _LEAST, _ALL)))
    if pixels is None:
        return np.zeros((0, 3))
    x, y = np.asarray(pixels, np.intp).reshape(-1, 2).T
    places, own = strip.places(x, y)
    own &= _is_dense(light, scale)[y // BLOCK, x // BLOCK]
    x, y, places = x[own], y[own], places[own]
    here, left, right, above, below = spot[y[:, None] + _ROWS, x[:, None] + _COLUMNS].astype(np.float64).T
    shifts = np.stack([_summit(left, here, right), _summit(above, here, below)], axis=1)
    return np.column_stack([places + shifts, here])


def _is_dense(light: Plane, scale: float) -> NDArray[np.bool_]:
    """Which blocks of a plane of light have mostly light around them."""
    share = cv2.blur(shrunk(light, BLOCK), (len(square(_ON * scale / BLOCK)),) * 2)
    return np.asarray(share) > 255 * _FULL


def _summit(before: Points, here: Points, after: Points) -> Points:
    """Where between its neighbours a peak is highest: a parabola through three values, -0.5 to 0.5."""
    bend = np.minimum(before + after - 2 * here, -1e-6)
    return np.asarray(np.minimum(np.maximum((before - after) / (2 * bend), -0.5), 0.5))
