"""The part of a camera's pictures that shows the felt: all that stays as it is while neither camera nor tray moves.

Everything is measured in the picture as it is (made smaller where it is finer than needed): straightening it
first would cost as much as the whole search. Places are told in tray millimetres at the height of top faces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Known
from vision.tray.cells import CELL, CellGrid
from vision.tray.cube import EDGE, Points, beneath
from vision.tray.pose import FELT, RAIL, TrayView

Plane = NDArray[np.uint8]
"""One tone a pixel: height x width."""

_SCALE = 2.0
"""Pixels for one millimetre that finding spots needs; finer pictures are made smaller."""
_ALMOST = 0.85
"""Pictures that would become hardly smaller are left as they are."""
_MARGIN = 8.0
"""Millimetres around the felt that are looked at."""
_WALL = 1.0
"""What is nearer to a wall or the rail than this, mm, is taken for a part of it."""


@dataclass(frozen=True, eq=False)
class Window:
    """What can be said of all pictures in which the tray lies as in `view`.

    *Planes* are pictures of the window, one tone a pixel; `zoom` of their pixels are one of the picture's.
    """

    view: TrayView

    @cached_property
    def markers(self) -> Known:
        """Where the markers are."""
        return Known(self.view.marker_corners)

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The window in the picture, pixels: left, top, right, bottom (right and bottom are just outside)."""
        low, high = -_MARGIN, FELT + _MARGIN
        corners = np.array([(low, low), (high, low), (high, high), (low, high)])
        around, size = self.view.pixels(corners, 0.0), np.array(self.view.size)
        left, top = np.clip(np.floor(around.min(axis=0)).astype(int), 0, size - 2).tolist()
        right, bottom = np.clip(np.ceil(around.max(axis=0)).astype(int), (left + 2, top + 2), size).tolist()
        return left, top, right, bottom

    @property
    def origin(self) -> tuple[int, int]:
        """The window's first pixel in the picture: x, y."""
        return self.box[:2]

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of the planes, pixels."""
        left, top, right, bottom = self.box
        zoom = min(1.0, _SCALE / self.view.px_per_mm)
        if zoom > _ALMOST:
            return right - left, bottom - top
        return round((right - left) * zoom), round((bottom - top) * zoom)

    @cached_property
    def zoom(self) -> float:
        """Pixels of the planes for one of the picture."""
        return self.size[0] / (self.box[2] - self.box[0])

    @cached_property
    def scale(self) -> float:
        """Pixels of the planes for one millimetre in the middle of the felt."""
        return self.view.px_per_mm * self.zoom

    @cached_property
    def _way(self) -> Points:
        """The 3x3 map from mm to ideal (undistorted) places in the planes."""
        left, top = self.origin
        zoom = self.zoom
        # Whole numbers are the middles of pixels, in the picture and in the planes.
        into = np.array(
            [[zoom, 0, (0.5 - left) * zoom - 0.5], [0, zoom, (0.5 - top) * zoom - 0.5], [0, 0, 1]]
        )
        return np.asarray(into @ self.view.plane(EDGE))

    def seen(self, points: Points) -> Points:
        """Where points (any shape x 2, mm) are in the planes, pixels: the same shape."""
        if points.size == 0:
            return points
        flat = np.asarray(points, np.float64).reshape(1, -1, 2)
        if self.view.is_bent:
            ideal = cv2.perspectiveTransform(flat, self.view.plane(EDGE))[0]
            places = (self.view.bent(np.asarray(ideal, np.float64)) - self.origin + 0.5) * self.zoom - 0.5
        else:
            places = np.asarray(cv2.perspectiveTransform(flat, self._way), np.float64)
        return places.reshape(points.shape)

    def cells(self, points: Points) -> NDArray[np.int32]:
        """Where points (any shape x 2, mm) are in the planes, for drawing: whole pixels."""
        return np.rint(self.seen(points)).astype(np.int32)

    def places(self, pixels: Points) -> Points:
        """The mm that pixels (N x 2) of the planes show."""
        return self.view.millimetres((pixels + 0.5) / self.zoom - 0.5 + self.origin, EDGE)

    @cached_property
    def ground(self) -> Plane:
        """The felt without the rail: 255 there, 0 elsewhere."""
        ground = np.zeros(self.size[::-1], np.uint8)
        for left, right in ((_WALL, RAIL[0] - _WALL), (RAIL[1] + _WALL, FELT - _WALL)):
            floor = np.array([(left, _WALL), (right, _WALL), (right, FELT - _WALL), (left, FELT - _WALL)])
            # What covers the felt at the foot of a wall is seen there, not at the top faces' height.
            cv2.fillConvexPoly(ground, self.cells(beneath(floor, self.view.camera)), 255)
        return ground

    @cached_property
    def grid(self) -> CellGrid:
        """The window in cells."""
        left, top, right, bottom = self.box
        # Whole pixels a cell: only then is making it smaller quick.
        cell = max(1, round(CELL * self.view.px_per_mm))
        return CellGrid(self.view, self.origin, cell, ((right - left) // cell, (bottom - top) // cell))
