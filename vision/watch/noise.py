"""How much pixels differ when nothing has changed: the sensor's grain, learnt from frame to frame."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.watch.picture import Mask

_NOISES, _MORE, _MOST = 3.5, 3.5, 48.0
"""A pixel has changed when it differs by so many times the noise and a little more: hardly one of ten thousand
does by chance. The limit is at most `_MOST` picture values: beyond, nothing could be seen at all."""
_STEP = 4
"""Every fourth pixel of every fourth row is looked at."""
_FROM, _TO = 0.75, 0.9
"""The noise is the mean of this part of the pixels, ranked: a hand is not among them, grain is."""
_SPREAD, _SLACK = 2.0, 2.0
"""It is at most so many times (and a little) the lowest of these, in case a hand is among them after all."""
_RISING = 0.5
"""Share of a higher measure that is believed at once; a lower one is believed wholly."""


class Noise:
    """The noise in differences of small pictures, in picture values."""

    def __init__(self) -> None:
        self._level = 0.0

    def learn(self, apart: NDArray[np.uint8]) -> None:
        """One more difference of two frames that should be alike but for noise and what moves."""
        some = apart[::_STEP, ::_STEP].ravel()
        first, last = int(_FROM * some.size), int(_TO * some.size)
        ranked = np.partition(some, (first, last))
        seen = min(float(ranked[first:last].mean()), _SPREAD * float(ranked[first]) + _SLACK)
        self._level += (seen - self._level) * (1.0 if seen < self._level else _RISING)

    def exceeded(self, apart: NDArray[np.uint8], least: float) -> Mask:
        """Where the difference is more than noise, and at least `least`."""
        limit = min(max(least, _NOISES * self._level + _MORE), _MOST)
        return np.asarray(cv2.threshold(apart, limit, 1, cv2.THRESH_BINARY)[1], np.uint8)
