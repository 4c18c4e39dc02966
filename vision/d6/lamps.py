"""A lamp mirrored by a coloured die may look like one of its white pips.

A mirrored lamp adds white light, in which a body keeps its tone (`redye`), until the picture is as light as it can be
in the body's own colour: from there on it looks like white paint. White pips in good light are as light, but then all
of a face are. So where some of the dark places of a face may be lamps, since they are burnt out and either not white or
lighter than the others, and the others alone are another number, the number is not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.confidence import TRAY
from vision.d6.colour import Colour
from vision.reading import Die
from vision.tray.cube import EDGE, Points, turned
from vision.tray.face import GRID, PATTERNS, SPREAD
from vision.tray.scene import Scene

_BURNT = 248
"""As light as a picture can be, of 255, but for noise."""
_DARK = 0.75
"""What is darker than this share of a body's tone may look like a pip."""
_SOME = 0.3
"""Where so much of a dark place is burnt out, it may be a lamp."""
_WHITE = 0.95
"""Paint as light as that in the body's colour has this share of it in the others at least ..."""
_LIGHTER = 1.05
"""... and is no more than so many times as light as the paint of the other pips."""
_REACH = 1.5
"""A pip's place reaches so far, mm."""
_LEAST = 0.06
"""And so much of it is dark, at least."""
_DOUBTED = 0.5
"""Confidence in a die of which another number is seen without what may be lamps."""

_AROUND = np.array([(x, y) for x in np.linspace(-_REACH, _REACH, 7) for y in np.linspace(-_REACH, _REACH, 7)])
_PLACES = SPREAD * GRID[:, None] + _AROUND[np.hypot(*_AROUND.T) <= _REACH]
"""Where pips may be on a face, mm in its own axes: 9 x K x 2."""


def without_lamps(
    dice: Sequence[Die], scene: Scene, redyed: Image, colour: Colour, white: Points, light: float
) -> list[Die]:
    """The dice; those are unsure that may show another number if what may be mirrored lamps is none of their pips.

    `redyed` is the picture in which they were read, `white` the light's colour, `light` a body's tone in it.
    """
    strong = int(np.argmax(colour.body))
    return [_doubted(die) if _may_be_other(die, scene, redyed, strong, white, light) else die for die in dice]


def _may_be_other(die: Die, scene: Scene, redyed: Image, strong: int, white: Points, light: float) -> bool:
    if die.status != "ok" or die.x is None or die.y is None:
        return False
    places = turned(_PLACES, die.rotation) + np.array([die.x, die.y])
    pixels = np.rint(scene.view.pixels(places.reshape(-1, 2), EDGE)).astype(np.intp)
    column, row = np.clip(pixels, 0, np.array(redyed.shape[1::-1]) - 1).T.reshape(2, *places.shape[:2])
    pips, colours = redyed[row, column, 0] < _DARK * light, scene.image[row, column]
    seen = pips.mean(axis=1) > _LEAST
    burnt = pips & (colours[..., strong] >= _BURNT)
    lamps = seen & (burnt.sum(axis=1) > _SOME * pips.sum(axis=1))
    least = (colours / white).min(axis=2)
    usual = _mean(least, pips)[seen & ~lamps]
    own, paint = _mean(least, burnt), _WHITE * 255 / white[strong]
    lamps &= (own < paint) | (own > _LIGHTER * (np.median(usual) if len(usual) else np.inf))
    return bool(lamps.any() and _is_number(seen & ~lamps))


def _mean(values: Points, which: NDArray[np.bool_]) -> Points:
    """The mean of some of the values (9 x K) of each place: 9."""
    return np.asarray((values * which).sum(axis=1) / np.maximum(which.sum(axis=1), 1))


def _is_number(seen: NDArray[np.bool_]) -> bool:
    return bool((seen == PATTERNS).all(axis=1).any())


def _doubted(die: Die) -> Die:
    return replace(
        die, status="unsure", value=None, confidence=TRAY.probability(_DOUBTED), margin=_DOUBTED, why="dyed"
    )
