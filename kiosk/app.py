"""The main loop: the only place that changes anything.

Buttons, readings, answers and timers arrive as events on one queue and are dealt with one after the other; then
the screen is drawn and the lamps are set. When nothing happens and nothing moves, it sleeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from queue import Empty
from typing import Protocol

import pygame

from kiosk.buttons import Button, Lamp
from kiosk.clock import Clock
from kiosk.events import (
    Answered,
    Edge,
    Event,
    Events,
    Held,
    Hit,
    Idle,
    Pressed,
    Preview,
    PreviewReady,
    Quit,
    Released,
    Seen,
    Tick,
)
from kiosk.light.tray_light import NoLight, TrayLight
from kiosk.panel.protocol import Panel
from kiosk.screens.base import Screen
from kiosk.sound.sounding import Silence, Sounding
from kiosk.table import Table

FRAME = 1 / 60
"""Seconds between two pictures while something moves."""
PUMP = 0.02
"""Seconds between two looks at the window's own queue, which cannot wake us."""
TICK = 5.0
IDLE = 90.0
"""Seconds without a button or a roll after which nobody is taken to be here."""


class Sight(Protocol):
    """What the loop needs of `kiosk.eyes.Eyes`."""

    def check(self, now: float) -> None:
        """See to the camera's process."""

    def preview(self) -> Preview | None:
        """The newest picture, once."""

    def answered(self, event: Answered) -> None:
        """Hand an answer to whoever asked."""

    def wake(self) -> None:
        """Something has hit the felt: look closely."""


class Display(Protocol):
    """What the loop needs of `kiosk.window.Window`."""

    surface: pygame.Surface

    def pump(self) -> None:
        """Hand on what came from the keyboard and the window manager."""

    def flip(self) -> None:
        """Show what was drawn."""


class Follower(Protocol):
    """Somebody who writes down what happens at the table, and changes nothing there."""

    def hear(self, event: Event) -> None:
        """What is dealt with next."""

    def follow(self, table: Table) -> None:
        """How the table is after all that was dealt with."""


class Before(Protocol):
    """What can stand before the table, such as the maintainer's service mode."""

    @property
    def screen(self) -> Screen | None:
        """The screen instead of the table's; None while people play."""

    def press(self, button: Button) -> bool:
        """Whether a press was meant for it, and not for the table."""

    def turned_back(self) -> None:
        """The SERVICE key was turned back."""

    def hear(self, event: Event) -> None:
        """What is dealt with next."""

    def follow(self, now: float) -> None:
        """Time passes."""


class Nothing:
    """Nothing stands before the table."""

    screen = None

    def press(self, button: Button) -> bool:
        """Every press is the table's."""
        return False

    def turned_back(self) -> None:
        """Nothing to leave."""

    def hear(self, event: Event) -> None:
        """Nothing to listen for."""

    def follow(self, now: float) -> None:
        """Nothing to do."""


