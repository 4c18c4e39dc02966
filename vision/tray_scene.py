"""The felt's part of a picture, prepared for looking at dice: tones, what is light, and small dark spots.

Everything is measured in the picture as it is (made smaller where it is finer than needed): straightening it
first would cost as much as the whole search. Places are told in tray millimetres at the height of top faces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.cube import EDGE, Points
from vision.tray import FELT, TrayView

Cells = NDArray[np.int32]
Floats = NDArray[np.float32]
Plane = NDArray[np.uint8]
"""One tone a pixel: height x width."""

_SCALE = 2.0
"""Pixels for one millimetre that finding spots needs; finer pictures are made smaller."""
_MARGIN = 8.0
"""Millimetres around the felt that are looked at."""
_PIP = 5.5
"""Widest pip, mm: those of 16 mm dice have 2.2 to 4.4."""
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
_BLACK = 24
"""Faces darker than this tone are taken for this bright: in the dark, noise is not contrast."""
_LEAST, _ALL = np.array([_FAINTEST]), np.array([1.0])
_BLOCK = 4
"""How much is light around a spot is counted in blocks of this many pixels."""
_FELT_CELL = 8
_FELT_WINDOW = 11
"""The felt's tone is the median of this many by this many cells of that many pixels: 44 mm wide."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What a picture shows of the tray.

    `image` is the picture; `full` is the tone of its part around the felt, whose first pixel is the picture's
    pixel `origin`; `zoom` pixels of the other planes are one of `full`'s. The tone of a pixel is the least of its
    three colours: white is light in all of them, felt and wood are not. `felt` is the tone of the felt around,
    `face` the tone with pips filled in, `light` is 255 where that is much lighter than the felt.
    `spots` holds x, y (mm) and strength (share of darkness) of each dark spot on something light: N x 3.
    """

    view: TrayView
    image: Image
    origin: tuple[int, int]
    zoom: float
    full: Plane
    tone: Plane
    felt: Plane
    face: Plane
    light: Plane
    spots: Points

    @cached_property
    def way(self) -> Points:
        """The 3x3 map from mm to ideal pixels of the picture."""
        return self.view.plane(EDGE)

    def cells(self, points: Points) -> NDArray[np.int32]:
        """Where points (N x 2, mm) are in the planes, for drawing: N x 2 whole pixels."""
        seen = (self.view.pixels(points, EDGE) - self.origin + 0.5) * self.zoom - 0.5
        return np.rint(seen).astype(np.int32)

    def places(self, pixels: Points) -> Points:
        """The mm that pixels (N x 2) of the planes show."""
        return self.view.millimetres((pixels + 0.5) / self.zoom - 0.5 + self.origin, EDGE)

    def spots_px(self) -> list[tuple[float, float]]:
        """Where the spots are in the planes."""
        return [(float(x), float(y)) for x, y in self.cells(self.spots[:, :2])] if len(self.spots) else []

    def colour(self, left: int, top: int, wide: int, high: int) -> Image:
        """The picture's part that a box of the planes shows."""
        first = [int(at / self.zoom) + start for at, start in zip((left, top), self.origin, strict=True)]
        last = [
            int(at / self.zoom) + start
            for at, start in zip((left + wide, top + high), self.origin, strict=True)
        ]
        return np.asarray(self.image[first[1] : last[1] + 1, first[0] : last[0] + 1], np.uint8)

    def at(self, plane: Plane, points: Points) -> Points:
        """The values of `tone`, `felt`, `face` or `light` at points (any shape x 2, mm)."""
        way = self.way
        flat = points.reshape(-1, 2) @ way[:, :2].T + way[:, 2]
        seen = self.view.bent(flat[:, :2] / flat[:, 2:])
        cell = ((seen - self.origin + 0.5) * self.zoom).astype(np.intp)
        x = np.clip(cell[:, 0], 0, plane.shape[1] - 1)
        y = np.clip(cell[:, 1], 0, plane.shape[0] - 1)
        return np.asarray(plane[y, x], np.float64).reshape(points.shape[:-1])


def scene_of(image: Image, view: TrayView) -> Scene:
    """The scene in a picture whose tray has been found."""
    left, top, right, bottom = _window(view)
    full = _tone(np.asarray(image[top:bottom, left:right], np.uint8))
    zoom = min(1.0, _SCALE / view.px_per_mm)
    tone = full if zoom > 0.85 else _smaller(full, zoom)
    zoom = tone.shape[1] / full.shape[1]
    scale = view.px_per_mm * zoom
    felt = _felt(tone)
    # A closing takes the lightest of what it sees: without the blur, noise in the dark would look light.
    calm = cv2.blur(tone, (3, 3))
    face = np.asarray(cv2.morphologyEx(calm, cv2.MORPH_CLOSE, _square(_PIP * scale)), np.uint8)
    light = np.asarray(
        cv2.compare(face, cv2.convertScaleAbs(felt, alpha=1.35, beta=16), cv2.CMP_GT), np.uint8
    )
    spots = _spots(tone, face, light, scale)
    spots[:, :2] = view.millimetres((spots[:, :2] + 0.5) / zoom - 0.5 + (left, top), EDGE)
    return Scene(view, image, (left, top), zoom, full, tone, felt, face, light, spots)


