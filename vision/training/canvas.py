"""A small plane to draw one die or thing on: tones 0..1, lengths in edges of a die, the middle is (0, 0)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
"""Tones, 0 black to 1 white; a mask's are shares. `SIDE` x `SIDE`."""
Points = NDArray[np.float64]
Spot = Points | tuple[float, float]
Rng = np.random.Generator

SCALE = 56
"""Pixels for one edge: as fine as the nearest dice are seen."""
HALF = 1.25
"""Half the canvas' width, edges: a patch of 1.5 edges fits in at any turn."""
SIDE = round(2 * HALF * SCALE)
_FINE = 4
"""Bits of a pixel's fraction that OpenCV draws with."""
_COARSE = 4
_AROUND = np.linspace(0, 2 * np.pi, 20, endpoint=False)
_ROUND = np.column_stack([np.cos(_AROUND), np.sin(_AROUND)])


def pixels(points: Points) -> Points:
    """Places in edges as places in pixels (whole numbers are pixel centres)."""
    return np.asarray((points + HALF) * SCALE - 0.5)


def area(*outlines: Points) -> Plane:
    """The mask of polygons (N x 2 edges each) with smooth borders."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    for outline in outlines:
        cv2.fillPoly(mask, [_fixed(outline)], 255, cv2.LINE_AA, _FINE)
    return _shares(mask)


def lines(width: float, *strokes: Points) -> Plane:
    """The mask of open lines (N x 2 edges each), `width` edges thick."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    thick = max(1, round(width * SCALE))
    for stroke in strokes:
        cv2.polylines(mask, [_fixed(stroke)], False, 255, thick, cv2.LINE_AA, _FINE)
    return _shares(mask)


def soft(mask: Plane, sigma: float) -> Plane:
    """The mask blurred by `sigma` edges."""
    wide = max(0.02, sigma) * SCALE
    if wide < 2 * _COARSE:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), wide), np.float32)
    # What is so soft can as well be drawn small: several times as quick.
    small = cv2.resize(mask, None, fx=1 / _COARSE, fy=1 / _COARSE, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), wide / _COARSE)
    return np.asarray(cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR), np.float32)


def lay(canvas: Plane, mask: Plane, tone: float) -> None:
    """Paints the mask in one tone."""
    canvas += mask * (np.float32(tone) - canvas)


def shade(canvas: Plane, mask: Plane, share: float) -> None:
    """Takes a share of the light where the mask is."""
    canvas *= 1 - np.float32(share) * mask


def disc(middle: Spot, radius: float, stretch: float = 1.0, turn: float = 0.0) -> Points:
    """The outline of a disc, or of an ellipse `stretch` times as long along `turn` (radians)."""
    flat = _ROUND * (radius * stretch, radius)
    return np.asarray(flat @ rotation(turn) + np.asarray(middle))


def box(wide: float, high: float, corner: float = 0.0) -> Points:
    """The outline of a rectangle about the middle with corners of this radius."""
    corner = min(corner, wide / 2, high / 2)
    arc = np.linspace(0, np.pi / 2, 6) if corner > 0 else np.zeros(1)
    parts = []
    for k, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        turn = arc + k * np.pi / 2
        middle = (x * (wide / 2 - corner), y * (high / 2 - corner))
        parts.append(np.stack([np.cos(turn), np.sin(turn)], axis=1) * corner + middle)
    return np.concatenate(parts)


def rotation(turn: float) -> Points:
    """The 2 x 2 matrix that turns rows of points by `turn` radians."""
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, sin], [-sin, cos]])


def cloud(rng: Rng, lump: float) -> Plane:
    """Smooth noise, deviation about 1, with lumps of `lump` edges."""
    count = max(2, round(2 * HALF / lump))
    coarse = rng.standard_normal((count + 2, count + 2), np.float32)
    return np.asarray(cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)


def _fixed(points: Points) -> NDArray[np.int32]:
    return np.asarray(np.rint(pixels(points) * 2**_FINE), np.int32)


def _shares(mask: NDArray[np.uint8]) -> Plane:
    return mask.astype(np.float32) * np.float32(1 / 255)
