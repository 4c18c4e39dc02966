"""Takes orders from the broker, checks them, drops them into the table's letterbox, and counts."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable, Collection

from kiosk.clock import Clock
from kiosk.fleet.bucket import Bucket
from kiosk.fleet.line import Message
from kiosk.outside import orders
from kiosk.outside.orders import Unwanted

SAY_AGAIN = 600.0
"""Seconds until the same refusal is logged once more, with how many there were."""
log = logging.getLogger(__name__)


class OrderDesk:
    """`drop`: puts a message into the letterbox, and says whether it went in; `allowed`: the orders of this table."""

    def __init__(self, drop: Callable[[str], bool], allowed: Collection[str], clock: Clock) -> None:
        self._drop = drop
        self._allowed = frozenset(allowed)
        self._clock = clock
        self._bucket = Bucket(orders.AT_ONCE, orders.EVERY, clock.now)
        self._followed = 0
        self._refused: Counter[str] = Counter()
        self._said_at: dict[str, float] = {}

    def hear(self, message: Message) -> None:
        """A message for this table."""
        try:
            self._follow(message)
        except Unwanted as problem:
            self._refuse(str(problem))

    def _follow(self, message: Message) -> None:
        if message.retained:
            raise Unwanted("it was retained: it would come again and again")
        order = orders.read(message.payload, self._allowed, self._clock.wall())
        if not self._bucket.take():
            raise Unwanted("there are too many")
        if not self._drop(json.dumps({"order": json.loads(orders.written(order))})):
            raise Unwanted("the table is not there")
        self._followed += 1

    def _refuse(self, why: str) -> None:
        self._refused[why] += 1
        now = self._clock.now()
        if now >= self._said_at.get(why, now):
            self._said_at[why] = now + SAY_AGAIN
            log.warning("an order is not followed: %s (%d so far)", why, self._refused[why])

    @property
    def told(self) -> str:
        """How many were followed, and how many were refused why, as JSON."""
        refused = dict(sorted(self._refused.items()))
        return json.dumps({"followed": self._followed, "refused": self._refused.total(), "why": refused})
