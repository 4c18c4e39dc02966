"""What a straightened face shows: which of the nine places of its grid are dark.

This does not know which spots were found, only where the face lies: it is the second witness to the number. A
pip drowned in a glint still has a dark rim, and a crumb lies beside the grid.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layouts import LAYOUTS
from vision.tray.cube import EDGE, Points
from vision.tray.edges import STEP, Floats
from vision.tray.look import REACH, Looks

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
GRID = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
"""The nine places, in spreads from the middle."""
_BLUR = 4
"""The blur reaches so far, pixels."""
_BLURRED = slice(_PART.start - _BLUR, _PART.stop + _BLUR)
_PAD = 3
"""Discs around pips may reach so far beyond the part that is looked at, pixels."""
_SIDE = _WIDTH + 2 * _PAD


def _around(reach: int, step: int) -> NDArray[np.intp]:
    """Places around one, up to `reach` pixels away along both axes, `step` pixels apart: K x 2."""
    way = np.arange(-reach, reach + 1, step)
    return np.stack(np.meshgrid(way, way), axis=-1).reshape(-1, 2)


_AROUND_PX = _around(8, 2)
_AROUND = (_AROUND_PX * STEP).astype(np.float32)
"""Where the middle of a pip is looked for around its place, mm."""
_AROUND_CELLS = _AROUND_PX[:, 1] * _SIDE + _AROUND_PX[:, 0]
_IN_PLACE = np.hypot(*_AROUND.T) <= _PLACE
_DISC = _around(_OF_PIP, 1)
_DISC = _DISC[np.hypot(*_DISC.T) < _OF_PIP + 0.5]
_PIP_CELLS = _DISC[:, 1] * _SIDE + _DISC[:, 0]
_CORE = 0.5
"""What is darker than this share of a pip's darkest pixel counts for where its middle is."""


@dataclass(frozen=True, eq=False)
class Faces:
    """The numbers that the tones of N faces show (`value`), and how clearly.

    All others are N shares (0..1): `faintest` is the darkness of the faintest pip, `typical` that of the usual one,
    `doubt` that of the darkest place without a pip, `stray` that of anything else on the face. `paper` is the tone of
    the face with its pips filled in, `white` the share of the face outside its pips that is as light as that.
    `apart` is how far the middle of a pip lies from its place, mm, of the pip that is farthest. `pattern` (N x 9)
    says on which places of `GRID` the number has pips.
    """

    value: NDArray[np.intp]
    pattern: NDArray[np.bool_]
    faintest: Points
    typical: Points
    doubt: Points
    stray: Points
    paper: Points
    white: Points
    apart: Points

    def only(self, which: NDArray[np.bool_]) -> Faces:
        """Some of the faces."""
        return Faces(*(part[which] for part in vars(self).values()))


