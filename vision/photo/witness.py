"""A second look at a face that does not know which pips were found: is it dark where the layout has pips, and
light everywhere else where a pip could be?

A pip drowned in glare, or a crumb taken for one, changes the number without spoiling the layout (five and
four, three and two, six and four). Such a place is neither as dark as the other pips nor as light as
the face.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layouts import LAYOUTS
from vision.photo.face_fit import FaceFit
from vision.photo.pips import Grey
from vision.ramps import climb

Numbers = NDArray[np.float64]
Points = NDArray[np.float64]
"""Places on a face in units of its pips' spread, ... x 2: (0, 0) is the middle, (1, 1) a corner pip."""

_PRESENT = (0.45, 0.65)
"""A place with a pip is at least this share as dark as the face's pips together: doubtful and certain."""
_ABSENT = (0.45, 0.25)
"""A free place is at most this share as dark: doubtful and certain."""
_FAINT = (0.10, 0.20)
"""Pips are at least this share darker than their face: doubtful and certain."""
_GRID: Points = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
_BETWEEN: Points = np.array([(x, y) for y in (-0.5, 0.5) for x in (-0.5, 0.5)], np.float64)
_NEAR = np.hypot(*(_GRID[:, None] - _BETWEEN[None, :]).transpose(2, 0, 1)) < 1.2
"""Which of the places between pips tell the face's tone at each place of the grid."""
_TURNS_OF_ONE = (0.0, 22.5, 45.0, 67.5)


def agreement(grey: Grey, fit: FaceFit) -> float:
    """How surely the tones of the face show the fit's value and no other: 0 (no) to 1 (yes).

    `grey` is the picture in whose pixels the fit's centre and edge are given.
    """
    # How a face is turned cannot be seen from its middle pip: around a one no place at all may be dark.
    turns = _TURNS_OF_ONE if fit.value == 1 else (fit.rotation,)
    pattern = _pattern(fit.value)
    ways = pattern, np.rot90(pattern)
    return min(max(_match(dark, way) for way in ways) for dark in grid_darkness(grey, fit, turns))


def grid_darkness(grey: Grey, fit: FaceFit, angles: Sequence[float]) -> Numbers:
    """The darkness (0 = like the face, 1 = black) of the 3 x 3 places of the face's grid, for a face turned by
    each of some angles (degrees): angles x 3 x 3."""
    disc = 0.65 * fit.pips[0].r / np.array(fit.spread) * _DISC
    places = np.concatenate([_GRID[:, None] + disc, _BETWEEN[:, None] + 0.6 * disc])
    tones = np.sort(_sample(grey, fit, angles, places), axis=2)
    # A glint may sit in a pip: its darker part counts. The face's tone is the middle one.
    pips, paper = tones[:, :9, int(0.35 * len(_DISC))], tones[:, 9:, len(_DISC) // 2]
    around = paper @ (_NEAR / _NEAR.sum(axis=1, keepdims=True)).T
    return np.asarray(1.0 - pips / np.maximum(around, 24.0), np.float64).reshape(-1, 3, 3)


def _match(dark: Numbers, pattern: NDArray[np.bool_]) -> float:
    """How well the darkness of the nine places fits a pattern of pips and free places."""
    present, free = np.sort(dark[pattern]), dark[~pattern]
    typical = float(present[len(present) // 2])
    if typical <= _FAINT[0]:
        return 0.0
    return (
        climb(float(present[0]) / typical, *_PRESENT)
        * climb(float(free.max()) / typical, *_ABSENT)
        * climb(typical, *_FAINT)
    )


def _pattern(value: int) -> NDArray[np.bool_]:
    """The 3 x 3 places of a face that carry a pip (row = second axis)."""
    grid = np.zeros((3, 3), np.bool_)
    for x, y in LAYOUTS[value]:
        grid[y + 1, x + 1] = True
    return grid


def _disc() -> Points:
    """Points that cover a disc of radius 1 evenly."""
    rings = [(0.0, 1), (0.5, 6), (1.0, 12)]
    turns = [(r, 2 * np.pi * k / n) for r, n in rings for k in range(n)]
    return np.array([(r * np.cos(turn), r * np.sin(turn)) for r, turn in turns])


_DISC = _disc()


def _sample(grey: Grey, fit: FaceFit, angles: Sequence[float], places: Points) -> Numbers:
    """The tones at places x points of the face turned by some angles: angles x places x points."""
    turns = np.radians(np.array(angles))
    cos, sin = np.cos(turns), np.sin(turns)
    axes = np.stack([np.stack([cos, sin], -1), np.stack([-sin, cos], -1)], 1)
    xy = (np.array(fit.centre) + (places * np.array(fit.spread)).reshape(-1, 2) @ axes).astype(np.float32)
    tones = cv2.remap(grey, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(tones, np.float64).reshape(len(angles), *places.shape[:2])
