"""The photographs of a roll as they are stored: JPEG, within a budget, so that a table's years fit on its card."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision.cameras.protocol import Image

BUDGET = 60_000
"""Bytes for all photographs of one roll. Six dice at 96 pixels take 15,000 to 25,000 at the best quality."""
QUALITIES = (92, 85, 75, 60, 45, 30)
"""JPEG qualities, best first; the best at which a roll is within its budget is taken."""
SMALLEST = 8
"""Pixels; a smaller photograph shows nothing."""


def encoded(crops: Mapping[int, Image], budget: int = BUDGET) -> dict[int, bytes]:
    """The photographs (BGR uint8) by place as JPEG, together within the budget.

    Where the lowest quality does not do, they become smaller; where nothing does, there are none.
    """
    for quality in QUALITIES:
        found = {place: _jpeg(crop, quality) for place, crop in crops.items()}
        if sum(map(len, found.values())) <= budget:
            return found
    if all(max(crop.shape) <= SMALLEST for crop in crops.values()):
        return {}
    return encoded({place: _halved(crop) for place, crop in crops.items()}, budget)


def decoded(jpeg: bytes) -> Image | None:
    """The photograph, or None when its bytes are damaged: a lost picture never costs a game."""
    found = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return None if found is None else np.asarray(found, np.uint8)


def _jpeg(crop: Image, quality: int) -> bytes:
    return bytes(cv2.imencode(".jpg", crop, (int(cv2.IMWRITE_JPEG_QUALITY), quality))[1].tobytes())


def _halved(crop: Image) -> Image:
    height, width = crop.shape[:2]
    smaller = cv2.resize(crop, (max(1, width // 2), max(1, height // 2)), interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8)
