"""Soft limits: how much a measure speaks for something, between a doubtful and a certain value."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def climb(value: float, bad: float, good: float) -> float:
    """0 up to `bad`, rising evenly to 1 at `good` (which may lie on either side of it)."""
    return min(1.0, max(0.0, (value - bad) / (good - bad)))


def ramp(value: float, good: float, bad: float) -> float:
    """1 up to `good`, falling smoothly to 0 at `bad` (which may lie on either side of it)."""
    t = climb(value, bad, good)
    return t * t * (3.0 - 2.0 * t)


def climbs(values: NDArray[np.floating[Any]], bad: float, good: float) -> NDArray[np.float64]:
    """`climb` of many values at once."""
    # Not `clip`: it takes twice the time for a few values.
    return np.minimum(np.maximum((np.asarray(values, np.float64) - bad) / (good - bad), 0.0), 1.0)