class App:
    """Everything is handed in. `frame`: the least time between two pictures, seconds."""

    def __init__(
        self,
        table: Table,
        screens: Mapping[str, Screen],
        panel: Panel,
        eyes: Sight,
        window: Display,
        clock: Clock,
        events: Events,
        frame: float = FRAME,
        light: TrayLight | None = None,
        sound: Sounding | None = None,
        followers: Sequence[Follower] = (),
        before: Before | None = None,
    ) -> None:
        self.running = True
        self._light = light or NoLight()
        self._sound = sound or Silence()
        self._followers = tuple(followers)
        self._before = before or Nothing()
        self._table = table
        self._screens = screens
        self._panel = panel
        self._eyes = eyes
        self._window = window
        self._clock = clock
        self._events = events
        self._frame = frame
        self._shown: Screen | None = None
        self._lamps: Mapping[Button, Lamp] = {}
        self._stale = True
        self._draw_at = self._tick_at = float("-inf")
        self._idle_at = clock.now() + IDLE

    def run(self) -> None:
        """Until somebody asks to leave."""
        while self.running:
            self.turn(self.patience())

    def turn(self, wait: float) -> None:
        """Wait for events (at most `wait` seconds), deal with all there are, draw what is new."""
        self._window.pump()
        for event in self._gathered(wait):
            self._before.hear(event)
            for follower in self._followers:
                follower.hear(event)
            self._deal_with(event)
        now = self._clock.now()
        for counted in self._panel.poll(now):
            self._feel(counted)
        self._before.follow(now)
        self._light.follow(self._table, now)
        self._sound.follow(self._table)
        for follower in self._followers:
            follower.follow(self._table)
        self._draw(now)
        self._look_at_the_clock(now)

    def draw_now(self) -> None:
        """Draw everything that is so far known, however short ago the last picture was."""
        self._stale, self._draw_at = True, float("-inf")
        self._draw(self._clock.now())

    def patience(self) -> float:
        """How long nothing has to be done unless something happens, seconds."""
        now = self._clock.now()
        due = [now + PUMP, self._panel.next_due(now)]
        if self._stale or (self._shown is not None and not self._shown.still(self._table, now)):
            due.append(self._draw_at)
        return max(0.0, min(t for t in due if t is not None) - now)

    def _gathered(self, wait: float) -> Iterator[Event]:
        try:
            yield self._events.get(timeout=wait) if wait > 0 else self._events.get_nowait()
            while True:
                yield self._events.get_nowait()
        except Empty:
            return

    def _feel(self, counted: Pressed | Released | Held) -> None:
        """What somebody did with a button or the key."""
        self._stale, self._idle_at = True, self._clock.now() + IDLE
        match counted:
            case Pressed(button) if button is not Button.STAFF:
                self._press(button)
            case Released(Button.SERVICE):
                self._before.turned_back()
            case Held(Button.STAFF) if self._before.screen is None:
                self._table.attend()
                self._table.staff.call()

    def _deal_with(self, event: Event) -> None:
        self._stale = True
        if isinstance(event, Seen | Hit):
            self._idle_at = self._clock.now() + IDLE
        match event:
            case Quit():
                self.running = False
            case Edge():
                self._panel.edge(event)
            case PreviewReady():
                self._take_preview()
            case Answered():
                self._eyes.answered(event)
            case Hit():
                self._eyes.wake()
            case _ if not self._light.keeps(event, self._clock.now()):
                self._table.take(event)

    def _press(self, button: Button) -> None:
        if self._before.press(button):
            return
        self._table.attend()
        self._screens[self._table.screen].press(button, self._table)

    def _take_preview(self) -> None:
        preview = self._eyes.preview()
        if preview is not None:
            self._table.take(preview)

    def _look_at_the_clock(self, now: float) -> None:
        """What happens by time alone."""
        self._eyes.check(now)
        if now >= self._tick_at:
            self._tick_at = now + TICK
            self._table.take(Tick())
        if now >= self._idle_at:
            self._idle_at = now + IDLE
            self._table.take(Idle())
            self._stale = True

    def _draw(self, now: float) -> None:
        """The screen shown, if there is anything new on it; not more often than `frame` allows."""
        screen = self._before.screen or self._screens[self._table.screen]
        if screen is not self._shown:
            screen.enter(self._table)
            self._shown, self._stale = screen, True
        if now >= self._draw_at and (self._stale or not screen.still(self._table, now)):
            self._show(screen, now)

    def _show(self, screen: Screen, now: float) -> None:
        screen.draw(self._window.surface, self._table, now)
        self._window.flip()
        self._set_lamps(screen)
        self._stale, self._draw_at = False, now + self._frame

    def _set_lamps(self, screen: Screen) -> None:
        lamps = dict(screen.lamps(self._table))
        if lamps != self._lamps:
            self._lamps = lamps
            self._panel.light(lamps)
