"""Lists of which one line is chosen: RIGHT goes down, yellow up, green opens, LEFT leads back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kiosk.buttons import Button
from kiosk.events import Event
from kiosk.service.page import Place
from kiosk.words import msg


@dataclass(frozen=True)
class Line:
    """What can be chosen, a quieter line about it, and where it leads."""

    title: str
    about: str
    place: Place


LINES: tuple[Line, ...] = (
    Line(msg("Calibrate the camera"), msg("Once a month, and when camera or tray were moved"), "calibrate"),
    Line(msg("The table's own dice"), msg("Their colour, and what the black ones show"), "dice"),
    Line(msg("Tests"), msg("Buttons, lamps, light, sound, screen, camera, machine"), "tests"),
    Line(msg("Audit"), msg("What the table did, day by day"), "audit"),
    Line(msg("Back to the game"), msg("As it was when the key was turned"), "game"),
)
STEPS: Mapping[Button, int] = {Button.RIGHT: 1, Button.BANK: -1}
"""Which buttons move through a list, and by how many lines."""


class Menu:
    """The first page."""

    def __init__(self) -> None:
        self.at = 0
        """The line that is chosen."""

    def enter(self) -> None:
        """The line last chosen stays chosen."""

    def leave(self) -> None:
        """Nothing to put back."""

    def press(self, button: Button) -> Place | None:
        """Move, open, or leave."""
        if button in STEPS:
            self.at = (self.at + STEPS[button]) % len(LINES)
        if button is Button.LEFT:
            return "game"
        return LINES[self.at].place if button is Button.CONFIRM else None

    def follow(self, now: float) -> None:
        """Nothing happens by time alone."""

    def hear(self, event: Event) -> None:
        """Nothing that happens at the table concerns it."""
