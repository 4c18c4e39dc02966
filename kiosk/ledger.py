"""What the table has to write down, kept until it is written.

A full disk never costs a game: then the entries wait here, in their order, and `stored` says honestly that
they are not on the disk yet. Nothing here raises.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import deque
from collections.abc import Callable

from kiosk.journal import Begun, Damaged, Entry, Happened, Journal, Moved, is_damage

log = logging.getLogger(__name__)


class Ledger:
    """Writes entries through a journal that `open_journal` opens, now or as soon as it can be."""

    def __init__(self, open_journal: Callable[[], Journal]) -> None:
        self._open = open_journal
        self._journal: Journal | None = None
        self._waiting: deque[Entry] = deque()
        self._game: list[Entry] = []
        """Everything of the present game, in case the journal breaks under it."""
        self._last_game = 0
        self._refused = False
        self.renewed = False
        """A journal that could not be read was set aside, and nobody has been told."""
        self.retry()

    @property
    def stored(self) -> bool:
        """Whether everything is on the disk."""
        return self._journal is not None and not self._waiting

    def write(self, entry: Entry) -> None:
        """Store an entry before anything is shown; if the disk refuses, it waits its turn."""
        self._waiting.append(entry)
        if not isinstance(entry, Happened):
            self._game = [entry] if isinstance(entry, Begun) else [*self._game, entry]
        self.retry()

    def retry(self) -> None:
        """Try again to store what waits."""
        try:
            self._store()
        except sqlite3.Error as problem:
            if not self._refused:
                log.error("the journal cannot be written: %s; it is tried again and again", problem)
            self._refused = True
            if is_damage(problem):
                self._waiting = deque(
                    [*self._game, *(one for one in self._waiting if isinstance(one, Happened))]
                )
                self.set_aside(problem)

    def _store(self) -> None:
        if self._journal is None:
            self._journal = self._open()
            self.renewed = self.renewed or self._journal.set_aside is not None
            self._last_game = max(self._last_game, self._journal.last_game)
        while self._waiting:
            self._journal.write(self._waiting[0])
            self._waiting.popleft()
        self._refused = False

    def next_game(self, wall: float) -> int:
        """A number for a new game: higher than all before, and unlike any that are not known just now."""
        self._last_game = max(self._last_game + 1, int(wall))
        return self._last_game

    def unfinished(self) -> tuple[Begun, tuple[Moved, ...]] | None:
        """The game to go on with after a restart."""
        if self._journal is None:
            return None
        try:
            found = self._journal.unfinished()
        except (sqlite3.Error, Damaged) as problem:
            self.set_aside(problem)
            return None
        self._game = [found[0], *found[1]] if found else []
        return found

    def set_aside(self, why: Exception) -> None:
        """The journal makes no sense: begin a new one."""
        if self._journal is None:
            return
        try:
            self._journal.begin_anew(why)
            self.renewed = True
        except (sqlite3.Error, OSError) as problem:
            log.error("no new journal can be begun: %s", problem)
            self._journal = None

    def close(self) -> None:
        """A last try, then let go of the file."""
        self.retry()
        if self._journal is not None:
            self._journal.close()
            self._journal = None