def _window(view: TrayView) -> tuple[int, int, int, int]:
    """The part of the picture that shows the felt and a little around it: left, top, right, bottom."""
    low, high = -_MARGIN, FELT + _MARGIN
    around = view.pixels(np.array([(low, low), (high, low), (high, high), (low, high)]), 0.0)
    left, top = np.clip(np.floor(around.min(axis=0)).astype(int), 0, np.array(view.size) - 2).tolist()
    right, bottom = np.clip(np.ceil(around.max(axis=0)).astype(int), (left + 2, top + 2), view.size).tolist()
    return left, top, right, bottom


def _tone(image: Image) -> Plane:
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def _smaller(plane: Plane, zoom: float) -> Plane:
    return np.asarray(cv2.resize(plane, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)


def _square(width: float) -> Plane:
    odd = 2 * round((width - 1) / 2) + 1
    return np.ones((odd, odd), np.uint8)


def _felt(tone: Plane) -> Plane:
    small = cv2.resize(tone, None, fx=1 / _FELT_CELL, fy=1 / _FELT_CELL, interpolation=cv2.INTER_AREA)
    # Nothing lies in more than half of a whole tray: what is much lighter than most of it is no felt.
    usual = float(np.median(small))
    middle = np.minimum(cv2.medianBlur(small, _FELT_WINDOW), min(255.0, 1.6 * usual + 12)).astype(np.uint8)
    size = (tone.shape[1], tone.shape[0])
    return np.asarray(cv2.resize(middle, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _spots(tone: Plane, face: Plane, light: Plane, scale: float) -> Points:
    """Pixel x, y and strength of the spots: the peaks of the share of darkness, seen through a pip's width."""
    dark = cv2.copyTo(cv2.divide(cv2.subtract(face, tone), np.maximum(face, _BLACK), scale=255), light)
    inner = cv2.GaussianBlur(np.asarray(dark, np.float32), (0, 0), _SIGMA * scale)
    width = len(_square(_AROUND * scale))
    spot = np.asarray(cv2.subtract(inner, cv2.blur(inner, (width, width))), np.float32) / np.float32(255)
    spot[[0, -1]] = spot[:, [0, -1]] = 0
    summit = cv2.compare(spot, cv2.dilate(spot, _square(2 * _APART * scale)), cv2.CMP_EQ)
    peaks = cv2.findNonZero(cv2.bitwise_and(summit, cv2.inRange(spot, _LEAST, _ALL)))
    if peaks is None:
        return np.zeros((0, 3))
    x, y = peaks.reshape(-1, 2).T
    share = _share(light, _ON * scale)
    on = share[np.minimum(y // _BLOCK, len(share) - 1), np.minimum(x // _BLOCK, share.shape[1] - 1)]
    dense = on > 255 * _FULL
    return _measured(spot, x[dense], y[dense])


def _share(light: Plane, width: float) -> Plane:
    """The light share (of 255) around each block of the picture."""
    high, wide = (max(1, side // _BLOCK) for side in light.shape)
    # Whole blocks: only then is making it smaller quick.
    whole = light[: high * _BLOCK, : wide * _BLOCK]
    small = cv2.resize(whole, (wide, high), interpolation=cv2.INTER_AREA)
    blocks = len(_square(width / _BLOCK))
    return np.asarray(cv2.blur(small, (blocks, blocks)), np.uint8)


def _measured(spot: Floats, x: Cells, y: Cells) -> Points:
    """The spots at these pixels, to a fraction of a pixel; of too many only the strongest."""
    if len(x) > _MOST:
        strongest = np.argsort(-spot[y, x])[:_MOST]
        x, y = x[strongest], y[strongest]
    dx = _summit(spot[y, x - 1], spot[y, x], spot[y, x + 1])
    dy = _summit(spot[y - 1, x], spot[y, x], spot[y + 1, x])
    return np.column_stack([x + dx, y + dy, spot[y, x]]).astype(np.float64)


def _summit(before: Floats, here: Floats, after: Floats) -> Points:
    """Where between its neighbours a peak is highest: a parabola through three values, -0.5 to 0.5."""
    bend = np.minimum(before + after - 2 * here, -1e-6)
    return np.asarray(np.clip((before - after) / (2 * bend), -0.5, 0.5), np.float64)
