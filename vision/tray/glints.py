"""A lamp mirrored by a face: white where it falls, so that a pip below it is not seen.

Where the dark places of a face and those below a glint together are another number's places, the number seen is not
told: a five whose middle pip mirrors the lamp looks like a perfect four.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.tray.edges import STEP
from vision.tray.face import GRID, PATTERNS, SPREAD
from vision.tray.look import REACH
from vision.tray.sides import Bools

_LIGHTER = 1.06
"""Where a lamp is mirrored, and be it over a pip, a face is lighter than its paper by so much."""
_BURNT = 250
"""And as light as a picture can be, of 255, beside it: in any weaker light pips are darker than what lies around."""
_SPOT, _AROUND = 0.75, 2.0
"""Half the width of what is looked at, mm: less than half a pip; and of what belongs to a pip's place."""
_EDGE = 6.25
"""Paper that no pip reaches lies so far from the middle of a face, mm, and half as far from a middle line as pips."""
_DARKER = 2
"""So many of the eight such places may be darker than what counts as paper; glints may lie on the other five."""

_PAPER = np.array([(a, b) for a in (-_EDGE, _EDGE) for b in (-SPREAD / 2, SPREAD / 2)])
_PAPER = np.vstack([_PAPER, _PAPER[:, ::-1]])
_MORE = PATTERNS[None] & ~PATTERNS[:, None]
_LARGER = (PATTERNS[None] | ~PATTERNS[:, None]).all(axis=2) & _MORE.any(axis=2)
"""Which patterns (second) have all pips of which others (first), and others besides: those that are `_MORE`."""


def may_hide(patches: NDArray[np.uint8], pattern: Bools) -> Bools:
    """On which of N straightened faces (`look`) glints lie where pips would make the `pattern` (N x 9) another."""
    if not (patches >= _BURNT).any():
        return np.zeros(len(patches), np.bool_)
    tones = _spots(patches, SPREAD * GRID, _SPOT).mean(axis=2)
    paper = np.partition(_spots(patches, _PAPER, _SPOT).mean(axis=2), _DARKER, axis=1)[:, _DARKER, None]
    glints = tones >= _LIGHTER * paper
    some = np.flatnonzero(glints.any(axis=1))
    glints[some] &= _spots(patches[some], SPREAD * GRID, _AROUND).max(axis=2) >= _BURNT
    own = (pattern[:, None] == PATTERNS).all(axis=2)
    hidden = ~(_MORE[None] & ~glints[:, None, None]).any(axis=3)
    return np.asarray((own[:, :, None] & _LARGER & hidden).any(axis=(1, 2)))


def _spots(patches: NDArray[np.uint8], places: NDArray[np.float64], half: float) -> NDArray[np.uint8]:
    """The tones within `half` mm along both axes around each of K places (mm from the middle): N x K x pixels."""
    around = np.arange(-round(half / STEP), round(half / STEP) + 1)
    column, row = np.rint((places.T + REACH) / STEP).astype(np.intp)
    spots = patches[:, row[:, None, None] + around[:, None], column[:, None, None] + around]
    return spots.reshape(len(patches), len(places), len(around) ** 2)
