"""The calibration card: a ChArUco board on a stiff page, whose corners are found in pictures.

Its measures are those of the printed page (`hardware`, which a test compares).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image

Floats: TypeAlias = NDArray[np.float64]

SQUARES = (7, 5)
"""Across and down."""
SQUARE, MARKER = 32.0, 23.0
"""Edges of its squares and of the markers in the white ones, mm."""
FIRST = 10
"""Its markers count from here: never one of the tray's own."""
CORNERS = (SQUARES[0] - 1) * (SQUARES[1] - 1)
"""So many corners where four squares meet."""
_LEAST = 8
"""Fewer corners than this tell nothing."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """The card in one picture of `size`: its corners' names (N), where they are on the card (N x 3 mm) and in the
    picture (N x 2 pixels)."""

    size: tuple[int, int]
    names: NDArray[np.int32]
    places: Floats
    seen: Floats


def board() -> cv2.aruco.CharucoBoard:
    """The card for OpenCV; lengths in mm."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    names = np.arange(FIRST, FIRST + SQUARES[0] * SQUARES[1] // 2)
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE, MARKER, dictionary, names)


def card_in(image: Image) -> Sighting | None:
    """The card in a picture (BGR); None when too little of it can be seen."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, names, _, _ = _detector().detectBoard(grey)
    if names is None or len(names) < _LEAST:
        return None
    own = np.asarray(names, np.int32).ravel()
    places = np.asarray(board().getChessboardCorners(), np.float64)[own]
    size = (image.shape[1], image.shape[0])
    return Sighting(size, own, places, np.asarray(corners, np.float64).reshape(-1, 2))


@cache
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(board())
