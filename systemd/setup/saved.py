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
from collections.abc import Iterator
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
ROOM = 64 * 1024 * 1024
"""Bytes that stay free beside a copy."""


def save(state: Path, version: str) -> Path | None:
    """Copies what the table knows into a folder of its own, named after the version that used it; the table is stopped.

    None when there is nothing to copy. Raises Trouble when there is no room.
    """
    if not (state / JOURNAL).exists() and not (state / CALIBRATION).exists():
        return None
    _refuse_without_room(state)
    stamp = time.strftime("%Y%m%dT%H%M%S")
    folder = state / FOLDER / f"before-update-{stamp}-from-{version}"
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    _copy_all(state, part)
    _give(part, state)
    part.rename(folder)
    for old in _saved(state)[:-KEPT]:
        shutil.rmtree(old)
    return folder


def _copy_all(state: Path, to: Path) -> None:
    for path in state.iterdir():
        if path.is_file() and not path.name.startswith(JOURNAL):
            shutil.copyfile(path, to / path.name)
    if (state / CALIBRATIONS).is_dir():
        shutil.copytree(state / CALIBRATIONS, to / CALIBRATIONS)
    if (state / JOURNAL).exists():
        copy_journal(state / JOURNAL, to / JOURNAL)


def copy_journal(source: Path, to: Path) -> None:
    """A sound copy of a journal, also while it is used; it is on the disk when this returns. Raises Trouble."""
    try:
        with closing(sqlite3.connect(source)) as db, closing(sqlite3.connect(to)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as problem:
        raise Trouble(f"{source} cannot be copied: {problem}") from problem
    if found != "ok":
        raise Trouble(f"{source} is damaged: {found}")
    handle = os.open(to, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _refuse_without_room(state: Path) -> None:
    needed = sum(path.stat().st_size for path in state.iterdir() if path.is_file()) + ROOM
    free = shutil.disk_usage(state).free
    if free < needed:
        raise Trouble(
            f"{state}: a copy of the journal needs {needed / 1e6:.0f} MB, {free / 1e6:.0f} MB are free"
        )


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
