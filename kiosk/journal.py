"""The journal: every game, move and photograph of the table, in SQLite, only ever added to.

It survives `kill -9`, a full disk and a pulled plug: WAL with `synchronous=FULL`, one transaction a move.
What is taken back is not removed: an undo is a row of its own.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

FILE = "journal.sqlite3"
VERSION = 1
CHECKED_UP_TO = 64 * 1024 * 1024
"""Bytes. A larger journal is not searched for damage at every start: that would take seconds."""
log = logging.getLogger(__name__)

SCHEMA = """
CREATE TABLE games (
    game INTEGER PRIMARY KEY, wall REAL NOT NULL, language TEXT NOT NULL, opening TEXT NOT NULL
) STRICT;
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games, seq INTEGER NOT NULL, wall REAL NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('camera', 'button', 'staff')),
    move TEXT NOT NULL, dice TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE photographs (
    game INTEGER NOT NULL, seq INTEGER NOT NULL, place INTEGER NOT NULL, picture BLOB NOT NULL,
    PRIMARY KEY (game, seq, place)
) STRICT;
CREATE TABLE ends (
    game INTEGER PRIMARY KEY REFERENCES games, wall REAL NOT NULL,
    how TEXT NOT NULL CHECK (how IN ('finished', 'left')), scores TEXT NOT NULL
) STRICT;
"""
NEVER = """
CREATE TRIGGER {table}_{what} BEFORE {what} ON {table}
BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
"""


class StateUnusable(Exception):
    """The state directory cannot be used; the text is one line for the person who started the program."""


class Damaged(Exception):
    """What is written in the journal makes no sense."""


@dataclass(frozen=True)
class Begun:
    """A game began. `opening` as `rules.Opening.as_dict` gives it; `wall` seconds since 1970."""

    game: int
    wall: float
    language: str
    opening: Mapping[str, Any]


@dataclass(frozen=True)
class Moved:
    """Move number `seq` of a game, in the form of `rules.wire`, or `{"undo": true}`.

    `dice`: all dice of the turn after it, as plain data; `photographs`: JPEG by place among them.
    """

    game: int
    seq: int
    wall: float
    source: str
    move: Mapping[str, Any]
    dice: tuple[Mapping[str, Any], ...] = ()
    photographs: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Ended:
    """A game is over or was left, with the scores of all seats."""

    game: int
    wall: float
    how: Literal["finished", "left"]
    scores: tuple[int, ...]


Entry: TypeAlias = Begun | Moved | Ended


@contextmanager
def state_lock(directory: Path) -> Iterator[None]:
    """Makes the state directory and holds it for this program alone; raises StateUnusable."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle = os.open(directory, os.O_RDONLY)
    except OSError as problem:
        raise StateUnusable(f"cannot use the state directory {directory}: {problem.strerror}") from problem
    try:
        _lock(handle, directory)
        for path in (directory, directory / FILE):
            if path.exists() and not os.access(path, os.W_OK):
                raise StateUnusable(f"no permission to write {path}; the games are stored there")
        yield
    finally:
        os.close(handle)


def _lock(handle: int, directory: Path) -> None:
    # The directory itself is locked: that needs no space even on a full disk, and the system undoes it
    # however the program ends.
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        raise StateUnusable(f"another Raflebord uses the state directory {directory}") from problem


class Journal:
    """An open journal. All methods raise `sqlite3.Error` when the disk does not let them."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE
        self.set_aside: Path | None = None
        """Where a damaged journal was moved to when this one was opened."""
        try:
            self._db = _opened(self._path)
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
        self._db = _opened(self._path)

    def _check(self) -> None:
        if self._path.stat().st_size > CHECKED_UP_TO:
            return
        found = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise Damaged(found)

    def write(self, entry: Entry) -> None:
        """Adds one entry; when this returns, it is on the disk."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for statement, row in _rows(entry):
                self._db.execute(statement, row)
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @property
    def last_game(self) -> int:
        """The highest number of a game so far; 0 when there is none."""
        return int(self._db.execute("SELECT coalesce(max(game), 0) FROM games").fetchone()[0])

    def unfinished(self) -> tuple[Begun, tuple[Moved, ...]] | None:
        """The last game with all its moves if it did not end; raises Damaged if it cannot be understood."""
        row = self._db.execute(
            "SELECT game, wall, language, opening FROM games"
            " WHERE game = (SELECT max(game) FROM games) AND game NOT IN (SELECT game FROM ends)"
        ).fetchone()
        if row is None:
            return None
        game, wall, language, opening = row
        return Begun(game, wall, language, _json(opening)), tuple(self.moves(game))

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


def _opened(path: Path) -> sqlite3.Connection:
    """The database with its tables."""
    db = sqlite3.connect(path, timeout=1.0, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        _migrate(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise StateUnusable(
            f"{path} was written by a newer Raflebord (format {version}; {VERSION} is known here)"
        )
    if version < 1:
        triggers = (
            NEVER.format(table=table, what=what)
            for table in ("games", "moves", "photographs", "ends")
            for what in ("UPDATE", "DELETE")
        )
        script = SCHEMA + "".join(triggers)
        db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {VERSION}; COMMIT;")


def _rows(entry: Entry) -> Iterable[tuple[str, tuple[Any, ...]]]:
    """What is inserted for an entry."""
    match entry:
        case Begun(game, wall, language, opening):
            yield "INSERT INTO games VALUES (?, ?, ?, ?)", (game, wall, language, json.dumps(opening))
        case Moved(game, seq, wall, source, move, dice, photographs):
            row = (game, seq, wall, source, json.dumps(move), json.dumps(dice))
            yield "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", row
            for place, picture in photographs.items():
                yield "INSERT INTO photographs VALUES (?, ?, ?, ?)", (game, seq, place, picture)
        case Ended(game, wall, how, scores):
            yield "INSERT INTO ends VALUES (?, ?, ?, ?)", (game, wall, how, json.dumps(scores))


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
