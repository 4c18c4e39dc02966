"""The felt's part of a picture, prepared for looking at dice: tones, what is light, and small dark spots."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.tray.cells import median_of, shrunk
from vision.tray.cube import Points
from vision.tray.pose import TrayView
from vision.tray.spots import HALO, spots_in, square
from vision.tray.strip import BLOCK, strip_of
from vision.tray.window import Plane, Window

_PIP = 5.5
"""Widest pip, mm: those of 16 mm dice have 2.2 to 4.4."""
_FELT_CELL = 4
_FELT_WINDOW = 7
"""The felt's tone is the median of this many by this many cells of that many blocks: 56 mm wide."""

_COLOURS = np.ones((1, 3), np.uint8)
_CROSS = np.array([(0, 1, 0), (1, 1, 1), (0, 1, 0)], np.uint8)


@dataclass(frozen=True, eq=False)
class Scene:
    """What a picture shows of the tray.

    `image` is the picture; `full` is the tone of its part in the window; the other planes are as large as
    `window` says, but `felt` has a pixel for each block only. The tone of a pixel is the least of its three colours:
    white is light in all of them, felt and wood are not. `felt` is the tone of the felt around, `face` the tone with
    pips filled in (0 where nothing is light), `light` is 255 where that is much lighter than the felt. `spots` holds
    x, y (mm) and strength (share of darkness) of each dark spot on something light: N x 3.
    """

    window: Window
    image: Image
    full: Plane
    tone: Plane
    felt: Plane
    face: Plane
    light: Plane
    spots: Points

    @property
    def view(self) -> TrayView:
        """Where the tray is in the picture."""
        return self.window.view

    def colour(self, left: int, top: int, wide: int, high: int) -> Image:
        """The picture's part that a box of the planes shows."""
        zoom, origin = self.window.zoom, self.window.origin
        first = [int(at / zoom) + start for at, start in zip((left, top), origin, strict=True)]
        last = [int(at / zoom) + start for at, start in zip((left + wide, top + high), origin, strict=True)]
        return np.asarray(self.image[first[1] : last[1] + 1, first[0] : last[0] + 1], np.uint8)

    def at(self, plane: Plane, points: Points) -> NDArray[np.uint8]:
        """The values of `tone`, `felt`, `face` or `light` at points (any shape x 2, mm)."""
        places = self.window.seen(points) + 0.5
        high, wide = plane.shape
        if plane is self.felt:
            places = places / BLOCK
        column = np.minimum(np.maximum(places[..., 0], 0), wide - 1).astype(np.intp)
        row = np.minimum(np.maximum(places[..., 1], 0), high - 1).astype(np.intp)
        return np.asarray(plane.ravel().take(row * wide + column), np.uint8)


def scene_of(image: Image, window: Window) -> Scene:
    """The scene in a picture whose tray has been found."""
    left, top, right, bottom = window.box
    full = _tone(image[top:bottom, left:right])
    tone = full if window.zoom == 1.0 else _smaller(full, window.size)
    blocks = shrunk(tone, BLOCK)
    felt = _felt(blocks)
    strip = strip_of(_light_blocks(blocks, felt), round(HALO * window.scale) + 2, _shape(tone))
    if strip is None:
        return Scene(
            window, image, full, tone, felt, np.zeros_like(tone), np.zeros_like(tone), np.zeros((0, 3))
        )
    own = strip.cut(tone)
    # A closing takes the lightest of what it sees: without the blur, noise in the dark would look light.
    face = np.asarray(
        cv2.morphologyEx(cv2.blur(own, (3, 3)), cv2.MORPH_CLOSE, square(_PIP * window.scale)), np.uint8
    )
    light = np.asarray(cv2.compare(face, strip.cut_blocks(_limit(felt)), cv2.CMP_GT), np.uint8)
    spots = spots_in(own, face, light, strip, window.scale)
    spots[:, :2] = window.places(spots[:, :2])
    return Scene(window, image, full, tone, felt, strip.spread(face), strip.spread(light), spots)


def _shape(plane: Plane) -> tuple[int, int]:
    return plane.shape[0], plane.shape[1]


def _limit(felt: Plane) -> Plane:
    """The tone from which on something is much lighter than the felt."""
    return np.asarray(cv2.convertScaleAbs(felt, alpha=1.35, beta=16), np.uint8)


def _light_blocks(blocks: Plane, felt: Plane) -> Plane:
    """The blocks that may be parts of something light, as large as a die: 1 there."""
    face = cv2.morphologyEx(blocks, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    light = cv2.compare(face, _limit(felt), cv2.CMP_GT)
    # A cross leaves the corners of dice, however they are turned, but for a block.
    return np.asarray(cv2.morphologyEx(light, cv2.MORPH_OPEN, _CROSS), np.uint8)


def _tone(image: Image) -> Plane:
    # Of each three bytes in a row the least; every third of these is a pixel's. Four times as fast as splitting the
    # colours first.
    least = cv2.erode(image.reshape(len(image), -1), _COLOURS, anchor=(0, 0))
    return np.ascontiguousarray(least[:, ::3], np.uint8)


def _smaller(plane: Plane, size: tuple[int, int]) -> Plane:
    return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.uint8)


def _felt(blocks: Plane) -> Plane:
    """The tone of the felt around each block."""
    high, wide = _shape(blocks)
    size = (max(1, wide // _FELT_CELL), max(1, high // _FELT_CELL))
    small = np.asarray(cv2.resize(blocks, size, interpolation=cv2.INTER_AREA), np.uint8)
    # Nothing lies in more than half of a whole tray: what is much lighter than most of it is no felt.
    usual = median_of(small)
    middle = np.minimum(cv2.medianBlur(small, _FELT_WINDOW), np.uint8(min(255.0, 1.6 * usual + 12)))
    return np.asarray(cv2.resize(middle, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)
