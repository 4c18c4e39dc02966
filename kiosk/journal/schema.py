"""The journal's tables, version by version, and how an older journal becomes a newer one."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from kiosk.journal.seals import seal_all

FILE = "journal.sqlite3"
VERSION = 3
"""1: games, moves, photographs, ends. 2: seals, notes, and photographs that may go when space runs low. 3: the
diary."""
log = logging.getLogger(__name__)

TABLES = (
    """CREATE TABLE games (
    game INTEGER PRIMARY KEY, wall REAL NOT NULL, language TEXT NOT NULL, opening TEXT NOT NULL
) STRICT""",
    """CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games, seq INTEGER NOT NULL, wall REAL NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('camera', 'button', 'staff')),
    move TEXT NOT NULL, dice TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE photographs (
    game INTEGER NOT NULL, seq INTEGER NOT NULL, place INTEGER NOT NULL, picture BLOB NOT NULL,
    PRIMARY KEY (game, seq, place)
) STRICT""",
    """CREATE TABLE ends (
    game INTEGER PRIMARY KEY REFERENCES games, wall REAL NOT NULL,
    how TEXT NOT NULL CHECK (how IN ('finished', 'left')), scores TEXT NOT NULL
) STRICT""",
)
SEALED = (
    "ALTER TABLE games ADD COLUMN seal TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE moves ADD COLUMN pictures TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE moves ADD COLUMN seal TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE ends ADD COLUMN seal TEXT NOT NULL DEFAULT ''",
    """CREATE TABLE notes (
    note INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, seq INTEGER NOT NULL, wall REAL NOT NULL,
    what TEXT NOT NULL, detail TEXT NOT NULL, seal TEXT NOT NULL
) STRICT""",
    "CREATE TABLE cleared (game INTEGER PRIMARY KEY REFERENCES games, wall REAL NOT NULL) STRICT",
)
DIARY = """CREATE TABLE diary (
    entry INTEGER PRIMARY KEY, wall REAL NOT NULL, up REAL NOT NULL,
    what TEXT NOT NULL, detail TEXT NOT NULL, seal TEXT NOT NULL
) STRICT"""
CHANGES = ("UPDATE", "DELETE")
NEVER = """CREATE TRIGGER {table}_{what} BEFORE {what} ON {table} {when}
BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END"""
ONLY_CLEARED = "WHEN OLD.game NOT IN (SELECT game FROM cleared)"
NOT_THE_LAST = """CREATE TRIGGER cleared_INSERT BEFORE INSERT ON cleared
WHEN NEW.game >= (SELECT max(game) FROM games)
BEGIN SELECT RAISE(ABORT, 'the photographs of the last game stay'); END"""


class StateUnusable(Exception):
    """The state directory cannot be used; the text is one line for the person who started the program."""


def opened(path: Path) -> sqlite3.Connection:
    """The database with its tables, ready to be written; raises sqlite3.Error, StateUnusable."""
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


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """The journal's format, 0 for an empty file; raises StateUnusable when this program is too old for it."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > VERSION:
        raise StateUnusable(
            f"{path} was written by a newer Raflebord (format {version}; {VERSION} is known here)"
        )
    return version


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    """All steps that are missing, in one transaction."""
    version = version_of(db, path)
    if version == VERSION:
        return
    if version > 0:
        _back_up(db, path, version)
    db.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[version:]:
            step(db)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _first_tables(db: sqlite3.Connection) -> None:
    for statement in TABLES:
        db.execute(statement)
    _never_change(db, "games", "moves", "photographs", "ends")


def _seals(db: sqlite3.Connection) -> None:
    for statement in SEALED:
        db.execute(statement)
    written = ("games", "moves", "ends")
    for table in (*written, "photographs"):
        for what in CHANGES:
            db.execute(f"DROP TRIGGER IF EXISTS {table}_{what}")
    seal_all(db)
    _never_change(db, *written, "notes", "cleared")
    db.execute(NEVER.format(table="photographs", what="UPDATE", when=""))
    db.execute(NEVER.format(table="photographs", what="DELETE", when=ONLY_CLEARED))
    db.execute(NOT_THE_LAST)


def _diary(db: sqlite3.Connection) -> None:
    db.execute(DIARY)
    _never_change(db, "diary")


STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first_tables, _seals, _diary)
"""Step n makes a journal of format n into one of format n + 1."""


def _never_change(db: sqlite3.Connection, *tables: str) -> None:
    for table in tables:
        for what in CHANGES:
            db.execute(NEVER.format(table=table, what=what, when=""))


def _back_up(db: sqlite3.Connection, path: Path, version: int) -> None:
    """A copy of the journal as it was before it is upgraded; raises StateUnusable when there is no room for it."""
    backup = next(_free_names(path.with_name(f"{path.name}.format-{version}")))
    part = backup.with_name(backup.name + ".part")
    try:
        with closing(sqlite3.connect(part)) as copy:
            db.backup(copy)
        to_disk(part)
        part.rename(backup)
    except (sqlite3.OperationalError, OSError) as problem:
        part.unlink(missing_ok=True)
        raise StateUnusable(
            f"{path} is of format {version} and has to be upgraded, but no copy of it can be made first ({problem});"
            f" it takes {path.stat().st_size / 1e6:.0f} MB"
        ) from problem
    log.warning(
        "the journal is upgraded from format %d to %d; the old one is kept as %s", version, VERSION, backup
    )


def _free_names(wished: Path) -> Iterator[Path]:
    names = (wished, *(wished.with_name(f"{wished.name}-{number}") for number in range(1, 100)))
    return (name for name in names if not name.exists())


def to_disk(path: Path) -> None:
    """Return when a file is really on its disk: the plug, or the stick, may be pulled out now."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
