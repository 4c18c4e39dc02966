"""Dice that nothing could be read from: light blobs as large as the dice that were read, with dark in them.

They lean, are blurred, or hide their pips in glare. Better to ask about them than not to mention them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from statistics import median

import cv2
import numpy as np

from vision.photo.close_look import Candidate
from vision.photo.pips import Contour, Grey, outlines, resized

_EDGE = 20.0
"""Edge of a face in the picture searched, pixels: enough for a blob, and cheap."""
_LIGHT = 0.72
"""A die is at least this share as light as the dimmest face that was read."""
_AREA = (0.6, 2.4)
"""Area of a die with its visible sides, square edges."""
_DARK = 0.03
"""Its pips take up at least this share of it."""

Place = tuple[float, float, float]
"""The middle of a blob, x and y, and the edge of the face it could hold: pixels."""


def unread_places(grey: Grey, read: Sequence[Candidate], found: Sequence[Candidate]) -> list[Place]:
    """Places of dice like those `read` that are none of those `found`."""
    if not read:
        return []
    edge = median(look.outline.edge for look in read)
    zoom = _EDGE / edge
    small = resized(grey, zoom)
    tone = min(pip.tone for look in read for pip in look.fit.pips)
    mask = np.asarray((small > _LIGHT * tone) * 255, np.uint8)
    places = [place for outline in outlines(mask) if (place := _place(outline, mask)) is not None]
    return [
        (x, y, edge)
        for x, y in (((u + 0.5) / zoom - 0.5, (v + 0.5) / zoom - 0.5) for u, v in places)
        if all(hypot(x - look.fit.centre[0], y - look.fit.centre[1]) > 0.8 * edge for look in found)
    ]


def _place(outline: Contour, mask: Grey) -> tuple[float, float] | None:
    """The middle of a blob that has a die's size and shape, and holes or bays for its pips."""
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if not _AREA[0] <= area / _EDGE**2 <= _AREA[1] or cv2.contourArea(outline) < 0.8 * area:
        return None
    (x, y), (wide, high), _ = cv2.minAreaRect(hull)
    if max(wide, high) > 1.8 * min(wide, high):
        return None
    inside = np.zeros_like(mask)
    cv2.fillConvexPoly(inside, cv2.convexHull(outline), 255)
    dark = 1.0 - cv2.countNonZero(cv2.bitwise_and(mask, inside)) / max(1, cv2.countNonZero(inside))
    return (x, y) if dark >= _DARK else None
