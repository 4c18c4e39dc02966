"""Listens to the best of all tables and tells the best of the house."""

from __future__ import annotations

from pathlib import Path

from kiosk.clock import Clock
from kiosk.fleet.house_list import FILE, HouseList
from kiosk.fleet.line import USUAL, Broker, Line, Message, Pace, Subscription
from kiosk.fleet.settings import HOUSE
from kiosk.fleet.topics import ALL_BEST, HOUSE_BEST, HOUSE_STATUS, table_of

PATIENCE = 1.0
"""Seconds; what comes wakes it at once."""


class HouseService:
    """Keeps its list in `folder`."""

    def __init__(self, broker: Broker, folder: Path, clock: Clock, pace: Pace = USUAL) -> None:
        self._list = HouseList(folder / FILE)
        self.line = Line(broker, HOUSE_STATUS, (Subscription(ALL_BEST),), self._hear, clock, pace)
        self.line.wish(HOUSE_BEST, self._list.told)

    def _hear(self, message: Message) -> None:
        table = table_of(message.topic)
        if table not in ("", HOUSE) and self._list.hear(table, message.payload):
            self.line.wish(HOUSE_BEST, self._list.told)

    def turn(self) -> None:
        """Once round."""
        self.line.turn(PATIENCE)

    def close(self) -> None:
        """Say goodbye."""
        self.line.close()
