"""Close looks at places where a d12 may lie: pictures of the same scale, each with its middle there, and what is looked
for in them: tones without the numerals, colour, ink."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.d12.body import ACROSS, Floats
from vision.tray.pose import TrayView

Floats32 = NDArray[np.float32]

FINE = 2.0
"""Pixels of a look for one (seen) millimetre."""
_REACH = 17.0
"""How far a look reaches from its middle, mm: a d12 and its surroundings."""
WIDE = 2 * round(_REACH * FINE) + 1
"""Width and height of a look, pixels."""
INK = np.ones((5, 5), np.uint8)
"""Light lines up to 2.5 mm wide are ink."""
_NUMERAL = np.ones((9, 9), np.uint8)
"""What is light and narrower than this, 4.5 mm, is not told apart from a numeral."""
_MOST = 0.03
"""This share of a die is surely inked."""
_FAINT = 12.0
"""Ink is at least so much lighter than the die (tones): less is noise."""
_CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)


@dataclass(frozen=True, eq=False)
class Looks:
    """`centre` (N x 2, seen mm) of each look, and its planes (3 x N x WIDE x WIDE): the tone without the numerals, how
    far the colours differ (both 0..255), and ink (0..1)."""

    centre: Floats
    planes: Floats32

    def __len__(self) -> int:
        return len(self.centre)

    def only(self, which: NDArray[np.intp]) -> Looks:
        """Some of them, in this order."""
        return Looks(self.centre[which], np.ascontiguousarray(self.planes[:, which]))


def looks_at(image: Image, view: TrayView, centres: Floats) -> Looks:
    """Close looks at these places (N x 2, seen mm)."""
    planes = np.empty((3, len(centres), WIDE, WIDE), np.float32)
    squares = view.pixels((_CORNERS * _REACH + centres[:, None]).reshape(-1, 2), ACROSS).reshape(-1, 4, 2)
    for k, square in enumerate(squares):
        planes[:, k] = _planes(_straight(image, square))
    return Looks(centres, planes)


def _straight(image: Image, square: Floats) -> Image:
    low = (WIDE - 1) / 2 - _REACH * FINE
    inner = (_CORNERS * _REACH * FINE + _REACH * FINE + low).astype(np.float32)
    way = cv2.getPerspectiveTransform(inner, square.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    look = cv2.warpPerspective(image, way, (WIDE, WIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(look, (3, 3), 0), np.uint8)


def _planes(look: Image) -> tuple[Image, Image, Floats32]:
    blue, green, red = cv2.split(look)
    least, most = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    grey = np.asarray(cv2.cvtColor(look, cv2.COLOR_BGR2GRAY), np.uint8)
    hue = np.asarray(cv2.blur(cv2.subtract(most, least), (3, 3)), np.uint8)
    lines = np.asarray(cv2.morphologyEx(least, cv2.MORPH_TOPHAT, INK), np.uint8)
    return bare(grey), hue, full_ink(lines)


def bare(grey: Image) -> Image:
    """The tones of a look without the numerals."""
    return np.asarray(cv2.morphologyEx(grey, cv2.MORPH_OPEN, _NUMERAL), np.uint8)


def full_ink(lines: NDArray[np.uint8]) -> Floats32:
    """How much of each pixel of a look is ink (0..1), where `lines` is what is lighter than its surroundings."""
    inner = lines[_DIE]
    rank = round(len(inner) * (1 - _MOST))
    full = max(float(np.partition(inner, rank)[rank]), _FAINT)
    return np.asarray(np.minimum(lines.astype(np.float32) / np.float32(full), np.float32(1)), np.float32)


def darkness_of(looks: Looks) -> Floats:
    """The tone (0..255) of most of what lies in the middle of each look: N."""
    return np.asarray(np.median(looks.planes[0][:, _DIE], axis=1), np.float64)


def _die() -> NDArray[np.bool_]:
    """The pixels of a look that a die in its middle fills whichever way it lies."""
    off = np.arange(WIDE) - (WIDE - 1) / 2
    return np.asarray(np.hypot(off, off[:, None]) < 11.0 * FINE)


_DIE = _die()
