"""Real lit buttons on the Pi's GPIO, through gpiozero."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kiosk.buttons import Button, Lamp
from kiosk.clock import Clock
from kiosk.events import Edge, Events, Failed, Healed, Held, Pressed, Released
from kiosk.panel.contacts import Contacts
from kiosk.panel.protocol import PanelFault

if TYPE_CHECKING:
    from gpiozero import Factory

log = logging.getLogger(__name__)

CONTACT_PINS: Mapping[Button, int] = MappingProxyType(
    {
        Button.HOLD1: 4,
        Button.HOLD2: 17,
        Button.HOLD3: 27,
        Button.HOLD4: 22,
        Button.HOLD5: 10,
        Button.HOLD6: 9,
        Button.CONFIRM: 11,
        Button.BANK: 5,
        Button.LEFT: 6,
        Button.RIGHT: 13,
        Button.STAFF: 19,
        Button.SERVICE: 26,
    }
)
"""BCM numbers; each contact closes to ground."""
LAMP_PINS: Mapping[Button, int] = MappingProxyType(
    {
        Button.HOLD1: 18,
        Button.HOLD2: 23,
        Button.HOLD3: 24,
        Button.HOLD4: 25,
        Button.HOLD5: 8,
        Button.HOLD6: 7,
        Button.CONFIRM: 12,
        Button.BANK: 16,
        Button.LEFT: 20,
        Button.RIGHT: 21,
    }
)
"""BCM numbers; high lights the lamp. Pins 2 and 3 (I2C) and 14 and 15 (serial console) stay free."""
BLINK = 0.5
"""Seconds on, and seconds off."""
LOOK = 1.0
"""Seconds between two looks at the contacts themselves: their edges come from a thread, and a thread can die."""


def pi_pins() -> Factory:
    """The Pi's pins through lgpio, and nothing else: gpiozero's own choice may fall back to worse."""
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as problem:
        raise ImportError("lgpio is missing: install Debian's package python3-lgpio") from problem
    return LGPIOFactory()


PLAINLY: Mapping[str, str] = MappingProxyType(
    {
        "can not open gpiochip": "no access to the Pi's pins: is the user in the group gpio?",
        "gpio busy": "another program holds the Pi's pins: end it",
        "locate pi revision": "this machine has no pins as a Pi has them",
    }
)
"""What lgpio (its table of errors) and gpiozero say, in lower case, and what that means here."""


def _plainly(problem: Exception) -> str:
    """Why the pins cannot be opened, in words that help; as it was said where none are known."""
    said = str(problem).strip("'\"") or type(problem).__name__
    return next((words for part, words in PLAINLY.items() if part in said.lower()), said)


class GpioPanel:
    """Opens the pins at once; raises PanelFault with one line when that fails."""

    def __init__(self, events: Events, clock: Clock, pins: Callable[[], Factory] = pi_pins) -> None:
        self._events = events
        self._clock = clock
        self._contacts: dict[Button, Any] = {}
        self._lamps: dict[Button, Any] = {}
        self._wanted: Mapping[Button, Lamp] = {}
        self._lit: dict[Button, bool] = {}
        self._stuck: frozenset[Button] = frozenset()
        self._look_at = float("-inf")
        self._unheard: set[Button] = set()
        try:
            self._open(pins)
        except Exception as problem:  # gpiozero, lgpio and the kernel each have their own kinds
            self.close()
            raise PanelFault(f"The button panel cannot be opened: {_plainly(problem)}") from problem

    def _open(self, pins: Callable[[], Factory]) -> None:
        import gpiozero

        self._factory = pins()
        for button, pin in CONTACT_PINS.items():
            self._contacts[button] = gpiozero.Button(pin, pin_factory=self._factory)
        for button, pin in LAMP_PINS.items():
            self._lamps[button] = gpiozero.LED(pin, pin_factory=self._factory)
        # First the handlers, then the levels: a contact that changes in between is seen by both.
        for button, contact in self._contacts.items():
            contact.when_pressed = self._put(button, down=True)
            contact.when_released = self._put(button, down=False)
        closed = [button for button, contact in self._contacts.items() if contact.is_pressed]
        self._state = Contacts(self._clock.now(), closed)

    def _put(self, button: Button, *, down: bool) -> Callable[[], None]:
        # Called from gpiozero's own thread: it may do nothing but put.
        return lambda: self._events.put(Edge(button, down, self._clock.now()))

    @property
    def closed(self) -> frozenset[Button]:
        """The buttons that are down (the key switch: that is turned) as far as is known."""
        return frozenset(button for button in CONTACT_PINS if self._state.closed(button))

    def edge(self, edge: Edge) -> None:
        """A contact changed."""
        self._state.edge(edge)

    def poll(self, now: float) -> list[Pressed | Released | Held]:
        """What the contacts amount to by `now`; blinks the lamps."""
        self._show(now)
        if now >= self._look_at:
            self._look_at = now + LOOK
            self._check_edges()
        stuck = self._state.stuck(now)
        if stuck != self._stuck:
            self._say_stuck(stuck)
        return self._state.poll(now)

    def _check_edges(self) -> None:
        """A contact that for two looks is not as its edges tell: they are not heard any more."""
        try:
            unheard = {
                button
                for button, one in self._contacts.items()
                if one.is_pressed != self._state.closed(button)
            }
        except Exception as problem:
            raise PanelFault(f"The button panel does not answer: {problem}") from problem
        if unheard & self._unheard:
            raise PanelFault("The button panel has fallen silent; it is opened again.")
        self._unheard = unheard

    def _say_stuck(self, stuck: frozenset[Button]) -> None:
        """A button down for a minute: is something leaning on it? The others work on."""
        self._stuck = stuck
        names = ", ".join(sorted(button.value for button in stuck))
        event = Failed("panel", f"A button seems to be stuck: {names}.") if stuck else Healed("panel")
        log.warning("buttons down for a minute: %s", names or "none any more")
        self._events.put(event)

    def next_due(self, now: float) -> float | None:
        """The next press that comes to count, or the next change of a blinking lamp."""
        blinks = (now // BLINK + 1) * BLINK if Lamp.BLINK in self._wanted.values() else None
        return min((t for t in (self._state.next_due(), blinks) if t is not None), default=None)

    def light(self, lamps: Mapping[Button, Lamp]) -> None:
        """Set the lamps; those not named are off."""
        self._wanted = dict(lamps)
        self._show(self._clock.now())

    def _show(self, now: float) -> None:
        blink_on = int(now // BLINK) % 2 == 0
        for button, lamp in self._lamps.items():
            wanted = self._wanted.get(button, Lamp.OFF)
            self._set(button, lamp, on=wanted is Lamp.ON or (wanted is Lamp.BLINK and blink_on))

    def _set(self, button: Button, lamp: Any, *, on: bool) -> None:
        if self._lit.get(button) is on:
            return
        try:
            lamp.value = on
        except Exception as problem:
            raise PanelFault(f"The button panel does not answer: {problem}") from problem
        self._lit[button] = on

    def close(self) -> None:
        """Let go of all pins."""
        for device in (*self._contacts.values(), *self._lamps.values()):
            with suppress(Exception):  # whatever is wrong with a pin, the others are still let go
                device.close()
        self._contacts, self._lamps = {}, {}
