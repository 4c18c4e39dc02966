"""The lens, measured with the calibration card held in many ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibrating.card import CORNERS, Floats, Sighting
from vision.calibrating.troubles import Trouble, Troubled
from vision.calibration import Calibration
from vision.calibration_record import LensRecord

POSES, MOST = 8, 30
"""So many positions of the card at least; and so many at most, since more say little more and take their time."""
COVERAGE = 0.75
"""Share of the picture's cells in which corners were seen, at least."""
SURE = 0.004
"""The focal length is known to this share (standard deviation), or the card was always held alike."""
TILTED = 0.1
"""And the card was tilted by so much both ways (standard deviation of the sine): seen from straight ahead only, noise
alone would make up a focal length. A third of a right angle to each side in turn gives 0.25."""
ERROR = 0.8
"""The corners may lie so far off on the mean (rms), pixels of 1280."""
_GRID = (8, 5)
"""Cells of the picture in which the card is to be seen."""
_HALF = CORNERS / 2
"""A useful position shows at least so many corners of the card."""
_APART = 0.03
"""Positions that differ by less than this share of the picture's width are one."""
_RIM = 0.06
"""The card's outermost corners are a square away from its edge: so near the picture's edge nobody can bring them."""


@dataclass(frozen=True, eq=False)
class Coverage:
    """Where the card was seen: `cells` (down x across, True where it was), `share` of them, `poses` that are useful."""

    cells: Floats
    share: float
    poses: int


class Sightings:
    """The positions of the card that are useful, gathered picture by picture."""

    def __init__(self) -> None:
        self.kept: list[Sighting] = []

    def add(self, sighting: Sighting | None) -> bool:
        """Keep a sighting; False when it tells nothing new. Pictures of another size are not mixed."""
        if sighting is None or len(sighting.names) < _HALF or len(self.kept) >= MOST:
            return False
        if self.kept and sighting.size != self.kept[0].size:
            return False
        if any(_apart(sighting, other) < _APART for other in self.kept):
            return False
        self.kept.append(sighting)
        return True

    @property
    def coverage(self) -> Coverage:
        """Where it has been seen so far."""
        cells = np.zeros(_GRID[::-1])
        for sighting in self.kept:
            share = (sighting.seen / np.array(sighting.size) - _RIM) / (1 - 2 * _RIM)
            across, down = np.clip((share * _GRID).astype(int), 0, np.array(_GRID) - 1).T
            cells[down, across] = 1
        return Coverage(cells, float(cells.mean()), len(self.kept))


def _apart(one: Sighting, other: Sighting) -> float:
    """How far two positions of the card differ: the farthest of the corners that both show, in picture widths."""
    _, first, second = np.intersect1d(one.names, other.names, return_indices=True)
    if not len(first):
        return 1.0
    return float(np.hypot(*(one.seen[first] - other.seen[second]).T).max()) / one.size[0]


def measured(sightings: Sightings) -> Calibration:
    """The lens that explains them; raises `Troubled` when they are too few, too much alike, or do not fit.

    Square pixels and two radial terms beside the tangential ones: a third one is not told by a card of this size.
    """
    kept, coverage = sightings.kept, sightings.coverage
    _check_enough(coverage)
    size = kept[0].size
    flags = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3
    start = np.array([[size[0], 0, (size[0] - 1) / 2], [0, size[0], (size[1] - 1) / 2], [0, 0, 1.0]])
    places = [sighting.places.astype(np.float32) for sighting in kept]
    seen = [sighting.seen.astype(np.float32) for sighting in kept]
    flags |= cv2.CALIB_USE_INTRINSIC_GUESS
    error, matrix, bend, turns, _, spread, _, _ = cv2.calibrateCameraExtended(
        places, seen, size, start, np.zeros(5), flags=flags
    )
    limit = ERROR * size[0] / 1280
    if not error <= limit:
        raise Troubled(Trouble("card_bent", {"error": round(error, 2), "limit": round(limit, 2)}))
    # Of the two focal lengths one follows from the other, and its deviation is told as 0.
    sure = float(spread.ravel()[:2].max()) <= SURE * matrix[0, 0]
    if not sure or _tilted([np.asarray(turn, np.float64) for turn in turns]) < TILTED:
        raise Troubled(Trouble("card_flat"))
    record = LensRecord("card", coverage.poses, round(coverage.share, 3), round(error, 3))
    focal, middle = (float(matrix[0, 0]), float(matrix[1, 1])), (float(matrix[0, 2]), float(matrix[1, 2]))
    return Calibration(size, focal, middle, tuple(float(value) for value in bend.ravel()[:5]), lens=record)


def _tilted(turns: Sequence[Floats]) -> float:
    """How much the card was tilted to and fro: the deviation of its normal across or down, the lesser of both."""
    normals = np.array([cv2.Rodrigues(turn)[0][:2, 2] for turn in turns])
    return float(normals.std(axis=0).min())


def _check_enough(coverage: Coverage) -> None:
    if not coverage.poses:
        raise Troubled(Trouble("card_unseen"))
    if coverage.poses < POSES:
        raise Troubled(Trouble("card_few", {"poses": coverage.poses, "least": POSES}))
    if coverage.share < COVERAGE:
        numbers = {"coverage": round(100 * coverage.share), "least": round(100 * COVERAGE)}
        raise Troubled(Trouble("card_uncovered", numbers))
