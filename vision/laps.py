"""How long each stage of a reading takes: told stage by stage to whoever wants to know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

Stage: TypeAlias = Literal[
    "markers",
    "light",
    "scene",
    "candidates",
    "close look",
    "faces",
    "rests",
    "sides",
    "network",
    "d12",
    "things",
]
"""In the order of a reading."""
Lap: TypeAlias = Callable[[Stage], None]
"""Called when a stage has ended, with its name."""


def unheard(stage: Stage) -> None:
    """A lap for which nobody listens."""


class Laps:
    """Collects how long the stages of one reading take.

    `clock` tells the time in seconds. Begin with `start`, hand `lap` to the reader, then look at `seconds`.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.start()

    def start(self) -> None:
        """Forgets what was collected: the first stage begins now."""
        self.seconds: dict[Stage, float] = {}
        self._last = self._clock()

    def lap(self, stage: Stage) -> None:
        """A stage has ended now; the next begins."""
        now = self._clock()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._last
        self._last = now
