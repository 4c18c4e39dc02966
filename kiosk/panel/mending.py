"""A panel that may be missing: what does not open is said and tried again; the game goes on meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from kiosk.buttons import Button, Lamp
from kiosk.events import Edge, Events, Failed, Healed, Held, Pressed, Released
from kiosk.panel.protocol import Panel, PanelFault

RETRY = 5.0
"""Seconds between two tries."""
log = logging.getLogger(__name__)


class MendingPanel:
    """The panel that `make` opens, now or as soon as it can be."""

    def __init__(self, make: Callable[[], Panel], events: Events) -> None:
        self._make = make
        self._events = events
        self._panel: Panel | None = None
        self._lamps: Mapping[Button, Lamp] = {}
        self._failed = False
        self._retry_at = float("-inf")

    @property
    def closed(self) -> frozenset[Button]:
        """The buttons that are down; none while there is no panel."""
        return frozenset() if self._panel is None else self._panel.closed

    def edge(self, edge: Edge) -> None:
        """A contact changed."""
        if self._panel is not None:
            self._panel.edge(edge)

    def poll(self, now: float) -> list[Pressed | Released | Held]:
        """What the contacts amount to; opens the panel if it is due."""
        if self._panel is None and now >= self._retry_at:
            self._open(now)
        if self._panel is None:
            return []
        try:
            return self._panel.poll(now)
        except PanelFault as fault:
            self._lost(fault, now)
            return []

    def _open(self, now: float) -> None:
        try:
            self._panel = self._make()
            self._panel.light(self._lamps)
        except PanelFault as fault:
            self._lost(fault, now)
            return
        if self._failed:
            self._failed = False
            self._events.put(Healed("panel"))

    def _lost(self, fault: PanelFault, now: float) -> None:
        self.close()
        self._retry_at = now + RETRY
        if not self._failed:
            log.error("%s", fault)
            self._events.put(Failed("panel", str(fault)))
        self._failed = True

    def next_due(self, now: float) -> float | None:
        """When `poll` should be called next."""
        return self._retry_at if self._panel is None else self._panel.next_due(now)

    def light(self, lamps: Mapping[Button, Lamp]) -> None:
        """Set the lamps, or remember them until there is a panel."""
        self._lamps = dict(lamps)
        if self._panel is None:
            return
        try:
            self._panel.light(lamps)
        except PanelFault:
            log.exception("the lamps cannot be set")  # the next poll meets the same fault and deals with it

    def close(self) -> None:
        """Let go of the device."""
        if self._panel is not None:
            self._panel.close()
            self._panel = None
