"""What stands on the screen while the key is turned: one page at a time, each knowing which pages lead on from it."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from kiosk.buttons import Button
from kiosk.events import Event

Place: TypeAlias = Literal["menu", "calibrate", "dice", "colour", "teach", "tests", "test", "audit", "game"]
"""game: out of service mode. The others are pages."""


class Page(Protocol):
    """LEFT leads back, green does what it says, RIGHT and yellow are the page's own."""

    def enter(self) -> None:
        """It becomes the page shown."""

    def leave(self) -> None:
        """Another one is shown from now on, or the game: put back what was changed for this one."""

    def press(self, button: Button) -> Place | None:
        """A button went down; where that leads, None: nowhere else."""

    def follow(self, now: float) -> None:
        """Time passes."""

    def hear(self, event: Event) -> None:
        """What happens at the table while this page is shown."""
