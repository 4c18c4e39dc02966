"""Pictures that cannot be used: too small, black, or the same for ever."""

from __future__ import annotations

import zlib

import numpy as np

from vision.cameras.protocol import Image
from vision.observations import FaultKind, TrayFault

_SMALLEST = 64
"""Pixels, of the shorter side."""
_BLACK = 28
"""Picture value that hardly a pixel of a black picture reaches; in a dim café white paper still shows 60."""
_FEW = 0.01
"""Share of the pixels that may be lighter all the same: a lamp's reflex, a light on the camera."""
_STEP = 16
"""Every sixteenth pixel of every sixteenth row is looked at."""
_AFTER: dict[FaultKind, float] = {"small": 0.0, "dark": 0.5, "frozen": 2.0, "covered": 1.5}
"""Seconds until it is said: a lamp may flicker, a sleeve may brush over the lens."""
_TEXTS: dict[FaultKind, str] = {
    "small": "The camera's picture is too small to see dice in.",
    "dark": "The picture is black: is the light on and the lens free?",
    "frozen": "The picture stands still: the camera has stopped.",
    "covered": "Something covers the camera: take it away.",
}


class Health:
    """Judges each picture. `live`: it comes from a sensor, whose noise never repeats."""

    def __init__(self, live: bool) -> None:
        self._live = live
        self._kind: FaultKind | None = None
        self._since = 0.0
        self._sum: int | None = None

    def symptom(self, image: Image) -> FaultKind | None:
        """What is wrong with this picture by itself, or beside the one before."""
        if min(image.shape[:2]) < _SMALLEST:
            return "small"
        sample = np.ascontiguousarray(image[::_STEP, ::_STEP])
        if np.count_nonzero(sample >= _BLACK) <= _FEW * sample.size:
            return "dark"
        before, self._sum = self._sum, zlib.crc32(sample.data) if self._live else None
        return "frozen" if self._live and before == self._sum else None

    def fault(self, kind: FaultKind | None, t: float) -> TrayFault | None:
        """The fault to be told, once this symptom (None: there is none) has lasted. `t` in seconds."""
        if kind != self._kind:
            self._kind, self._since = kind, t
        if kind is None or t - self._since < _AFTER[kind]:
            return None
        return TrayFault(kind, _TEXTS[kind])
