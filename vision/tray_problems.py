"""What else is in the tray: a hand that reaches in, and large things that are no dice.

Looked at coarsely: a cell is two millimetres wide. The white of the markers' paper says what colour the light is;
seen in that light, skin and gold are warm and dice are not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube import EDGE, Points
from vision.reading import Die, Problem
from vision.tray import FELT, RAIL
from vision.tray_scene import Scene

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

_CELL = 2.0
"""Width of a cell, mm."""
_INSET = 3.0
"""What lies nearer to a wall or the rail than this, mm, may be a part of it."""
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
_DEEP = 9.0
"""A hand reaches in at least this far, mm."""
_FULL = 0.4
"""A thing fills at least this share of the box around it: a seam of light does not."""

_HAND_TEXT = "A hand is over the tray: take it away, and the dice are read."
_FOREIGN_TEXT = "Something that is no die lies in the tray: take it out."


@dataclass(frozen=True, eq=False)
class _Coarse:
    """The felt in cells: what is strange there, what of that is warm, and which cells are along the walls."""

    strange: NDArray[np.uint8]
    warm: Bools
    border: Bools
    origin: tuple[int, int]
    cell: int


def things_in(scene: Scene, dice: list[Die], white: Points) -> tuple[Problem, ...]:
    """Hands and other things beside these dice, with their boxes in the picture; `white` is the light's
    colour (BGR, 0..255)."""
    coarse = _coarse(scene, dice, white)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(coarse.strange, connectivity=8)
    large = [k for k in range(1, count) if stats[k][4] * _CELL**2 > _HAND]
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
    high, wide = scene.full.shape
    cell = max(1, round(_CELL * scene.view.px_per_mm))
    size = (wide // cell, high // cell)
    left, top = scene.origin
    # Whole pixels a cell: only then is making it smaller quick.
    part = scene.image[top : top + size[1] * cell, left : left + size[0] * cell]
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    felt, border = _ground(scene, size, cell)
    strange, warm = _strange(small, felt, white)
    for die in dice:
        corners = np.array(die.outline)
        grown = corners.mean(axis=0) + 1.5 * (corners - corners.mean(axis=0))
        cv2.fillConvexPoly(strange, _in_cells(grown, scene.origin, cell), 0)
    strange = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    return _Coarse(strange, warm, border, scene.origin, cell)


def _strange(small: Floats, felt: Bools, white: Points) -> tuple[NDArray[np.uint8], Bools]:
    """Which cells of the felt are warm, or much lighter than it, or bright and of another hue; and which are warm."""
    red_green, red_blue = _hues(small, white)
    some = felt.copy()
    some[1::2] = some[:, 1::2] = False
    off = np.hypot(red_green - np.median(red_green[some]), red_blue - np.median(red_blue[some]))
    warm = (red_green > _WARM[0]) & (red_blue > _WARM[1]) & (off > _UNLIKE)
    least, most = small.min(axis=2), small.max(axis=2)
    usual = float(np.median(least[some]))
    light = least > usual + _LIGHT * (float(white.min()) - usual)
    gaudy = (off > _UNLIKE) & (most > _GAUDY * np.median(most[some]) + 2 * _BLACK)
    return ((warm | light | gaudy) & felt).astype(np.uint8), warm


def _hues(small: Floats, white: Points) -> tuple[Floats, Floats]:
    """Of each cell how far red lies above green, and above blue: logarithms, in white light."""
    gain = np.maximum(white / max(float(white.max()), 1.0), 0.1)
    blue, green, red = (np.log(small[..., k] / np.float32(gain[k]) + np.float32(_BLACK)) for k in range(3))
    return red - green, red - blue


def _ground(scene: Scene, size: tuple[int, int], cell: int) -> tuple[Bools, Bools]:
    """The felt without the rail in cells, and its cells along the walls."""
    ground = np.zeros(size[::-1], np.uint8)
    inner = np.zeros_like(ground)
    for plane, low in ((ground, _INSET), (inner, _INSET + 1.5 * _CELL)):
        high = FELT - low
        corners = np.array([(low, low), (high, low), (high, high), (low, high)])
        cv2.fillConvexPoly(plane, _in_cells(scene.view.pixels(corners, 0.0), scene.origin, cell), 1)
    border = (ground > 0) & (inner == 0)
    left, right = RAIL[0] - _INSET, RAIL[1] + _INSET
    rail = np.array([(left, 0.0), (right, 0.0), (right, FELT), (left, FELT)])
    cv2.fillConvexPoly(ground, _in_cells(scene.view.pixels(rail, 4.0), scene.origin, cell), 0)
    return ground > 0, border


def _in_cells(pixels: Points, origin: tuple[int, int], cell: int) -> NDArray[np.int32]:
    return np.rint((pixels - origin + 0.5) / cell - 0.5).astype(np.int32)


def _named(coarse: _Coarse, own: Bools, stat: NDArray[np.int32]) -> tuple[Problem, bool] | None:
    """What a strange part is, if it is large enough to matter, and whether it is warm."""
    left, top, wide, high, count = (int(value) for value in stat[:5])
    corners = np.array([left, top, left + wide, top + high]) * coarse.cell
    box = tuple(float(value) for value in corners + np.tile(coarse.origin, 2) - 0.5)
    warm = float(coarse.warm[own].mean()) > 0.5
    narrow = min(wide, high) * _CELL
    if warm and (own & coarse.border).any() and narrow > _DEEP:
        return Problem("hand", _HAND_TEXT, box), True
    if count * _CELL**2 > _THING and count > _FULL * wide * high and narrow > EDGE * 0.8:
        return Problem("foreign", _FOREIGN_TEXT, box), warm
    return None
