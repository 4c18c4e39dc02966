"""How something is measured, so that other programs on the machine do not count."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Unit: TypeAlias = Literal["ms", "s", "MB", "games/s"]
MORE_IS_BETTER: tuple[Unit, ...] = ("games/s",)
_WARM_UP = 3


@dataclass(frozen=True)
class Measured:
    """One stage: the median and the worst of `runs` measurements; `budget` None: there is none.

    `within` says whether the median keeps the budget.
    """

    stage: str
    median: float
    worst: float
    unit: Unit
    budget: float | None
    runs: int
    within: bool | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "within", self._kept())

    def _kept(self) -> bool | None:
        if self.budget is None:
            return None
        return self.median >= self.budget if self.unit in MORE_IS_BETTER else self.median <= self.budget


def measured(stage: str, values: Sequence[float], unit: Unit, budget: float | None = None) -> Measured:
    """What measurements of a stage come to."""
    worst = min(values) if unit in MORE_IS_BETTER else max(values)
    return Measured(stage, round(statistics.median(values), 3), round(worst, 3), unit, budget, len(values))


def milliseconds(work: Callable[[], object], runs: int) -> list[float]:
    """Processor time of `work` in each of so many runs, after a few that warm up. Not wall time: a process that
    had to wait for the processor is not slower for it."""
    times = []
    for _ in range(_WARM_UP + runs):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    return times[_WARM_UP:]
