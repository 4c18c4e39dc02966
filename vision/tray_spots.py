"""Small dark spots on light things: what may be pips.

A tray is mostly felt: the spots are looked for on its light islands only.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube import Points
from vision.tray_cells import shrunk
from vision.tray_window import Plane

Floats = NDArray[np.float32]
Labels = NDArray[np.int32]
Part = tuple[slice, slice]
"""Rows and columns of a plane."""

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
_HALO = 4 * _SIGMA + _AROUND / 2 + _APART
"""What lies within this distance of a spot, mm, has a say in its strength."""
_BLOCK = 4
"""How much is light around a spot is counted in blocks of this many pixels."""
_ROWS, _COLUMNS = np.array([0, 0, 0, -1, 1]), np.array([0, -1, 1, 0, 0])
"""A pixel, and those to its left and right, above and below it."""
_LEAST, _ALL = np.array([_FAINTEST]), np.array([1.0])


def spots_in(tone: Plane, face: Plane, light: Plane, scale: float) -> Points:
    """Pixel x, y and strength of the spots (N x 3): the peaks of the share of darkness, seen through a pip's width.

    The planes are as in `tray_scene.Scene`; `scale` is pixels for one millimetre. Of too many spots only the
    strongest are told.
    """
    labels, islands = _islands(light, scale)
    if not islands:
        return np.zeros((0, 3))
    tone, face, light = (_in_one(plane, islands) for plane in (tone, face, light))
    return _measured(labels, _in_planes(_peaks(_filtered(tone, face, light, scale), scale), islands))


def square(width: float) -> Plane:
    """A square of ones about `width` pixels wide; its width is odd."""
    odd = 2 * round((width - 1) / 2) + 1
    return np.ones((odd, odd), np.uint8)


def _islands(light: Plane, scale: float) -> tuple[Labels, list[Part]]:
    """To which island each block belongs (0: to none), and the part of the planes with all that has a say in the spots
    of each island, from the first on."""
    # In two steps: several times as quick as in one, and of a plane of two tones as exact.
    share = cv2.blur(shrunk(shrunk(light, _BLOCK // 2), 2), (len(square(_ON * scale / _BLOCK)),) * 2)
    dense = (np.asarray(share) > 255 * _FULL).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dense, connectivity=8)
    halo = round(_HALO * scale) + 2
    islands = []
    for left, top, wide, high, _ in (np.asarray(stats[1:]) * _BLOCK).tolist():
        rows = slice(max(0, top - halo), min(top + high + halo, light.shape[0]))
        islands.append((rows, slice(max(0, left - halo), min(left + wide + halo, light.shape[1]))))
    if sum(_height(part) for part in islands) * _widest(islands) > light.size:
        # So much is light that one look at everything is less work.
        islands = [(slice(0, light.shape[0]), slice(0, light.shape[1]))]
        labels = np.minimum(labels, 1)
    return np.asarray(labels, np.int32), islands


def _height(part: Part) -> int:
    return int(part[0].stop - part[0].start)


def _widest(parts: list[Part]) -> int:
    return max((int(columns.stop - columns.start) for _, columns in parts), default=0)


def _in_one(plane: Plane, parts: list[Part]) -> Plane:
    """Parts of a plane, one below the other: to filter one strip takes less time than to filter many parts."""
    strip = np.zeros((sum(_height(part) for part in parts), _widest(parts)), np.uint8)
    first = 0
    for part in parts:
        own = plane[part]
        strip[first : first + own.shape[0], : own.shape[1]] = own
        first += own.shape[0]
    return strip


def _in_planes(peaks: Points, parts: list[Part]) -> Points:
    """Peaks of a strip with their places in the planes; the first column says to which of the parts each belongs."""
    ends = np.cumsum([_height(part) for part in parts])
    which = np.searchsorted(ends, peaks[:, 2], side="right")
    peaks[:, 0] = which + 1
    peaks[:, 1] += np.array([columns.start for _, columns in parts])[which]
    peaks[:, 2] += np.array([rows.stop for rows, _ in parts])[which] - ends[which]
    return peaks


def _filtered(tone: Plane, face: Plane, light: Plane, scale: float) -> Floats:
    """How much darker each pixel and what is around it are than their surroundings: shares of the tone."""
    dark = cv2.copyTo(cv2.divide(cv2.subtract(face, tone), np.maximum(face, _BLACK), scale=255), light)
    inner = cv2.GaussianBlur(np.asarray(dark, np.float32), (0, 0), _SIGMA * scale)
    width = len(square(_AROUND * scale))
    spot = np.asarray(cv2.subtract(inner, cv2.blur(inner, (width, width))), np.float32) / np.float32(255)
    spot[[0, -1]] = spot[:, [0, -1]] = 0
    return spot


def _peaks(spot: Floats, scale: float) -> Points:
    """Where the peaks are, and how high it is there and around: N x (0, x, y, here, left, right, above, below)."""
    summit = cv2.compare(spot, cv2.dilate(spot, square(2 * _APART * scale)), cv2.CMP_EQ)
    places = cv2.findNonZero(cv2.bitwise_and(summit, cv2.inRange(spot, _LEAST, _ALL)))
    if places is None:
        return np.zeros((0, 8))
    x, y = places.reshape(-1, 2).T
    peaks = np.zeros((len(x), 8))
    peaks[:, 1], peaks[:, 2] = x, y
    peaks[:, 3:] = spot[y[:, None] + _ROWS, x[:, None] + _COLUMNS]
    return peaks


def _measured(labels: Labels, peaks: Points) -> Points:
    """The peaks on the islands for which they were looked for, to a fraction of a pixel: N x (x, y, strength)."""
    block = (peaks[:, 1:3] / _BLOCK).astype(np.intp)
    last = np.array(labels.shape[::-1]) - 1
    column, row = np.minimum(block, last).T
    own = peaks[labels[row, column] == peaks[:, 0]]
    here, left, right, above, below = own[:, 3:].T
    spots = np.stack(
        [own[:, 1] + _summit(left, here, right), own[:, 2] + _summit(above, here, below), here], axis=1
    )
    return spots if len(spots) <= _MOST else spots[np.argsort(-here, kind="stable")[:_MOST]]


def _summit(before: Points, here: Points, after: Points) -> Points:
    """Where between its neighbours a peak is highest: a parabola through three values, -0.5 to 0.5."""
    bend = np.minimum(before + after - 2 * here, -1e-6)
    return np.asarray(np.minimum(np.maximum((before - after) / (2 * bend), -0.5), 0.5))
