"""What a screen is to the main loop.

A screen draws the table and turns presses into calls of the table's methods. It keeps nothing that matters:
everything that must survive is in the table's match and journal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import pygame

    from kiosk.buttons import Button, Lamp
    from kiosk.table import Table


class Screen(Protocol):
    """One screen. Made once, entered whenever the table shows it."""

    @property
    def name(self) -> str:
        """The name by which `Table.show` finds it."""

    def enter(self, table: Table) -> None:
        """It becomes the screen shown."""

    def press(self, button: Button, table: Table) -> None:
        """A button went down: any but STAFF, which is the table's own (`Table.staff`)."""

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """The lamps that are not off."""

    def draw(self, surface: pygame.Surface, table: Table, now: float) -> None:
        """Draw everything. `now`: monotonic seconds, for motion."""

    def still(self, table: Table, now: float) -> bool:
        """True: nothing moves, so no redraw is needed until the next event."""
