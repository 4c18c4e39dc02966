"""The SERVICE key: turned, the table's screen belongs to the maintainer; turned again, to the game as it was."""

from __future__ import annotations

from kiosk.buttons import Button
from kiosk.screens.base import Screen
from kiosk.service.calibration import Wizard


class Service:
    """Stands before the table while it is `active`: buttons go to the wizard, the screen shows it."""

    def __init__(self, wizard: Wizard, screen: Screen) -> None:
        self._wizard = wizard
        self._screen = screen
        self.active = False

    @property
    def screen(self) -> Screen | None:
        """The screen instead of the table's; None while people play."""
        return self._screen if self.active else None

    def press(self, button: Button) -> bool:
        """Whether a press was meant for the maintainer and not for the table."""
        if button is Button.SERVICE:
            self._leave() if self.active else self._enter()
            return True
        if not self.active:
            return False
        if button is Button.LEFT and self._wizard.step in ("start", "kept"):
            self._leave()
        else:
            self._wizard.press(button)
        return True

    def follow(self, now: float) -> None:
        """Time passes."""
        if self.active:
            self._wizard.follow(now)

    def _enter(self) -> None:
        self.active = True
        self._wizard.enter()

    def _leave(self) -> None:
        self.active = False
        self._wizard.leave()
