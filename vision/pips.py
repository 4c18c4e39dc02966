"""Finds pips: dark round spots on a lighter face, when the size of the dice in the picture is known.

Works on any grey picture in which a face is nearly square, whatever its rotation. It does not know what a die
shows (see `vision.faces`); it only says where there is something that looks like a pip, and how much so.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
"""A picture: one channel, uint8, height x width."""
Depth = NDArray[np.float32]
"""How much darker than its face each pixel is, 0..1, height x width."""
Contour = NDArray[np.int32]

WORK_EDGE = 48.0
"""Edge of a face in the working picture, pixels: a pip is then some ten pixels wide, enough for its shape."""

_HOLE = 19
"""Widest dark spot taken for a pip, working pixels: pips of d6 are 0.14 to 0.27 edges across, and some are
drawn out by blur."""
_RADII = (0.045, 0.165)
"""Smallest and largest radius of a pip, in edges."""
_FAINTEST = 0.12
"""A pip is at least this share darker than the face around it."""


@dataclass(frozen=True)
class Pip:
    """A dark spot. `x`, `y` and `r` (the radius of the disc of equal area) are in pixels of the picture.

    `roundness` is the short axis over the long one (1 = a disc, as seen from above; side faces show flat
    ellipses), `solidity` the area over that of the convex hull, `contrast` the share (0..1) it is darker than
    the face.
    """

    x: float
    y: float
    r: float
    roundness: float = 1.0
    solidity: float = 1.0
    contrast: float = 1.0


def find_pips(grey: Grey, edge_px: float) -> list[Pip]:
    """Every pip-like spot in a grey picture in which a face's edge is about `edge_px` pixels (within 25 %).

    Raises ValueError when `edge_px` is not positive.
    """
    if edge_px <= 0:
        raise ValueError(f"the edge of a face must be more than 0 pixels, not {edge_px}")
    zoom = WORK_EDGE / edge_px
    work = to_work_scale(grey, zoom)
    depth = darkness(work)
    pips = [pip for contour in _spots(depth) for pip in _pips_of(contour, depth)]
    # A pixel's centre is its integer coordinate, in both pictures.
    return [_rescaled(pip, 1.0 / zoom) for pip in pips]


def to_work_scale(grey: Grey, zoom: float) -> Grey:
    """The picture at the working scale: `zoom` working pixels for one of its own."""
    size = (max(1, round(grey.shape[1] * zoom)), max(1, round(grey.shape[0] * zoom)))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC))


def darkness(work: Grey) -> Depth:
    """How much darker each pixel is than the brightest face it is a hole in: 0 (not at all) to 1 (black).

    A closing fills every dark spot that is narrower than `_HOLE` with the tone around it.
    """
    smooth = cv2.GaussianBlur(work, (0, 0), 1.0)
    filled = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, _disc(_HOLE))
    lit = np.maximum(filled.astype(np.float32), 24.0)  # in the dark, noise is not contrast
    return np.asarray((filled.astype(np.float32) - smooth) / lit, np.float32)


def _disc(width: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)), np.uint8)


def _spots(depth: Depth) -> list[Contour]:
    """Outlines of the spots, each cut at half the depth of its deepest point: faint and deep pips alike keep
    their true size."""
    peak = cv2.dilate(depth, _disc(11))
    mask = (depth > 0.5 * peak) & (peak > _FAINTEST)
    outlines = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    return [np.asarray(outline, np.int32) for outline in outlines]


def _pips_of(contour: Contour, depth: Depth) -> list[Pip]:
    """The pip of an outline; several where blur has joined neighbours; none where it has no pip's size."""
    pip = _measure(contour, depth, (0, 0))
    if pip is None:
        return []
    if pip.r > _RADII[1] * WORK_EDGE or (pip.solidity < 0.9 and pip.roundness < 0.65):
        parts = _parts(contour, depth)
        if len(parts) > 1:
            return parts
    return [pip] if _has_size_of_pip(pip) else []


def _has_size_of_pip(pip: Pip) -> bool:
    return _RADII[0] * WORK_EDGE <= pip.r <= _RADII[1] * WORK_EDGE


def _parts(contour: Contour, depth: Depth) -> list[Pip]:
    """The pips that a joined outline falls into when it is cut deeper."""
    left, top, wide, high = cv2.boundingRect(contour)
    inside = np.zeros((high, wide), np.uint8)
    cv2.drawContours(inside, [contour], -1, 1, cv2.FILLED, offset=(-left, -top))
    here = depth[top : top + high, left : left + wide] * inside
    best: list[Pip] = []
    for level in (0.65, 0.8, 0.9):
        mask = (here > level * here.max()).astype(np.uint8)
        outlines = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        measured = [_measure(np.asarray(outline, np.int32), depth, (left, top)) for outline in outlines]
        pips = [pip for pip in measured if pip is not None and _has_size_of_pip(pip)]
        if len(pips) > len(best):
            best = pips
    return best


def _measure(contour: Contour, depth: Depth, origin: tuple[int, int]) -> Pip | None:
    """Position, size and shape from the moments of the outline's convex hull: a glint may bite into a pip."""
    contour = contour + np.array(origin, np.int32)
    hull = cv2.convexHull(contour)
    m = cv2.moments(hull)
    if m["m00"] < 1.0:
        return None
    x, y = m["m10"] / m["m00"], m["m01"] / m["m00"]
    spread = np.hypot(m["mu20"] - m["mu02"], 2 * m["mu11"])
    total = m["mu20"] + m["mu02"]
    roundness = float(np.sqrt(max(total - spread, 0.0) / (total + spread)))
    left, top, wide, high = cv2.boundingRect(contour)
    deepest = float(depth[top : top + high, left : left + wide].max())
    # The outline runs through the centres of the border pixels: half a pixel is missing all around.
    r = float(np.sqrt(m["m00"] / np.pi)) + 0.5
    return Pip(x, y, r, roundness, cv2.contourArea(contour) / m["m00"], deepest)


def _rescaled(pip: Pip, factor: float) -> Pip:
    shift = 0.5 * factor - 0.5
    return Pip(
        pip.x * factor + shift,
        pip.y * factor + shift,
        pip.r * factor,
        pip.roundness,
        pip.solidity,
        pip.contrast,
    )
