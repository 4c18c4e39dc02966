"""The nightly chores: the journal is checked, copied to a stick or a folder, old photographs go, the audit page is new.

All of it works while the table plays. Each chore stands for itself: what fails is said, and the next one is done.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kiosk.journal import FILE, Archive, Damaged, StateUnusable
from kiosk.journal.room import clear_oldest
from kiosk.journal.schema import opened, to_disk
from kiosk.journal.verify import Looked, findings

STICK = Path("/media/raflebord")
"""Where the stick named RAFLEBORD is mounted."""
PAGE = "audit.html"
COPY = "raflebord-"
"""What the name of a copy begins with; the time follows."""
NOT_COPIED = ("backups",)
"""Copies that an update made."""
SPARE = 16 * 1024 * 1024
"""Bytes of the copies' disk that stay free."""
DAY = 86400.0
Say = Callable[[str], None]


@dataclass(frozen=True)
class NightlySettings:
    """The section [nightly] of a table's settings. `backup`: the folder for copies; `copies`: how many stay;
    `photograph_days`: the age at which photographs go, 0 for never."""

    backup: Path = STICK
    copies: int = 7
    photograph_days: int = 0


def read_section(given: object) -> NightlySettings:
    """The section as it stands in the file; raises ValueError with one line."""
    if not isinstance(given, dict):
        raise ValueError(f"a section [nightly] was expected, not {given!r}")
    usual = NightlySettings()
    for name in given:
        if name not in vars(usual):
            raise ValueError(f"there is no setting {name!r}; there are {', '.join(vars(usual))}")
    backup, copies = given.get("backup", str(usual.backup)), given.get("copies", usual.copies)
    days = given.get("photograph_days", usual.photograph_days)
    if not isinstance(backup, str) or not backup.startswith("/"):
        raise ValueError(f"backup is a folder such as '/media/raflebord', not {backup!r}")
    for name, value, least in (("copies", copies, 1), ("photograph_days", days, 0)):
        if type(value) is not int or value < least:
            raise ValueError(f"{name} is a whole number, at least {least}, not {value!r}")
    return NightlySettings(Path(backup), copies, days)


class Chores:
    """A night at the table in `state`. `wall`: now, seconds since 1970; `say` is told what was done."""

    def __init__(self, state: Path, settings: NightlySettings, wall: float, say: Say) -> None:
        self._state = state
        self._settings = settings
        self._wall = wall
        self._say = say
        self._sound = True

    def do(self) -> bool:
        """All of them; whether all is well."""
        done = [self._tried(chore) for chore in (self._check, self._write_page, self._prune, self._copy)]
        return all(done)

    def _tried(self, chore: Callable[[], bool]) -> bool:
        try:
            return chore()
        except (OSError, sqlite3.Error, Damaged) as problem:
            self._say(f"{chore.__name__.strip('_').replace('_', ' ')}: {problem}")
            return False

    def _check(self) -> bool:
        looked, faults = Looked(), 0
        with closing(Archive(self._state)) as archive:
            for finding in findings(archive, looked):
                if finding.grade == "fault":
                    faults += 1
                    self._say(f"journal: game {finding.game}, move {finding.move}: {finding.text}")
        self._sound = not faults
        state = f"{faults} faults, see 'raflebord journal verify'" if faults else "sound"
        self._say(f"journal: {looked.games} games, {looked.moves} moves: {state}")
        return self._sound

    def _write_page(self) -> bool:
        from kiosk.journal.audit import audited
        from kiosk.journal.audit_page import page

        with closing(Archive(self._state)) as archive:
            text = page(audited(archive))
        new = self._state / f"{PAGE}.new"
        new.write_text(text, encoding="utf-8")
        new.replace(self._state / PAGE)
        self._say(f"audit page: {self._state / PAGE}")
        return True

    def _prune(self) -> bool:
        """Photographs of games that began too long ago; a game at a time, so the table waits for none for long."""
        if not self._settings.photograph_days:
            return True
        before, games = self._wall - self._settings.photograph_days * DAY, 0
        with closing(opened(self._state / FILE)) as db:
            while _oldest_with_photographs(db) < before and clear_oldest(db, self._wall) is not None:
                games += 1
        self._say(f"photographs: those of {games} games have gone")
        return True

    def _copy(self) -> bool:
        """A stick that is not there is no fault: it is said."""
        place = self._settings.backup
        if not os.access(place, os.W_OK):
            self._say(f"no copy was made: {place} cannot be written (is there a stick?)")
            return True
        self._make_room(place)
        folder = place / f"{COPY}{time.strftime('%Y%m%dT%H%M%S', time.gmtime(self._wall))}"
        part = folder.with_name(f"{folder.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        self._fill(part)
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
        for path in (*folder.rglob("*"), folder, place):
            to_disk(path)
        self._say(f"copied to {folder}")
        if (
            self._sound
        ):  # the older copies of a journal that was sound are worth more than one of it as it is now
            self._forget(place, self._settings.copies)
        return True

    def _fill(self, part: Path) -> None:
        for path in _beside_the_journal(self._state):
            if path.is_dir():
                shutil.copytree(path, part / path.name)
            else:
                shutil.copyfile(path, part / path.name)
        with (
            closing(sqlite3.connect(f"{(self._state / FILE).absolute().as_uri()}?mode=ro", uri=True)) as db,
            closing(sqlite3.connect(part / FILE)) as copy,
        ):
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise Damaged(f"the copy is not sound: {found}")

    def _make_room(self, place: Path) -> None:
        """The oldest copies go while there is no room for a new one, but the newest stays."""
        needed = _size(self._state) + SPARE
        while shutil.disk_usage(place).free < needed:
            if len(_copies(place)) < 2:
                raise OSError(f"{place}: a copy needs {needed / 1e6:.0f} MB, and there is no room for it")
            self._forget(place, len(_copies(place)) - 1)

    def _forget(self, place: Path, keep: int) -> None:
        for old in _copies(place)[:-keep]:
            shutil.rmtree(old)
            self._say(f"removed the old copy {old}")


def _copies(place: Path) -> list[Path]:
    """The copies in a folder, oldest first; what was broken off is none."""
    return sorted(
        path for path in place.glob(f"{COPY}*") if (path / FILE).exists() and path.suffix != ".part"
    )


def _beside_the_journal(state: Path) -> Iterator[Path]:
    """The calibrations, what was chosen and learnt at this table, the audit page, pictures that were kept."""
    return (
        path for path in state.iterdir() if not path.name.startswith(FILE) and path.name not in NOT_COPIED
    )


def _size(state: Path) -> int:
    """Bytes of all that is copied."""
    below = (one for path in _beside_the_journal(state) for one in (path, *path.rglob("*")))
    return sum(path.stat().st_size for path in (state / FILE, *below) if path.is_file())


def _oldest_with_photographs(db: sqlite3.Connection) -> float:
    """When the oldest game that has photographs began; endless when there is none."""
    row = db.execute(
        "SELECT min(wall) FROM games WHERE game = (SELECT min(game) FROM photographs)"
    ).fetchone()
    return float("inf") if row[0] is None else float(row[0])


def unusable(state: Path) -> str | None:
    """Why there is nothing to be done there, in one line."""
    try:
        Archive(state).close()
    except StateUnusable as problem:
        return str(problem)
    except (sqlite3.Error, Damaged):
        return None  # the check says more
    return None
