"""Whether the table still is as it was calibrated: looked at now and then during play, never in its way."""

from __future__ import annotations

import numpy as np

from vision.calibrating.compared import view
from vision.calibration import Calibration
from vision.cameras.protocol import Image
from vision.markers import Known, Markers, markers_in, markers_near
from vision.observations import Drift, DriftKind
from vision.tray.light import light_of

MOVED = 1.0
"""mm that the markers may have moved."""
LIGHT = 0.2
"""Share by which the light may have changed."""
BLUR = 1.5
"""How many times as blurred as then the markers' edges may be, and never less than this many mm."""
_BLUR_LEAST = 0.75
_GAMMA = 2.2
"""Cameras write about this root of the light."""
_SURE = 3
"""So many looks in a row must agree: somebody's shadow is no drift."""
_ENOUGH = 2
"""Markers that must be seen to tell anything."""


class DriftWatch:
    """Compares pictures with what was calibrated. A calibration without a tray or of pictures of another shape tells
    nothing."""

    def __init__(self, calibration: Calibration | None) -> None:
        self._calibration = calibration
        self._known: Known | None = None
        self._size = (0, 0)
        self._told: tuple[DriftKind, ...] = ()
        self._next: tuple[DriftKind, ...] = ()
        self._times = 0

    def look(self, image: Image) -> Drift | None:
        """What has come or gone since it was last told; None when there is nothing new. `image`: BGR, of the quiet
        tray. Takes about a millisecond."""
        found = self.measured(image)
        if found is None:
            return None
        self._times = self._times + 1 if found.kinds == self._next else 1
        self._next = found.kinds
        if self._times < _SURE or found.kinds == self._told:
            return None
        self._told = found.kinds
        return found

    def measured(self, image: Image) -> Drift | None:
        """What this picture alone tells; None when that is nothing."""
        calibration, known = self._calibration, self._known_in((image.shape[1], image.shape[0]))
        if calibration is None or calibration.seen is None or known is None:
            return None
        there = view(calibration)
        assert there is not None
        markers = markers_near(image, known)
        if len(markers) < _ENOUGH:
            markers = {name: at for name, at in markers_in(image).items() if name in known.names}
        if len(markers) < _ENOUGH:
            return None
        scale = there.px_per_mm * self._size[0] / calibration.size[0]
        light = light_of(image, markers, there)
        blur = light.blur * there.px_per_mm / scale
        ratio = (float(light.white.mean()) / max(1.0, float(np.mean(calibration.seen.white)))) ** _GAMMA
        off = _shift(markers, known) / scale
        return Drift(_kinds(off, ratio, blur, calibration.seen.blur), off, ratio, blur)

    def _known_in(self, size: tuple[int, int]) -> Known | None:
        """The markers in pictures of this size."""
        calibration = self._calibration
        if size == self._size or calibration is None or calibration.placed is None:
            return self._known
        self._size, self._known = size, None
        zoom = size[0] / calibration.size[0]
        if abs(size[1] - zoom * calibration.size[1]) <= 1:
            markers = calibration.placed.markers.items()
            self._known = Known({name: (at + 0.5) * zoom - 0.5 for name, at in markers})
        return self._known


def _shift(markers: Markers, known: Known) -> float:
    """How far the markers have moved, pixels: the middle of all, so that one that was torn off does not count."""
    ways = [(at - known.corners[known.names.index(name)]).mean(axis=0) for name, at in markers.items()]
    return float(np.median(np.hypot(*np.array(ways).T)))


def _kinds(off: float, ratio: float, blur: float, then: float) -> tuple[DriftKind, ...]:
    found: list[DriftKind] = []
    if off > MOVED:
        found.append("moved")
    if blur > max(BLUR * then, _BLUR_LEAST):
        # Out of focus the narrow paper mixes with the wood around it: its light says nothing.
        found.append("focus")
    elif abs(ratio - 1) > LIGHT:
        found.append("light")
    return tuple(found)
