"""One table's way to the broker and back: what lies in its files goes out, what comes for it goes into its letterbox.

It runs beside the table, in a process of its own, and looks at files: the table neither knows of it nor waits for it.
"""

from __future__ import annotations

import json
import logging
from functools import partial
from pathlib import Path
from typing import Any

from kiosk.clock import Clock
from kiosk.fleet import discovery, played
from kiosk.fleet.line import USUAL, Broker, Line, Message, Pace, Subscription
from kiosk.fleet.order_desk import OrderDesk
from kiosk.fleet.settings import FleetSettings
from kiosk.fleet.topics import HOUSE_BEST, Topics
from kiosk.outside import best, places
from kiosk.outside.best import NoLists

LOOK = 0.2
"""Seconds between two looks at the table's file."""
JOURNAL = 60.0
"""Seconds after which the journal is looked at even if nothing has changed; a game's end shows at once."""
OFF = {"running": False}
log = logging.getLogger(__name__)


class Bridge:
    """`run`: the table's run directory; `state`: where its journal is; `pace`: see `kiosk.fleet.line`."""

    def __init__(
        self,
        settings: FleetSettings,
        broker: Broker,
        run: Path,
        state: Path,
        clock: Clock,
        pace: Pace = USUAL,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._run, self._journal = run, state
        self._topics = topics = Topics(settings.table)
        self._drop = partial(places.drop, run)
        self._desk = OrderDesk(self._drop, settings.commands, clock)
        heard = (Subscription(topics.do, lasting=False), Subscription(HOUSE_BEST))
        self.line = Line(broker, topics.status, heard, self._hear, clock, pace)
        self._stamp: object = ()
        self._told: dict[str, Any] = {}
        self._look_at = self._journal_at = float("-inf")
        self._problem = ""
        self._house = ""
        self._house_for: object = None
        """For which life of the table the house's best were handed on."""

    def turn(self) -> None:
        """Once round."""
        self._look()
        self.line.turn(LOOK)

    # -- out -----------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        now = self._clock.now()
        if now < self._look_at:
            return
        self._look_at = now + LOOK
        changed = self._look_at_table()
        if changed or now >= self._journal_at:
            self._journal_at = now + JOURNAL
            self._look_at_journal()
        self.line.wish(self._topics.orders, self._desk.told)
        self._hand_on_house()

    def _look_at_table(self) -> bool:
        """Whether a game has begun or ended, or the table itself."""
        file = self._run / places.STATE
        stamp = _stamp(file)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        before, self._told = self._told, _read(file)
        self.line.wish(
            self._topics.state, json.dumps({"name": self._settings.title, **self._told}, ensure_ascii=False)
        )
        if self._settings.discovery and self._told.get("version") != before.get("version"):
            version = str(self._told.get("version", before.get("version", "")))
            self.line.wish(
                self._topics.discovery(self._settings.discovery), discovery.told(self._settings, version)
            )
        return any(before.get(name) != self._told.get(name) for name in ("running", "number", "in_use"))

    def _look_at_journal(self) -> None:
        try:
            found = played.look(self._journal)
        except played.UNREADABLE as problem:
            if str(problem) != self._problem:
                log.warning("the journal cannot be read: %s", problem)
            self._problem = str(problem)
            return
        self._problem = ""
        self.line.wish(self._topics.games, played.games_told(found))
        self.line.wish(self._topics.counters, played.counters_told(found))
        self.line.wish(self._topics.best, played.best_told(found, self._settings.table, self._settings.title))

    # -- in ------------------------------------------------------------------------------------------------------

    def _hear(self, message: Message) -> None:
        if message.topic == HOUSE_BEST:
            self._take_house(message.payload)
        else:
            self._desk.hear(message)

    def _take_house(self, payload: bytes) -> None:
        try:
            lists = best.read(payload)
        except NoLists as problem:
            log.warning("the house's best are left out: %s", problem)
            return
        self._house, self._house_for = best.written(lists, ""), None

    def _hand_on_house(self) -> None:
        """To each life of the table once, and again when there is something new."""
        life = self._told.get("since")
        if self._house and life is not None and life != self._house_for:
            message = json.dumps({"house": json.loads(self._house)}, ensure_ascii=False)
            if self._drop(message):
                self._house_for = life

    def close(self) -> None:
        """Say goodbye."""
        self.line.close()


def _stamp(file: Path) -> object:
    """What tells one writing of a file from another."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _read(file: Path) -> dict[str, Any]:
    """What the table tells; that it is off when there is nothing to read."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return dict(OFF)
    return found if isinstance(found, dict) else dict(OFF)
