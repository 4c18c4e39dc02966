"""The tray as the simulated table knows it, and the camera's view of it.

World frame of this package: millimetres, origin at the felt's inner top-left corner, x right, y down (in the
picture), z *down*, so that it is right-handed and a camera looking straight down has no rotation. Heights
above the felt are therefore -z. The measures are those of the physical table; they are written here once more
on purpose, so that a wrong figure on the reading side shows up as a difference from the truth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FELT = 260.0
"""Inner width and depth of the tray."""
WALL = 30.0
"""Height of the rim above the felt."""
RIM = 28.0
"""Width of the rim."""
RAIL_LEFT, RAIL_RIGHT, RAIL_HEIGHT = 214.0, 220.0, 8.0
"""The rail between the roll zone and the hold lane."""
TABLE_TOP = 8.0
"""How far the café table's top lies below the felt."""
EDGE = 16.0
"""Edge of a d6."""
HALF = EDGE / 2
MARKER, MARKER_PAPER = 24.0, 28.0
"""Black square of an ArUco marker and the paper it is printed on."""
FIELD_OF_VIEW = 66.0
"""Degrees across at 16:9 (Camera Module 3)."""
CAMERA_HEIGHT = 490.0

UP = np.array([0.0, 0.0, -1.0])


def marker_centres() -> Floats:
    """Centres of the markers 0..3 (top left, top right, bottom right, bottom left), 4x3 mm."""
    low, high = -RIM / 2, FELT + RIM / 2
    return np.array([[low, low, -WALL], [high, low, -WALL], [high, high, -WALL], [low, high, -WALL]])


@dataclass(frozen=True)
class View:
    """A camera: `size` (width, height) in pixels, `matrix` and `rotation` (world to camera) 3x3, `centre` in mm,
    and the lens's radial `distortion` (k1, k2 of OpenCV's model), which only `vision.sim.still`'s pictures show."""

    size: tuple[int, int]
    matrix: Floats
    rotation: Floats
    centre: Floats
    distortion: tuple[float, float] = (0.0, 0.0)

    def project(self, points: Floats) -> Floats:
        """World points (Nx3 mm) as picture points (Nx2, integer pixel = pixel centre)."""
        camera = (np.asarray(points, dtype=float) - self.centre) @ self.rotation.T
        flat = camera / camera[:, 2:]
        if any(self.distortion):
            flat[:, :2] *= self._stretch((flat[:, :2] ** 2).sum(axis=1))[:, None]
        return np.asarray((flat @ self.matrix.T)[:, :2])

    def _stretch(self, square: Floats) -> Floats:
        first, second = self.distortion
        return np.asarray(1 + first * square + second * square**2)

    def rays(self, left: int, top: int, right: int, bottom: int, shift: tuple[float, float]) -> Floats:
        """The directions (3 x H x W, world) in which the pixels of a part of the picture look, at places in the pixel
        that are moved by `shift`."""
        u = (np.arange(left, right) + shift[0] - self.matrix[0, 2]) / self.matrix[0, 0]
        v = (np.arange(top, bottom) + shift[1] - self.matrix[1, 2]) / self.matrix[1, 1]
        bent = np.stack(np.meshgrid(u, v))
        flat = bent
        # The lens bends little: a few rounds of asking where a ray would have to come from are enough.
        for _ in range(4 if any(self.distortion) else 0):
            flat = bent / self._stretch((flat**2).sum(axis=0))
        ways = np.stack([*flat, np.ones(flat.shape[1:])])
        return np.asarray(np.tensordot(self.rotation.T, ways, 1))

    def back_projection(self) -> Floats:
        """3x3 matrix that turns picture points (u, v, 1) into ray directions in the world."""
        return np.asarray(self.rotation.T @ np.linalg.inv(self.matrix))

    def pixels_per_mm(self, height: float = 0.0) -> float:
        """Scale of a level plane at `height` mm above the felt."""
        return float(self.matrix[0, 0]) / (-float(self.centre[2]) - height)


def turn_about(axis: Floats, angle: float) -> Floats:
    """Rotation matrix for `angle` radians about a unit axis (Rodrigues' formula)."""
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    d = 1 - c
    return np.array(
        [
            [c + d * x * x, d * x * y - s * z, d * x * z + s * y],
            [d * x * y + s * z, c + d * y * y, d * y * z - s * x],
            [d * x * z - s * y, d * y * z + s * x, c + d * z * z],
        ]
    )


def mounted_view(size: tuple[int, int], rng: np.random.Generator) -> View:
    """The camera on its arch, hung by a person: a few millimetres and a fraction of a degree off."""
    width, height = size
    focal = width / 2 / math.tan(math.radians(FIELD_OF_VIEW / 2))
    matrix = np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])
    tilt_x, tilt_y = np.radians(rng.uniform(-0.4, 0.4, 2))
    roll = math.radians(rng.uniform(-0.7, 0.7))
    rotation = (
        turn_about(np.array([0.0, 0.0, 1.0]), roll)
        @ turn_about(np.array([1.0, 0.0, 0.0]), tilt_x)
        @ turn_about(np.array([0.0, 1.0, 0.0]), tilt_y)
    )
    middle = np.array([FELT / 2, FELT / 2, -CAMERA_HEIGHT])
    return View(size, matrix, rotation, middle + rng.uniform(-3.0, 3.0, 3))
