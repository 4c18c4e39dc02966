"""How a program tells the service manager how it is.

The protocol is sd_notify(3): lines of text in datagrams to the socket that `NOTIFY_SOCKET` names.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

Tell = Callable[[str], None]
log = logging.getLogger(__name__)


def teller(environ: Mapping[str, str]) -> Tell:
    """What hands a text to the service manager; without one nobody is told."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return lambda _: None
    return lambda text: _send(address, text)


def _send(address: str, text: str) -> None:
    """Never waits: a manager that does not listen just now must not stop the table."""
    # A leading @ stands for Linux's sockets without a file.
    name = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        try:
            line.sendto(text.encode(), socket.MSG_DONTWAIT, name)
        except OSError as problem:
            log.warning("the service manager cannot be told %r: %s", text, problem)


def allowed(environ: Mapping[str, str], pid: int) -> float | None:
    """Seconds after which the manager takes this process for dead; None: it does not watch it."""
    with suppress(KeyError, ValueError):
        if int(environ.get("WATCHDOG_PID", pid)) == pid:
            return int(environ["WATCHDOG_USEC"]) / 1e6 or None
    return None
