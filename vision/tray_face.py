"""What a straightened face shows: which of the nine places of its grid are dark.

This does not know which spots were found, only where the face lies: it is the second witness to the number. A
pip drowned in a glint still has a dark rim, and a crumb lies beside the grid.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube import EDGE, Points
from vision.layouts import LAYOUTS
from vision.tray_edges import STEP, Floats
from vision.tray_look import REACH, Looks

_FACE = 6.75
"""Half the width of the part of the face that is looked at, mm: beyond it the edges are rounded."""
_MOSTLY = 0.985
_GREY = 0.25
"""What is darker than the face by less than this share is a part of it."""
_BORDER = round(1.0 / STEP)
"""Shadows may lie on the border of that part, pixels."""
_HOLE = 5.75
"""Widest pip, mm."""
_PLACE = 1.5
"""Radius of a place, mm: as large as a large pip, so that it covers any pip whose spread is not quite known."""
_SHARE = 0.9
"""How dark a place is: darker than this share of it."""
_CLEAN = 0.03
"""Places darker by less than this are without a pip: paint and noise."""
_OF_PIP = round(2.6 / STEP)
"""What lies within this distance of a pip's middle, pixels, belongs to it."""
_BLACK = 24.0
"""Faces darker than this tone are taken for this bright: in the dark, noise is not contrast."""
SPREAD = EDGE / 4
"""Usual distance of outer pips from the middle lines, mm."""
_SPREADS = (3.4, 4.6)
"""Least and largest spread of pips on 16 mm dice, mm."""

_MIDDLE, _HALF, _INSET = (round(mm / STEP) for mm in (REACH, EDGE / 2, EDGE / 2 - _FACE))
_PART = slice(_MIDDLE - _HALF, _MIDDLE + _HALF + 1)
"""The face in a patch, and in that what is looked at."""
_INNER = slice(_INSET, -_INSET)
_WIDTH = 2 * (_HALF - _INSET) + 1
_WIDEST = np.ones((round(_HOLE / STEP), round(_HOLE / STEP)), np.uint8)
_GRID = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
_DISC = np.array(
    [(0.0, 0.0)]
    + [
        (r * np.cos(a), r * np.sin(a))
        for r, n in ((0.35, 6), (0.7, 10), (1.0, 14))
        for a in 2 * np.pi * np.arange(n) / n
    ]
)


_AROUND = np.array([(x, y) for y in np.arange(-5, 6) * 0.4 for x in np.arange(-5, 6) * 0.4])
"""Where the middle of a pip is looked for around its place, mm."""
_CORE = 0.5
"""What is darker than this share of a pip's darkest pixel counts for where its middle is."""


@dataclass(frozen=True, eq=False)
class Faces:
    """The numbers that the tones of N faces show (`value`), and how clearly.

    All others are N shares (0..1): `faintest` is the darkness of the faintest pip, `typical` that of the usual one,
    `doubt` that of the darkest place without a pip, `stray` that of anything else on the face. `paper` is the tone of
    the face with its pips filled in, `white` the share of the face outside its pips that is as light as that.
    `apart` is how far the middle of a pip lies from its place, mm, of the pip that is farthest.
    """

    value: NDArray[np.intp]
    faintest: Points
    typical: Points
    doubt: Points
    stray: Points
    paper: Points
    white: Points
    apart: Points

    def only(self, which: NDArray[np.bool_]) -> Faces:
        """Some of the faces."""
        return Faces(*(getattr(self, part.name)[which] for part in fields(self)))


