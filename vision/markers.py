"""Finds the tray's four markers (ArUco DICT_4X4_50, ids 0 to 3) in a picture.

Quickly first, thoroughly if need be: where they are known to have been, a look at their cells says whether they
still are there; in a whole picture they are first looked for in a small copy.
"""

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
_NEXT, _BEFORE = [1, 2, 3, 0], [3, 0, 1, 2]
_AROUND = 0.5
"""A known marker is looked for within this share of its edge around it."""
_CELLS = 6
"""Cells along a marker's edge: four of its code and the black border."""
_CONTRAST = 30.0
"""White cells are lighter than black ones by this much (of 255) on the mean, or the marker is looked for thoroughly."""


def markers_in(image: Image) -> Markers:
    """The tray's markers anywhere in a picture (BGR)."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = _quick(grey)
    if len(found) < len(IDS):
        found = {**_found(grey, 1.0), **found}
    return found


def markers_near(image: Image, known: Markers) -> Markers:
    """Those of the `known` markers that are still about where they were."""
    still = _still(image, known)
    return {**still, **_searched(image, {name: known[name] for name in known if name not in still})}


def _still(image: Image, known: Markers) -> Markers:
    """Those of the `known` markers whose cells look right where they were."""
    names = list(known)
    corners = np.array([known[name] for name in names])
    tones = _tones(image, middles(corners, _CELLS)).astype(np.float64)
    white = _codes()[names]
    light, dark = (np.where(side, tones, 0.0).sum(axis=1) / side.sum(axis=1) for side in (white, ~white))
    right = ((tones > ((light + dark) / 2)[:, None]) == white).all(axis=1) & (light - dark > _CONTRAST)
    kept = [name for name, good in zip(names, right, strict=True) if good]
    return dict(zip(kept, _refined(image, corners[right]), strict=True)) if kept else {}


def middles(corners: Corners, cells: int) -> Corners:
    """The middles of `cells` by `cells` cells of markers with these corners (N x 4 x 2), row by row: N x cells^2 x 2
    pixels."""
    return np.asarray(_shares(cells) @ corners)


@cache
def _shares(cells: int) -> Corners:
    """How much each of a marker's corners counts for the middle of each of its cells: cells^2 x 4."""
    down, along = (np.mgrid[0:cells, 0:cells].reshape(2, -1) + 0.5) / cells
    corners = (1 - along) * (1 - down), along * (1 - down), along * down, (1 - along) * down
    return np.stack(corners, axis=1)


@cache
def _codes() -> NDArray[np.bool_]:
    """Which cells of each marker are white: 4 x 36."""
    return np.array([cv2.aruco.generateImageMarker(_dictionary(), name, _CELLS) > 0 for name in IDS]).reshape(
        len(IDS), -1
    )


def _tones(image: Image, points: Corners) -> NDArray[np.uint8]:
    """The tones of a picture (BGR or grey) at points (N x K x 2, pixels): N x K."""
    x, y = np.ascontiguousarray(points.transpose(2, 0, 1), np.float32)
    tones = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(tones if tones.ndim == 2 else cv2.cvtColor(tones, cv2.COLOR_BGR2GRAY), np.uint8)


def _searched(image: Image, known: Markers) -> Markers:
    """Those of the `known` markers that are found around where they were."""
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
    mine = np.isin(ids.ravel(), IDS)
    names = ids.ravel()[mine].tolist()
    rough = np.array(quads, np.float64).reshape(-1, 4, 2)[mine]
    return dict(zip(names, _refined(grey, (rough + 0.5) / zoom - 0.5), strict=True)) if names else {}


def _refined(image: Image | NDArray[np.uint8], corners: Corners) -> Corners:
    """Corners of markers (N x 4 x 2) to a fraction of a pixel: where the lines through their four edges meet.

    The edges lead from black to white, which tells them from those of the paper, two millimetres farther out.
    """
    way = corners[:, _NEXT] - corners
    length = np.hypot(way[..., 0], way[..., 1])
    out = np.stack([way[..., 1], -way[..., 0]], axis=2) / length[..., None]
    reach = np.maximum(3.0, _REFINE * length.mean(axis=1))
    steps = np.linspace(-reach, reach, _STEPS, axis=1)
    feet = corners[:, :, None] + way[:, :, None] * _ALONG[:, None]
    points = feet[:, :, :, None] + out[:, :, None, None] * steps[:, None, None, :, None]
    tones = _tones(image, points.reshape(-1, _STEPS, 2)).reshape(points.shape[:-1])
    rise = np.diff(tones.astype(np.float64), axis=3)
    at = ((steps[:, :-1] + steps[:, 1:]) / 2)[:, None, None]
    weight = np.maximum(rise, 0) ** 2
    off = (weight * at).sum(axis=3) / np.maximum(weight.sum(axis=3), 1e-9)
    slope = ((off - off.mean(axis=2, keepdims=True)) * _SPREAD).sum(axis=2) / (_SPREAD**2).sum()
    first = off.mean(axis=2) - slope * _ALONG.mean()
    return _meetings(corners + out * first[..., None], way + out * slope[..., None])


def _meetings(starts: Corners, ways: Corners) -> Corners:
    """Where each of four lines meets the one before it: N x 4 x 2."""
    before, along = starts[:, _BEFORE], ways[:, _BEFORE]
    gap = starts - before
    share = _cross(gap, ways) / _cross(along, ways)
    return np.asarray(before + along * share[..., None])


def _cross(first: Corners, second: Corners) -> Corners:
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])


def _edge(corners: Corners) -> float:
    return float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).mean())


@cache
def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@cache
def _detector(quick: bool) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    window = _WINDOWS[quick]
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = window
    return cv2.aruco.ArucoDetector(_dictionary(), settings)
