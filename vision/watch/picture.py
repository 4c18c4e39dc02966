"""The small picture that is looked at in every frame, and how two of them are compared.

Not for reading dice: for seeing, in about a millisecond, where something is different.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image

Mask = NDArray[np.uint8]
"""0 and 1, height x width of the small picture."""
Grey = NDArray[np.uint8]
"""A small picture, height x width; with colours height x width x 3."""
Plane = NDArray[np.float32]
"""A coarse picture, height x width."""
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
_LEEWAY, _UNSURE, _MOST_LEEWAY = 0.02, 0.5, 0.06
"""Share of a pixel's own value by which it may differ: in steady light, more of it for a change of the light by 1.0,
and at most."""
_BURNT, _HIDDEN = 205, 40
"""From this value on something near is burnt out (pips make the mean of a face darker), and so much it may hide."""
_UNIT = 125.0
"""A change of light by 1.0 in whole numbers of a byte."""
SHADOWS_MOVE = (0.55, 1.8)
"""How much darker or brighter than the whole picture a patch of light may become: a shadow may come and go ..."""
SHADOWS_FALL = (0.55, 1.15)
"""... but on the background, which has none, it can only come."""
_SHADED = 0.87
"""A patch that has become darker than the whole picture by this share lies in a shadow."""


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
    """The small picture (BGR uint8, a little smoothed) and what is made of it when it is needed."""

    colours: Image

    @cached_property
    def grey(self) -> Grey:
        """The small picture in grey."""
        return np.asarray(cv2.cvtColor(self.colours, cv2.COLOR_BGR2GRAY), np.uint8)

    @cached_property
    def light(self) -> list[Plane]:
        """The coarse brightness."""
        return [_coarse(self.grey)]

    @cached_property
    def lights(self) -> list[Plane]:
        """The coarse blue, green and red."""
        return [_coarse(np.asarray(plane, np.uint8)) for plane in cv2.split(self.colours)]

    @cached_property
    def contrast(self) -> float:
        """How much the coarse brightness varies, as a share of its mean."""
        mean, deviation = cv2.meanStdDev(self.light[0])
        return float(deviation[0, 0] / (mean[0, 0] - _DARKNESS + 1))


def whole_picture(size: tuple[int, int], die: float | None = None) -> Field:
    """All of a picture of `size` (width, height); `die` is a die's edge in picture pixels, if known."""
    factor = _even(size[0] / _WIDTH)
    (_, width), (_, height) = (_span(np.array([0, length]), length, factor) for length in size)
    edge = die or size[0] * _DIE_WITHOUT_TRAY
    inside = np.zeros((height, width), np.uint8)
    # The outermost pixels have fewer neighbours to be smoothed with.
    inside[1:-1, 1:-1] = 1
    rim = np.ones((height, width), np.uint8)
    band = max(2, round(_BORDER * edge / factor))
    rim[band:-band, band:-band] = 0
    return Field((0, 0, width * factor, height * factor), factor, inside, rim, edge / factor)


def tray_field(size: tuple[int, int], corners: Corners) -> Field:
    """The tray whose felt has these corners, in a picture of `size` (width, height)."""
    px_per_mm = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).mean()) / FELT
    factor = _shrinking(px_per_mm * _MM_PER_PIXEL)
    outer = _grown(corners, _RIM[1] * px_per_mm)
    left, width = _span(outer[:, 0], size[0], factor)
    top, height = _span(outer[:, 1], size[1], factor)

    def mask(reach: float) -> Mask:
        polygon = np.round((_grown(corners, reach * px_per_mm) - (left, top)) / factor).astype(np.int32)
        picture = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(picture, polygon, (1,))
        return picture

    box = (left, top, left + width * factor, top + height * factor)
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
    return Glance(np.asarray(cv2.blur(small, (3, 3)), np.uint8))


def motion(now: Glance, before: Glance) -> Grey:
    """How much each small pixel differs from a moment ago, in picture values; see `difference`. Grey is enough."""
    return _apart(now.grey, before.grey, _lamp(now.light, before.light, SHADOWS_MOVE))


