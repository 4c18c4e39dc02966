"""Finds pips: dark round spots on a lighter face, when the size of the dice in the picture is roughly known.

Works on any grey picture in which a face is nearly square, whatever its rotation. It does not know what a die
shows (see `vision.faces`); it only says where there is something that looks like a pip, and how much so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
_BLACK = 24
"""Faces darker than this tone (0..255) are taken for this bright: in the dark, noise is not contrast."""


@dataclass(frozen=True)
class Pip:
    """A dark spot. `x`, `y` and `r` (the radius of the disc of equal area) are in pixels of the picture.

    `roundness` is the short axis over the long one (1 = a disc, as seen from above; side faces show flat
    ellipses), `solidity` the area over that of the convex hull, `contrast` the share (0..1) it is darker than
    the face, `clear` the share of the ring around it that is as light as the face, `tone` the face's own tone
    (0..255).
    """

    x: float
    y: float
    r: float
    roundness: float = 1.0
    solidity: float = 1.0
    contrast: float = 1.0
    clear: float = 1.0
    tone: float = 255.0

    def scaled(self, factor: float) -> Pip:
        """The same pip in the picture resized by `factor` (a pixel's centre is its whole-numbered place)."""
        shift = 0.5 * factor - 0.5
        x, y = self.x * factor + shift, self.y * factor + shift
        return Pip(x, y, self.r * factor, self.roundness, self.solidity, self.contrast, self.clear, self.tone)


def find_pips(grey: Grey, edge_px: float) -> list[Pip]:
    """Every pip-like spot in a grey picture in which a face's edge is about `edge_px` pixels (within 25 %).

    Raises ValueError when `edge_px` is not positive.
    """
    if edge_px <= 0:
        raise ValueError(f"the edge of a face must be more than 0 pixels, not {edge_px}")
    zoom = WORK_EDGE / edge_px
    return [pip.scaled(1.0 / zoom) for pip in pips_in(resized(grey, zoom), WORK_EDGE)]


def resized(grey: Grey, zoom: float) -> Grey:
    """The picture at another scale: `zoom` pixels for one of its own."""
    size = (max(1, round(grey.shape[1] * zoom)), max(1, round(grey.shape[0] * zoom)))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC))


def pips_in(work: Grey, edge: float, faintest: float = _FAINTEST) -> list[Pip]:
    """As `find_pips`, in the picture as it is (best with an edge of 25 to 60); `faintest` is a contrast."""
    smooth = cv2.GaussianBlur(work, (0, 0), edge / WORK_EDGE)
    # A closing fills every dark spot narrower than the hole with the tone around it.
    face = np.asarray(cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, _square(_HOLE * edge)), np.uint8)
    depth = np.asarray(cv2.subtract(face, smooth), np.uint8)
    scene = _Spots(depth, face, edge)
    pips = [
        pip for outline in _outlines(_spots(depth, face, edge, faintest)) for pip in scene.pips_of(outline)
    ]
    return _with_rings(pips, depth, face)


def _square(width: float) -> NDArray[np.uint8]:
    odd = 2 * round(width / 2) + 1
    return np.ones((odd, odd), np.uint8)


def _spots(depth: Grey, face: Grey, edge: float, faintest: float) -> Grey:
    """A mask of the spots, each cut at half the depth of its deepest point: faint and deep pips alike keep
    their true size."""
    peak = cv2.dilate(depth, _square(2 * _NEIGHBOUR * edge))
    deep = cv2.compare(depth, cv2.convertScaleAbs(peak, alpha=0.5), cv2.CMP_GT)
    clear = cv2.compare(peak, cv2.convertScaleAbs(np.maximum(face, _BLACK), alpha=faintest), cv2.CMP_GT)
    return np.asarray(cv2.bitwise_and(deep, clear), np.uint8)


def _outlines(mask: Grey) -> list[Contour]:
    """The outer outlines of all spots, also of those that lie in the holes of others."""
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    outer = [] if tree is None else np.asarray(tree)[0, :, 3].tolist()
    return [np.asarray(line, np.int32) for line, parent in zip(outlines, outer, strict=True) if parent < 0]


