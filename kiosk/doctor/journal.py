"""The journal: it is there, and everything in it is as it was written."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from kiosk.doctor.check import Check
from kiosk.journal import FILE, Archive, StateUnusable
from kiosk.journal.verify import Looked, findings

NAME = "journal"
WANTED = "all of it as it was written"
TOLD = 3
"""Faults that are told; 'raflebord journal verify' tells all."""


@dataclass(frozen=True)
class Sound:
    """What was found: faults in words, and how much was looked at. `trouble`: why it cannot be read at all; `new`:
    there is none yet."""

    faults: tuple[str, ...] = ()
    games: int = 0
    moves: int = 0
    trouble: str | None = None
    new: bool = False


def looked(directory: Path) -> Sound:
    """Looks at all of it, as `raflebord journal verify` does."""
    if not (directory / FILE).exists():
        return Sound(new=True)
    seen = Looked()
    try:
        archive = Archive(directory)
    except (StateUnusable, sqlite3.DatabaseError) as problem:
        return Sound(trouble=str(problem))
    try:
        faults = tuple(
            one.text if one.game is None else f"game {one.game}: {one.text}"
            for one in findings(archive, seen)
            if one.grade == "fault"
        )
    finally:
        archive.close()
    return Sound(faults, seen.games, seen.moves)


def check(sound: Sound) -> Check:
    """Judges the journal. A damaged one is set aside when the table starts, so people can play."""
    if sound.new:
        return Check(NAME, "fine", "none yet: the first game begins it", WANTED)
    if sound.trouble is not None:
        return Check(
            NAME,
            "look",
            sound.trouble,
            WANTED,
            "keep a copy of the file; the table sets it aside and begins anew",
        )
    found = f"{sound.games} games, {sound.moves} moves"
    if not sound.faults:
        return Check(NAME, "fine", found, WANTED)
    told = "; ".join(sound.faults[:TOLD])
    todo = "see 'raflebord journal verify'; a card that forgets should be changed soon"
    return Check(NAME, "look", f"{found}; {len(sound.faults)} faults: {told}", WANTED, todo)
