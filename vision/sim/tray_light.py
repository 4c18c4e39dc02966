"""The tray's own light on the simulated table: two white halves, and the ring's colour as a glow on the wood."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.sim.measures import FELT, MARKER_PAPER, WALL, View, marker_centres

_LEAN = 0.3
"""How much more of its light a half gives to its own side of the tray than to the other."""
_GLOW = 0.35
"""How much lighter wood looks in the ring's light, at most."""
_AMBIENT = 0.08
"""Share of the light that is there without any lamp."""


@dataclass(frozen=True)
class TrayLight:
    """`left` and `right` as shares of the usual light, `ring` the ring's colour (red, green, blue, 0..255)."""

    left: float = 1.0
    right: float = 1.0
    ring: tuple[int, int, int] = (0, 0, 0)

    def __post_init__(self) -> None:
        if not (0 <= self.left <= 4 and 0 <= self.right <= 4 and all(0 <= part <= 255 for part in self.ring)):
            raise ValueError(f"no lamp gives {self.left}, {self.right}, {self.ring}")

    @property
    def usual(self) -> bool:
        """Whether it looks as if there were no such light to be switched."""
        return self == TrayLight()


class LitTray:
    """Changes pictures of one `view`, BGR uint8, so that they look lit like that."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.light = TrayLight()
        self._gain: tuple[TrayLight, NDArray[np.float32] | None] = (self.light, None)

    def lit(self, picture: Image) -> Image:
        """The picture in the present light; the same one in the usual light."""
        if self.light.usual:
            return picture
        light, gains = self._gain
        if light != self.light or gains is None:
            gains = self._gains()
            self._gain = self.light, gains
        return np.asarray(cv2.multiply(picture, gains, dtype=cv2.CV_8U), np.uint8)

    def _gains(self) -> NDArray[np.float32]:
        """HxWx3. Picture values go with the square root of light (`vision.sim.light`)."""
        width, height = self._view.size
        side = np.linspace(1, -1, width, dtype=np.float32) * _LEAN / 2
        light = self.light.left * (0.5 + side) + self.light.right * (0.5 - side)
        white = np.sqrt(_AMBIENT + (1 - _AMBIENT) * light)
        gains = np.repeat(np.tile(white, (height, 1))[..., None], 3, axis=2)
        glow = 1 + _GLOW * np.array(self.light.ring[::-1], np.float32) / 255
        return np.asarray(np.where(self._wood()[..., None], gains * glow, gains), np.float32)

    def _wood(self) -> NDArray[np.bool_]:
        """Where no felt and no marker is."""
        width, height = self._view.size
        wood = np.ones((height, width), np.uint8)
        cv2.fillConvexPoly(wood, self._square(FELT / 2, FELT / 2, FELT / 2, WALL), (0,))
        for x, y, z in marker_centres():
            cv2.fillConvexPoly(wood, self._square(float(x), float(y), MARKER_PAPER / 2, -float(z)), (0,))
        return wood.astype(bool)

    def _square(self, x: float, y: float, half: float, height: float) -> NDArray[np.int32]:
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        points = np.array([(a, b, -height) for a, b in corners])
        return np.round(self._view.project(points)).astype(np.int32)
