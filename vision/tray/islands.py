"""What a thing that could not be read is a part of: a coin, or something larger than dice, is no die at all.

The light parts of the felt are islands: a die alone is one, and so are dice that touch each other; a coin is a round
one, and a slip of paper or a beer mat one too large for what lies on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Die, Problem
from vision.tray.scene import Scene
from vision.tray.window import Plane

_ROUND = 0.87
"""A coin fills the circle around it; the outline of a cube at most 0.83 of it."""
_COIN = (150.0, 720.0)
"""Areas of coins, mm2: those of 16 to 28.5 mm, partly in the shade."""
_DIE, _SPARE = 430.0, 260.0
"""A die with its side faces covers less than this, mm2; so much more may be glints and seams around dice."""

_FOREIGN_TEXT = "Something that is no die lies in the tray: take it out."


@dataclass(frozen=True, eq=False)
class _Island:
    """A light part of the felt: its outline (pixels of the planes) and its area (mm2)."""

    outline: NDArray[np.int32]
    area: float
    scale: float

    @property
    def is_coin(self) -> bool:
        """Whether it is as round as a coin, and as large."""
        circle = np.pi * (cv2.minEnclosingCircle(self.outline)[1] / self.scale) ** 2
        return bool(_COIN[0] < self.area < _COIN[1] and self.area > _ROUND * circle)


def dice_only(scene: Scene, dice: list[Die], certain: list[bool]) -> tuple[list[Die], list[Problem]]:
    """The dice without those that are none, and what lies there instead; what is `certain` shows a die's face."""
    if all(certain):
        return dice, []
    light = cv2.bitwise_and(scene.light, scene.window.ground)
    labels = np.asarray(cv2.connectedComponents(light)[1], np.int32)
    island = [_island_at(scene, labels, die) for die in dice]
    # What reaches a wall may be a hand with a die under it.
    hands = set(labels[_border(scene.window.ground) > 0].tolist()) | {0}
    false = {}
    for label in {at for at, sure in zip(island, certain, strict=True) if not sure} - hands:
        one = _outlined(labels == label, scene.window.scale)
        count = island.count(label)
        if one.area > _DIE * count + _SPARE or (count == 1 and one.is_coin):
            false[label] = one
    kept = [die for die, at, sure in zip(dice, island, certain, strict=True) if sure or at not in false]
    return kept, [_problem(scene, one) for one in false.values()]


def _border(ground: Plane) -> Plane:
    """The outermost pixels of the felt."""
    return np.asarray(cv2.subtract(ground, cv2.erode(ground, np.ones((5, 5), np.uint8))), np.uint8)


def _island_at(scene: Scene, labels: NDArray[np.int32], die: Die) -> int:
    """The island on which a die lies; 0: none."""
    x, y = scene.window.cells(np.array([(die.x or 0.0, die.y or 0.0)]))[0].tolist()
    high, wide = labels.shape
    return int(labels[min(max(y, 0), high - 1), min(max(x, 0), wide - 1)])


def _outlined(mask: NDArray[np.bool_], scale: float) -> _Island:
    outlines = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    outline = np.asarray(max(outlines, key=cv2.contourArea), np.int32)
    return _Island(outline, cv2.contourArea(outline) / scale**2, scale)


def _problem(scene: Scene, island: _Island) -> Problem:
    left, top, wide, high = cv2.boundingRect(island.outline)
    corners = np.array([(left, top), (left + wide, top + high)]) / scene.window.zoom + scene.window.origin
    return Problem("foreign", _FOREIGN_TEXT, tuple(corners.ravel().tolist()))
