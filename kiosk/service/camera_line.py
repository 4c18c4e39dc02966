"""The line to the camera in service mode: one order at a time, and what comes too late is not heard."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from kiosk.ask import Answer, Ask
from kiosk.clock import Clock

PAUSE = 0.35
"""Seconds between two looks."""
PATIENCE = 12.0
"""Seconds after which an answer is not waited for any more."""


class CameraLine:
    """`hear` gets the answer to the last order, unless it was dropped; `{"ok": False}` when none comes in time."""

    def __init__(self, ask: Ask, clock: Clock, hear: Answer, patience: float = PATIENCE) -> None:
        self._ask, self._clock, self._hear, self._patience = ask, clock, hear, patience
        self._turn = 0
        self.drop()

    def drop(self) -> None:
        """What is under way is not waited for; it is time for another look."""
        self._turn += 1
        self._look_at = float("-inf")
        self._give_up_at: float | None = None

    def order(self, name: str, **arguments: Any) -> None:
        """An order whose answer is waited for."""
        self._give_up_at = self._clock.now() + self._patience
        self._ask(name, partial(self._answered, self._turn), **arguments)

    def is_free(self, now: float) -> bool:
        """Whether it is time for another look; an answer that takes too long is given up."""
        if self._give_up_at is not None and now >= self._give_up_at:
            self._answered(self._turn, {"ok": False})
        return self._give_up_at is None and now >= self._look_at

    def _answered(self, turn: int, answer: Mapping[str, Any]) -> None:
        if turn != self._turn:
            return
        self._give_up_at, self._look_at = None, self._clock.now() + PAUSE
        if not answer["ok"]:
            self._turn += 1  # what was given up may answer after all
        self._hear(answer)
