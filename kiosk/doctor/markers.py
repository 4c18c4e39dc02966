"""The tray's four markers: seen, and where the calibration says they should be."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kiosk.doctor.check import Check
from vision.calibration import Calibration
from vision.cameras.protocol import Image
from vision.markers import IDS, markers_in
from vision.tray.pose import view_of

NAME = "markers"
PLACES = ("top left", "top right", "bottom right", "bottom left")
ENOUGH = 3
"""Markers without which no dice are read."""
MOVED = 1.0
"""Millimetres by which the markers may lie elsewhere than when the camera was calibrated."""
WANTED = f"all four seen; within {MOVED:g} mm of where they were calibrated"


@dataclass(frozen=True)
class Sighting:
    """Which markers are seen, by number; `misfit`: how far (rms, mm on the rim) their corners lie from where this lens
    shows them for the best pose, None where no pose was found; `moved`: how far (mm) they lie on the mean from
    where they were when the camera was calibrated, None where that is not known."""

    seen: tuple[int, ...]
    misfit: float | None = None
    moved: float | None = None


def looked(image: Image, calibration: Calibration | None) -> Sighting:
    """Looks for the markers in a picture (BGR uint8)."""
    found = markers_in(image)
    size = (image.shape[1], image.shape[0])
    view = view_of(found, size, calibration)
    if view is None:
        return Sighting(tuple(sorted(found)))
    scale = view.px_per_mm
    off = np.concatenate([found[name] - view.marker_corners[name] for name in found])
    misfit = math.sqrt(float((off**2).sum(axis=1).mean())) / scale
    moved = None
    if calibration is not None and calibration.placed is not None:
        zoom = size[0] / calibration.size[0]
        then = calibration.placed.markers
        both = [name for name in found if name in then]
        if both:
            # Integer coordinates are pixel centres, so the picture begins at -0.5.
            shifts = [
                found[name].mean(axis=0) - ((then[name].mean(axis=0) + 0.5) * zoom - 0.5) for name in both
            ]
            moved = float(np.hypot(*np.array(shifts).T).mean()) / scale
    return Sighting(tuple(sorted(found)), misfit, moved)


def check(sighting: Sighting) -> Check:
    """Judges what was seen of the markers."""
    missing = [PLACES[name] for name in IDS if name not in sighting.seen]
    found = f"{len(sighting.seen)} of 4 seen"
    if missing:
        found += f", not {' and '.join(missing)}"
    if sighting.misfit is not None:
        found += f"; their corners fit to {sighting.misfit:.2f} mm"
    if sighting.moved is not None:
        found += f"; {sighting.moved:.1f} mm from where they were"
    if len(sighting.seen) < ENOUGH or sighting.misfit is None:
        todo = (
            "is the rim free, the light on, does the camera look at the tray? Print and fix the markers anew"
        )
        return Check(NAME, "broken", found, WANTED, todo)
    if missing:
        return Check(NAME, "look", found, WANTED, f"free or renew the marker {' and '.join(missing)}")
    if sighting.moved is not None and sighting.moved > MOVED:
        return Check(
            NAME, "look", found, WANTED, "the camera or the tray has moved: calibrate the camera anew"
        )
    return Check(NAME, "fine", found, WANTED)
