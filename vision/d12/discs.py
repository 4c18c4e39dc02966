"""Things in a photograph that are as round as a d12: one colour or tone inside, another around them.

The outline of a d12 is a decagon or nearly so from wherever one looks; what colour it has, and what it lies on, may be
anything. So every channel is cut at many thresholds, and what stays a disc at several of them is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image

_Plane = NDArray[np.uint8]

_SIDE = 240
"""Photographs are looked at this large, pixels of the longer side."""
_THRESHOLDS = 14
_FLAT = 12
"""Channels with less contrast show nothing."""
_LEAST = 200.0
"""Smaller things are not looked at, pixels of the small picture."""
_FULL = 0.9
"""Share of its convex hull that it fills: numerals at the rim and shadows cut something off."""
_ROUND = (0.78, 0.97)
"""Share of the circle around it that the hull fills: a regular decagon 0.935, seen along an edge 0.8; a coin more."""
_LONG = 0.83
"""Its narrow side over its long one."""
_SAME = 0.2
"""Discs whose middles are nearer than this (radii) and whose radii are as near are the same."""
_CLOSE = 2.2
"""A disc is looked at again in a picture of so many of its radii around it."""
_MARGIN = 6
_GRAINS = (3, 9)
"""What is narrower than this, pixels, is taken away: shadows, strings, other dice that touch it."""


@dataclass(frozen=True)
class Disc:
    """A thing as round as a d12: its middle and radius (of a circle as large), pixels; at how many thresholds it was
    seen; and the share of the circle around it that it fills."""

    x: float
    y: float
    r: float
    seen: int
    fills: float


def discs_in(image: Image, most: int = 3) -> list[Disc]:
    """The discs of a photograph (BGR uint8), those seen most often first."""
    rough = _discs(image)[:most]
    return sorted((_closer(image, disc) for disc in rough), key=lambda disc: -disc.seen)


def _closer(image: Image, disc: Disc) -> Disc:
    """The same disc measured in a picture of it alone, where that is finer."""
    if max(image.shape[:2]) <= 2 * _SIDE or disc.r * 2 * _CLOSE > max(image.shape[:2]) / 2:
        return disc
    left, top = (max(0, round(at - _CLOSE * disc.r)) for at in (disc.x, disc.y))
    right, bottom = (round(at + _CLOSE * disc.r) + 1 for at in (disc.x, disc.y))
    for found in _discs(image[top:bottom, left:right]):
        moved = Disc(found.x + left, found.y + top, found.r, found.seen, found.fills)
        if _is_same(moved, disc):
            return moved
    return disc


def _discs(image: Image) -> list[Disc]:
    zoom = min(1.0, _SIDE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA) if zoom < 1 else image
    if min(small.shape[:2]) < 3 * _MARGIN:
        return []
    calm = cv2.GaussianBlur(small, (3, 3), 0)
    calm = cv2.copyMakeBorder(calm, _MARGIN, _MARGIN, _MARGIN, _MARGIN, cv2.BORDER_REPLICATE)
    found: list[Disc] = []
    for plane in _channels(np.asarray(calm, np.uint8)):
        for mask in _masks(plane):
            for disc in _round_parts(mask):
                _count(found, disc)
    return sorted((_placed(disc, zoom) for disc in found), key=lambda disc: -disc.seen)


def _placed(disc: Disc, zoom: float) -> Disc:
    x, y = ((at - _MARGIN + 0.5) / zoom - 0.5 for at in (disc.x, disc.y))
    return Disc(x, y, disc.r / zoom, disc.seen, disc.fills)


def _channels(image: Image) -> Iterator[_Plane]:
    """Lightness, two colours, saturation, the distance from the border's colour, the greatest and the least tone."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    yield from (np.asarray(one, np.uint8) for one in cv2.split(lab))
    yield np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2HSV)[..., 1], np.uint8)
    rim = np.concatenate([lab[: 2 * _MARGIN].reshape(-1, 3), lab[-2 * _MARGIN :].reshape(-1, 3)])
    off = (lab.astype(np.float32) - np.median(rim, axis=0)) * np.array([0.6, 1.3, 1.3])
    yield np.minimum(2 * np.linalg.norm(off, axis=2), 255).astype(np.uint8)
    yield np.asarray(image.max(axis=2), np.uint8)
    yield np.asarray(image.min(axis=2), np.uint8)


def _masks(plane: _Plane) -> Iterator[_Plane]:
    """What differs from the border, cut at many thresholds."""
    low, high = np.percentile(plane[::2, ::2], (1, 99))
    if high - low < _FLAT:
        return
    rim = float(np.median(np.concatenate([plane[0], plane[-1], plane[:, 0], plane[:, -1]])))
    for level in np.linspace(low, high, _THRESHOLDS + 2)[1:-1]:
        mask = (plane > level) if rim <= level else (plane <= level)
        closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        for grain in _GRAINS:
            opener = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (grain, grain))
            yield np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, opener), np.uint8)


def _round_parts(mask: _Plane) -> Iterator[Disc]:
    mask[[0, -1]] = 0
    mask[:, [0, -1]] = 0
    for outline in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        area = cv2.contourArea(outline)
        if area < _LEAST:
            continue
        hull = cv2.convexHull(outline)
        whole = cv2.contourArea(hull)
        wide, high = cv2.minAreaRect(hull)[1]
        fills = whole / (np.pi * cv2.minEnclosingCircle(hull)[1] ** 2)
        if (
            area < _FULL * whole
            or min(wide, high) < _LONG * max(wide, high)
            or not _ROUND[0] < fills < _ROUND[1]
        ):
            continue
        moments = cv2.moments(hull)
        x, y = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
        yield Disc(x, y, float(np.sqrt(whole / np.pi)), 1, float(fills))


def _count(found: list[Disc], disc: Disc) -> None:
    """Adds a disc, or counts it with one that is the same: the more regular one is kept."""
    for k, other in enumerate(found):
        if _is_same(disc, other):
            best = max(disc, other, key=lambda one: one.fills)
            found[k] = Disc(best.x, best.y, best.r, other.seen + 1, best.fills)
            return
    found.append(disc)


def _is_same(one: Disc, other: Disc) -> bool:
    near = np.hypot(one.x - other.x, one.y - other.y) < _SAME * other.r
    return bool(near and abs(one.r - other.r) < _SAME * other.r)
