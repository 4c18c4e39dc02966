"""What pictures without dice are drawn with: tones, and shapes on a tile."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Dice = np.random.Generator
"""What the pictures are drawn from: no seed, no picture twice."""
Tone = tuple[int, int, int]


def tone(rng: Dice, low: int, high: int) -> Tone:
    """A colour of about one lightness."""
    grey = rng.integers(low, high)
    b, g, r = np.clip(grey + rng.integers(-12, 13, 3), 0, 255).tolist()
    return b, g, r


def light(rng: Dice) -> Tone:
    return tone(rng, 190, 250)


def dark(rng: Dice) -> Tone:
    return tone(rng, 12, 70)


def colour(rng: Dice) -> Tone:
    b, g, r = rng.integers(0, 256, 3).tolist()
    return b, g, r


TILE = 240
"""Things are drawn on a tile this many pixels wide; its corners are (0, 0) and (1, 1)."""
KEY: Tone = (255, 0, 255)
"""What stays of this colour is not part of the thing on a tile."""


def px(*places: float) -> list[int]:
    return [round(place * TILE) for place in places]


def box(tile: Image, box: tuple[float, float, float, float], ink: Tone, rounding: float = 0.0) -> None:
    """A filled rectangle (left, top, right, bottom) with round corners, shares of the tile."""
    left, top, right, bottom = (place * TILE for place in box)
    r = max(0.0, rounding * TILE)
    corners = [(left + r, top + r), (right - r, top + r), (right - r, bottom - r), (left + r, bottom - r)]
    points = np.array([corners]).round().astype(np.int32)
    cv2.fillPoly(tile, points, ink, cv2.LINE_AA)
    if r > 1:
        cv2.polylines(tile, points, True, ink, round(2 * r), cv2.LINE_AA)


def disc(tile: Image, x: float, y: float, r: float, ink: Tone) -> None:
    cv2.circle(tile, tuple(px(x, y)), max(1, round(r * TILE)), ink, cv2.FILLED, cv2.LINE_AA)


PIPS = {n: [(-1, -1), (1, 1), (-1, 1), (1, -1)][: n - n % 2] + [(0, 0)] * (n % 2) for n in range(6)}
PIPS[6] = [*PIPS[4], (-1, 0), (1, 0)]


PIPS_ON_TILE = {n: [(0.5 + 0.2 * x, 0.5 + 0.2 * y) for x, y in PIPS[n]] for n in PIPS}
