"""The SERVICE key: turned, the table's screen belongs to the maintainer; turned again, to the game as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kiosk.buttons import Button
from kiosk.events import Event
from kiosk.screens.base import Screen
from kiosk.service.calibration import Wizard
from kiosk.service.page import Page, Place


@dataclass(frozen=True)
class Leaf:
    """A page and the screen that draws it."""

    page: Page
    screen: Screen


class Service:
    """Stands before the table while it is `active`: buttons and events go to the page shown. It begins at the menu."""

    def __init__(self, leaves: Mapping[Place, Leaf]) -> None:
        self._leaves = dict(leaves)
        self.place: Place = "game"
        """The page shown; "game": none, people play."""

    @property
    def active(self) -> bool:
        """Whether the key is turned."""
        return self.place != "game"

    @property
    def screen(self) -> Screen | None:
        """The screen instead of the table's; None while people play."""
        return self._leaves[self.place].screen if self.active else None

    def press(self, button: Button) -> bool:
        """Whether a press was meant for the maintainer and not for the table."""
        if button is Button.SERVICE:
            self._go("game" if self.active else "menu")
            return True
        if not self.active:
            return False
        place = self._leaves[self.place].page.press(button)
        if place is not None:
            self._go(place)
        return True

    def hear(self, event: Event) -> None:
        """What happens at the table."""
        if self.active:
            self._leaves[self.place].page.hear(event)

    def follow(self, now: float) -> None:
        """Time passes."""
        if self.active:
            self._leaves[self.place].page.follow(now)

    def _go(self, place: Place) -> None:
        if self.active:
            self._leaves[self.place].page.leave()
        self.place = place
        if self.active:
            self._leaves[place].page.enter()


class WizardPage:
    """The calibration wizard as one of the pages."""

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
