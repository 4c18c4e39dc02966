"""The light parts of a tray, one below the other in one narrow picture: a tray is mostly felt, and to filter one strip
takes less time than to filter everything, or many parts one by one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray.window import Plane

Part = tuple[slice, slice]
"""Rows and columns of a plane."""
Whole = NDArray[np.integer[Any]]

BLOCK = 4
"""What is light is found in blocks of this many pixels: parts begin and end between blocks."""


@dataclass(frozen=True, eq=False)
class Strip:
    """Which parts of planes lie one below the other in a strip.

    `shape` is the planes' height and width; `inner` are the parts that matter, `outer` the same with all around them
    that has a say in what is there; `first` is where each outer part begins in the strip, from above, and `size` the
    strip's height and width.
    """

    shape: tuple[int, int]
    inner: tuple[Part, ...]
    outer: tuple[Part, ...]
    first: tuple[int, ...]
    size: tuple[int, int]

    def cut(self, plane: Plane) -> Plane:
        """The strip of a plane; 0 beside narrow parts."""
        return self._cut(plane, 1)

    def cut_blocks(self, blocks: Plane) -> Plane:
        """The strip of a plane that has a pixel for each block only."""
        high, wide = self.size
        small = self._cut(blocks, BLOCK)
        return np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)

    def _cut(self, plane: Plane, step: int) -> Plane:
        strip = np.zeros([side // step for side in self.size], np.uint8)
        for (rows, columns), first in zip(self.outer, self.first, strict=True):
            own = plane[rows.start // step : rows.stop // step, columns.start // step : columns.stop // step]
            strip[first // step : first // step + own.shape[0], : own.shape[1]] = own
        return strip

    def spread(self, strip: Plane) -> Plane:
        """A plane with the inner parts of a strip, and 0 elsewhere."""
        plane = np.zeros(self.shape, np.uint8)
        for inner, own in zip(self.inner, self._inner, strict=True):
            plane[inner] = strip[own]
        return plane

    @cached_property
    def _inner(self) -> tuple[Part, ...]:
        """The inner parts as they lie in the strip."""
        parts = zip(self.inner, self.outer, self.first, strict=True)
        return tuple(
            (_moved(inner[0], first - rows.start), _moved(inner[1], -columns.start))
            for inner, (rows, columns), first in parts
        )

    def places(self, x: Whole, y: Whole) -> tuple[Whole, NDArray[np.bool_]]:
        """Where pixels of the strip are in the planes (N x 2: x, y), and which of them lie in the inner part that they
        belong to: where parts overlap, in one of both."""
        part = np.searchsorted(self.first[1:], y, side="right")
        places = np.stack([x, y], axis=1) + self._start[part]
        # Beside narrow parts the strip goes on beyond the planes.
        column, row = np.minimum(places // BLOCK, np.array(self._owner.shape[::-1]) - 1).T
        return places, self._owner[row, column] == part

    @cached_property
    def _start(self) -> Whole:
        """What has to be added to places in the strip in each part: N x 2."""
        parts = zip(self.outer, self.first, strict=True)
        return np.array([(columns.start, rows.start - first) for (rows, columns), first in parts])

    @cached_property
    def _owner(self) -> Whole:
        """The inner part to which each block belongs; -1: none."""
        owner = np.full([side // BLOCK for side in self.shape], -1, np.int16)
        for index, (rows, columns) in enumerate(self.inner):
            owner[_blocks(rows), _blocks(columns)] = index
        return owner


def _blocks(pixels: slice) -> slice:
    return slice(pixels.start // BLOCK, pixels.stop // BLOCK)


def strip_of(blocks: Plane, around: int, shape: tuple[int, int]) -> Strip | None:
    """The strip of all parts whose `blocks` are marked, and the blocks around them, of planes of this `shape`; what
    lies within so many pixels `around` a part has a say in it. None: nothing is marked."""
    outlines = cv2.findContours(blocks, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    halo = -(-around // BLOCK) * BLOCK
    boxes = BLOCK * np.array([cv2.boundingRect(outline) for outline in outlines], np.intp).reshape(-1, 4)
    if not len(boxes):
        return None
    low, high = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    whole = tuple(side // BLOCK * BLOCK for side in shape)
    far = np.array(whole[::-1])
    outer = _parts(np.maximum(low - halo, 0), np.minimum(high + halo, far))
    inner = _parts(np.maximum(low - BLOCK, 0), np.minimum(high + BLOCK, far))
    heights = [rows.stop - rows.start for rows, _ in outer]
    size = (sum(heights), max(columns.stop - columns.start for _, columns in outer))
    if size[0] * size[1] > shape[0] * shape[1]:
        # So much is light that one look at everything is less work.
        every = ((slice(0, whole[0]), slice(0, whole[1])),)
        return Strip(shape, every, every, (0,), (whole[0], whole[1]))
    first = (0, *np.cumsum(heights[:-1]).tolist())
    return Strip(shape, inner, outer, first, size)


def _parts(low: NDArray[np.intp], high: NDArray[np.intp]) -> tuple[Part, ...]:
    return tuple(
        (slice(top, bottom), slice(left, right))
        for (left, top), (right, bottom) in zip(low.tolist(), high.tolist(), strict=True)
    )


def _moved(span: slice, by: int) -> slice:
    return slice(span.start + by, span.stop + by)
