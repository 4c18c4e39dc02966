"""What tests of parts that wait have in common: a clock that is set by hand, and a queue that is emptied."""

from __future__ import annotations

from queue import Empty, SimpleQueue

from kiosk.events import Event


class Clock:
    """Goes on only when `time` is set."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return 0.0


def drained(events: SimpleQueue[Event]) -> list[Event]:
    """All that is on the queue now."""
    found: list[Event] = []
    try:
        while True:
            found.append(events.get_nowait())
    except Empty:
        return found
