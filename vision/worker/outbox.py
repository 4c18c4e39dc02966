"""Sends reports to the parent without ever waiting for it: a slow parent misses previews, nothing else."""

from __future__ import annotations

import threading
from collections import deque
from multiprocessing.connection import Connection

from vision.worker.messages import Alive, Preview, Report

_PASSING = (Alive, Preview)
"""Only the latest of these counts."""


class Outbox:
    """A queue with a thread of its own that writes to `connection`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: deque[Report] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._gone = False
        self._thread = threading.Thread(target=self._work, name="outbox", daemon=True)
        self._thread.start()

    @property
    def gone(self) -> bool:
        """Whether nobody reads any more."""
        return self._gone

    def put(self, report: Report) -> None:
        """Send `report` soon. A passing one takes the place of an older one of its kind that still waits."""
        with self._changed:
            if isinstance(report, _PASSING):
                older = next((one for one in self._waiting if type(one) is type(report)), None)
                if older is not None:
                    self._waiting.remove(older)
            self._waiting.append(report)
            self._changed.notify()

    def close(self, seconds: float) -> None:
        """Send what waits, for at most so long."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(seconds)

    def _work(self) -> None:
        while (report := self._next()) is not None:
            try:
                self._connection.send(report)
            except OSError:
                self._gone = True
                return

    def _next(self) -> Report | None:
        with self._changed:
            while not self._waiting and not self._closing:
                self._changed.wait()
            return self._waiting.popleft() if self._waiting else None
