"""Puts a frame together: scenery, shadows, dice, hand, noise. What does not move is drawn once and kept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cameras.protocol import Image
from vision.sim.d12_picture import BlackPainter
from vision.sim.die import Pose
from vision.sim.die_picture import DicePainter, Print, Sample
from vision.sim.dyes import WHITE, Dye
from vision.sim.hand_picture import HandPainter
from vision.sim.measures import View
from vision.sim.noise import SensorNoise
from vision.sim.scenery import draw_scenery
from vision.sim.script import Hand
from vision.sim.shadows import draw_shadow

_DARK = 0.07
"""How much picture value is left when the tray's light fails: some of the café's light remains."""

_GRID = tuple((x / 3, y / 3) for y in (-1, 0, 1) for x in (-1, 0, 1))
_SPREAD = tuple(_GRID[index * 4 % len(_GRID)] for index in range(len(_GRID)))
"""Places in the pixel for rays, and the same in an order in which the first few are well apart."""


class Painter:
    """Draws the frames of one table with d6 of one `dye`; all randomness (wood, felt, noise) comes from `rng`."""

    def __init__(self, view: View, rng: np.random.Generator, dye: Dye = WHITE) -> None:
        self._view = view
        self._dice = DicePainter(view, dye)
        self._blacks = BlackPainter(view)
        self._scenery = draw_scenery(view, rng)
        self._hands = HandPainter(view, rng)
        self._noise = SensorNoise(view.size, rng)
        self._kept: tuple[tuple[int, ...], Image] = ((), self._scenery)
        self._prints: dict[int, tuple[Pose, Print]] = {}

    def frame(
        self, resting: Sequence[Pose], moving: Sequence[Sequence[Pose]], hand: Hand | None, dark: bool
    ) -> Image:
        """One frame: dice at rest, dice that move (as their poses while the shutter is open), a hand."""
        picture = self._still(resting)
        if moving or hand:
            picture = picture.copy()
            self._draw_moving(picture, moving)
            if hand:
                self._hands.draw(picture, hand)
        if dark:
            picture = (picture * _DARK).astype(np.uint8)
        return self._noise.add(picture)

    def _still(self, resting: Sequence[Pose]) -> Image:
        """The scenery with the dice at rest."""
        key = tuple(id(pose) for pose in resting)
        if key != self._kept[0]:
            self._prints = {id(pose): (pose, self._print(pose)) for pose in resting}
            picture = self._scenery.copy()
            for pose in resting:
                draw_shadow(picture, self._view, pose)
            for pose in self._far_first(resting):
                self._prints[id(pose)][1].lay_on(picture)
            self._kept = key, picture
        return self._kept[1]

    def _print(self, pose: Pose) -> Print:
        """A die at rest, sampled on a 3 x 3 grid in each pixel; drawn once for as long as it lies there."""
        known = self._prints.get(id(pose))
        return known[1] if known else self._drawn([Sample(pose, offset) for offset in _GRID])

    def _draw_moving(self, picture: Image, dice: Sequence[Sequence[Pose]]) -> None:
        if not dice:
            return
        for poses in dice:
            draw_shadow(picture, self._view, poses[len(poses) // 2])
        far = sorted(dice, key=lambda poses: self._distance(poses[0]), reverse=True)
        for poses in far:
            self._drawn([Sample(*pair) for pair in zip(poses, _SPREAD, strict=False)]).lay_on(picture)

    def _drawn(self, samples: Sequence[Sample]) -> Print:
        """A d6 or a d12."""
        painter = self._dice if samples[0].pose.make is None else self._blacks
        return painter.print(samples)

    def _far_first(self, poses: Sequence[Pose]) -> list[Pose]:
        """The furthest from the camera first, so that nearer dice cover them."""
        return sorted(poses, key=self._distance, reverse=True)

    def _distance(self, pose: Pose) -> float:
        return float(np.linalg.norm(pose.centre - self._view.centre))