def _with_rings(pips: list[Pip], depth: Grey, face: Grey) -> list[Pip]:
    """The pips with `clear` and `tone` measured."""
    if not pips:
        return []
    turns = np.arange(16) * (np.pi / 8)
    r = np.array([pip.r for pip in pips])[:, None] * 1.5 + 0.5
    x = np.rint(np.array([pip.x for pip in pips])[:, None] + r * np.cos(turns)).astype(int)
    y = np.rint(np.array([pip.y for pip in pips])[:, None] + r * np.sin(turns)).astype(int)
    ring = depth[np.clip(y, 0, depth.shape[0] - 1), np.clip(x, 0, depth.shape[1] - 1)]
    tone = face[[int(pip.y) for pip in pips], [int(pip.x) for pip in pips]].astype(float)
    limit = 0.35 * np.array([pip.contrast for pip in pips]) * np.maximum(tone, _BLACK)
    clear = (ring < limit[:, None]).mean(axis=1)
    return [
        Pip(pip.x, pip.y, pip.r, pip.roundness, pip.solidity, pip.contrast, *measured)
        for pip, *measured in zip(pips, clear.tolist(), tone.tolist(), strict=True)
    ]


class _Spots:
    """Measures outlines of spots in a picture with a known edge of a face."""

    def __init__(self, depth: Grey, face: Grey, edge: float) -> None:
        self.depth = depth
        self.face = face
        self.least, self.most = _RADII[0] * edge, _RADII[1] * edge

    def pips_of(self, outline: Contour) -> list[Pip]:
        """The pip of an outline; several where blur has joined neighbours; none if it has no pip's size."""
        box = cv2.boundingRect(outline)
        short, long = sorted(box[2:])
        if long < 2 * self.least or short < 1.2 * self.least or short > 6 * self.most:
            return []
        pip = self._measured(outline)
        if pip is None:
            return []
        joined = pip.r > self.most or (pip.solidity < 0.9 and pip.roundness < 0.65)
        if joined and pip.r < 2.2 * self.most and pip.contrast > 2 * _FAINTEST:
            parts = self._parts(outline, box)
            if len(parts) > 1:
                return parts
        return [pip] if self.least <= pip.r <= self.most else []

    def _parts(self, outline: Contour, box: Sequence[int]) -> list[Pip]:
        """The pips that a joined outline falls into when it is cut deeper."""
        left, top, wide, high = box
        inside = np.zeros((high, wide), np.uint8)
        cv2.drawContours(inside, [outline], -1, 1, cv2.FILLED, offset=(-left, -top))
        here = self.depth[top : top + high, left : left + wide] * inside
        best: list[Pip] = []
        for level in (0.65, 0.8, 0.9):
            mask = (here > level * here.max()).astype(np.uint8)
            outlines = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(left, top))[0]
            measured = [self._measured(np.asarray(part, np.int32)) for part in outlines]
            pips = [pip for pip in measured if pip is not None and self.least <= pip.r <= self.most]
            best = max(best, pips, key=len)
        return best

    def _measured(self, outline: Contour) -> Pip | None:
        """Position, size and shape from the moments of the convex hull: a glint may bite into a pip."""
        m = cv2.moments(cv2.convexHull(outline))
        if m["m00"] < 1.0:
            return None
        x, y = m["m10"] / m["m00"], m["m01"] / m["m00"]
        spread = float(np.hypot(m["mu20"] - m["mu02"], 2 * m["mu11"]))
        total = m["mu20"] + m["mu02"]
        roundness = (max(total - spread, 0.0) / (total + spread)) ** 0.5
        # The outline runs through the centres of the border pixels: half a pixel is missing all around.
        r = (m["m00"] / np.pi) ** 0.5 + 0.5
        return Pip(x, y, r, roundness, cv2.contourArea(outline) / m["m00"], self._contrast(outline))

    def _contrast(self, outline: Contour) -> float:
        left, top, wide, high = cv2.boundingRect(outline)
        window = (slice(top, top + high), slice(left, left + wide))
        return float(self.depth[window].max()) / max(float(self.face[window].max()), _BLACK)
