"""What the table has to write down, kept until it is written.

A full disk never costs a game: then the entries wait here, in their order, and `stored` says honestly that
they are not on the disk yet. Nothing here raises.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain

from kiosk.journal import (
    PUT_ASIDE,
    Begun,
    Damaged,
    Ended,
    Entry,
    Happened,
    Journal,
    Moved,
    Noted,
    Result,
    is_damage,
)

REMEMBERED = 2000
"""The last games that count for lists of the best: a few months of a busy table, read in some 20 ms."""
log = logging.getLogger(__name__)


class Ledger:
    """Writes entries through a journal that `open_journal` opens, now or as soon as it can be."""

    def __init__(self, open_journal: Callable[[], Journal]) -> None:
        self._open = open_journal
        self._journal: Journal | None = None
        self._waiting: deque[Entry] = deque()
        self._games: dict[int, list[Entry]] = {}
        """Everything of the games that may go on, in case the journal breaks under them."""
        self._results: tuple[Result, ...] | None = None
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
        self._remember(entry)
        self.retry()

    def _remember(self, entry: Entry) -> None:
        """What is over is forgotten when the next game begins."""
        if isinstance(entry, Happened):
            return
        if isinstance(entry, Begun):
            self._games = {game: all_ for game, all_ in self._games.items() if not _over(all_)}
            self._games[entry.game] = []
        if entry.game in self._games:
            self._games[entry.game].append(entry)
        begun = self._games.get(entry.game, [None])[0]
        if isinstance(entry, Ended) and entry.how == "finished" and isinstance(begun, Begun):
            self._remember_result(entry, begun)

    def _remember_result(self, entry: Ended, begun: Begun) -> None:
        earlier = self.results()
        opening = next(
            (one.opening for one in reversed(earlier) if one.opening == begun.opening), begun.opening
        )
        self._results = (*earlier, Result(entry.wall, opening, entry.scores))[-REMEMBERED:]

    def retry(self) -> None:
        """Try again to store what waits."""
        try:
            self._store()
        except sqlite3.Error as problem:
            if not self._refused:
                log.error("the journal cannot be written: %s; it is tried again and again", problem)
            self._refused = True
            if is_damage(problem):
                diary = (one for one in self._waiting if isinstance(one, Happened))
                self._waiting = deque([*chain.from_iterable(self._games.values()), *diary])
                self.set_aside(problem)

    def _store(self) -> None:
        if self._journal is None:
            self._journal = self._open()
            self.renewed = self.renewed or self._journal.set_aside is not None
            self._last_game = max(self._last_game, self._journal.last_game)
        while self._waiting:
            self._store_one(self._journal, self._waiting[0])
            self._waiting.popleft()
        self._refused = False

    def _store_one(self, journal: Journal, entry: Entry) -> None:
        """What belongs to a game that went with a journal set aside must not hold up all others for ever."""
        try:
            journal.write(entry)
        except sqlite3.IntegrityError as problem:
            if problem.sqlite_errorname != "SQLITE_CONSTRAINT_FOREIGNKEY":
                raise
            log.error("%r belongs to a game that this journal does not know: it is left out", entry)

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
        if found is not None:
            self._games[found[0].game] = [found[0], *found[1]]
        return found

    def put_aside(self) -> tuple[Begun, tuple[Moved, ...], str] | None:
        """The game that was put aside and may be taken up again, and why it was."""
        if self._journal is None:
            return None
        try:
            found = self._journal.put_aside()
        except (sqlite3.Error, Damaged) as problem:
            log.error("the game that was put aside cannot be read: %s", problem)
            return None
        if found is not None:
            begun, moves, why = found
            aside = Noted(begun.game, len(moves), begun.wall, PUT_ASIDE, {"why": why})
            self._games[begun.game] = [begun, *moves, aside]
        return found

    def results(self) -> Sequence[Result]:
        """The games that were played to their end, the oldest first: read once, then kept up to date."""
        if self._results is None and self._journal is not None:
            try:
                self._results = self._journal.results(REMEMBERED)
            except (sqlite3.Error, Damaged) as problem:
                log.error("the games that were played here cannot be read: %s", problem)
                self._results = ()
        return self._results or ()

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


def _over(entries: list[Entry]) -> bool:
    return any(isinstance(entry, Ended) for entry in entries)
