"""The disk: the state directory can be written, and there is room."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from kiosk.doctor.check import Check
from kiosk.journal.room import spare_bytes

NAME = "disk"
WANTED = "games can be stored, with room to spare"


@dataclass(frozen=True)
class Room:
    """The state directory: why it cannot be written (None: it can), bytes free on its disk, and bytes that may
    still be used before the oldest photographs go (below 0: they go already)."""

    directory: str
    trouble: str | None
    free: int = 0
    spare: int = 0


def looked(directory: Path, held: str | None = None) -> Room:
    """Tries to write; `held`: why the directory could not even be made or opened."""
    if held is not None:
        return Room(str(directory), held)
    try:
        with tempfile.TemporaryFile(dir=directory) as file:
            file.write(b"raflebord" * 1000)
            file.flush()
            os.fsync(file.fileno())
        disk = os.statvfs(directory)
        return Room(str(directory), None, disk.f_bavail * disk.f_frsize, spare_bytes(directory))
    except OSError as problem:
        return Room(str(directory), f"{directory} cannot be written: {problem.strerror}")


def check(room: Room) -> Check:
    """Judges the disk."""
    if room.trouble is not None:
        todo = "whose directory is it, is the disk full or mounted to be read only? A card that is: change it"
        return Check(NAME, "broken", room.trouble, WANTED, todo)
    found = f"{room.directory}: {room.free / 1e9:.1f} GB free"
    if room.spare < 0:
        todo = "free the disk, or take a larger card: old photographs are being removed to make room"
        return Check(NAME, "look", found, WANTED, todo)
    return Check(NAME, "fine", found, WANTED)
