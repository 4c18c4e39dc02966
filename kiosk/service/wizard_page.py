"""The calibration wizard as one of service mode's pages."""

from __future__ import annotations

from kiosk.buttons import Button
from kiosk.events import Event
from kiosk.service.calibration import Wizard
from kiosk.service.page import Place


class WizardPage:
    """LEFT leads back from its first page; everything else is the wizard's."""

    def __init__(self, wizard: Wizard) -> None:
        self._wizard = wizard

    def enter(self) -> None:
        """From its start."""
        self._wizard.enter()

    def leave(self) -> None:
        """The tray is watched again."""
        self._wizard.leave()

    def press(self, button: Button) -> Place | None:
        """LEFT leads out of its first page and back to it from the others."""
        if button is Button.LEFT and self._wizard.step in ("start", "kept"):
            return "menu"
        self._wizard.press(button)
        return None

    def follow(self, now: float) -> None:
        """Time passes."""
        self._wizard.follow(now)

    def hear(self, event: Event) -> None:
        """It only knows what it has asked for."""
