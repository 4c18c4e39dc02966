"""What a panel is to the main loop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from kiosk.buttons import Button, Lamp
from kiosk.events import Edge, Held, Pressed, Released


class PanelFault(Exception):
    """The panel cannot be used; the text is one line that a person at the table can act on."""


class Panel(Protocol):
    """Buttons with lamps. Contacts arrive as `Edge` events on the one queue; nothing here calls back."""

    @property
    def closed(self) -> frozenset[Button]:
        """The buttons that are down (the key switch: that is turned) as far as is known."""

    def edge(self, edge: Edge) -> None:
        """A contact changed."""

    def poll(self, now: float) -> list[Pressed | Released | Held]:
        """What the contacts amount to by `now`; does what else is due (blinking). May raise PanelFault."""

    def next_due(self, now: float) -> float | None:
        """When `poll` should be called next even if nothing happens; None: no need."""

    def light(self, lamps: Mapping[Button, Lamp]) -> None:
        """Set the lamps; those not named are off. May raise PanelFault."""

    def close(self) -> None:
        """Let go of the device. May be called twice."""