def difference(now: Glance, background: Glance) -> Grey:
    """How much each small pixel differs from the background in any colour, in picture values.

    The background is compared as it would look in the light of now. The light is what has changed in common: of
    the whole picture its colour (exposure and white balance), over patches larger than dice its brightness
    (flicker, drift and shadows). Medians find both, which neither dice nor a shadow's edge lead astray.
    """
    apart = _apart(now.colours, background.colours, _lamp(now.lights, background.lights, SHADOWS_FALL))
    blue, green, red = cv2.split(apart)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def without_shadows(now: Glance, background: Glance, differs: Mask) -> Image:
    """The colours of now, but where a shadow lies: there those of the background, in the light of now.

    The shadow of somebody who walks past would be a part of the background, and its going away a hand. Where now
    `differs` from the background by more than its light, something else has come, and nothing is known of its light.
    """
    whole, share = _shares(now.lights, background.lights)
    patches = cv2.medianBlur(np.clip(share, 0, 2 * _UNIT).astype(np.uint8), 5)
    shaded = cv2.inRange(patches, (SHADOWS_FALL[0] * _UNIT,), (_SHADED * _UNIT,))
    shaded = cv2.resize(shaded, now.grey.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    kept = (shaded > 0) & (differs == 0)
    colours = now.colours.copy()
    colours[kept] = np.clip(background.colours[kept] * np.array(whole), 0, 255).astype(np.uint8)
    return colours


@dataclass(frozen=True, eq=False)
class _Lamp:
    """A change of the light: `share` over the coarse picture, plane by plane, in units of `scale`; `leeway` is how
    well it is known, as a share of a pixel's value."""

    share: Grey
    scale: float
    leeway: float


def _apart(now: Grey, before: Grey, lamp: _Lamp) -> Grey:
    lit = cv2.multiply(before, cv2.resize(lamp.share, now.shape[1::-1]), scale=lamp.scale)
    # The light is never known exactly, and what is bright shows it most.
    apart = cv2.subtract(cv2.absdiff(now, lit), cv2.convertScaleAbs(lit, alpha=lamp.leeway))
    if lamp.leeway >= _MOST_LEEWAY:
        # Nobody knows how bright it was where it was burnt out, and the small picture mixes neighbours.
        burnt = cv2.dilate(before, np.ones((5, 5), np.uint8))
        apart = cv2.subtract(apart, cv2.threshold(burnt, _BURNT, _HIDDEN, cv2.THRESH_BINARY)[1])
    return np.asarray(apart, np.uint8)


def _lamp(now: list[Plane], before: list[Plane], bounds: tuple[float, float]) -> _Lamp:
    """The change of the light. `bounds`: how much darker and brighter than the whole picture's a patch may become."""
    whole, share = _shares(now, before)
    patches = np.clip(share, bounds[0] * _UNIT, bounds[1] * _UNIT).astype(np.uint8)
    patches = np.asarray(cv2.medianBlur(patches, 5), np.uint8)
    spread = float(cv2.meanStdDev(patches)[1][0, 0]) / _UNIT
    leeway = min(_LEEWAY + _UNSURE * (spread + max(abs(one - 1) for one in whole)), _MOST_LEEWAY)
    # Whole numbers are quicker; the brightest colour uses them to the full.
    most = max(whole)
    planes = (
        [cv2.convertScaleAbs(patches, alpha=one / most) for one in whole] if len(whole) > 1 else [patches]
    )
    return _Lamp(np.asarray(cv2.merge(planes), np.uint8), most / _UNIT, leeway)


def _shares(now: list[Plane], before: list[Plane]) -> tuple[list[float], Plane]:
    """How much brighter the whole picture has become, plane by plane, and each patch beside that, in _UNITs."""
    ratios = [one / other for one, other in zip(now, before, strict=True)]
    whole = [max(_median(ratio), 0.01) for ratio in ratios]
    # Numpy's ways along an axis take ten times as long as these sums.
    share = sum(
        ratio * np.float32(_UNIT / len(whole) / one) for ratio, one in zip(ratios, whole, strict=True)
    )
    return whole, np.asarray(share, np.float32)


def _median(values: Plane) -> float:
    some = values[::2, ::2].ravel()
    middle = some.size // 2
    return float(np.partition(some, middle)[middle])


def _coarse(plane: Grey) -> Plane:
    """The mean of each coarse square, never zero."""
    height, width = plane.shape
    # By two and by two again is much quicker than by four.
    half = cv2.resize(plane, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    coarse = cv2.resize(half, (width // _COARSE, height // _COARSE), interpolation=cv2.INTER_AREA)
    return coarse.astype(np.float32) + np.float32(_DARKNESS)


def _span(outer: NDArray[np.float64], size: int, factor: int) -> tuple[int, int]:
    """Where the small picture begins in the large one along one axis, and how many small pixels it has."""
    first, last = max(0, int(outer.min())), min(size, math.ceil(outer.max()))
    length = _whole(math.ceil((last - first) / factor))
    while length * factor > size:
        length -= _COARSE
    return min(first, size - length * factor), length


def _whole(length: int) -> int:
    """So many small pixels, or a few more, in whole squares of the coarse picture."""
    return max(_COARSE, -(-length // _COARSE) * _COARSE)


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
