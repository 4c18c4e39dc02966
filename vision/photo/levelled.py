"""A face of a photograph and what is around it, turned so that its sides lie along the picture's, at one size."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Span = tuple[float, float]
"""From here to there along one axis, half edges from the middle of the face."""

PX = 20
"""Pixels to half an edge."""
_REACH = 2.8
"""Half the width of the place looked at, half edges."""


def levelled(
    picture: NDArray[np.uint8],
    centre: tuple[float, float],
    edge: float,
    rotation: float,
    border: int = cv2.BORDER_REPLICATE,
) -> Numbers:
    """The face at `centre` with the given `edge` (pixels) and `rotation` (degrees) in a grey or BGR picture.

    `border` is what OpenCV puts where the picture ends.
    """
    size = round(2 * _REACH * PX)
    turn = np.asarray(cv2.getRotationMatrix2D(centre, rotation, 2 * PX / edge), np.float64)
    turn[:, 2] += (size - 1) / 2 - np.array(centre)
    return np.asarray(
        cv2.warpAffine(picture, turn, (size, size), flags=cv2.INTER_LINEAR, borderMode=border), np.float64
    )


def between(picture: Numbers, u: Span, v: Span) -> Numbers:
    """The part of a levelled picture between two places along both axes."""
    middle = (picture.shape[0] - 1) / 2
    left, right, top, bottom = (round(middle + PX * place) for place in (*u, *v))
    return picture[top : bottom + 1, left : right + 1]
