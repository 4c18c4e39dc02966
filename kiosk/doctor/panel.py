"""The button panel: it opens, no button is down at the start, the key switch is off."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from kiosk.buttons import Button
from kiosk.doctor.check import Check, elsewhere
from kiosk.panel.protocol import PanelFault

NAME = "panel"
WANTED = "it opens, no button is down, the service key is off"


@dataclass(frozen=True)
class Contacts:
    """The panel as it was found: why it does not open (None: it does), and which contacts are closed."""

    trouble: str | None
    closed: frozenset[Button] = frozenset()


def looked(open_it: Callable[[], Collection[Button]]) -> Contacts:
    """Opens the panel with `open_it`, which gives the buttons that are down and lets go of it again."""
    try:
        return Contacts(None, frozenset(open_it()))
    except PanelFault as fault:
        return Contacts(str(fault))


def check(contacts: Contacts | None) -> Check:
    """Judges the panel; None: the keyboard stands for it."""
    if contacts is None:
        return elsewhere(NAME, "the keyboard stands for the buttons")
    if contacts.trouble is not None:
        todo = (
            "is python3-lgpio installed, is the user in the group gpio, does another program hold the pins?"
        )
        return Check(NAME, "broken", contacts.trouble, WANTED, todo)
    stuck = sorted(button.value for button in contacts.closed if button is not Button.SERVICE)
    key = Button.SERVICE in contacts.closed
    found = f"it opens; down: {', '.join(stuck) or 'none'}; service key {'on' if key else 'off'}"
    if stuck:
        return Check(
            NAME, "look", found, WANTED, "does something press the button? free it, or change its switch"
        )
    return Check(
        NAME, "look" if key else "fine", found, WANTED, "turn the key and take it out" if key else ""
    )
