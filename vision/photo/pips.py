"""Finds pips: dark round spots on a lighter face, when the size of the dice in the picture is roughly known.

Works on any grey picture in which a face is nearly square, whatever its rotation. It does not know what a die
shows (see `vision.photo.faces`); it only says where there is something that looks like a pip, and how much so.
"""

from __future__ import annotations

from math import hypot, pi
from typing import NamedTuple, cast

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
"""A picture: one channel, uint8, height x width."""
Contour = NDArray[np.int32]

WORK_EDGE = 48.0
"""Edge of a face in the working picture, pixels: a pip is then some ten pixels wide, enough for its shape."""

_HOLE = 0.40
"""Widest dark spot taken for a pip, edges: pips of d6 are 0.14 to 0.27 wide, blur draws them out."""
_NEIGHBOUR = 0.11
"""Spots nearer than this (edges) are cut at the depth of the deeper one."""
_RADII = (0.045, 0.165)
"""Smallest and largest radius of a pip, edges."""
_FAINTEST = 0.12
"""A pip is at least this share darker than the face around it."""
_TEXTURE = 100
"""More joined spots than this are a texture: six dice have at most a dozen."""
_MOST_OUTLINES = 5000
"""More dark spots than this are a fine texture, without pips: dice on woven cloth had up to 2200 in a picture."""
_BLACK = 24
"""Faces darker than this tone (0..255) are taken for this bright: in the dark, noise is not contrast."""


class Pip(NamedTuple):
    """A dark spot. `x`, `y` and `r` (the radius of the disc of equal area) are in pixels of the picture.

    `roundness` is the short axis over the long one (1 = a disc, as seen from above; side faces show flat
    ellipses), `solidity` the area over that of the convex hull, `contrast` the share (0..1) it is darker than
    the face, `clear` the share of the ring around it that is as light as the face, `tone` the face's own tone
    (0..255), `filled` the share of its inside that is dark (a letter o is not).
    """

    x: float
    y: float
    r: float
    roundness: float = 1.0
    solidity: float = 1.0
    contrast: float = 1.0
    clear: float = 1.0
    tone: float = 255.0
    filled: float = 1.0

    def scaled(self, factor: float) -> Pip:
        """The same pip in the picture resized by `factor` (a pixel's centre is its whole-numbered place)."""
        shift = 0.5 * factor - 0.5
        x, y = self.x * factor + shift, self.y * factor + shift
        return Pip(x, y, self.r * factor, *self[3:])


class _Spot(NamedTuple):
    """The shape of a spot: the first five measures of a pip."""

    x: float
    y: float
    r: float
    roundness: float
    solidity: float


def resized(image: Grey, zoom: float) -> Grey:
    """The picture (grey or BGR) at another scale: `zoom` pixels for one of its own."""
    while zoom < 0.5:
        image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        zoom *= 2.0
    size = (max(1, round(image.shape[1] * zoom)), max(1, round(image.shape[0] * zoom)))
    way = cv2.INTER_LINEAR if zoom < 1.0 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)


def pips_in(work: Grey, edge: float, faintest: float = _FAINTEST) -> list[Pip]:
    """Every pip-like spot in a grey picture in which a face's edge is about `edge` pixels (within 25 %).

    Best with an edge of 25 to 60 pixels, see `resized`. `faintest` is the least contrast. Finds nothing in a
    picture smaller than a pip.
    """
    smooth = cv2.GaussianBlur(work, (0, 0), edge / WORK_EDGE)
    # A closing fills every dark spot narrower than the hole with the tone around it.
    face = np.asarray(cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, _square(_HOLE * edge)), np.uint8)
    depth = np.asarray(cv2.subtract(face, smooth), np.uint8)
    peak = np.asarray(cv2.dilate(depth, _square(2 * _NEIGHBOUR * edge)), np.uint8)
    found = outlines(_mask(depth, peak, face, faintest))
    spots = _Measure(depth, edge).spots(found) if len(found) < _MOST_OUTLINES else []
    return _with_tones(spots, depth, peak, face)


def _square(width: float) -> NDArray[np.uint8]:
    odd = 2 * round(width / 2) + 1
    return np.ones((odd, odd), np.uint8)


def _mask(depth: Grey, peak: Grey, face: Grey, faintest: float) -> Grey:
    """A mask of the spots, each cut at half the depth of its deepest point: faint and deep pips alike keep
    their true size."""
    deep = cv2.compare(depth, cv2.convertScaleAbs(peak, alpha=0.5), cv2.CMP_GT)
    clear = cv2.compare(peak, cv2.convertScaleAbs(np.maximum(face, _BLACK), alpha=faintest), cv2.CMP_GT)
    return np.asarray(cv2.bitwise_and(deep, clear), np.uint8)


def outlines(mask: Grey) -> list[Contour]:
    """The outer outlines of all spots, also of those that lie in the holes of others."""
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    outer = [] if tree is None else np.asarray(tree)[0, :, 3].tolist()
    return [cast(Contour, line) for line, parent in zip(outlines, outer, strict=True) if parent < 0]


