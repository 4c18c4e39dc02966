"""Reads d12 with 1 to 12 spots instead of numerals, by counting: a choice made when the dice are taught.

Two ways to count must agree. One takes what is light for spots, at several thresholds, and wants them alike; the other
looks for the peaks of the softened face and never cuts it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.d12.judges import Verdict
from vision.d12.net import CORNERS, SIZE
from vision.d12.taught import FACES
from vision.small_net import Patches

_CUTS = (0.35, 0.45, 0.55, 0.65, 0.75)
"""Thresholds between the face's own tone and the lightest."""
_AGREEING = 3
"""So many thresholds in a row give the same count."""
_CONTRAST = 20.0
"""Spots are so much lighter than the face, tones; less is noise."""
_LEAST = 5.0
"""A spot covers at least so many pixels of a patch."""
_ALIKE = 2.6
"""The largest spot over the smallest, areas."""
_ROUND = 0.55
"""A spot fills so much of the circle around it."""
_SOFT = 1.5
"""Deviation of the blur before peaks are looked for, pixels."""
_APART = 5
"""A peak is the lightest within a square so wide, pixels."""
_HIGH = 0.45
"""A peak is at least this share of the way from the face's tone to the highest peak."""
_TOLD = 0.97
"""What both ways together are worth when they agree."""


class SpotJudges:
    """Two ways to count spots, in the place of two judges of numerals."""

    def heard(self, patches: Patches) -> Verdict:
        """The counts of faces (N x 48 x 48 grey); 0 for nothing where the two ways do not agree."""
        least = np.zeros((len(patches), FACES))
        values = np.ones(len(patches), np.intp)
        for k, patch in enumerate(patches):
            first, second = counted(patch), peaks(patch)
            values[k] = min(max(first or second, 1), FACES)
            if first == second and 1 <= first <= FACES:
                least[k, first - 1] = _TOLD
        return Verdict(values, least[np.arange(len(patches)), values - 1], least)


def counted(patch: NDArray[np.uint8]) -> int:
    """How many spots are cut out of a face (48 x 48), the same at several thresholds; 0 when there are none or they are
    not alike."""
    base, full = _span(patch)
    if full - base < _CONTRAST:
        return 0
    counts = [_count_at(patch, base + cut * (full - base)) for cut in _CUTS]
    for start in range(len(counts) - _AGREEING + 1):
        some = counts[start : start + _AGREEING]
        if some[0] > 0 and len(set(some)) == 1:
            return some[0]
    return 0


def _span(patch: NDArray[np.uint8]) -> tuple[float, float]:
    """The tones of the face and of its spots."""
    inside = patch[_FACE]
    return float(np.percentile(inside, 30)), float(np.percentile(inside, 98))


def _count_at(patch: NDArray[np.uint8], level: float) -> int:
    """The number of spots lighter than a level; 0 when one of them is none."""
    mask = ((patch > level) & _FACE).astype(np.uint8)
    areas = []
    for outline in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        single = np.zeros_like(mask)
        cv2.drawContours(single, [outline], -1, 1, cv2.FILLED)
        area = float(single.sum())
        if area < _LEAST:
            continue
        circle = np.pi * (cv2.minEnclosingCircle(outline)[1] + 0.5) ** 2
        if area < _ROUND * circle:
            return 0
        areas.append(area)
    return len(areas) if areas and max(areas) < _ALIKE * min(areas) else 0


def peaks(patch: NDArray[np.uint8]) -> int:
    """How many places of a softened face (48 x 48) are lighter than all around them."""
    soft = cv2.GaussianBlur(patch.astype(np.float32), (0, 0), _SOFT)
    base, _ = _span(patch)
    around = cv2.dilate(soft, np.ones((_APART, _APART), np.uint8))
    top = float(soft[_FACE].max())
    if top - base < _CONTRAST / 2:
        return 0
    found = (soft == around) & _FACE & (soft > base + _HIGH * (top - base))
    return int(cv2.connectedComponents(found.astype(np.uint8))[0]) - 1


def _face() -> NDArray[np.bool_]:
    """The pixels well inside the pentagon: rounded edges mirror lamps."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    corners = (CORNERS - (SIZE - 1) / 2) * 0.86 + (SIZE - 1) / 2
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
    return mask > 0


_FACE = _face()
