"""The journal and the calibration, copied before a version is changed, and put back when an older program needs them.

Formats only go forward: a newer program may rewrite the journal in a way that the one before it cannot read. Who goes
back then gets the copy; what was written since is kept beside it. When the format is the same, nothing is put back.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from setup.steps import Trouble

STATE = Path("/var/lib/raflebord")
JOURNAL = "journal.sqlite3"
CALIBRATION = "calibration.json"
"""The one in use: a link to one of those kept in `CALIBRATIONS`, or a file of its own."""
CALIBRATIONS = "calibrations"
FOLDER = "backups"
KEPT = 3
LAST_GAME = "(SELECT max(game) FROM main.games)"
ROOM = 64 * 1024 * 1024
"""Bytes that stay free beside a copy."""
PLENTY = 1 << 30
"""Bytes that stay free beside a copy with all photographs: the journal would give up its oldest ones for less room."""


def save(state: Path, version: str) -> Path | None:
    """Copies what the table knows into a folder of its own, named after the version that used it; the table is stopped.

    None when there is nothing to copy. Where there is no room for all photographs only those of the last game are
    copied; raises Trouble when there is no room even for that.
    """
    if not (state / JOURNAL).exists() and not (state / CALIBRATION).exists():
        return None
    copy = _copy_with_room(state)
    stamp = time.strftime("%Y%m%dT%H%M%S")
    folder = state / FOLDER / f"before-update-{stamp}-from-{version}"
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    _copy_all(state, part, copy)
    _give(part, state)
    part.rename(folder)
    for old in _saved(state)[:-KEPT]:
        shutil.rmtree(old)
    return folder


def _copy_all(state: Path, to: Path, copy: Callable[[sqlite3.Connection, Path], None]) -> None:
    for path in state.iterdir():
        if path.is_file() and not path.name.startswith(JOURNAL):
            shutil.copyfile(path, to / path.name)
    if (state / CALIBRATIONS).is_dir():
        shutil.copytree(state / CALIBRATIONS, to / CALIBRATIONS)
    if (state / JOURNAL).exists():
        _copy_journal(state / JOURNAL, to / JOURNAL, copy)


def _copy_journal(source: Path, to: Path, copy: Callable[[sqlite3.Connection, Path], None]) -> None:
    """A sound copy of a journal; it is on the disk when this returns. Raises Trouble."""
    try:
        with closing(sqlite3.connect(source)) as db:
            copy(db, to)
        with closing(sqlite3.connect(to)) as copied:
            copied.execute("PRAGMA journal_mode = DELETE")
            found = copied.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as problem:
        raise Trouble(f"{source} cannot be copied: {problem}") from problem
    if found != "ok":
        raise Trouble(f"{source} is damaged: {found}")
    handle = os.open(to, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _all_of_it(db: sqlite3.Connection, to: Path) -> None:
    with closing(sqlite3.connect(to)) as copy:
        db.backup(copy)


def _without_old_photographs(db: sqlite3.Connection, to: Path) -> None:
    """As the journal itself does when space runs low: the games whose photographs are missing are named in it."""
    schema = (
        "SELECT type, name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL ORDER BY type = 'table' DESC"
    )
    db.execute("ATTACH ? AS copy", (str(to),))
    with db:
        for kind, name, sql in db.execute(schema).fetchall():
            if kind == "table" and name != "photographs":
                _make(db, kind, name, sql)
                db.execute(f"INSERT INTO copy.{name} SELECT * FROM main.{name}")
            elif kind == "table":
                _make(db, kind, name, sql)
        db.execute(f"INSERT INTO copy.photographs SELECT * FROM main.photographs WHERE game = {LAST_GAME}")
        db.execute(
            f"INSERT INTO copy.cleared SELECT DISTINCT game, ? FROM main.photographs WHERE game < {LAST_GAME}",
            (time.time(),),
        )
        for kind, name, sql in db.execute(schema).fetchall():
            if kind != "table":
                _make(db, kind, name, sql)
    version = db.execute("PRAGMA main.user_version").fetchone()[0]
    db.execute(f"PRAGMA copy.user_version = {version}")


def _make(db: sqlite3.Connection, kind: str, name: str, sql: str) -> None:
    """The same table, index or trigger in the copy."""
    db.execute(sql.replace(f"{kind.upper()} {name}", f"{kind.upper()} copy.{name}", 1))


def _copy_with_room(state: Path) -> Callable[[sqlite3.Connection, Path], None]:
    """How the journal can be copied in the room that there is."""
    whole = sum(path.stat().st_size for path in state.iterdir() if path.is_file())
    least = whole - _photograph_bytes(state / JOURNAL) + ROOM
    free = shutil.disk_usage(state).free
    if free < least:
        raise Trouble(
            f"{state}: a copy of the journal needs {least / 1e6:.0f} MB, {free / 1e6:.0f} MB are free"
        )
    return _all_of_it if free >= whole + PLENTY else _without_old_photographs


def _photograph_bytes(path: Path) -> int:
    """Bytes of the photographs of all games but the last."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            row = db.execute(
                f"SELECT sum(length(picture)) FROM photographs WHERE game < {LAST_GAME}"
            ).fetchone()
    except sqlite3.Error:
        return 0
    return int(row[0] or 0)


def put_back(state: Path, version: str) -> list[str]:
    """Where formats have changed since, the newest copy that this version left is used again; gives of which files."""
    copies = [path for path in _saved(state) if path.name.endswith(f"-from-{version}")]
    if not copies:
        return []
    back = []
    for name, format_of in ((JOURNAL, _journal_format), (CALIBRATION, _calibration_format)):
        now, then = format_of(state / name), format_of(copies[-1] / name)
        if now is not None and then is not None and now > then:
            _set_aside(state / name, f"format-{now}")
            shutil.copyfile(copies[-1] / name, state / name)
            back.append(name)
    _give(state, state)
    return back


def _saved(state: Path) -> list[Path]:
    return sorted(
        path for path in (state / FOLDER).glob("before-update-*") if not path.name.endswith(".part")
    )


def _journal_format(path: Path) -> int | None:
    if not path.exists():
        return None
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return int(db.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return None


def _calibration_format(path: Path) -> int | None:
    try:
        return int(json.loads(path.read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _set_aside(path: Path, why: str) -> None:
    """Renames a file and, of a journal, what belongs to it; nothing is deleted."""
    stamp = time.strftime("%Y%m%dT%H%M%S")
    for ending in ("", "-wal", "-shm"):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(path.with_name(f"{path.name}.{why}-{stamp}{ending}"))


def _give(folder: Path, like: Path) -> None:
    """All in `folder` belongs to whom `like` belongs to."""
    owner = like.stat()
    for path in (folder, *_below(folder)):
        os.chown(path, owner.st_uid, owner.st_gid)


def _below(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if not path.is_symlink())
