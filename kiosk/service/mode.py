"""The SERVICE key: turned, the table's screen belongs to the maintainer; turned back, to the game as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kiosk.buttons import Button
from kiosk.events import Event
from kiosk.screens.base import Screen
from kiosk.service.page import Page, Place


@dataclass(frozen=True)
class Leaf:
    """A page and the screen that draws it."""

    page: Page
    screen: Screen


class Service:
    """Stands before the table while it is `active`: buttons and events go to the page shown. It begins at the menu.

    `make` is called when the key is turned for the first time: a table that starts does not wait for it.
    """

    def __init__(self, make: Callable[[], Mapping[Place, Leaf]]) -> None:
        self._make = make
        self._leaves: Mapping[Place, Leaf] = {}
        self.place: Place = "game"
        """The page shown; "game": none, people play."""

    @property
    def active(self) -> bool:
        """Whether the maintainer is at the table: the key is turned, and nobody has left by button."""
        return self.place != "game"

    @property
    def screen(self) -> Screen | None:
        """The screen instead of the table's; None while people play."""
        return self._leaves[self.place].screen if self.active else None

    def press(self, button: Button) -> bool:
        """Whether a press was meant for the maintainer and not for the table."""
        if button is Button.SERVICE:
            if not self.active:
                self._go("menu")
            return True
        if not self.active:
            return False
        place = self._leaves[self.place].page.press(button)
        if place is not None:
            self._go(place)
        return True

    def turned_back(self) -> None:
        """The key is off again."""
        if self.active:
            self._go("game")

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
        self._leaves = self._leaves or self._make()
        self.place = place
        if self.active:
            self._leaves[place].page.enter()
