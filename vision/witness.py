"""A second look at a face that does not know which pips were found: is it dark where the layout has pips, and
light everywhere else where a pip could be?

A pip drowned in glare, or a crumb taken for one, changes the number without spoiling the layout (five and
four, three and two, six and four). Such a place is neither as dark as the other pips nor as light as
the face.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layouts import LAYOUTS, FaceFit
from vision.pips import Grey

Points = NDArray[np.float64]
"""Places on a face in units of its pips' spread: N x 2, (0, 0) is the middle, (1, 1) a corner pip."""

_PRESENT = (0.45, 0.65)
"""A place with a pip is at least this share as dark as the face's pips together: doubtful and certain."""
_ABSENT = (0.45, 0.25)
"""A free place is at most this share as dark: doubtful and certain."""
_FAINT = (0.10, 0.20)
"""Pips are at least this share darker than their face: doubtful and certain."""
_GRID: Points = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
_BETWEEN: Points = np.array([(x, y) for y in (-0.5, 0.5) for x in (-0.5, 0.5)], np.float64)


def agreement(grey: Grey, fit: FaceFit) -> float:
    """How surely the tones of the face show the fit's value and no other: 0 (no) to 1 (yes).

    `grey` is the picture in whose pixels the fit's centre and edge are given.
    """
    if fit.value == 1:
        # How the face is turned cannot be seen from its middle pip: no place around it may be dark.
        return min(_agreement(grey, fit, angle) for angle in (0.0, 22.5, 45.0, 67.5))
    return _agreement(grey, fit, fit.rotation)


def _agreement(grey: Grey, fit: FaceFit, angle: float) -> float:
    dark = grid_darkness(grey, fit, angle)
    ways = {tuple(np.rot90(_pattern(fit.value), turn).ravel()) for turn in range(2)}
    return max(_match(dark, np.array(way)) for way in ways)


def grid_darkness(grey: Grey, fit: FaceFit, angle: float) -> Points:
    """The darkness (0 = like the face, 1 = black) of the nine places of the face's grid, row by row, for a
    face turned by `angle` degrees."""
    disc = _disc() * 0.65 * fit.pips[0].r / np.array(fit.spread)
    tones = np.percentile(_sample(grey, fit, angle, _GRID[:, None] + disc), 35, axis=1)
    paper = np.percentile(_sample(grey, fit, angle, _BETWEEN[:, None] + disc * 0.6), 50, axis=1)
    near = np.hypot(*(_GRID[:, None] - _BETWEEN[None, :]).transpose(2, 0, 1)) < 1.2
    around = (near * paper).sum(axis=1) / near.sum(axis=1)
    return np.asarray(1.0 - tones / np.maximum(around, 24.0), np.float64)


def _match(dark: Points, pattern: NDArray[np.bool_]) -> float:
    """How well the darkness of nine places fits a pattern of pips and free places."""
    typical = float(np.median(dark[pattern]))
    if typical <= _FAINT[0]:
        return 0.0
    present = _climb(float(dark[pattern].min()) / typical, *_PRESENT)
    absent = _climb(float(dark[~pattern].max()) / typical, *_ABSENT)
    return present * absent * _climb(typical, *_FAINT)


def _pattern(value: int) -> NDArray[np.bool_]:
    """The 3 x 3 places of a face that carry a pip."""
    grid = np.zeros((3, 3), np.bool_)
    for x, y in LAYOUTS[value]:
        grid[y + 1, x + 1] = True
    return grid


def _disc() -> Points:
    """Points that cover a disc of radius 1 evenly."""
    rings = [(0.0, 1), (0.5, 6), (1.0, 12)]
    turns = [(r, 2 * np.pi * k / n) for r, n in rings for k in range(n)]
    return np.array([(r * np.cos(turn), r * np.sin(turn)) for r, turn in turns])


def _sample(grey: Grey, fit: FaceFit, angle: float, places: Points) -> Points:
    """The tones at places of the face (any shape x 2)."""
    turn = np.radians(angle)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    xy = (np.array(fit.centre) + (places * np.array(fit.spread)) @ axes).astype(np.float32)
    flat = xy.reshape(-1, 1, 2)
    tones = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(tones, np.float64).reshape(places.shape[:-1])


def _climb(value: float, bad: float, good: float) -> float:
    """0 at `bad`, rising to 1 at `good` (which may lie on either side of it)."""
    return float(np.clip((value - bad) / (good - bad), 0.0, 1.0))
