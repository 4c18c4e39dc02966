"""Two calibrations side by side: what has changed between them, in units that mean something at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.tray.pose import TrayView

What: TypeAlias = Literal["focal", "field", "tray", "height", "light", "blur", "noise", "error"]
"""focal: pixels of 1280. field: degrees across. tray: how far the felt's corners lie apart in the picture, mm.
height: of the lens above the felt, mm. light: of the markers' paper, 0..255. blur: mm. noise: of 255. error: of the
pose, mm."""


@dataclass(frozen=True)
class Difference:
    """One figure of both; None where it was not measured. `tray` has no value of its own before."""

    what: What
    before: float | None
    after: float | None


def compared(before: Calibration, after: Calibration) -> list[Difference]:
    """The figures of two calibrations."""
    return [
        Difference("focal", _focal(before), _focal(after)),
        Difference("field", before.degrees, after.degrees),
        Difference("tray", 0.0, moved(before, after)),
        Difference("height", _height(before), _height(after)),
        Difference("error", *(one.placed.error if one.placed else None for one in (before, after))),
        Difference(
            "light", *(float(np.mean(one.seen.white)) if one.seen else None for one in (before, after))
        ),
        Difference("blur", *(one.seen.blur if one.seen else None for one in (before, after))),
        Difference("noise", *(one.seen.noise if one.seen else None for one in (before, after))),
    ]


def view(calibration: Calibration) -> TrayView | None:
    """Where the tray was; None when that was not measured."""
    placed = calibration.placed
    if placed is None:
        return None
    size, matrix = calibration.size, np.asarray(cv2.Rodrigues(np.array(placed.turn))[0], np.float64)
    lens, bend = calibration.matrix(size), np.array(calibration.distortion)
    return TrayView(size, lens, bend, matrix, np.array(placed.shift), len(placed.corners))


def moved(before: Calibration, after: Calibration) -> float | None:
    """How far the farthest corner of the felt has moved in the picture, mm of felt; None when that cannot be told."""
    one, other = view(before), view(after)
    if one is None or other is None:
        return None
    zoom = before.size[0] / after.size[0]
    ways = ((other.corners + 0.5) * zoom - 0.5) - one.corners
    return float(np.hypot(*ways.T).max()) / one.px_per_mm


def _focal(calibration: Calibration) -> float:
    return calibration.focal[0] * 1280 / calibration.size[0]


def _height(calibration: Calibration) -> float | None:
    seen = view(calibration)
    return None if seen is None else float(seen.camera[2])
