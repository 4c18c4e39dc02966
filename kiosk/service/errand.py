"""Work that takes a while, done beside the main loop, which looks now and then whether it is done."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, TypeAlias, TypeVar

Result = TypeVar("Result")
Start: TypeAlias = Callable[[Callable[[], None]], None]


def in_a_thread(work: Callable[[], None]) -> None:
    """Begins it and does not wait; the end of the program does not wait for it either."""
    threading.Thread(target=work, name="raflebord-errand", daemon=True).start()


class Errand(Generic[Result]):
    """Begins `work` at once by `start`. `work` does not raise: what can go wrong is part of its result."""

    def __init__(self, work: Callable[[], Result], start: Start = in_a_thread) -> None:
        self._done: SimpleQueue[Result] = SimpleQueue()
        start(lambda: self._done.put(work()))

    def result(self) -> Result | None:
        """What came of it, once; None before and after."""
        try:
            return self._done.get_nowait()
        except Empty:
            return None
