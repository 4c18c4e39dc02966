"""A table that is playing while it is looked at: what its own diary says of its parts."""

from __future__ import annotations

import sqlite3
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from kiosk.doctor.check import Check, Grade
from kiosk.journal import Archive, Damaged, StateUnusable
from kiosk.journal.diary_rows import Fault, Run, runs
from kiosk.journal.verify import stamp

WANTED = "no fault in the diary of the table that plays"


@dataclass(frozen=True)
class Running:
    """`playing`: a table plays with the state directory now. `faults` of its parts that last; `steps`: by how
    much its wall clock was set, seconds; `up`: for how long it had run when it last wrote (None: nothing is known)."""

    playing: bool
    faults: tuple[Fault, ...] = ()
    steps: tuple[float, ...] = ()
    up: float | None = None

    def told(self, name: str, part: str) -> Check:
        """What the diary says of a device which that table has to itself."""
        for fault in self.faults:
            if fault.part == part:
                found = f"a table is playing; it says since {stamp(fault.since)}: {fault.text or 'it does not work'}"
                grade: Grade = "look" if part == "light" else "broken"
                return Check(name, grade, found, WANTED, "end it ('systemctl stop raflebord') and look again")
        if not part or self.up is None:
            return Check(name, "untried", "a table is playing and has it to itself", WANTED)
        return Check(name, "untried", "a table is playing; its diary names no fault of it", WANTED)


def running(directory: Path, playing: bool) -> Running:
    """Reads the diary in a state directory."""
    last = _last_run(directory)
    if last is None:
        return Running(playing)
    return Running(playing, last.away, tuple(step for _, step in last.steps), last.up)


def _last_run(directory: Path) -> Run | None:
    try:
        archive = Archive(directory)
    except (StateUnusable, sqlite3.DatabaseError):
        return None
    try:
        return next(iter(deque(runs(archive.diary()), maxlen=1)), None)
    except (Damaged, sqlite3.DatabaseError):
        return None
    finally:
        archive.close()
