"""The tray's light as the main loop has it: told what the table is like after each turn of the loop; never waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from kiosk.ask import Ask
from kiosk.clock import Clock
from kiosk.events import Event, Events, Failed, Healed, Hit, LightShown
from kiosk.light.link import Found, Link, LinkTold, Missing
from kiosk.light.messages import (
    LEAST_STORED,
    Answer,
    Command,
    Impact,
    Light,
    Status,
    parse_status,
    parse_stored,
    stored_data,
)
from kiosk.light.mood import Scene, mood, waits_for_roll
from kiosk.light.session import Shown
from kiosk.light.two_sided import TwoSided
from kiosk.light.wanted import LEVEL, Wanted

Presence: TypeAlias = bool | None
"""Whether something is there; None: it does not belong to this table."""


class TrayLight(Protocol):
    """The light over the tray and the ring around it."""

    def follow(self, scene: Scene, now: float) -> None:
        """Show what belongs to this table, if it is not shown already."""

    def keeps(self, event: Event, now: float) -> bool:
        """Look at an event before the table does; True: it is not for the table, or will come again later."""

    @property
    def there(self) -> Presence:
        """Whether there is a light that can be told something."""

    @property
    def answering(self) -> Presence:
        """Whether there is a controller that tells how it is, and of knocks on the felt."""

    def show(self, wanted: Wanted | None) -> None:
        """Show this instead of what belongs to the table; None: that again."""

    def status(self, then: Callable[[Status | None], None]) -> None:
        """Ask how it is; `then` gets the answer, in any thread, None when there is none."""

    def close(self) -> None:
        """Let go of the device."""


class NoLight:
    """There is no light that could be told anything."""

    there: Presence = None
    answering: Presence = None

    def follow(self, scene: Scene, now: float) -> None:
        """Nothing to show it with."""

    def keeps(self, event: Event, now: float) -> bool:
        """Nothing is kept."""
        return False

    def show(self, wanted: Wanted | None) -> None:
        """Nothing to show it with."""

    def status(self, then: Callable[[Status | None], None]) -> None:
        """Nobody answers."""
        then(None)

    def close(self) -> None:
        """Nothing to let go of."""


class ControllerLight:
    """The tray controller behind a link. `level`: of the white light, 0..255; `ask` gives the camera a command.

    `expected`: a controller belongs to this table, so that people are told when there is none. Otherwise only one
    that was there is missed.
    """

    def __init__(
        self,
        make_link: Callable[[Callable[[LinkTold], None]], Link],
        events: Events,
        ask: Ask,
        level: int = LEVEL,
        expected: bool = True,
    ) -> None:
        self._events = events
        self._missed = expected
        self._level = level
        self._found = False
        self._instead: Wanted | None = None
        self._two_sided = TwoSided(events, ask, level)
        self._link = make_link(self._hear)
        self._link.start()

    def follow(self, scene: Scene, now: float) -> None:
        """Hand the newest wish to the link."""
        self._two_sided.check(now, waits_for_roll(scene))
        self._link.want(self._instead or Wanted(self._two_sided.light, mood(scene)))

    def keeps(self, event: Event, now: float) -> bool:
        """A reading that light from two sides may make better is kept until it has been tried."""
        return self._two_sided.keeps(event, now)

    @property
    def there(self) -> Presence:
        """One that was never there is only missed where it is expected."""
        return self._found if self._missed else None

    @property
    def answering(self) -> Presence:
        """Light and controller are one."""
        return self.there

    def show(self, wanted: Wanted | None) -> None:
        """From the next `follow` on."""
        self._instead = wanted

    def status(self, then: Callable[[Status | None], None]) -> None:
        """`then` is called in the link's thread."""
        self._link.ask(
            Command.STATUS,
            b"",
            lambda answer: then(parse_status(answer.data) if answer is not None else None),
        )

    def close(self) -> None:
        """Let go of the line; the controller then shows plain white light by itself."""
        self._link.close()

    def _hear(self, told: LinkTold) -> None:
        """In the link's thread: only puts events on the queue."""
        match told:
            case Found():
                self._missed = self._found = True
                self._events.put(Healed("light"))
                self._link.ask(Command.RECALL, b"", self._compare)
            case Missing(text):
                self._found = False
                if self._missed:
                    self._events.put(Failed("light", text))
            case Impact(strength):
                self._events.put(Hit(strength))
            case Shown(Light(left, right)):
                self._events.put(LightShown(left, right))

    def _compare(self, answer: Answer | None) -> None:
        """The level the controller keeps by itself is the calibrated one, too: it is stored if it differs."""
        stored = parse_stored(answer.data) if answer is not None else None
        if stored is None or stored.level == max(LEAST_STORED, self._level):
            return
        wanted = replace(stored, level=max(LEAST_STORED, self._level))
        self._link.ask(Command.STORE, stored_data(wanted), lambda _: None)


class SimLight:
    """The simulated table's own light: shown in the camera's picture."""

    there: Presence = True
    answering: Presence = None

    def __init__(self, events: Events, ask: Ask, level: int = LEVEL) -> None:
        self._ask = ask
        self._events = events
        self._two_sided = TwoSided(events, ask, level)
        self._level = level
        self._shown: Wanted | None = None
        self._instead: Wanted | None = None

    def follow(self, scene: Scene, now: float) -> None:
        """Tell the simulated table, if something is new."""
        self._two_sided.check(now, waits_for_roll(scene))
        wanted = self._instead or Wanted(self._two_sided.light, mood(scene))
        if wanted == self._shown:
            return
        self._shown = wanted
        light = wanted.light
        shares = {"left": light.left / self._level, "right": light.right / self._level}

        def shown(answer: Mapping[str, Any]) -> None:
            if answer["ok"]:
                self._events.put(LightShown(light.left, light.right))
            else:
                self._shown = None  # the camera was away: again

        self._ask("light", shown, **shares, ring=list(wanted.ring.colour), pattern=int(wanted.ring.pattern))

    def keeps(self, event: Event, now: float) -> bool:
        """As with the real one."""
        return self._two_sided.keeps(event, now)

    def show(self, wanted: Wanted | None) -> None:
        """From the next `follow` on."""
        self._instead = wanted

    def status(self, then: Callable[[Status | None], None]) -> None:
        """A simulated light has no controller."""
        then(None)

    def close(self) -> None:
        """Nothing to let go of."""


def linked(name: str, clock: Clock) -> Callable[[Callable[[LinkTold], None]], Link]:
    """Makes the link to the controller on the serial line of this name."""
    return lambda tell: Link(name, tell, clock)
