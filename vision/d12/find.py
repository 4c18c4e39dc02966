"""Where black d12 may lie in a tray: places where ink lies as it does on them, a numeral amid a ring of five.

Dark on dark felt a d12 has no outline that can be relied on, but its numerals are as white as anything in the tray.
Whether it is one is told by a closer look (`vision.d12.fit`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Die
from vision.tray.cube import EDGE, Points, beneath, turned_each
from vision.tray.pose import FELT, RAIL
from vision.tray.scene import Scene
from vision.tray.window import Window

_Plane = NDArray[np.float32]

_CELL = 1.5
"""The felt is looked at in cells about so wide, mm."""
_STROKE = 6.0
"""Lighter things narrower than this, mm, may be numerals."""
_WHITE = 0.3
"""Ink is this share lighter than its surroundings, of what white paper is, at least; what is lighter still counts no
more."""
_NEAR, _SOME = 24.0, 0.07
"""Within a square so wide, mm, the mean of the ink is at least this around a d12's middle."""
_RADII = (0.0, 3.0, 4.2, 5.2, 6.8, 7.6, 8.2, 9.8, 10.6, 11.6, 14.5, 15.5)
_WEIGHTS = (1.0, 1.0, 0.0, -0.55, -0.55, 0.1, 0.8, 0.8, 0.1, -0.5, -0.5, 0.0)
"""At each distance from the middle, mm, what ink says for a d12: the top's numeral, the gap, the ring of the sides'
numerals, nothing beyond. (On rendered dice 0.7, 0.15, 0.43 and 0.05 of such places are ink.)"""
_AGAINST = 0.8
"""All that speaks against together weighs this much of all that speaks for."""
_LEAST = 0.1
"""Flat dice in the open have 0.25 to 0.5, leaning ones from 0.15 on."""
_BODY, _DARK = 16.0, 0.5
"""In a square so wide, mm, the tone without ink is less than this share of white paper's on the average: of a d12 whose
top mirrors a lamp, too; of white dice it is more."""
_APART = 9.0
"""Middles of d12 that touch are farther apart than this, mm."""
_MIDDLE = 14.0
"""Ink lies about this high above the felt on the average, mm."""
_MOST = 8
"""At most so many places are looked at closely: a tray holds three."""
_SPARE = 1.25
"""Faces of d6 with their rounded edges are left out this many times as large."""
_LOW, _HIGH = 8.0, 6.0
"""Heights at which the felt's border and the rail's flanks are taken, mm."""


def _box(left: float, right: float, top: float, bottom: float) -> Points:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


_FELT = _box(-1.0, FELT + 1.0, -1.0, FELT + 1.0)
_RAIL = _box(RAIL[0] - 0.5, RAIL[1] + 0.5, -1.0, FELT + 1.0)
_FACE = _box(-EDGE / 2, EDGE / 2, -EDGE / 2, EDGE / 2) * _SPARE
"""The corners of the felt, of the rail, and of a d6's face in its own axes, with what is left out beside them, mm."""


def places_in(scene: Scene, dice: Sequence[Die], paper: float) -> Points:
    """Where d12 may have their middles (N x 2, mm), the likeliest first.

    `dice` are the d6 that are known, `paper` is the tone of something white (of 255).
    """
    window = scene.window
    cell = max(1, round(_CELL * window.scale))
    fine = window.scale / cell
    ink, ground = _ink(scene.tone, cell, fine, _WHITE * paper)
    ink *= _free(window, cell, ink.shape, dice)
    side = round(_NEAR * fine) | 1
    enough = (cv2.boxFilter(ink, -1, (side, side)) > _SOME).astype(np.uint8)
    if not cv2.countNonZero(enough):
        return np.zeros((0, 2))
    likeness = _likeness(ink, enough, fine)
    likeness[cv2.boxFilter(ground, cv2.CV_32F, (round(_BODY * fine) | 1,) * 2) > _DARK * paper] = 0.0
    rows, columns = _peaks(likeness, fine)
    best = np.argsort(-likeness[rows, columns], kind="stable")[:_MOST]
    pixels = (np.column_stack([columns[best], rows[best]]) + 0.5) * cell - 0.5
    flat, camera = window.places(pixels.astype(np.float64)), scene.view.camera
    return np.asarray(camera[:2] + (flat - camera[:2]) * ((camera[2] - _MIDDLE) / (camera[2] - EDGE)))


