"""Where the tray is: the camera's pose from the four markers on the rim, and the way between pixels and millimetres.

The markers lie 30 mm above the felt and a die's top face 16 mm above it, so no flat map of the picture will do:
the pose gives one for every height. World: tray millimetres, x right, y down, z up from the felt.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, assumed
from vision.cameras.protocol import Image
from vision.markers import Markers
from vision.reading import Zone

Vector = NDArray[np.float64]

FELT = 260.0
"""The felt's width and height, mm."""
RAIL = (214.0, 220.0)
"""The hold lane's rail, x in mm; the lane reaches from there to the right wall."""
RIM = 30.0
"""Height of the markers above the felt, mm."""
MARKER = 24.0
"""Edge of a marker's black square, mm."""
_OUTSIDE = 14.0
"""The markers' centres lie this far outside the felt's corners in x and y, mm."""
_WORST = 0.003
"""Largest rms misplacement of the markers' corners that is believed, in picture widths (4 px of 1280)."""
_LOWEST, _HIGHEST, _ASIDE = 300.0, 1200.0, 0.35
"""Heights of a camera that are believed, mm, and how far from above the felt's middle, as a share of its height: from
farther aside side faces hide the dice behind them."""


@dataclass(frozen=True, eq=False)
class TrayView:
    """The tray in a picture of `size` (width, height): camera matrix, distortion, rotation and shift of the world
    into the camera's frame (z of the world turned down for OpenCV), and how many markers were seen."""

    size: tuple[int, int]
    lens: Vector
    distortion: Vector
    turn: Vector
    shift: Vector
    markers: int

    @cached_property
    def camera(self) -> Vector:
        """The camera's place in the world: x, y, z in mm (z above the felt)."""
        place = -self.turn.T @ self.shift
        return np.array([place[0], place[1], -place[2]])

    @cached_property
    def is_bent(self) -> bool:
        """Whether the lens bends straight lines."""
        return bool(self.distortion.any())

    @cached_property
    def _axis(self) -> Vector:
        """The rotation as OpenCV wants it: its axis, as long as its angle."""
        return np.asarray(cv2.Rodrigues(self.turn)[0], np.float64)

    def plane(self, z: float) -> Vector:
        """The 3x3 map from tray millimetres at height `z` to ideal (undistorted) pixels."""
        columns = [self.turn[:, 0], self.turn[:, 1], self.shift - z * self.turn[:, 2]]
        return np.asarray(self.lens @ np.column_stack(columns))

    def pixels(self, points: Vector, z: float) -> Vector:
        """Where points (N x 2, tray mm at height `z`) are in the picture: N x 2 pixels."""
        if len(points) == 0:
            return points
        world = np.column_stack([points, np.full(len(points), -z)])
        seen, _ = cv2.projectPoints(world, self._axis, self.shift, self.lens, self.distortion)
        return np.asarray(seen.reshape(-1, 2), np.float64)

    def bent(self, ideal: Vector) -> Vector:
        """Ideal (undistorted) pixels as the lens shows them: N x 2."""
        if not self.is_bent or len(ideal) == 0:
            return ideal
        flat = (ideal - self.lens[:2, 2]) / np.diag(self.lens)[:2]
        rays = np.column_stack([flat, np.ones(len(flat))])
        seen, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self.lens, self.distortion)
        return np.asarray(seen.reshape(-1, 2), np.float64)

    def millimetres(self, pixels: Vector, z: float) -> Vector:
        """Where on the plane at height `z` the picture's pixels (N x 2) look: N x 2 tray mm."""
        if len(pixels) == 0:
            return np.zeros((0, 2))
        ideal = pixels
        if self.is_bent:
            seen = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
            bare = cv2.undistortPoints(seen, self.lens, self.distortion, P=self.lens)
            ideal = np.asarray(bare.reshape(-1, 2), np.float64)
        back = np.linalg.inv(self.plane(z))
        flat = ideal @ back[:, :2].T + back[:, 2]
        return np.asarray(flat[:, :2] / flat[:, 2:], np.float64)

    @cached_property
    def px_per_mm(self) -> float:
        """Pixels for one millimetre in the middle of the felt."""
        middle = self.pixels(np.array([(80.0, 130.0), (180.0, 130.0)]), 0.0)
        return float(np.hypot(*(middle[1] - middle[0]))) / 100.0

    @cached_property
    def marker_corners(self) -> Markers:
        """Where the markers are in the picture, whether seen or not."""
        return {name: self.pixels(places[:, :2], RIM) for name, places in marker_places().items()}

    def rectified(self, image: Image, z: float, px_per_mm: float, margin: float) -> Image:
        """The tray from straight above as it is at height `z`: square, with `margin` mm around the felt."""
        side = round((FELT + 2 * margin) * px_per_mm)
        millimetres = np.array([[1 / px_per_mm, 0, -margin], [0, 1 / px_per_mm, -margin], [0, 0, 1]])
        if not self.is_bent:
            way = self.plane(z) @ millimetres
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            return np.asarray(cv2.warpPerspective(image, way, (side, side), flags=flags), np.uint8)
        grid = np.mgrid[0:side, 0:side].reshape(2, -1)[::-1].T / px_per_mm - margin
        where = self.pixels(grid, z).astype(np.float32).reshape(side, side, 2)
        return np.asarray(cv2.remap(image, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.uint8)

    @property
    def corners(self) -> Vector:
        """The felt's corners in the picture (top left, top right, bottom right, bottom left): 4 x 2 pixels."""
        return self.pixels(np.array([(0.0, 0.0), (FELT, 0.0), (FELT, FELT), (0.0, FELT)]), 0.0)


def zone_of(x: float) -> Zone:
    """The zone of a die whose middle is at `x` mm: it is in the hold lane from the middle of the rail on."""
    return "hold" if x > sum(RAIL) / 2 else "roll"


def view_of(
    markers: Markers, size: tuple[int, int], calibration: Calibration | None = None
) -> TrayView | None:
    """The view that explains these markers (see `markers_in`) in a picture of this size, or None."""
    if len(markers) < 3:
        return None
    known = calibration or assumed(size)
    lens, distortion = known.matrix(size), np.array(known.distortion)
    world = np.concatenate([marker_places()[name] for name in markers])
    seen = np.concatenate(list(markers.values()))
    ok, turn, shift = cv2.solvePnP(world, seen, lens, distortion, flags=cv2.SOLVEPNP_SQPNP)
    if not ok:
        return None
    turn, shift = cv2.solvePnPRefineLM(world, seen, lens, distortion, turn, shift)
    again, _ = cv2.projectPoints(world, turn, shift, lens, distortion)
    miss = float(np.sqrt(((again.reshape(-1, 2) - seen) ** 2).sum(axis=1).mean()))
    if not miss <= _WORST * size[0]:
        return None
    matrix, place = np.asarray(cv2.Rodrigues(turn)[0], np.float64), np.asarray(shift, np.float64).ravel()
    view = TrayView(size, lens, distortion, matrix, place, len(markers))
    return view if _is_above(view.camera) else None


def _is_above(camera: Vector) -> bool:
    """Whether the camera looks down on the tray from about where the arch holds it (490 mm above the middle)."""
    aside = float(np.hypot(*(camera[:2] - FELT / 2)))
    return bool(_LOWEST < camera[2] < _HIGHEST and aside < _ASIDE * camera[2])


@cache
def marker_places() -> dict[int, Vector]:
    """The markers' corners (4 x 3 mm each) in the world (z down, as OpenCV wants it), clockwise from top left."""
    low, high = -_OUTSIDE, FELT + _OUTSIDE
    half = MARKER / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    centres = {0: (low, low), 1: (high, low), 2: (high, high), 3: (low, high)}
    return {name: np.column_stack([square + place, np.full(4, -RIM)]) for name, place in centres.items()}
