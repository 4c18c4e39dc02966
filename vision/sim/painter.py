"""Puts a frame together: scenery, shadows, dice, hand, noise. What does not move is drawn once and kept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cameras.protocol import Image
from vision.sim.die import Pose
from vision.sim.die_picture import DicePainter
from vision.sim.hand_picture import HandPainter
from vision.sim.measures import View
from vision.sim.noise import SensorNoise
from vision.sim.scenery import draw_scenery
from vision.sim.script import Hand
from vision.sim.shadows import draw_shadow

_DARK = 0.07
"""How much picture value is left when the tray's light fails: some of the café's light remains."""


class Painter:
    """Draws the frames of one table; all randomness (wood, felt, noise) comes from `rng`."""

    def __init__(self, view: View, rng: np.random.Generator) -> None:
        self._view = view
        self._dice = DicePainter(view)
        self._scenery = draw_scenery(view, rng)
        self._hands = HandPainter(view, rng)
        self._noise = SensorNoise(view.size, rng)
        self._kept: tuple[tuple[int, ...], Image] = ((), self._scenery)
        self._resting: list[Pose] = []

    def frame(
        self, resting: Sequence[Pose], moving: Sequence[Sequence[Pose]], hand: Hand | None, dark: bool
    ) -> Image:
        """One frame: dice at rest, dice that move (each as its poses while the shutter is open), perhaps a hand."""
        picture = self._still(resting)
        if moving or hand:
            picture = picture.copy()
            self._draw(picture, moving)
            if hand:
                self._hands.draw(picture, hand)
        if dark:
            picture = (picture * _DARK).astype(np.uint8)
        return self._noise.add(picture)

    def _still(self, resting: Sequence[Pose]) -> Image:
        """The scenery with the dice at rest."""
        key = tuple(id(pose) for pose in resting)
        if key != self._kept[0]:
            picture = self._scenery.copy()
            self._draw(picture, [[pose] for pose in resting])
            self._kept, self._resting = (key, picture), list(resting)
        return self._kept[1]

    def _draw(self, picture: Image, dice: Sequence[Sequence[Pose]]) -> None:
        """Shadows first, then the dice, the furthest from the camera first."""
        for poses in dice:
            draw_shadow(picture, self._view, poses[len(poses) // 2])
        far = sorted(dice, key=lambda poses: -float(np.linalg.norm(poses[0].centre - self._view.centre)))
        for poses in far:
            self._dice.draw(picture, poses)
