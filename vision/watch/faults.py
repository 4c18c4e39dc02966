"""Pictures that cannot be used: too small, black, white, or the same for ever."""

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
_GRAINY = 10
"""So many quiet pictures in a row that all differ come from a sensor: drawn and packed ones repeat now and then."""
_WHITE = 250
"""Picture value that nearly all pixels of a burnt-out picture reach."""
_STEP = 16
"""Every sixteenth pixel of every sixteenth row is looked at."""
_AFTER: dict[FaultKind, float] = {"small": 0.0, "dark": 0.5, "bright": 0.5, "frozen": 2.0, "covered": 1.5}
"""Seconds until it is said: a lamp may flicker, a sleeve may brush over the lens."""
_TEXTS: dict[FaultKind, str] = {
    "small": "The camera's picture is too small to see dice in.",
    "dark": "The picture is black: is the light on and the lens free?",
    "bright": "The picture is all white: does a lamp shine into the camera?",
    "frozen": "The picture stands still: the camera has stopped.",
    "covered": "Something covers the camera: take it away.",
}


class Health:
    """Judges each picture. `live`: it comes from a sensor, whose noise never repeats.

    Films and folders may repeat a picture rightly; only where quiet pictures have shown a sensor's grain so far
    is one that repeats for long a fault as well.
    """

    def __init__(self, live: bool) -> None:
        self._grain = _GRAINY if live else 0
        self._live = live
        self._kind: FaultKind | None = None
        self._since = 0.0
        self._sum: int | None = None
        self._repeated = False

    def symptom(self, image: Image, quiet: bool = False) -> FaultKind | None:
        """What is wrong with this picture by itself, or beside the one before. `quiet`: nothing moves in it."""
        if min(image.shape[:2]) < _SMALLEST:
            return "small"
        sample = np.ascontiguousarray(image[::_STEP, ::_STEP])
        if np.count_nonzero(sample >= _BLACK) <= _FEW * sample.size:
            return "dark"
        if np.count_nonzero(sample >= _WHITE) >= (1 - _FEW) * sample.size:
            return "bright"
        return "frozen" if self._repeats(sample, quiet) else None

    def _repeats(self, sample: Image, quiet: bool) -> bool:
        """Whether a picture that should have fresh grain has none."""
        before, self._sum = self._sum, zlib.crc32(sample.data)
        if before == self._sum:
            self._repeated = True
            return self._grain >= _GRAINY
        if not self._live:
            # A source that has repeated a picture and goes on does so by itself.
            self._grain = 0 if self._repeated else self._grain + quiet
        self._repeated = False
        return False

    def fault(self, kind: FaultKind | None, t: float) -> TrayFault | None:
        """The fault to be told, once this symptom (None: there is none) has lasted. `t` in seconds."""
        if kind == "frozen" and self._kind:
            # A picture that is shown twice is as bad as it was.
            kind = self._kind
        if kind != self._kind:
            self._kind, self._since = kind, t
        if kind is None or t - self._since < _AFTER[kind]:
            return None
        return TrayFault(kind, _TEXTS[kind])
