"""Where the tray is before the camera, and how exactly that is known.

The markers' corners are explained by the camera's pose together with what is not quite known of the lens: each
of its numbers is held near what is assumed of it as tightly as it is known (least squares with priors). A black square
looks smaller than it is, because light spreads over its edges in pictures that are not linear (0.7 pixel of 51 on
rendered pictures); so its size is found as well, or the lens would be blamed for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, assumed
from vision.markers import Markers
from vision.tray.pose import FELT, RIM, TrayView, marker_places

Floats: TypeAlias = NDArray[np.float64]

_CORNER = 0.25
"""How exactly a corner is found, pixels of 1280 (standard deviation)."""
_SHRUNK = 0.03
"""How much smaller than 24 mm a marker may look (standard deviation, share)."""
_KNOWN = {"assumed": (0.009, 3.5, 0.02), "card": (0.0015, 1.0, 0.004)}
"""How exactly a lens is known: focal length (share), middle (pixels of 1280), k1. Standard deviations; of the Camera
Module 3 the spread between modules, of the card three times what its own measurement says."""
_ROUNDS = 4
_MOST = 2.45
"""Standard deviations within which 95 of 100 points of a plane lie (Rayleigh's distribution)."""
_FELT = np.array([(0.0, 0.0, 0.0), (FELT, 0.0, 0.0), (FELT, FELT, 0.0), (0.0, FELT, 0.0)])
_POSE, _LENS = 6, 4
"""Numbers of a pose (turn and shift) and of a lens (focal length, middle, k1)."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A pose with the lens that goes with it. `error`: how far off a corner of the felt may be, mm (95 of 100 times it
    is less). `off`: how far each marker's middle lies from where it should, mm."""

    lens: Calibration
    turn: Floats
    shift: Floats
    error: float
    off: dict[int, float]

    def view(self, markers: int = 4) -> TrayView:
        """The tray in the pictures that were measured."""
        size = self.lens.size
        matrix = np.asarray(cv2.Rodrigues(self.turn)[0], np.float64)
        lens, distortion = self.lens.matrix(size), np.array(self.lens.distortion)
        return TrayView(size, lens, distortion, matrix, self.shift, markers)

    @property
    def px_per_mm(self) -> float:
        """Pixels for one millimetre of the rim, where the markers lie."""
        return self.lens.focal[0] / (float(self.shift[2]) - RIM)

    @property
    def roll(self) -> float:
        """How far the tray is turned in the picture, degrees: 0 when its far edge is at the top."""
        matrix = cv2.Rodrigues(self.turn)[0]
        return float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])))


class _Model:
    """Where markers' corners are seen: a function of pose, lens and how small the markers look."""

    def __init__(self, markers: Markers, lens: Calibration, size: tuple[int, int]) -> None:
        places = np.array([marker_places()[name] for name in markers])
        self.middles = places.mean(axis=1)
        self.places = places.reshape(-1, 3)
        self.spread = (places - self.middles[:, None]).reshape(-1, 3)
        self.seen = np.concatenate(list(markers.values()))
        self.lens, self.size, self.zoom = lens, size, size[0] / 1280
        matrix = lens.matrix(size)
        origin = lens.lens.origin if lens.lens else "assumed"
        focal, middle, bend = _KNOWN[origin]
        self.start = np.array([matrix[0, 0], matrix[0, 2], matrix[1, 2], lens.distortion[0], 0.0])
        self.loose = np.array([focal * matrix[0, 0], middle * self.zoom, middle * self.zoom, bend, _SHRUNK])
        self.aspect = matrix[1, 1] / matrix[0, 0]

    def matrix(self, numbers: Floats) -> Floats:
        """The camera matrix of these numbers."""
        focal, x, y = numbers[_POSE : _POSE + 3]
        return np.array([[focal, 0.0, x], [0.0, focal * self.aspect, y], [0.0, 0.0, 1.0]])

    def distortion(self, numbers: Floats) -> Floats:
        """The lens's distortion."""
        return np.array([numbers[_POSE + 3], *self.lens.distortion[1:]])

    def project(self, points: Floats, numbers: Floats) -> tuple[Floats, Floats]:
        """Pixels of world points (N x 3), and how they change with pose and lens: 2N x 10."""
        matrix, bend = self.matrix(numbers), self.distortion(numbers)
        seen, ways = cv2.projectPoints(points, numbers[:3], numbers[3:6], matrix, bend)
        focal = ways[:, 6] + self.aspect * ways[:, 7]
        return np.asarray(seen.reshape(-1), np.float64), np.column_stack([ways[:, :6], focal, ways[:, 8:11]])

    def corners(self, numbers: Floats) -> tuple[Floats, Floats]:
        """The same of the markers' corners, and how they change with the markers' size: 2N x 11."""
        seen, ways = self.project(self.places + numbers[-1] * self.spread, numbers)
        larger, _ = self.project(self.places + (numbers[-1] + 0.01) * self.spread, numbers)
        return seen, np.column_stack([ways, (larger - seen) / 0.01])