def faces_in(looks: Looks, spreads: Points) -> Faces:
    """The faces in the middles of looks, their outer pips about `spreads` (N, mm) from their middle lines."""
    if not len(looks):
        return Faces(np.zeros(0, np.intp), np.zeros((0, 9), np.bool_), *(np.zeros(0) for _ in range(7)))
    dark, paper = _darkness(looks.patch)
    cells = _cells(np.clip(spreads, *_SPREADS))
    around = dark.ravel().take(cells[..., None] + _AROUND_CELLS)
    places = _places(around)
    best = _best_patterns(places)
    pattern = PATTERNS[best]
    own = np.sort(np.where(pattern, places, np.inf), axis=1)
    usual = own[np.arange(len(own)), pattern.sum(axis=1) // 2]
    doubt = np.where(pattern, 0.0, places).max(axis=1)
    stray, white = _rests(dark, cells[pattern])
    return Faces(
        _VALUES[best], pattern, own[:, 0], usual, doubt, stray, paper, white, _apart(around, pattern)
    )


def _darkness(patches: NDArray[np.uint8]) -> tuple[Floats, Points]:
    """The share by which each pixel of the faces is darker than the face around it (N x _SIDE x _SIDE, with a margin
    of 0), and the faces' tones (N)."""
    dark = np.zeros((len(patches), _SIDE, _SIDE), np.float32)
    # All faces below each other in one picture, with a little more around each than the blur reaches.
    tall = np.ascontiguousarray(patches[:, _BLURRED, _BLURRED])
    side = tall.shape[1]
    blurred = cv2.GaussianBlur(tall.reshape(-1, side), (2 * _BLUR + 1, 2 * _BLUR + 1), 1.2)
    calm = np.asarray(blurred, np.uint8).reshape(-1, side, side)[:, _BLUR:-_BLUR, _BLUR:-_BLUR]
    paper = _closed(calm)[:, _INNER, _INNER]
    bright = np.maximum(paper, np.uint8(_BLACK)).astype(np.float32)
    dark[:, _PAD:-_PAD, _PAD:-_PAD] = np.maximum((bright - calm[:, _INNER, _INNER]) / bright, np.float32(0))
    return dark, bright.reshape(len(bright), -1).mean(axis=1)


def _closed(pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The closing of each of some pictures (N x height x width) by the widest pip."""
    high, apart = pictures.shape[1], len(_WIDEST) // 2
    tall = np.zeros((len(pictures), high + apart, pictures.shape[2]), np.uint8)
    # What lies between the pictures must never be the lightest ...
    tall[:, :high] = pictures
    light = cv2.dilate(tall.reshape(-1, tall.shape[2]), _WIDEST).reshape(tall.shape)
    # ... nor the darkest.
    light[:, high:] = 255
    return np.asarray(cv2.erode(light.reshape(-1, tall.shape[2]), _WIDEST), np.uint8).reshape(tall.shape)[
        :, :high
    ]


def _cells(spreads: Points) -> NDArray[np.intp]:
    """Where the nine places of faces with these spreads (N, mm) are among all pixels of all faces: N x 9."""
    column, row = np.rint((GRID.T[:, None] * spreads[:, None] + _FACE) / STEP).astype(np.intp) + _PAD
    return np.asarray((np.arange(len(spreads))[:, None] * _SIDE + row) * _SIDE + column, np.intp)


def _places(around: Floats) -> Points:
    """How dark each of the nine places of faces is, from the darkness around them (N x 9 x _AROUND): N x 9."""
    rank = int(_SHARE * np.count_nonzero(_IN_PLACE))
    return np.asarray(np.partition(around[..., _IN_PLACE], rank, axis=2)[..., rank], np.float64)


def _apart(around: Floats, pattern: NDArray[np.bool_]) -> Points:
    """How far the middle of the dark at each place with a pip lies from that place, mm, at most: N."""
    weight = np.maximum(around - np.float32(_CORE) * around.max(axis=2, keepdims=True), np.float32(0))
    middle = weight @ _AROUND / np.maximum(weight.sum(axis=2), np.float32(1e-6))[..., None]
    return np.asarray(
        np.where(pattern, np.hypot(middle[..., 0], middle[..., 1]), 0.0).max(axis=1), np.float64
    )


def _rests(dark: Floats, pips: NDArray[np.intp]) -> tuple[Points, Points]:
    """How dark other things on faces are than their pips (pixels), and how much of them outside of the pips is light:
    N each. Forgets the pips."""
    dark.ravel()[pips[:, None] + _PIP_CELLS] = -1
    inner = dark[:, _PAD + _BORDER : -_PAD - _BORDER, _PAD + _BORDER : -_PAD - _BORDER].reshape(len(dark), -1)
    pip = (inner < 0).sum(axis=1)
    outside = inner.shape[1] - pip
    rank = pip + (_MOSTLY * outside).astype(np.intp)
    stray = np.partition(inner, np.unique(rank), axis=1)[np.arange(len(rank)), rank]
    white = ((inner < _GREY).sum(axis=1) - pip) / outside
    return np.asarray(stray, np.float64), np.asarray(white, np.float64)


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
PATTERNS = np.array([pattern for _, pattern in _patterns()])
"""On which places of `GRID` numbers have pips: K x 9."""


def _best_patterns(places: Points) -> NDArray[np.intp]:
    """The pattern of each face whose pips stand out most from the other places (N x 9): N."""
    faintest = np.where(PATTERNS, places[:, None], np.inf).min(axis=2)
    darkest = np.where(PATTERNS, _CLEAN, places[:, None]).max(axis=2)
    return np.asarray((faintest / np.maximum(darkest, _CLEAN)).argmax(axis=1))