def _with_tones(spots: list[_Spot], depth: Grey, peak: Grey, face: Grey) -> list[Pip]:
    """The spots with what the tones in and around them tell, measured for all at once."""
    if not spots:
        return []
    middle = np.array([spot[:3] for spot in spots])
    x, y = np.rint(middle[:, 0]).astype(int), np.rint(middle[:, 1]).astype(int)
    tone = face[y, x].astype(float)
    contrast = peak[y, x] / np.maximum(tone, _BLACK)
    deepest = peak[y, x][:, None]
    clear = (_ring(depth, middle, 1.5 * middle[:, 2] + 0.5, 16) < 0.35 * deepest).mean(axis=1)
    inside = [
        _ring(depth, middle, share * middle[:, 2], count) for share, count in ((0.0, 1), (0.25, 4), (0.5, 7))
    ]
    filled = (np.hstack(inside) > 0.55 * deepest).mean(axis=1)
    tones = zip(contrast.tolist(), clear.tolist(), tone.tolist(), filled.tolist(), strict=True)
    return [Pip(*spot, *told) for spot, told in zip(spots, tones, strict=True)]


def _ring(picture: Grey, middle: NDArray[np.float64], r: NDArray[np.float64], count: int) -> Grey:
    """The tones at `count` places on a circle of radius `r` around each of some points: points x count."""
    turns = np.arange(count) * (2 * np.pi / count)
    x = np.rint(middle[:, :1] + r[:, None] * np.cos(turns)).astype(int).clip(0, picture.shape[1] - 1)
    y = np.rint(middle[:, 1:2] + r[:, None] * np.sin(turns)).astype(int).clip(0, picture.shape[0] - 1)
    return np.asarray(picture[y, x], np.uint8)


class _Measure:
    """Measures outlines of spots in a picture with a known edge of a face."""

    def __init__(self, depth: Grey, edge: float) -> None:
        self.depth = depth
        self.least, self.most = _RADII[0] * edge, _RADII[1] * edge

    def spots(self, outlines: list[Contour]) -> list[_Spot]:
        """The spots of outlines: several where blur has joined neighbours, none where nothing has a pip's size.

        Where very much is joined it is a texture, and nothing is parted.
        """
        found = [(outline, spot) for outline in outlines if (spot := self._whole(outline)) is not None]
        joined = [(outline, spot) for outline, spot in found if self._is_joined(spot)]
        if len(joined) > _TEXTURE:
            joined = []
        parted = {id(spot): self._parts(outline) for outline, spot in joined}
        spots = (parts if len(parts := parted.get(id(spot), [])) > 1 else [spot] for _, spot in found)
        return [spot for parts in spots for spot in parts if self._has_a_size(spot)]

    def _whole(self, outline: Contour) -> _Spot | None:
        """What an outline holds as one spot; None when it is far too small or too large."""
        # An outline has about six points for each pixel of its radius.
        if len(outline) < 4.5 * self.least:
            return None
        _, _, wide, high = cv2.boundingRect(outline)
        if max(wide, high) < 2 * self.least or min(wide, high) > 6 * self.most:
            return None
        return self._spot(outline)

    def _is_joined(self, spot: _Spot) -> bool:
        """Whether a spot could be several pips that blur has joined."""
        joined = spot.r > self.most or (spot.solidity < 0.9 and spot.roundness < 0.65)
        return joined and spot.r * spot.roundness**0.5 > 1.4 * self.least and spot.r < 2.2 * self.most

    def _has_a_size(self, spot: _Spot) -> bool:
        """Whether a spot is as large as a pip can be."""
        return self.least <= spot.r <= self.most

    def _parts(self, outline: Contour) -> list[_Spot]:
        """The spots that a joined outline falls into when it is cut deeper."""
        left, top, wide, high = cv2.boundingRect(outline)
        inside = np.zeros((high, wide), np.uint8)
        cv2.drawContours(inside, [outline], -1, 1, cv2.FILLED, offset=(-left, -top))
        here = self.depth[top : top + high, left : left + wide] * inside
        deepest = int(here.max())
        best: list[_Spot] = []
        for level in (0.65, 0.8, 0.9):
            mask = (here > level * deepest).astype(np.uint8)
            outlines = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(left, top))[0]
            found = [self._spot(cast(Contour, part)) for part in outlines if len(part) > 4.5 * self.least]
            spots = [spot for spot in found if spot is not None and self._has_a_size(spot)]
            best = max(best, spots, key=len)
        return best

    def _spot(self, outline: Contour) -> _Spot | None:
        """Position, size and shape from the moments of the convex hull: a glint may bite into a pip."""
        m = cv2.moments(cv2.convexHull(outline))
        area = m["m00"]
        if area < 1.0:
            return None
        spread = hypot(m["mu20"] - m["mu02"], 2 * m["mu11"])
        total = m["mu20"] + m["mu02"]
        roundness = (max(total - spread, 0.0) / (total + spread)) ** 0.5
        # The outline runs through the centres of the border pixels: half a pixel is missing all around.
        r = (area / pi) ** 0.5 + 0.5
        return _Spot(m["m10"] / area, m["m01"] / area, r, roundness, cv2.contourArea(outline) / area)