def fit(markers: Markers, size: tuple[int, int], lens: Calibration | None = None) -> Fit | None:
    """The pose that explains at least three markers in a picture of this size; None when none does.

    `lens`: None for the Camera Module 3 as its data sheet has it.
    """
    if len(markers) < 3:
        return None
    model = _Model(markers, lens or assumed(size), size)
    begun = _begin(model)
    if begun is None:
        return None
    numbers = np.concatenate([begun, model.start])
    sigma = _CORNER * model.zoom
    prior = np.column_stack([np.zeros((_LENS + 1, _POSE)), np.diag(1 / model.loose)])
    for _ in range(_ROUNDS):
        seen, ways = model.corners(numbers)
        misses = np.concatenate(
            [(model.seen.ravel() - seen) / sigma, (model.start - numbers[_POSE:]) / model.loose]
        )
        system = np.vstack([ways / sigma, prior])
        numbers = numbers + np.linalg.lstsq(system, misses, rcond=None)[0]
        if not np.isfinite(numbers).all() or numbers[5] <= 0:
            return None
    return _told(model, numbers, np.linalg.inv(system.T @ system), list(markers))


def _begin(model: _Model) -> Floats | None:
    matrix, bend = model.lens.matrix(model.size), np.array(model.lens.distortion)
    ok, turn, shift = cv2.solvePnP(model.places, model.seen, matrix, bend, flags=cv2.SOLVEPNP_SQPNP)
    return np.concatenate([turn.ravel(), shift.ravel()]) if ok else None


def _told(model: _Model, numbers: Floats, spread: Floats, names: list[int]) -> Fit:
    matrix, lens = model.matrix(numbers), model.lens
    fitted = Calibration(
        model.size,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        tuple(model.distortion(numbers).tolist()),
        lens.light,
        lens.lens,
    )
    _, ways = model.project(_FELT, numbers)
    scale = float(numbers[_POSE]) / float(numbers[5])
    rim = float(numbers[_POSE]) / (float(numbers[5]) - RIM)
    felt = np.asarray(ways @ spread[:-1, :-1] @ ways.T)
    corners = [float(np.linalg.eigvalsh(felt[2 * k : 2 * k + 2, 2 * k : 2 * k + 2])[-1]) for k in range(4)]
    error = _MOST * max(corners) ** 0.5 / scale
    return Fit(fitted, numbers[:3], numbers[3:6], error, _off(model, numbers, names, rim))


def _off(model: _Model, numbers: Floats, names: list[int], scale: float) -> dict[int, float]:
    """How far each marker lies from where it should, mm: the mean of its corners."""
    seen, _ = model.corners(numbers)
    misses = (model.seen.ravel() - seen).reshape(-1, 4, 2).mean(axis=1)
    return {name: float(np.hypot(*miss)) / scale for name, miss in zip(names, misses, strict=True)}
