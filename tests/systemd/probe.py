"""What somebody could do who had taken over the table's program: run inside its sandbox, says what went through."""

from __future__ import annotations

import ctypes
import json
import os
import socket
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path


def network() -> None:
    """Open a socket."""
    socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()


def raw_network() -> None:
    """Listen to the wire."""
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close()


def mount() -> None:
    """Mount something."""
    if ctypes.CDLL(None, use_errno=True).mount(b"none", b"/tmp", b"tmpfs", 0, None):
        raise OSError(ctypes.get_errno(), "mount")


TRIES: dict[str, Callable[[], object]] = {
    "write to /etc": lambda: Path("/etc/planted").write_text(""),
    "change the program": lambda: Path("/opt/raflebord/planted").write_text(""),
    "write to /var/lib beside its own folder": lambda: Path("/var/lib/planted").write_text(""),
    "read a file of another user": lambda: Path("/var/lib/other/secret").read_text(),
    "read what lies in a home": lambda: Path("/root/letter").read_text(),
    "open a socket": network,
    "listen to the wire": raw_network,
    "mount something": mount,
    "become root": lambda: os.setuid(0),
    "see other users' programs": lambda: Path("/proc/1/cmdline").read_bytes(),
    "open a device that is not the table's": lambda: os.open("/dev/net/tun", os.O_RDWR),
    # What it must be able to do.
    "write to its own folder": lambda: tempfile.mkstemp(dir="/var/lib/raflebord"),
    "draw numbers": lambda: os.urandom(8),
    "talk to its vision": lambda: socket.socketpair(),
}


def went_through(name: str) -> bool:
    """Whether a try succeeded."""
    try:
        TRIES[name]()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    through = [name for name in TRIES if went_through(name)]
    Path(sys.argv[1]).write_text(json.dumps(through))
    if os.getuid() == 0:
        print(*(name for name in TRIES if name not in through), sep="\n", end="")