def _ink(tone: NDArray[np.uint8], cell: int, fine: float, full: float) -> tuple[_Plane, NDArray[np.uint8]]:
    """In cells: what is lighter than what is around it (0..1), and the tone without it."""
    high, wide = (side // cell for side in tone.shape)
    small = cv2.resize(tone[: high * cell, : wide * cell], (wide, high), interpolation=cv2.INTER_AREA)
    side = round(_STROKE * fine) | 1
    ground = np.asarray(cv2.morphologyEx(small, cv2.MORPH_OPEN, np.ones((side, side), np.uint8)), np.uint8)
    lines = cv2.subtract(small, ground)
    return np.minimum(lines * np.float32(1 / max(full, 1.0)), np.float32(1)), ground


def _free(window: Window, cell: int, shape: tuple[int, ...], dice: Sequence[Die]) -> NDArray[np.uint8]:
    """Which cells may show a d12: 1 on the felt beside the rail and the d6 that are known, 0 elsewhere."""
    free = np.zeros(shape, np.uint8)
    bodies = _bodies(dice, window.view.camera)
    # All places at once: one by one each of them takes as long as all together.
    places = np.concatenate([_FELT, _RAIL, bodies.reshape(-1, 2)])
    high = np.full(len(places), EDGE)
    high[: len(_FELT)], high[len(_FELT) : len(_FELT) + len(_RAIL)] = _LOW, _HIGH
    felt, rail, corners = np.split(_cells(window, cell, places, high), (len(_FELT), len(_FELT) + len(_RAIL)))
    cv2.fillConvexPoly(free, felt, 1)
    cv2.fillConvexPoly(free, rail, 0)
    for body in corners.reshape(bodies.shape):
        cv2.fillConvexPoly(free, cv2.convexHull(body), 0)
    return free


def _bodies(dice: Sequence[Die], camera: Points) -> Points:
    """The corners of the d6 that are known, a little larger, and of their feet as seen at the same height: N x 8 x 2,
    mm."""
    lying = [(die.x, die.y, die.rotation) for die in dice if die.status == "ok" and die.x is not None]
    known = np.array(lying, np.float64).reshape(-1, 3)
    top = turned_each(_FACE, known[:, 2]) + known[:, None, :2]
    return np.concatenate([top, beneath(top, camera)], axis=1)


def _cells(window: Window, cell: int, places: Points, high: Points) -> NDArray[np.int32]:
    """The cells that show places (N x 2, mm) at these heights (N)."""
    camera = window.view.camera
    flat = camera[:2] + (places - camera[:2]) * ((camera[2] - EDGE) / (camera[2] - high))[:, None]
    return np.rint((window.seen(flat) + 0.5) / cell - 0.5).astype(np.int32)


def _likeness(ink: _Plane, enough: NDArray[np.uint8], fine: float) -> _Plane:
    """How much the ink around each cell is like a d12's; looked for only where there is `enough` of it (1 there)."""
    kernel = _kernel(fine)
    count, _, stats, _ = cv2.connectedComponentsWithStats(enough)
    found = np.zeros_like(ink)
    reach = kernel.shape[0] // 2
    for left, top, wide, high, _ in stats[1:count].tolist():
        rows, columns = (
            slice(max(0, top - reach), top + high + reach),
            slice(max(0, left - reach), left + wide + reach),
        )
        part = cv2.filter2D(ink[rows, columns], -1, kernel, borderType=cv2.BORDER_CONSTANT)
        inner = part[top - rows.start :, left - columns.start :][:high, :wide]
        found[top : top + high, left : left + wide] = inner
    found[enough == 0] = 0.0
    return found


@lru_cache(maxsize=4)
def _kernel(fine: float) -> _Plane:
    reach = int(np.ceil(_RADII[-1] * fine))
    off = np.arange(-reach, reach + 1)
    weights = np.interp(np.hypot(off, off[:, None]) / fine, _RADII, _WEIGHTS)
    good, bad = weights[weights > 0].sum(), -weights[weights < 0].sum()
    weights[weights < 0] *= _AGAINST * good / bad
    return np.asarray(weights / good, np.float32)


def _peaks(likeness: _Plane, fine: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    side = round(_APART * fine) | 1
    around = cv2.dilate(likeness, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    rows, columns = np.nonzero((likeness == around) & (likeness > _LEAST))
    return rows, columns
