"""The names of what stands at the broker. Everything of a table lies under its own name, which is also its user."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.fleet.settings import HOUSE

ROOT = "raflebord"
HOUSE_BEST = f"{ROOT}/{HOUSE}/best"
HOUSE_STATUS = f"{ROOT}/{HOUSE}/status"
ALL_BEST = f"{ROOT}/+/best"


@dataclass(frozen=True)
class Topics:
    """Of one table."""

    table: str

    def _own(self, what: str) -> str:
        return f"{ROOT}/{self.table}/{what}"

    @property
    def status(self) -> str:
        """online or offline."""
        return self._own("status")

    @property
    def state(self) -> str:
        """How the table is."""
        return self._own("state")

    @property
    def games(self) -> str:
        """The last games that were played to their end."""
        return self._own("games")

    @property
    def best(self) -> str:
        """The best that was reached at the table."""
        return self._own("best")

    @property
    def counters(self) -> str:
        """What only goes up."""
        return self._own("counters")

    @property
    def orders(self) -> str:
        """How many orders were followed and refused."""
        return self._own("orders")

    @property
    def do(self) -> str:
        """Where orders are sent to."""
        return self._own("do")

    def discovery(self, prefix: str) -> str:
        """Where Home Assistant looks for the table."""
        return f"{prefix}/device/{ROOT}/{self.table}/config"


def table_of(topic: str) -> str:
    """The table that a topic belongs to; "" for none of ours."""
    parts = topic.split("/")
    return parts[1] if len(parts) == 3 and parts[0] == ROOT else ""
