"""Where the table and the fleet's program meet: two names in the table's run directory."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from pathlib import Path

STATE = "state.json"
"""A file of the table's: how it is (`kiosk.fleet.telling`)."""
LETTERBOX = "letterbox"
"""A socket of the table's: what comes from afar (`kiosk.fleet.letterbox`)."""


def run_directory(environ: Mapping[str, str]) -> Path | None:
    """The directory that the service manager gives a program for as long as it runs; None when there is none."""
    folder = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(folder) if folder else None


def drop(folder: Path, message: str) -> bool:
    """Put a message into a table's letterbox. False when there is none, or it is full."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        try:
            line.sendto(message.encode(), socket.MSG_DONTWAIT, str(folder / LETTERBOX))
        except OSError:
            return False
    return True
