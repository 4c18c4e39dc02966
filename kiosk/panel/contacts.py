"""From bouncing contacts to presses: our own debounce, on the clock that is handed in.

A press counts when the contact has been closed without a break for `settle` seconds, and so does a release.
A button that is down when the panel is opened has not been pressed by anybody who sees the screen: it counts
only after it was let go. One that stays down for a minute is stuck. The SERVICE key is no button: it stays as it was
turned, also when the panel is opened, and for as long as somebody likes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from kiosk.buttons import Button
from kiosk.events import Edge, Held, Pressed, Released

SETTLE = 0.01
"""Seconds. Arcade buttons bounce for up to 5 ms (typical data sheets); people cannot press twice in 50 ms."""
HOLD = 2.0
STUCK = 60.0
Counted: TypeAlias = Pressed | Released | Held


@dataclass
class _Contact:
    """One button: `raw` as the contact is since `since`, `down` as it counts since `pressed`."""

    raw: bool
    since: float
    down: bool = False
    pressed: float = 0.0
    held: bool = False
    ignored: bool = False


class Contacts:
    """All contacts of a panel. `closed`: the buttons that are down when the panel is opened, at `now`."""

    def __init__(self, now: float, closed: Iterable[Button] = (), settle: float = SETTLE) -> None:
        self._settle = settle
        self._contacts: dict[Button, _Contact] = {}
        self._found: list[Counted] = []
        for button in closed:
            turned = button is Button.SERVICE
            self._contacts[button] = _Contact(True, now, down=not turned, pressed=now, ignored=not turned)

    def edge(self, edge: Edge) -> None:
        """A contact changed; the same level again changes nothing.

        What came to count before that moment is not lost, however late it is polled.
        """
        contact = self._contacts.setdefault(edge.button, _Contact(False, edge.t))
        if contact.raw != edge.down:
            self._ripen(edge.button, contact, edge.t)
            contact.raw, contact.since = edge.down, edge.t

    def closed(self, button: Button) -> bool:
        """How the last edge left this contact."""
        contact = self._contacts.get(button)
        return contact is not None and contact.raw

    def poll(self, now: float) -> list[Counted]:
        """What has come to count by `now`."""
        for button, contact in self._contacts.items():
            self._ripen(button, contact, now)
        found, self._found = self._found, []
        return found

    def _ripen(self, button: Button, contact: _Contact, now: float) -> None:
        if contact.raw != contact.down and now >= contact.since + self._settle:
            self._settled(button, contact)
        if contact.down and not contact.held and not contact.ignored and now >= contact.pressed + HOLD:
            contact.held = True
            self._found.append(Held(button))

    def _settled(self, button: Button, contact: _Contact) -> None:
        contact.down, contact.pressed, contact.held = contact.raw, contact.since, False
        if contact.down:
            self._found.append(Pressed(button))
        elif not contact.ignored:
            self._found.append(Released(button))
        contact.ignored &= contact.down

    def next_due(self) -> float | None:
        """When something will come to count if no contact changes."""
        times = [
            contact.since + self._settle if contact.raw != contact.down else contact.pressed + HOLD
            for contact in self._contacts.values()
            if contact.raw != contact.down or (contact.down and not contact.held and not contact.ignored)
        ]
        return min(times, default=None)

    def stuck(self, now: float) -> frozenset[Button]:
        """The buttons that have been down for longer than anybody presses."""
        return frozenset(
            button
            for button, contact in self._contacts.items()
            if contact.down and now >= contact.pressed + STUCK and button is not Button.SERVICE
        )
