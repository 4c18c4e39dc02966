"""A file that is there while people play: whoever wants to restart the table looks whether it may.

It lies where the service manager gives the program a directory for as long as it runs (`RUNTIME_DIRECTORY`), so a table
that is dead is not in use. Its time is that of the last sign of people.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path

from kiosk.clock import Clock
from kiosk.events import Edge, Event, Hit, Seen
from kiosk.outside.places import run_directory
from kiosk.table import Table

FILE = "in-use"
EVERY = 10.0
"""Seconds between two touches of the file while people are busy."""
log = logging.getLogger(__name__)


class InUse:
    """Keeps the file. Follows the main loop; a file that cannot be written is no harm to the game."""

    def __init__(self, file: Path, clock: Clock) -> None:
        self._file = file
        self._clock = clock
        self._touched = float("-inf")
        self._moves = 0
        self._people = True
        self._there = True
        """Whether there may be a file: one of an earlier life is removed."""

    def hear(self, event: Event) -> None:
        """A button, a hit on the felt, dice that have come to rest: somebody is here."""
        self._people = self._people or isinstance(event, Edge | Hit | Seen)

    def follow(self, table: Table) -> None:
        """Touches or removes the file."""
        moves, self._moves = self._moves, len(table.steps)
        if table.match is None or table.match.over:
            self._remove()
        elif (self._people or moves != self._moves) and self._clock.now() >= self._touched + EVERY:
            self._touch()

    def _touch(self) -> None:
        self._people, self._there, self._touched = False, True, self._clock.now()
        self._try(self._file.touch)

    def _remove(self) -> None:
        if self._there:
            self._people, self._there, self._touched = False, False, float("-inf")
            self._try(lambda: self._file.unlink(missing_ok=True))

    def _try(self, what: Callable[[], None]) -> None:
        try:
            what()
        except OSError as problem:
            log.warning("cannot say whether the table is in use: %s", problem)


def in_use_file(environ: Mapping[str, str]) -> Path | None:
    """Where the file belongs; None when no manager runs this program."""
    folder = run_directory(environ)
    return None if folder is None else folder / FILE
