"""Finds the tray's four markers (ArUco DICT_4X4_50, ids 0 to 3) in a picture.

Quickly first, thoroughly if need be: where they are known to have been, a look at their cells says whether they
still are there; in a whole picture they are first looked for in a small copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image

Corners = NDArray[np.float64]
Floats = NDArray[np.float32]
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


def markers_near(image: Image, known: Known) -> Markers:
    """Those of the known markers that are still about where they were."""
    still = _still(image, known)
    gone = {
        name: corners for name, corners in zip(known.names, known.corners, strict=True) if name not in still
    }
    return {**still, **_searched(image, gone)} if gone else still


class Known:
    """Markers and where they were, with all that can be said beforehand of where to look for them."""

    def __init__(self, markers: Markers) -> None:
        self.names = list(markers)
        self.corners = np.array(list(markers.values())).reshape(-1, 4, 2)
        self.rays = _rays(self.corners)
        cells, rays = middles(self.corners, _CELLS), self.rays.points.reshape(len(self.corners), -1, 2)
        self.looked_at = _map(np.concatenate([cells, rays], axis=1))
        self.white = _codes()[self.names]


def _still(image: Image, known: Known) -> Markers:
    """Those of the known markers whose cells look right where they were."""
    if not known.names:
        return {}
    every = _tones(image, known.looked_at)
    tones, rays = every[:, : _CELLS**2].astype(np.float64), every[:, _CELLS**2 :]
    light = (tones * known.white).sum(axis=1) / known.white.sum(axis=1)
    dark = (tones * ~known.white).sum(axis=1) / (~known.white).sum(axis=1)
    right = ((tones > ((light + dark) / 2)[:, None]) == known.white).all(axis=1) & (light - dark > _CONTRAST)
    corners = _met(known.corners, known.rays, rays)
    return {name: own for name, own, good in zip(known.names, corners, right.tolist(), strict=True) if good}


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


def _map(points: Corners) -> tuple[Floats, Floats]:
    """Points (N x K x 2, pixels) as OpenCV wants them."""
    x, y = np.ascontiguousarray(points.transpose(2, 0, 1), np.float32)
    return x, y


def _tones(image: Image | NDArray[np.uint8], where: tuple[Floats, Floats]) -> NDArray[np.uint8]:
    """The tones of a picture (BGR or grey) at N x K points (see `_map`): N x K."""
    tones = cv2.remap(image, *where, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
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


@dataclass(frozen=True, eq=False)
class _Rays:
    """Short lines across the four edges of N markers, outward: `way` from corner to corner and `out` (1 px long): N x 4
    x 2; `at` how far from the edge, pixels, the tone may rise (N x 1 x 1 x _STEPS - 1); `points` along the lines (N x 4
    x lines x _STEPS x 2)."""

    way: Corners
    out: Corners
    at: Corners
    points: Corners


def _rays(corners: Corners) -> _Rays:
    """The lines across the edges of markers with about these corners (N x 4 x 2)."""
    way = corners[:, _NEXT] - corners
    length = np.hypot(way[..., 0], way[..., 1])
    out = np.stack([way[..., 1], -way[..., 0]], axis=2) / length[..., None]
    reach = np.maximum(3.0, _REFINE * length.mean(axis=1))
    steps = np.linspace(-reach, reach, _STEPS, axis=1)
    feet = corners[:, :, None] + way[:, :, None] * _ALONG[:, None]
    points = feet[:, :, :, None] + out[:, :, None, None] * steps[:, None, None, :, None]
    return _Rays(way, out, ((steps[:, :-1] + steps[:, 1:]) / 2)[:, None, None], points)


def _refined(image: Image | NDArray[np.uint8], corners: Corners) -> Corners:
    """Corners of markers (N x 4 x 2) to a fraction of a pixel."""
    rays = _rays(corners)
    return _met(corners, rays, _tones(image, _map(rays.points.reshape(-1, _STEPS, 2))))


def _met(corners: Corners, rays: _Rays, tones: NDArray[np.uint8]) -> Corners:
    """The corners (N x 4 x 2) where the lines through the edges meet that the `tones` along rays show.

    The edges lead from black to white, which tells them from those of the paper, two millimetres farther out.
    """
    along = tones.reshape(rays.points.shape[:-1]).astype(np.float32)
    rise = np.maximum(along[..., 1:] - along[..., :-1], 0)
    weight = rise * rise
    off = (weight * rays.at).sum(axis=3) / np.maximum(weight.sum(axis=3), 1e-9)
    mean = off.mean(axis=2)
    slope = (off - mean[..., None]) @ _SPREAD / (_SPREAD @ _SPREAD)
    first = mean - slope * _ALONG.mean()
    return _meetings(corners + rays.out * first[..., None], rays.way + rays.out * slope[..., None])


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
