"""What a straightened face shows: which of the nine places of its grid are dark.

This does not know which spots were found, only where the face lies: it is the second witness to the number. A
pip drowned in a glint still has a dark rim, and a crumb lies beside the grid.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube import EDGE, Points
from vision.layouts import LAYOUTS
from vision.tray_look import STEP, Look

_FACE = 6.75
"""Half the width of the part of the face that is looked at, mm: beyond it the edges are rounded."""
_MOSTLY = 0.985
_GREY = 0.25
"""What is darker than the face by less than this share is a part of it."""
_BORDER = 1.0
"""Shadows may lie on the border of that part, mm."""
_HOLE = 5.75
"""Widest pip, mm."""
_PLACE = 1.5
"""Radius of a place, mm: as large as a large pip, so that it covers any pip whose spread is not quite known."""
_SHARE = 0.9
"""How dark a place is: darker than this share of it."""
_CLEAN = 0.03
"""Places darker by less than this are without a pip: paint and noise."""
_PIP = 2.6
"""What lies within this distance of a pip's middle, mm, belongs to it."""
_BLACK = 24.0
"""Faces darker than this tone are taken for this bright: in the dark, noise is not contrast."""
SPREAD = EDGE / 4
"""Usual distance of outer pips from the middle lines, mm."""
_SPREADS = (3.4, 4.6)
"""Least and largest spread of pips on 16 mm dice, mm."""

_GRID = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
_DISC = np.array(
    [(0.0, 0.0)]
    + [
        (r * np.cos(a), r * np.sin(a))
        for r, n in ((0.35, 6), (0.7, 10), (1.0, 14))
        for a in 2 * np.pi * np.arange(n) / n
    ]
)


@dataclass(frozen=True, eq=False)
class Face:
    """The number that the tones show, and how clearly.

    All are shares (0..1): `faintest` is the darkness of the faintest pip, `typical` that of the usual one, `doubt`
    that of the darkest place without a pip, `stray` that of anything else on the face. `paper` is the tone of the
    face with its pips filled in, `white` the share of the face outside its pips that is as light as that.
    """

    value: int
    faintest: float
    typical: float
    doubt: float
    stray: float
    paper: float
    white: float


def face_in(look: Look, spread: float) -> Face:
    """The face in the middle of a look, its outer pips about `spread` mm from its middle lines."""
    dark, paper = _darkness(look)
    grid = _GRID * float(np.clip(spread, *_SPREADS))
    places = _places(dark, grid)
    value, pattern = _best_pattern(places)
    own, free = places[pattern], places[~pattern]
    rest = _rest(dark, grid[pattern])
    return Face(
        value,
        float(own.min()),
        float(np.sort(own)[len(own) // 2]),
        float(free.max()),
        float(np.partition(rest, int(_MOSTLY * rest.size))[int(_MOSTLY * rest.size)]),
        paper,
        float((rest < _GREY).mean()),
    )


def _darkness(look: Look) -> tuple[NDArray[np.float32], float]:
    """The share by which each pixel of the face is darker than the face around it, and the face's tone."""
    middle = look.patch.shape[0] // 2
    reach = round((EDGE / 2) / STEP)
    face = cv2.GaussianBlur(
        look.patch[middle - reach : middle + reach + 1, middle - reach : middle + reach + 1], (0, 0), 1.2
    )
    width = round(_HOLE / STEP)
    paper = cv2.morphologyEx(face, cv2.MORPH_CLOSE, np.ones((width, width), np.uint8))
    inset = reach - round(_FACE / STEP)
    inner = (slice(inset, -inset), slice(inset, -inset))
    bright = np.maximum(paper[inner], _BLACK).astype(np.float32)
    dark = (bright - face[inner]) / bright
    return np.maximum(dark, 0.0), float(paper[inner].mean())


def _places(dark: NDArray[np.float32], grid: Points) -> Points:
    """How dark each of the nine places is."""
    points = grid[:, None] + _DISC * _PLACE
    cell = np.rint((points + _FACE) / STEP).astype(np.intp)
    cell = np.clip(cell, 0, len(dark) - 1)
    tones = np.sort(dark[cell[..., 1], cell[..., 0]], axis=1)
    return np.asarray(tones[:, int(_SHARE * tones.shape[1])], np.float64)


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


_VALUES = tuple(value for value, _ in _patterns())
_PATTERNS = np.array([pattern for _, pattern in _patterns()])


def _best_pattern(places: Points) -> tuple[int, NDArray[np.bool_]]:
    """The number (and its places) whose pips stand out most from the other places."""
    faintest = np.where(_PATTERNS, places, np.inf).min(axis=1)
    darkest = np.where(_PATTERNS, _CLEAN, places).max(axis=1)
    best = int((faintest / np.maximum(darkest, _CLEAN)).argmax())
    return _VALUES[best], _PATTERNS[best]


def _rest(dark: NDArray[np.float32], pips: Points) -> NDArray[np.float32]:
    """The darkness of the face outside its pips."""
    rest = dark.copy()
    for x, y in np.rint((pips + _FACE) / STEP).astype(int).tolist():
        cv2.circle(rest, (x, y), round(_PIP / STEP), -1.0, cv2.FILLED)
    border = round(_BORDER / STEP)
    inner = rest[border:-border, border:-border]
    return np.asarray(inner[inner >= 0], np.float32)
