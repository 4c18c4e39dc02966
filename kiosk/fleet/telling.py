"""The table's end towards the outside: a small file that says how the table is, written when that has changed.

It lies where the service manager gives the program a directory for as long as it runs, in memory: no file, no table.
No names, no pictures. Whoever may read it (the group raflebord) does so in its own time; the table waits for nobody.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kiosk.clock import Clock
from kiosk.diary import program_version
from kiosk.events import Event
from kiosk.table import Table

log = logging.getLogger(__name__)


class Telling:
    """Keeps the file. Follows the main loop; a file that cannot be written is no harm to the game."""

    def __init__(self, file: Path, clock: Clock) -> None:
        self._file = file
        self._since = round(clock.wall())
        self._version = program_version()
        self._told: Mapping[str, Any] = {}
        self._failed = False

    def hear(self, event: Event) -> None:
        """What happens is of interest only once it has been dealt with."""

    def follow(self, table: Table) -> None:
        """Says how the table is, if that is new."""
        now = {"since": self._since, "version": self._version, **state(table)}
        if now != self._told:
            self._told = now
            self._write(json.dumps({"running": True, **now}, ensure_ascii=False))

    def _write(self, text: str) -> None:
        """Whole or not at all; nothing is synced, since it does not outlive the program."""
        new = self._file.with_name(f"{self._file.name}.new")
        try:
            new.write_text(text, encoding="utf-8")
            new.replace(self._file)
            self._failed = False
        except OSError as problem:
            if not self._failed:
                log.warning("cannot tell how the table is: %s", problem)
            self._failed = True


def state(table: Table) -> dict[str, Any]:
    """How the table is, as plain data. Seats are counted from 1, as people do."""
    match = table.match
    return {
        "number": table.number,
        "game": None if match is None else match.game,
        "players": 0 if match is None else len(match.scores),
        "turn": None if match is None or match.player is None else match.player + 1,
        "scores": [] if match is None else list(match.scores),
        "winners": [] if match is None or not match.over else [seat + 1 for seat in match.winners],
        "in_use": match is not None and not match.over,
        "locked": table.chosen.locked,
        "faults": sorted(table.faults),
        "language": table.language,
        "volume": table.staff.volume,
        "attract": table.chosen.announcement.in_language(table.language),
    }