def faces_in(looks: Looks, spreads: Points) -> Faces:
    """The faces in the middles of looks, their outer pips about `spreads` (N, mm) from their middle lines."""
    dark, paper = _darkness(looks.patch)
    grid = _GRID * np.clip(spreads, *_SPREADS)[:, None, None]
    places = _places(dark, grid)
    best = _best_patterns(places)
    pattern = _PATTERNS[best]
    own = np.sort(np.where(pattern, places, np.inf), axis=1)
    usual = np.take_along_axis(own, pattern.sum(axis=1, keepdims=True) // 2, axis=1)[:, 0]
    doubt = np.where(pattern, 0.0, places).max(axis=1)
    cells = np.rint((grid + _FACE) / STEP).astype(np.intp)
    rests = [_rest(one, cell[own].tolist()) for one, cell, own in zip(dark, cells, pattern, strict=True)]
    stray, white = np.array(rests, np.float64).reshape(-1, 2).T
    return Faces(_VALUES[best], own[:, 0], usual, doubt, stray, paper, white, _apart(dark, grid, pattern))


def _darkness(patches: NDArray[np.uint8]) -> tuple[Floats, Points]:
    """The share by which each pixel of the faces is darker than the face around it (N x width x width), and the
    faces' tones (N)."""
    face = np.empty((len(patches), _WIDTH, _WIDTH), np.uint8)
    paper = np.empty_like(face)
    for k, patch in enumerate(patches):
        calm = cv2.GaussianBlur(patch[_PART, _PART], (0, 0), 1.2)
        face[k] = calm[_INNER, _INNER]
        paper[k] = cv2.morphologyEx(calm, cv2.MORPH_CLOSE, _WIDEST)[_INNER, _INNER]
    bright = np.maximum(paper, _BLACK).astype(np.float32)
    return np.maximum((bright - face) / bright, np.float32(0)), paper.mean(axis=(1, 2))


def _places(dark: Floats, grid: Points) -> Points:
    """How dark each of the nine places (N x 9 x 2, mm) of faces is: N x 9."""
    cell = np.rint((grid[:, :, None] + (_DISC * _PLACE + _FACE)) / STEP).astype(np.intp)
    cell = np.minimum(np.maximum(cell, 0), dark.shape[1] - 1)
    tones = np.sort(dark[np.arange(len(dark))[:, None, None], cell[..., 1], cell[..., 0]], axis=2)
    return np.asarray(tones[..., int(_SHARE * tones.shape[2])], np.float64)


def _apart(dark: Floats, grid: Points, pattern: NDArray[np.bool_]) -> Points:
    """How far the middle of the dark at each place with a pip lies from that place, mm, at most: N."""
    cell = np.rint((grid[:, :, None] + (_AROUND + _FACE)) / STEP).astype(np.intp)
    inside = ((cell >= 0) & (cell < dark.shape[1])).all(axis=3)
    cell = np.minimum(np.maximum(cell, 0), dark.shape[1] - 1)
    tones = dark[np.arange(len(dark))[:, None, None], cell[..., 1], cell[..., 0]] * inside
    weight = np.maximum(tones - _CORE * tones.max(axis=2, keepdims=True), 0.0)
    middle = weight @ _AROUND / np.maximum(weight.sum(axis=2), 1e-6)[..., None]
    return np.asarray(np.where(pattern, np.hypot(middle[..., 0], middle[..., 1]), 0.0).max(axis=1))


def _patterns() -> list[tuple[int, NDArray[np.bool_]]]:
    """Every value with its places; those that a quarter turn changes are there twice."""
    found = []
    for value, layout in LAYOUTS.items():
        way = np.zeros((3, 3), np.bool_)
        for x, y in layout:
            way[y + 1, x + 1] = True
        turned = [way] if value in (1, 4, 5) else [way, np.rot90(way)]
        found += [(value, one.ravel()) for one in turned]
    return found


_VALUES = np.array([value for value, _ in _patterns()])
_PATTERNS = np.array([pattern for _, pattern in _patterns()])


def _best_patterns(places: Points) -> NDArray[np.intp]:
    """The pattern of each face whose pips stand out most from the other places (N x 9): N."""
    faintest = np.where(_PATTERNS, places[:, None], np.inf).min(axis=2)
    darkest = np.where(_PATTERNS, _CLEAN, places[:, None]).max(axis=2)
    return np.asarray((faintest / np.maximum(darkest, _CLEAN)).argmax(axis=1))


def _rest(dark: Floats, pips: list[list[int]]) -> tuple[float, float]:
    """How dark other things on a face are than its pips (pixels), and how much of it outside of them is light."""
    rest = dark.copy()
    for x, y in pips:
        cv2.circle(rest, (x, y), _OF_PIP, -1.0, cv2.FILLED)
    inner = rest[_BORDER:-_BORDER, _BORDER:-_BORDER]
    outside = inner[inner >= 0]
    rank = int(_MOSTLY * outside.size)
    return float(np.partition(outside, rank)[rank]), np.count_nonzero(outside < _GREY) / outside.size
