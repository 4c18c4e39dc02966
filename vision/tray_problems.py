"""What else lies in the tray: a hand that reaches in, something that is no die."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.cube import EDGE
from vision.reading import Problem
from vision.tray import FELT, TrayView
from vision.tray_spots import MARGIN, SCALE

_COARSE = 0.5
"""Pixels for one millimetre of the coarse picture: hands and mats need no more."""
_UNLIKE = 22.0
"""Distance in colour (OpenCV's 8-bit L*a*b*, a and b doubled) from which something is not felt."""
_LARGE = 1400.0
"""Area from which something is larger than dice that touch, mm2: six of them cover about 2,000 with side faces, but
they are white."""
_WHITE = 12.0
"""Colour (distance from grey in a and b) below which something light may be dice."""


def problems_in(rectified: Image, view: TrayView) -> tuple[Problem, ...]:
    """A hand or other large things in a rectified tray (`SCALE`, `MARGIN`), with their boxes in the picture."""
    zoom = _COARSE / SCALE
    small = cv2.resize(rectified, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    inset = round(MARGIN * _COARSE)
    felt = np.asarray(small[inset:-inset, inset:-inset], np.uint8)
    strange = _strange(felt)
    count, _, stats, _ = cv2.connectedComponentsWithStats(strange.astype(np.uint8), connectivity=4)
    found = [_named(stats[i], felt.shape[0], view) for i in range(1, count)]
    return tuple(problem for problem in found if problem is not None)


def _strange(felt: Image) -> NDArray[np.bool_]:
    """What is neither felt nor white nor the rail: coloured otherwise."""
    lab = cv2.cvtColor(felt, cv2.COLOR_BGR2LAB).astype(np.float32)
    usual = np.median(lab[::3, ::3].reshape(-1, 3), axis=0)
    off = lab - usual
    colour = np.hypot(off[..., 1], off[..., 2]) * 2
    light = np.abs(off[..., 0])
    grey = np.hypot(lab[..., 1] - 128, lab[..., 2] - 128) < _WHITE
    strange = (colour > _UNLIKE) & (light > 12) & ~grey
    rail = slice(round(211 * _COARSE), round(223 * _COARSE))
    strange[:, rail] = False
    opened = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    return np.asarray(opened > 0)


def _named(stat: NDArray[np.int32], side: int, view: TrayView) -> Problem | None:
    left, top, width, height, area = (int(value) for value in stat[:5])
    if area / _COARSE**2 < _LARGE:
        return None
    corners = np.array([(left, top), (left + width, top), (left + width, top + height), (left, top + height)])
    seen = view.pixels(corners / _COARSE, EDGE)
    box = (*seen.min(axis=0).tolist(), *seen.max(axis=0).tolist())
    at_edge = left <= 2 or top <= 2 or left + width >= side - 2 or top + height >= side - 2
    if at_edge and area < 0.8 * (FELT * _COARSE) ** 2:
        return Problem("hand", "A hand is over the tray.", box)
    return Problem("foreign", "Something that is no die lies in the tray.", box)
