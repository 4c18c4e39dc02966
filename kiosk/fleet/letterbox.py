"""The table's end for what comes from afar: a socket of this machine that takes one message at a time.

Nothing here has a network. What is written into the socket is read in a thread of its own, checked as if nobody had
done so before, and put on the table's queue as an event; what is not allowed, makes no sense or comes too often is
dropped. The kernel holds a few messages while the table is busy, and refuses more: nothing grows.

    {"order": {"do": "restart"}}       see `kiosk.outside.orders`
    {"house": {"lists": [...]}}        the house's best, see `kiosk.outside.best`
"""

from __future__ import annotations

import json
import logging
import socket
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.clock import Clock
from kiosk.events import Events, HouseTold, Ordered
from kiosk.fleet.bucket import Bucket
from kiosk.outside import best, orders

LARGEST = best.LARGEST + 1000
LISTS_EVERY = 1.0
log = logging.getLogger(__name__)


class Letterbox:
    """Reads messages. `allowed`: the orders that this table obeys; `put` hands on an event."""

    def __init__(
        self, put: Callable[[Ordered | HouseTold], None], allowed: Collection[str], clock: Clock
    ) -> None:
        self._put = put
        self._allowed = frozenset(allowed)
        self._clock = clock
        self._orders = Bucket(orders.AT_ONCE, orders.EVERY, clock.now)
        self._lists = Bucket(2, LISTS_EVERY, clock.now)
        self._said: set[str] = set()

    def take(self, message: bytes) -> None:
        """One message, whatever it is."""
        try:
            self._take(message)
        except (orders.Unwanted, best.NoLists) as problem:
            self._say(str(problem))

    def _take(self, message: bytes) -> None:
        try:
            found = json.loads(message) if len(message) <= LARGEST else None
        except (ValueError, RecursionError):
            found = None
        match found:
            case {"order": order}:
                wanted = orders.read(json.dumps(order), self._allowed, self._clock.wall())
                self._hand_on(self._orders, Ordered(wanted))
            case {"house": lists}:
                self._hand_on(self._lists, HouseTold(best.read(json.dumps(lists, ensure_ascii=False))))
            case _:
                raise orders.Unwanted("it is nothing that the table knows")

    def _hand_on(self, bucket: Bucket, event: Ordered | HouseTold) -> None:
        if not bucket.take():
            raise orders.Unwanted("there are too many")
        self._put(event)

    def _say(self, why: str) -> None:
        """Each reason once: nobody fills the log from afar."""
        if why not in self._said and len(self._said) < 20:
            self._said.add(why)
            log.warning("a message in the letterbox is not followed: %s", why)


@contextmanager
def opened(file: Path, events: Events, allowed: Collection[str], clock: Clock) -> Iterator[None]:
    """The letterbox, open for the table's group while the program runs. One that cannot be opened is said."""
    box = Letterbox(events.put, allowed, clock)
    try:
        line = _bound(file)
    except OSError as problem:
        log.warning("no letterbox: %s: %s", file, problem.strerror)
        yield
        return
    reader = threading.Thread(target=_read, args=(line, box), name="raflebord-letterbox", daemon=True)
    reader.start()
    try:
        yield
    finally:
        line.shutdown(socket.SHUT_RDWR)
        reader.join(1.0)
        line.close()
        file.unlink(missing_ok=True)


def _bound(file: Path) -> socket.socket:
    file.unlink(missing_ok=True)
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
    try:
        line.bind(str(file))
        file.chmod(0o660)
    except OSError:
        line.close()
        raise
    return line


def _read(line: socket.socket, box: Letterbox) -> None:
    """Until the socket is shut down: then an empty message comes."""
    while message := line.recv(LARGEST + 1):
        box.take(message)
