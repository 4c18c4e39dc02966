"""The journal as the table writes it.

It survives `kill -9`, a full disk and a pulled plug: WAL with `synchronous=FULL`, one transaction an entry.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from kiosk.journal import room, under_way
from kiosk.journal.entries import Begun, Damaged, Ended, Entry, Happened, Moved, Noted, Result
from kiosk.journal.schema import FILE, opened
from kiosk.journal.seals import GAME_BEFORE, LAST_NOTE, LAST_OF_DIARY, LAST_OF_GAME, digests, last, seal

CHECKED_UP_TO = 64 * 1024 * 1024
"""Bytes. A larger journal is not searched for damage at every start: that would take seconds."""
log = logging.getLogger(__name__)


class Journal:
    """An open journal. All methods raise `sqlite3.Error` when the disk does not let them.

    `spare`: the bytes that may still be used on the disk of a directory; below 0 photographs have to go.
    """

    def __init__(self, directory: Path, spare: Callable[[Path], int] = room.spare_bytes) -> None:
        self._path = directory / FILE
        self._spare = spare
        self.set_aside: Path | None = None
        """Where a damaged journal was moved to when this one was opened."""
        try:
            self._db = opened(self._path)
            self._check()
        except (sqlite3.DatabaseError, Damaged) as problem:
            if not is_damage(problem):
                raise
            self.begin_anew(problem)

    def begin_anew(self, why: Exception) -> None:
        """Moves the damaged journal out of the way and begins an empty one."""
        if hasattr(self, "_db"):
            self._db.close()
        self.set_aside = _moved_aside(self._path)
        log.error("the journal was damaged (%s): set aside as %s, a new one begun", why, self.set_aside)
        self._db = opened(self._path)

    def _check(self) -> None:
        if self._path.stat().st_size > CHECKED_UP_TO:
            return
        found = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise Damaged(found)

    def write(self, entry: Entry) -> None:
        """Adds one entry; when this returns, it is on the disk.

        Between two games, and when the disk is full, the oldest photographs make room.
        """
        try:
            self._add(entry)
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorname != "SQLITE_FULL" or room.clear_oldest(self._db, entry.wall) is None:
                raise
            self._add(entry)
        if isinstance(entry, Begun):
            self._make_room(entry.wall)

    def _add(self, entry: Entry) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for statement, row in _rows(self._db, entry):
                self._db.execute(statement, row)
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _make_room(self, wall: float) -> None:
        """The entry is written already: if the disk does not even let photographs go, it is for the next time."""
        try:
            for _ in range(room.AT_ONCE):
                if self._spare(self._path.parent) + room.unused(self._db) >= 0:
                    return
                if room.clear_oldest(self._db, wall) is None:
                    return
        except (sqlite3.OperationalError, OSError) as problem:
            log.warning("no room can be made for the journal: %s", problem)

    @property
    def last_game(self) -> int:
        """The highest number of a game so far; 0 when there is none."""
        return int(self._db.execute("SELECT coalesce(max(game), 0) FROM games").fetchone()[0])

    def unfinished(self) -> tuple[Begun, tuple[Moved, ...]] | None:
        """The game under way with all its moves; raises Damaged if it cannot be understood."""
        row = under_way.played(self._db)
        return None if row is None else self._game(row)

    def put_aside(self) -> tuple[Begun, tuple[Moved, ...], str] | None:
        """The game that was put aside, with all its moves, and why it was; raises Damaged likewise."""
        row = under_way.waiting(self._db)
        if row is None:
            return None
        return *self._game(row), str(_json(row[5] or "{}").get("why"))

    def _game(self, row: under_way.Row) -> tuple[Begun, tuple[Moved, ...]]:
        game, wall, language, opening = row[:4]
        return Begun(game, wall, language, _json(opening)), tuple(self.moves(game))

    def results(self, most: int) -> tuple[Result, ...]:
        """The last games that were played to their end, the oldest first; raises Damaged."""
        rows = self._db.execute(
            "SELECT e.wall, g.opening, e.scores FROM ends e JOIN games g USING (game)"
            " WHERE e.how = 'finished' ORDER BY g.game DESC LIMIT ?",
            (most,),
        ).fetchall()
        openings = {opening: _json(opening) for opening in {row[1] for row in rows}}
        return tuple(
            Result(wall, openings[opening], tuple(_json(scores))) for wall, opening, scores in reversed(rows)
        )

    def moves(self, game: int) -> Iterator[Moved]:
        """All moves of a game in their order."""
        rows = self._db.execute(
            "SELECT seq, wall, source, move, dice FROM moves WHERE game = ? ORDER BY seq", (game,)
        ).fetchall()
        pictures = self._photographs(game)
        for expected, (seq, wall, source, move, dice) in enumerate(rows):
            if seq != expected:
                raise Damaged(f"move {expected} of game {game} is missing")
            yield Moved(game, seq, wall, source, _json(move), tuple(_json(dice)), pictures.get(seq, {}))

    def _photographs(self, game: int) -> dict[int, dict[int, bytes]]:
        rows = self._db.execute("SELECT seq, place, picture FROM photographs WHERE game = ?", (game,))
        found: dict[int, dict[int, bytes]] = {}
        for seq, place, picture in rows:
            found.setdefault(seq, {})[place] = picture
        return found

    def close(self) -> None:
        """Lets go of the file."""
        self._db.close()


def _rows(db: sqlite3.Connection, entry: Entry) -> Iterable[tuple[str, tuple[Any, ...]]]:
    """What is inserted for an entry."""
    match entry:
        case Begun(game, wall, language, opening):
            row: tuple[Any, ...] = (game, float(wall), language, json.dumps(opening))
            yield "INSERT INTO games VALUES (?, ?, ?, ?, ?)", _sealed(last(db, GAME_BEFORE, game), row)
        case Moved(game, seq, wall, source, move, dice, photographs):
            row = (game, seq, float(wall), source, json.dumps(move), json.dumps(dice), digests(photographs))
            yield (
                "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                _sealed(last(db, LAST_OF_GAME, game), row),
            )
            for place, picture in photographs.items():
                yield "INSERT INTO photographs VALUES (?, ?, ?, ?)", (game, seq, place, picture)
        case Ended(game, wall, how, scores):
            row = (game, float(wall), how, json.dumps(scores))
            yield "INSERT INTO ends VALUES (?, ?, ?, ?, ?)", _sealed(last(db, LAST_OF_GAME, game), row)
        case Noted(game, seq, wall, what, detail):
            row = (game, seq, float(wall), what, json.dumps(detail))
            statement = "INSERT INTO notes (game, seq, wall, what, detail, seal) VALUES (?, ?, ?, ?, ?, ?)"
            yield statement, _sealed(last(db, LAST_NOTE), row)
        case Happened(wall, up, what, detail):
            row = (float(wall), float(up), what, json.dumps(detail))
            statement = "INSERT INTO diary (wall, up, what, detail, seal) VALUES (?, ?, ?, ?, ?)"
            yield statement, _sealed(last(db, LAST_OF_DIARY), row)


def _sealed(before: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*row, seal(before, *row))


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError) as problem:
        raise Damaged(f"an entry is no JSON: {problem}") from problem


def is_damage(problem: Exception) -> bool:
    """Whether the file itself is bad, rather than the disk full or the file busy."""
    return isinstance(problem, Damaged) or getattr(problem, "sqlite_errorname", "") in (
        "SQLITE_CORRUPT",
        "SQLITE_NOTADB",
    )


def _moved_aside(path: Path) -> Path:
    """Renames the database and what belongs to it; nothing is deleted."""
    stamp = time.strftime("%Y%m%dT%H%M%S")
    number = 0
    while (aside := path.with_name(f"{path.name}.damaged-{stamp}-{number}")).exists():
        number += 1
    for ending in ("", "-wal", "-shm"):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside
