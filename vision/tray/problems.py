"""What else is in the tray: a hand that reaches in, and large things that are no dice.

Looked at coarsely: a cell is two millimetres wide. The white of the markers' paper says what colour the light is;
seen in that light, skin and gold are warm and dice are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.reading import Die, Problem
from vision.tray.cells import CELL, CellGrid, median_of, shrunk
from vision.tray.cube import EDGE, Points
from vision.tray.scene import Scene

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

_WARM = (0.10, 0.22)
"""Skin's red lies above its green and its blue by these shares at least (natural logarithms), in white light."""
_LIGHT = 0.45
"""Share of the way from the felt's tone to the paper's from which on something is light: a d12 has 0.35."""
_UNLIKE = 0.22
"""Least distance in hue from the felt (of the same logarithms)."""
_GAUDY = 1.4
"""Something of another hue is no shadow and no black die when it is this many times as bright as the felt."""
_BLACK = 10.0
"""Added to each colour before hues are compared: in the dark they are mostly noise."""
_HAND, _THING = 200.0, 300.0
"""Least area of what may be a hand that crosses the wall, and of another thing, mm2: a coin has 300 to 530."""
_PALM, _PLAIN = 1500.0, 0.84
"""Something warm and larger than this, mm2, is a hand whose sleeve is as dark as the felt, unless it fills so much of
the rectangle or the circle around it: a wooden thing or a mat."""
_DEEP = 9.0
"""A hand reaches in at least this far, mm."""
_FULL = 0.4
"""A thing fills at least this share of the box around it: a seam of light does not."""

_TONES = np.arange(256.0)[:, None]

_HAND_TEXT = "A hand is over the tray: take it away, and the dice are read."
_FOREIGN_TEXT = "Something that is no die lies in the tray: take it out."


@dataclass(frozen=True, eq=False)
class _Coarse:
    """What is strange on the felt, in cells, and what of that is warm."""

    grid: CellGrid
    strange: NDArray[np.uint8]
    warm: Bools


def things_in(scene: Scene, dice: list[Die], white: Points) -> tuple[Problem, ...]:
    """Hands and other things beside these dice, with their boxes in the picture; `white` is the light's
    colour (BGR, 0..255)."""
    coarse = _coarse(scene, dice, white)
    if cv2.countNonZero(coarse.strange) * CELL**2 <= _HAND:
        return ()
    count, labels, stats, _ = cv2.connectedComponentsWithStats(coarse.strange, connectivity=8)
    large = [k for k in range(1, count) if stats[k][4] * CELL**2 > _HAND]
    found = [_named(coarse, labels == k, stats[k]) for k in large]
    return _with_one_hand([one for one in found if one is not None])


def _with_one_hand(found: list[tuple[Problem, bool]]) -> tuple[Problem, ...]:
    """The problems with all parts of hands (the rail cuts them) in one."""
    if not any(problem.kind == "hand" for problem, _ in found):
        return tuple(problem for problem, _ in found)
    hands = np.array([problem.px for problem, warm in found if warm])
    box = (*hands[:, :2].min(axis=0).tolist(), *hands[:, 2:].max(axis=0).tolist())
    return (Problem("hand", _HAND_TEXT, box), *(problem for problem, warm in found if not warm))


def _coarse(scene: Scene, dice: list[Die], white: Points) -> _Coarse:
    grid = scene.window.grid
    left, top = grid.origin
    window = scene.image[top : top + grid.size[1] * grid.cell, left : left + grid.size[0] * grid.cell]
    strange, warm = _strange(shrunk(window, grid.cell), grid, white)
    outlines = np.array([die.outline for die in dice]).reshape(-1, 4, 2)
    middles = outlines.mean(axis=1, keepdims=True)
    for corners in grid.cells(middles + 1.5 * (outlines - middles)):
        cv2.fillConvexPoly(strange, corners, 0)
    strange = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    return _Coarse(grid, strange, warm)


def _strange(small: Image, grid: CellGrid, white: Points) -> tuple[NDArray[np.uint8], Bools]:
    """Which cells of the felt are warm, or much lighter than it, or bright and of another hue; and which are warm."""
    red_green, red_blue = _hues(small, white)
    off = cv2.magnitude(red_green - _usual(red_green, grid), red_blue - _usual(red_blue, grid))
    unlike = off > _UNLIKE
    warm = (red_green > _WARM[0]) & (red_blue > _WARM[1]) & unlike
    blue, green, red = cv2.split(small)
    least, most = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    usual = _usual(least, grid)
    light = least > usual + _LIGHT * (float(white.min()) - usual)
    gaudy = unlike & (most > _GAUDY * _usual(most, grid) + 2 * _BLACK)
    return ((warm | light | gaudy) & grid.felt).astype(np.uint8), warm


def _usual(values: NDArray[Any], grid: CellGrid) -> float:
    """The median of what a value is on the felt: every third of the sample is enough for that."""
    return median_of(values.ravel().take(grid.sample[::3]))


def _hues(small: Image, white: Points) -> tuple[Floats, Floats]:
    """Of each cell how far red lies above green, and above blue: logarithms, in white light."""
    gain = np.maximum(white / max(float(white.max()), 1.0), 0.1)
    tones = cv2.LUT(small, np.log(_TONES / gain + _BLACK).astype(np.float32)[None])
    blue, green, red = cv2.split(tones)
    return np.asarray(cv2.subtract(red, green), np.float32), np.asarray(cv2.subtract(red, blue), np.float32)


def _named(coarse: _Coarse, own: Bools, stat: NDArray[np.int32]) -> tuple[Problem, bool] | None:
    """What a strange part is, if it is large enough to matter, and whether it is warm."""
    left, top, wide, high, count = (int(value) for value in stat[:5])
    corners = np.array([left, top, left + wide, top + high]) * coarse.grid.cell
    box = tuple(float(value) for value in corners + np.tile(coarse.grid.origin, 2) - 0.5)
    warm = float(coarse.warm[own].mean()) > 0.5
    narrow = min(wide, high) * CELL
    crosses = bool((own & coarse.grid.border).any()) and narrow > _DEEP
    if warm and (crosses or (count * CELL**2 > _PALM and not _is_plain(own))):
        return Problem("hand", _HAND_TEXT, box), True
    if count * CELL**2 > _THING and count > _FULL * wide * high and narrow > EDGE * 0.8:
        return Problem("foreign", _FOREIGN_TEXT, box), warm
    return None


def _is_plain(own: Bools) -> bool:
    """Whether a part is about a rectangle or a circle."""
    outlines = cv2.findContours(own.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    outline = max(outlines, key=cv2.contourArea)
    area, (wide, high) = cv2.contourArea(outline), cv2.minAreaRect(outline)[1]
    circle = np.pi * cv2.minEnclosingCircle(outline)[1] ** 2
    return bool(area > _PLAIN * min(wide * high, circle))
