"""The house's best, across tables: what each table tells of itself, put together and kept.

Nothing is added up, so nothing can be counted twice: a list holds players of games, each once. What is known is
written down before it is told; it stays when a table, or the broker with everything it had retained, goes.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from pathlib import Path

from kiosk.fleet.settings import HOUSE
from kiosk.outside import best
from kiosk.outside.best import Lists, NoLists
from kiosk.outside.names import TABLE

FILE = "house.json"
MOST_TABLES = 200
log = logging.getLogger(__name__)


class HouseList:
    """Kept in `file`; one that makes no sense is put aside and begun anew."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.lists: Lists = self._read()
        self._strange: set[str] = set()

    def _read(self) -> Lists:
        try:
            return best.read(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, NoLists) as problem:
            log.error("%s cannot be used: %s; it is put aside", self._file, problem)
            self._file.replace(self._file.with_name(f"{self._file.name}.damaged"))
            return {}

    def hear(self, table: str, payload: bytes) -> bool:
        """What a table tells of itself; whether anything is new. What makes no sense is said once and left out."""
        try:
            told = best.read(payload, table) if TABLE.fullmatch(table) and table != HOUSE else {}
        except NoLists as problem:
            if table not in self._strange and len(self._strange) < MOST_TABLES:
                self._strange.add(table)
                log.warning("the best of %s are left out: %s", table, problem)
            return False
        return self._take(best.merged(self.lists, told))

    def _take(self, lists: Lists) -> bool:
        if _flat(lists) == _flat(self.lists):
            return False
        self.lists = lists
        self._keep()
        return True

    def _keep(self) -> None:
        """Whole or not at all, and on the disk."""
        new = self._file.with_name(f"{self._file.name}.new")
        try:
            with new.open("w", encoding="utf-8") as file:
                file.write(self.told + "\n")
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._file)
        except OSError as problem:
            log.warning("the house's best cannot be kept for the next start: %s", problem)

    @property
    def told(self) -> str:
        """The lists as they are told and kept."""
        return best.written(self.lists, HOUSE)


def _flat(lists: Lists) -> Mapping[best.Key, tuple[best.Entry, ...]]:
    return {key: tuple(entries) for key, entries in lists.items()}
