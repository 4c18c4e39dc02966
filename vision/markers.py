"""Finds the tray's four markers (ArUco DICT_4X4_50, ids 0 to 3) in a picture: quickly first, thoroughly if need be."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image

Corners = NDArray[np.float64]
Markers = dict[int, Corners]
"""Marker id -> its corners, 4 x 2 pixels, clockwise from its own top left."""

IDS = range(4)
_QUICK = 640.0
"""The first look is at the picture made as small as this, pixels: a marker is then 26 wide."""
_WINDOWS = {True: 13, False: 23}
"""Width of the window of the adaptive threshold, pixels: in the small picture and in the full one."""
_REFINE = 1 / 12
"""Edges are looked for within this share of a marker's edge, but at least three pixels."""
_ALONG = np.linspace(0.12, 0.88, 14)
"""Where along an edge it is looked for: not at the corners."""
_SPREAD = _ALONG - _ALONG.mean()
_STEPS = 17
_AROUND = 0.5
"""A known marker is looked for within this share of its edge around it."""


def markers_in(image: Image) -> Markers:
    """The tray's markers anywhere in a picture (BGR)."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = _quick(grey)
    if len(found) < len(IDS):
        found = {**_found(grey, 1.0), **found}
    return found


def markers_near(image: Image, known: Markers) -> Markers:
    """Those of the `known` markers that are still about where they were."""
    found: Markers = {}
    for name, corners in known.items():
        reach = _AROUND * _edge(corners)
        left, top = np.maximum(np.floor(corners.min(axis=0) - reach).astype(int), 0).tolist()
        right, bottom = np.ceil(corners.max(axis=0) + reach).astype(int).tolist()
        part = image[top : bottom + 1, left : right + 1]
        if min(part.shape[:2]) < 8:
            continue
        grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
        seen = _found(grey, min(1.0, _QUICK / image.shape[1]))
        if name in seen:
            found[name] = seen[name] + (left, top)
    return found


def _quick(grey: NDArray[np.uint8]) -> Markers:
    zoom = _QUICK / grey.shape[1]
    return _found(grey, zoom) if zoom < 0.8 else {}


def _found(grey: NDArray[np.uint8], zoom: float) -> Markers:
    """The markers found in the picture made smaller by `zoom`, with corners refined in the picture itself."""
    small = grey
    if zoom < 1.0:
        small = np.asarray(cv2.resize(grey, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    quads, ids, _ = _detector(zoom < 1.0).detectMarkers(small)
    if ids is None:
        return {}
    named = zip(ids.ravel(), quads, strict=True)
    return {
        int(name): _refined(grey, (quad[0].astype(np.float64) + 0.5) / zoom - 0.5)
        for name, quad in named
        if int(name) in IDS
    }


def _refined(grey: NDArray[np.uint8], corners: Corners) -> Corners:
    """Corners to a fraction of a pixel: where the lines through the marker's four edges meet.

    The edges lead from black to white, which tells them from those of the paper, two millimetres farther out.
    """
    way = np.roll(corners, -1, axis=0) - corners
    out = np.stack([way[:, 1], -way[:, 0]], axis=1) / np.hypot(*way.T)[:, None]
    reach = max(3.0, _REFINE * _edge(corners))
    steps = np.linspace(-reach, reach, _STEPS)
    feet = corners[:, None] + way[:, None] * _ALONG[:, None]
    points = (feet[:, :, None] + out[:, None, None] * steps[:, None]).astype(np.float32)
    x, y = (np.ascontiguousarray(points[..., k].reshape(-1, _STEPS)) for k in (0, 1))
    tones = np.asarray(cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    rise = np.diff(tones.reshape(4, len(_ALONG), _STEPS).astype(np.float64), axis=2)
    at = (steps[:-1] + steps[1:]) / 2
    weight = np.maximum(rise, 0) ** 2
    off = (weight * at).sum(axis=2) / np.maximum(weight.sum(axis=2), 1e-9)
    slope = ((off - off.mean(axis=1, keepdims=True)) * _SPREAD).sum(axis=1) / (_SPREAD**2).sum()
    first = off.mean(axis=1) - slope * _ALONG.mean()
    return _meetings(corners + out * first[:, None], way + out * slope[:, None])


def _meetings(starts: Corners, ways: Corners) -> Corners:
    """Where each of four lines meets the one before it."""
    before, along = np.roll(starts, 1, axis=0), np.roll(ways, 1, axis=0)
    gap = starts - before
    cross = along[:, 0] * ways[:, 1] - along[:, 1] * ways[:, 0]
    share = (gap[:, 0] * ways[:, 1] - gap[:, 1] * ways[:, 0]) / cross
    return np.asarray(before + along * share[:, None])


def _edge(corners: Corners) -> float:
    return float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).mean())


@cache
def _detector(quick: bool) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    window = _WINDOWS[quick]
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = window
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)
