"""The audit's page: what the table did day by day, read from the journal beside the main loop."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kiosk.buttons import Button
from kiosk.events import Event
from kiosk.journal import Archive, Damaged, StateUnusable
from kiosk.journal.audit import Audit, Day, audited
from kiosk.service.errand import Errand, Start, in_a_thread
from kiosk.service.menu import STEPS
from kiosk.service.page import Place
from kiosk.service.trial import BACK

ROWS = 9
"""Days on one page."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opened:
    """What came of reading; None: the journal cannot be read."""

    audit: Audit | None


def opened(state_dir: Path) -> Opened:
    """Reads the journal in a state directory as it is now; what is written meanwhile does not disturb it."""
    try:
        archive = Archive(state_dir)
    except (StateUnusable, sqlite3.DatabaseError) as problem:
        log.warning("audit: %s", problem)
        return Opened(None)
    try:
        return Opened(audited(archive))
    except (Damaged, sqlite3.DatabaseError) as problem:
        log.warning("audit: %s", problem)
        return Opened(None)
    finally:
        archive.close()


class AuditPage:
    """`reads` reads the journal, beside the main loop by `start`."""

    def __init__(self, reads: Callable[[], Opened], start: Start = in_a_thread) -> None:
        self._reads, self._start = reads, start
        self._errand: Errand[Opened] | None = None
        self.opened: Opened | None = None
        """None while it is being read."""
        self.page = 0
        """Which page of days is shown, the newest first."""

    def enter(self) -> None:
        """Read anew."""
        self.opened, self.page = None, 0
        self._errand = Errand(self._reads, self._start)

    def leave(self) -> None:
        """What is still being read is not waited for."""
        self._errand = None

    @property
    def days(self) -> list[tuple[str, Day]]:
        """All days of which anything is known, the newest first."""
        audit = self.opened.audit if self.opened is not None else None
        return [] if audit is None else list(reversed(audit.days.items()))

    @property
    def pages(self) -> int:
        """How many there are; one at least."""
        return max(1, -(-len(self.days) // ROWS))

    @property
    def shown(self) -> list[tuple[str, Day]]:
        """The days of this page."""
        return self.days[self.page * ROWS : (self.page + 1) * ROWS]

    def may(self, button: Button) -> bool:
        """Whether there are further days that way."""
        return 0 <= self.page + STEPS[button] < self.pages

    def press(self, button: Button) -> Place | None:
        """Earlier, later, or back."""
        if button in STEPS and self.may(button):
            self.page += STEPS[button]
        return "menu" if button in (BACK, Button.CONFIRM) else None

    def follow(self, now: float) -> None:
        """What was read is shown as soon as it is there."""
        found = self._errand.result() if self._errand is not None else None
        if found is not None:
            self.opened = found

    def hear(self, event: Event) -> None:
        """It shows what was written when it was opened."""
