"""Time, handed in. Timers use `now`; `wall` is for stamping only, since a Pi's wall clock jumps."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """The one source of time."""

    def now(self) -> float:
        """Monotonic seconds."""

    def wall(self) -> float:
        """Seconds since 1970, as the machine believes them to be."""


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time()
