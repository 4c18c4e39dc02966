"""What several tests of the doctor begin with."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import numpy as np

from kiosk.doctor.check import Check, Grade

SIZE = (640, 360)
GREY = np.random.default_rng(1).integers(60, 200, (360, 640, 3), np.uint8)


def of(check: Check) -> tuple[Grade, str, str]:
    return check.grade, check.found, check.todo


def ticking(step: float = 0.05) -> Callable[[], float]:
    times = count()
    return lambda: next(times) * step


NOW = 1.76e9
LENS = {
    "version": 1,
    "size": [1280, 720],
    "focal": [985.0, 985.0],
    "middle": [639.5, 359.5],
    "distortion": [0] * 5,
    "light": 160,
}
