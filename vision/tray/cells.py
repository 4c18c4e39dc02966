"""The felt in cells two millimetres wide, for looking at it coarsely. It stays as it is while the camera does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray.cube import Points
from vision.tray.pose import FELT, RAIL, TrayView

Bools = NDArray[np.bool_]

CELL = 2.0
"""Width of a cell, mm."""
_INSET = 3.0
"""What lies nearer to a wall or the rail than this, mm, may be a part of it."""
_BORDER = 1.5 * CELL
"""Width of the felt along the walls, mm."""


def shrunk(picture: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """A picture made smaller by a whole number: means of blocks. Incomplete blocks at its end are left out."""
    high, wide = (max(1, side // times) for side in picture.shape[:2])
    # Whole blocks: only then is it quick. Halves are several times as quick as all else.
    small = picture[: high * times, : wide * times]
    while times % 2 == 0 and times > 2 and min(small.shape[:2]) > times:
        small, times = _resized(small, small.shape[1] // 2, small.shape[0] // 2), times // 2
    return _resized(small, wide, high)


def _resized(picture: NDArray[np.uint8], wide: int, high: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def median_of(values: NDArray[Any]) -> float:
    """The median: the upper of the middle two values. Much quicker than NumPy's own for few values."""
    return float(np.partition(values, values.size // 2, axis=None)[values.size // 2])


@dataclass(frozen=True, eq=False)
class CellGrid:
    """Cells over a part of the pictures in which the tray lies as in `view`.

    The first cell's first pixel is the picture's pixel `origin`; a cell is `cell` pixels wide and high; `size` is the
    grid's width and height in cells.
    """

    view: TrayView
    origin: tuple[int, int]
    cell: int
    size: tuple[int, int]

    def cells(self, pixels: Points) -> NDArray[np.int32]:
        """The cells that show places in the picture (any shape x 2, pixels): the same shape."""
        return np.rint((pixels - self.origin + 0.5) / self.cell - 0.5).astype(np.int32)

    @cached_property
    def felt(self) -> Bools:
        """Which cells show felt, and not the rail."""
        ground = self._drawn(_INSET)
        left, right = RAIL[0] - _INSET, RAIL[1] + _INSET
        rail = np.array([(left, 0.0), (right, 0.0), (right, FELT), (left, FELT)])
        cv2.fillConvexPoly(ground, self.cells(self.view.pixels(rail, 4.0)), 0)
        return np.asarray(ground > 0)

    @cached_property
    def sample(self) -> NDArray[np.intp]:
        """Some of the cells that show felt, as places in the grid's row-by-row order."""
        some = np.zeros_like(self.felt)
        some[::3, ::3] = self.felt[::3, ::3]
        return np.flatnonzero(some)

    @cached_property
    def border(self) -> Bools:
        """Which cells lie along the walls."""
        return np.asarray((self._drawn(_INSET) > 0) & (self._drawn(_INSET + _BORDER) == 0))

    def _drawn(self, low: float) -> NDArray[np.uint8]:
        """The felt but for so many mm along the walls: 1 there."""
        ground, high = np.zeros(self.size[::-1], np.uint8), FELT - low
        corners = np.array([(low, low), (high, low), (high, high), (low, high)])
        cv2.fillConvexPoly(ground, self.cells(self.view.pixels(corners, 0.0)), 1)
        return ground
