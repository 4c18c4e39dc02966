"""The d6 of one table, white or of the colour that it was taught."""

from __future__ import annotations

import numpy as np

from vision.d6.colour import Colour
from vision.d6.lamps import without_lamps
from vision.d6.redye import body_tone, redyed
from vision.face_net import FaceNet
from vision.laps import Lap
from vision.reading import Die, Problem
from vision.tray.cube import Points
from vision.tray.dice import LOOSE_TEXT, dice_in
from vision.tray.scene import Scene, scene_of

_GREY = np.full(3, 255.0)
_SURELY = 0.6
"""A white thing that shows a number so surely is a die."""


class D6Reader:
    """Reads d6; `colour` None: they are white."""

    def __init__(self, colour: Colour | None, net: FaceNet) -> None:
        self._colour, self._net = colour, net

    def read(self, scene: Scene, white: Points, lap: Lap) -> tuple[list[Die], list[Problem]]:
        """As `vision.tray.dice.dice_in`, of the table's own dice; `white` is the light's colour (BGR, 0..255)."""
        colour = self._colour
        if colour is None:
            return dice_in(scene, self._net, white, lap)
        if colour.make == "pale":
            return dice_in(scene, self._net, white * colour.tint, lap)
        own = scene_of(redyed(scene.image, scene.window, colour, white), scene.window)
        dice, doubts = dice_in(own, self._net, _GREY, lap)
        dice = without_lamps(dice, scene, own.image, colour, white, body_tone(white))
        return dice, [*doubts, *self._others(scene, white)]

    def _others(self, scene: Scene, white: Points) -> list[Problem]:
        """White dice belong to somebody else where the table's own are red."""
        dice, doubts = dice_in(scene, self._net, white)
        found = [_problem(die) for die in dice if die.margin >= _SURELY]
        return [*found, *(one for one in doubts if one.kind == "foreign")]


def _problem(die: Die) -> Problem:
    corners = np.array(die.outline)
    return Problem("foreign", LOOSE_TEXT, (*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist()))
