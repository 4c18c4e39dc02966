"""Whether the ink on the top of a black d12 is what can be seen, or only the outline of its groove.

A face that mirrors a lamp is as light as its ink: what is left is a thin dark line around the numeral, and both judges
(`d12.net`, `d12.second`) have read an 8 in it as a 5. Ink that can be read is lighter than the face around it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.d12.net import CORNERS, SIZE
from vision.small_net import Patches

_INNER = 0.75
"""Edges and what lies beyond them are no part of what is looked at: so much of the pentagon's radius is."""
_INK, _FACE, _DARK = 96.0, 40.0, 4.0
"""Percentiles of tones: ink covers 4 to 60 % of a face; the darkest 4 % are grooves, or noise."""
_LEAST = 18.0
"""Ink is at least so many tones lighter than its face,"""
_OUTLINE = 1.25
"""and by so many times more than the darkest parts are darker."""


def inked(patches: Patches) -> NDArray[np.bool_]:
    """Which faces (N x SIZE x SIZE; see `d12.net`) show ink that is lighter than the face, and not a groove alone."""
    if len(patches) == 0:
        return np.zeros(0, np.bool_)
    dark, face, ink = np.percentile(patches[:, _inside()], (_DARK, _FACE, _INK), axis=1)
    return np.asarray((ink - face >= _LEAST) & (ink - face >= _OUTLINE * (face - dark)))


def _inside() -> NDArray[np.bool_]:
    middle = (SIZE - 1) / 2
    mask = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillConvexPoly(mask, np.rint((CORNERS - middle) * _INNER + middle).astype(np.int32), 1)
    return np.asarray(mask > 0)
