"""The small picture that is looked at in every frame, and how two of them are compared.

Not for reading dice: for seeing, in about a millisecond, where something is different.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image

Mask = NDArray[np.uint8]
"""0 and 1, height x width of the small picture."""
Corners = NDArray[np.float64]
"""The felt's corners in picture pixels, 4 x 2: top left, top right, bottom right, bottom left."""

FELT = 260.0
"""Millimetres."""
_DIE = 16.0
_MM_PER_PIXEL = 1.6
"""Of the small picture of a tray: a die is about ten pixels."""
_WIDTH = 320
"""Of the small picture without a tray: at most about so many pixels."""
_DIE_WITHOUT_TRAY = 1 / 22
"""Of the picture's width: a die's edge, until dice have been seen."""
_BORDER = 0.3
"""Die edges: without a tray, this strip along the picture's border is what a hand has to cross."""
_REACH = 5.0
"""A die's top face at the wall is seen so far outside the felt (16 mm up, 130 from the middle, 490 below)."""
_RIM = (9.0, 26.0)
"""Where the rim is seen, in millimetres outside the felt: a hand crosses it, resting dice never do."""
_COARSE = 4
"""The light is judged on squares of so many small pixels, a third of a die."""
_DARKNESS = 8.0
"""Added to picture values before dividing, so that noise in the dark makes no light."""
_LEEWAY = 0.06
"""Share of a pixel's own value by which it may differ."""
SHADOWS_MOVE = (0.55, 1.8)
"""How much darker or brighter than the whole picture a patch of light may become: a shadow may come and go ..."""
SHADOWS_FALL = (0.55, 1.15)
"""... but on the background, which has none, it can only come."""


@dataclass(frozen=True, eq=False)
class Field:
    """What part of the picture is watched.

    `box` is left, top, right, bottom in picture pixels; `factor` picture pixels make one small pixel.
    `inside` is where dice may lie, `rim` where only a hand can be. `die` is a die's edge in small pixels.
    """

    box: tuple[int, int, int, int]
    factor: int
    inside: Mask
    rim: Mask
    die: float
    corners: Corners | None = None

    def shrink(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Picture pixels (n x 2) as pixels of the small picture."""
        return (points - self.box[:2]) / self.factor


@dataclass(frozen=True, eq=False)
class Glance:
    """The small picture (BGR uint8, a little smoothed) and its coarse brightness (float32, not zero)."""

    colours: Image
    light: NDArray[np.float32]


def whole_picture(size: tuple[int, int], die: float | None = None) -> Field:
    """All of a picture of `size` (width, height); `die` is a die's edge in picture pixels, if known."""
    factor = _even(size[0] / _WIDTH)
    width, height = size[0] // factor, size[1] // factor
    edge = die or size[0] * _DIE_WITHOUT_TRAY
    inside = np.ones((height, width), np.uint8)
    rim = np.ones((height, width), np.uint8)
    band = max(2, round(_BORDER * edge / factor))
    rim[band:-band, band:-band] = 0
    return Field((0, 0, width * factor, height * factor), factor, inside, rim, edge / factor)


def tray_field(size: tuple[int, int], corners: Corners) -> Field:
    """The tray whose felt has these corners, in a picture of `size` (width, height)."""
    px_per_mm = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).mean()) / FELT
    factor = _shrinking(px_per_mm * _MM_PER_PIXEL)
    outer = _grown(corners, _RIM[1] * px_per_mm)
    left, top = np.clip(outer.min(axis=0), 0, None).astype(int)
    right, bottom = np.minimum(np.ceil(outer.max(axis=0)), size).astype(int)
    width, height = (right - left) // factor, (bottom - top) // factor

    def mask(reach: float) -> Mask:
        polygon = np.round((_grown(corners, reach * px_per_mm) - (left, top)) / factor).astype(np.int32)
        picture = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(picture, polygon, (1,))
        return picture

    box = (int(left), int(top), int(left + width * factor), int(top + height * factor))
    rim = mask(_RIM[1]) - mask(_RIM[0])
    return Field(box, factor, mask(_REACH), rim, _DIE * px_per_mm / factor, corners)


def glance(image: Image, field: Field) -> Glance:
    """The small picture of `image` (BGR)."""
    left, top, right, bottom = field.box
    height, width = field.inside.shape
    # With an even factor, linear interpolation is the mean of the four middle pixels: quick, little noise.
    # With an odd one it would be a single pixel.
    way = cv2.INTER_AREA if field.factor % 2 else cv2.INTER_LINEAR
    small = cv2.resize(image[top:bottom, left:right], (width, height), interpolation=way)
    colours = cv2.blur(small, (3, 3))
    grey = cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY)
    coarse = cv2.resize(grey, _coarse(width, height), interpolation=cv2.INTER_AREA)
    return Glance(np.asarray(colours, np.uint8), coarse.astype(np.float32) + _DARKNESS)


def difference(now: Glance, before: Glance, light: tuple[float, float]) -> NDArray[np.uint8]:
    """How much each small pixel differs, in picture values, once `before` is shown in the light of `now`.

    The light is what has changed in common over patches larger than dice: flicker, drift and shadows go with
    it, things do not. A median finds it, which neither dice nor a shadow's edge lead astray. `light` bounds it:
    how much darker and brighter than the whole picture's a patch's light may become.
    """
    ratio = now.light / before.light
    whole = max(float(np.median(ratio)), 0.01)
    patches = np.clip(ratio / whole, *light)
    patches = cv2.medianBlur((patches * 125).astype(np.uint8), 5).astype(np.float32) * (whole / 125)
    height, width = now.colours.shape[:2]
    lamp = cv2.resize(patches, (width, height), interpolation=cv2.INTER_LINEAR)
    lit = cv2.multiply(before.colours, cv2.merge([lamp, lamp, lamp]), dtype=cv2.CV_8U)
    # The light is never known exactly, and what is bright shows it most.
    apart = cv2.subtract(cv2.absdiff(now.colours, lit), cv2.convertScaleAbs(lit, alpha=_LEEWAY))
    blue, green, red = cv2.split(apart)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _coarse(width: int, height: int) -> tuple[int, int]:
    return max(1, width // _COARSE), max(1, height // _COARSE)


def _shrinking(wanted: float) -> int:
    """A factor near the wanted one: even, but for the large step between 2 and 4."""
    return 3 if 2 < wanted <= 3 else _even(wanted)


def _even(wanted: float) -> int:
    return max(2, 2 * round(wanted / 2))


def _grown(corners: Corners, reach: float) -> Corners:
    """The felt's outline moved outwards by `reach` pixels on all sides."""
    right, down = corners[1] - corners[0], corners[3] - corners[0]
    across, along = right / np.linalg.norm(right), down / np.linalg.norm(down)
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    return np.asarray(corners + reach * (signs[:, :1] * across + signs[:, 1:] * along))
