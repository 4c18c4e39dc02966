"""The table's heartbeat: tells the service manager that the table is ready, lives, what it does, and that it ends.

The manager (systemd) restarts a table whose heartbeat stops. It is given by the main loop, once a turn has gone all
the way round: a loop that hangs, be it in the panel, the journal or a picture, gives none. The vision has a process of
its own; when it has not reported for too long, the loop goes on and the heartbeat stops all the same.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable

from kiosk.clock import Clock
from kiosk.events import Event
from kiosk.notify import Tell, allowed, teller
from kiosk.table import Table

VISION = 60.0
"""Seconds for which the vision may be silent. One try to start its process takes up to 22 s: two whole tries have
failed by then. A camera that is away does not count: its process lives and says so."""
BEATS = 4
"""Heartbeats in the time after which the manager takes the table for dead."""
log = logging.getLogger(__name__)


class Heartbeat:
    """Follows the main loop. `within`: seconds without a heartbeat until the manager acts; None: it never does."""

    def __init__(self, tell: Tell, clock: Clock, within: float | None) -> None:
        self._tell = tell
        self._clock = clock
        self._every = within / BEATS if within else None
        self._beat_at = float("-inf")
        self._turns = 0
        self._needed: dict[str, tuple[Callable[[], float], float]] = {}
        self._silent: list[str] = []
        self._status = ""

    def need(self, part: str, heard: Callable[[], float], limit: float) -> None:
        """No heartbeat unless this part has reported in the last `limit` seconds; `heard`: when it did so last."""
        self._needed[part] = (heard, limit)

    def hear(self, event: Event) -> None:
        """Nothing that happens is of interest, only that it was dealt with."""

    def follow(self, table: Table) -> None:
        """Another turn of the main loop: the one before has ended with a picture on the screen."""
        self._turns += 1
        if self._turns == 2:
            self._tell("READY=1")
        self._say(status(table))
        self._beat(self._clock.now())

    def close(self) -> None:
        """The table is about to end, as it was asked to."""
        self._tell("STOPPING=1")

    def _say(self, text: str) -> None:
        if text != self._status:
            self._status = text
            self._tell(f"STATUS={text}")

    def _beat(self, now: float) -> None:
        if self._every is None or now < self._beat_at + self._every:
            return
        self._note_silent([part for part, (heard, limit) in self._needed.items() if now > heard() + limit])
        if not self._silent:
            self._beat_at = now
            self._tell("WATCHDOG=1")

    def _note_silent(self, silent: list[str]) -> None:
        if silent and silent != self._silent:
            log.error("no heartbeat: nothing is heard of %s", ", ".join(silent))
        self._silent = silent


def status(table: Table) -> str:
    """One line for the maintainer: what is played, and which parts are away."""
    match = table.match
    if match is None:
        does = "nobody plays"
    else:
        does = f"{match.game}, {len(match.scores)} players{', over' if match.over else ''}"
    away = ", ".join(sorted(table.faults))
    return f"{does}; away: {away}" if away else does


def of_this_process(clock: Clock) -> Heartbeat:
    """The heartbeat that this process's manager wants, if it has one."""
    return Heartbeat(teller(os.environ), clock, allowed(os.environ, os.getpid()))
