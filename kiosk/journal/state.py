"""The state directory: made, and held by one program alone."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.journal.schema import FILE, StateUnusable

__all__ = ["StateHeld", "StateUnusable", "state_lock"]


class StateHeld(StateUnusable):
    """Another program plays with this state directory."""


@contextmanager
def state_lock(directory: Path) -> Iterator[None]:
    """Makes the state directory and holds it for this program alone; raises StateUnusable, StateHeld."""
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
        raise StateHeld(f"another Raflebord uses the state directory {directory}") from problem
