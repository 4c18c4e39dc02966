"""The keyboard as a panel: keys 1 to 6, Enter, B, arrows, S (hold it), V (turns the SERVICE key on, and off again)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import pygame

from kiosk.buttons import Button, Lamp
from kiosk.clock import Clock
from kiosk.events import Edge, Events, Held, Pressed, Released
from kiosk.panel.contacts import Contacts

KEYS: Mapping[int, Button] = MappingProxyType(
    {
        pygame.K_1: Button.HOLD1,
        pygame.K_2: Button.HOLD2,
        pygame.K_3: Button.HOLD3,
        pygame.K_4: Button.HOLD4,
        pygame.K_5: Button.HOLD5,
        pygame.K_6: Button.HOLD6,
        pygame.K_KP1: Button.HOLD1,
        pygame.K_KP2: Button.HOLD2,
        pygame.K_KP3: Button.HOLD3,
        pygame.K_KP4: Button.HOLD4,
        pygame.K_KP5: Button.HOLD5,
        pygame.K_KP6: Button.HOLD6,
        pygame.K_RETURN: Button.CONFIRM,
        pygame.K_KP_ENTER: Button.CONFIRM,
        pygame.K_b: Button.BANK,
        pygame.K_LEFT: Button.LEFT,
        pygame.K_RIGHT: Button.RIGHT,
        pygame.K_s: Button.STAFF,
        pygame.K_v: Button.SERVICE,
    }
)


class KeyboardPanel:
    """The window hands it the keys; it puts them on the queue like any other contact.

    `extra`: keys that do something else, such as throwing simulated dice.
    """

    def __init__(
        self, events: Events, clock: Clock, extra: Mapping[int, Callable[[], None]] = MappingProxyType({})
    ) -> None:
        self._events = events
        self._clock = clock
        self._extra = extra
        self._contacts = Contacts(clock.now(), settle=0.0)
        self._turned = False

    def key(self, key: int, *, down: bool) -> None:
        """A key went down or up (pygame's number)."""
        if key in KEYS and KEYS[key] is Button.SERVICE:
            if down:
                self._turned = not self._turned
                self._events.put(Edge(Button.SERVICE, self._turned, self._clock.now()))
        elif key in KEYS:
            self._events.put(Edge(KEYS[key], down, self._clock.now()))
        elif down and key in self._extra:
            self._extra[key]()

    @property
    def closed(self) -> frozenset[Button]:
        """The buttons whose keys are down."""
        return frozenset(button for button in Button if self._contacts.closed(button))

    def edge(self, edge: Edge) -> None:
        """A key changed."""
        self._contacts.edge(edge)

    def poll(self, now: float) -> list[Pressed | Released | Held]:
        """What has been pressed by `now`."""
        return self._contacts.poll(now)

    def next_due(self, now: float) -> float | None:
        """When a key held down will count as held."""
        return self._contacts.next_due()

    def light(self, lamps: Mapping[Button, Lamp]) -> None:
        """A keyboard has no lamps; the screen draws them."""

    def close(self) -> None:
        """Nothing to let go of."""
