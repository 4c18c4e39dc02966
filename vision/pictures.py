"""Pictures for people: the tray from straight above, and one die by itself."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.reading import Die
from vision.tray.pose import TrayView

MARGIN = 24.0
"""Millimetres around the felt that the tray's picture shows: the walls and half the rim."""
_AROUND = 1.45
"""Width of a die's photograph in edges of the die."""


def tray_picture(image: Image, view: TrayView, px_per_mm: float = 2.0) -> Image:
    """The tray from straight above, true at the height of the felt: square, felt and `MARGIN` mm around it.

    Its pixel (0, 0) lies at (-MARGIN, -MARGIN) mm.
    """
    return view.rectified(image, 0.0, px_per_mm, MARGIN)


def die_crop(image: Image, die: Die, size: int = 96) -> Image:
    """The square photograph of a die in the picture it was read from, `size` pixels wide, as it lies."""
    return square_around(image, die.px, _edge(die) * _AROUND / 2, size)


def square_around(image: Image, px: tuple[float, float], half: float, size: int) -> Image:
    """What lies around a place, so many pixels to each side, drawn `size` pixels wide."""
    zoom = size / (2 * half)
    way = np.array([[zoom, 0, size / 2 - px[0] * zoom], [0, zoom, size / 2 - px[1] * zoom]])
    flags = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
    part = cv2.warpAffine(image, way, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(part, np.uint8)


def _edge(die: Die) -> float:
    """The top face's edge in pixels of its picture."""
    if len(die.outline) < 4:
        return 2 * die.size
    corners = np.array(die.outline)
    return max(4.0, float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).mean()))
