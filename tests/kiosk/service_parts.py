"""The parts that service mode tries, whole or broken, and what a maintainer sees and hears of them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

import numpy as np
from by_hand_time import drained
from gpiozero.pins.mock import MockFactory
from service_bench import StillClock

from kiosk.buttons import Button
from kiosk.events import Edge, Event
from kiosk.light.link import Found, LinkTold, Missing
from kiosk.light.messages import Answer, Command, Identity, Impact, Outcome, ResetCause
from kiosk.light.tray_light import ControllerLight
from kiosk.panel.gpio import CONTACT_PINS, LAMP_PINS, GpioPanel
from kiosk.service.trial import Asking, Trial
from kiosk.sound.cues import Cue
from vision.calibrating.session import Session
from vision.cameras.protocol import Frame

GREEN, YELLOW = Button.CONFIRM, Button.BANK


@dataclass
class Round:
    """One test, begun; what is on the queue is heard, time passes."""

    test: Trial
    clock: StillClock = field(default_factory=StillClock)
    events: SimpleQueue[Event] = field(default_factory=SimpleQueue)

    def begin(self) -> Round:
        self.test.begin(self.clock.now())
        return self

    def wait(self, seconds: float, steps: int = 1) -> None:
        for _ in range(steps):
            self.clock.t += seconds / steps
            for event in drained(self.events):
                if self.test.verdict is None:
                    self.test.hear(event)
            if self.test.verdict is None:
                self.test.follow(self.clock.now())

    def answer(self, sees: Callable[[], bool]) -> None:
        """Looks or listens at each step and says so, until all have been asked."""
        assert isinstance(self.test, Asking)
        while self.test.verdict is None:
            self.wait(0.05)
            if self.test.verdict is None:
                self.test.press(GREEN if sees() else YELLOW)


class Panel:
    """The real panel on mock pins. `dead`: a contact or lamp without a wire; `bounce`: how long one bounces."""

    def __init__(self, dead: Button | None = None, bounce: Mapping[Button, float] | None = None) -> None:
        self.pins = MockFactory()
        self.clock = StillClock()
        self.events: SimpleQueue[Event] = SimpleQueue()
        self._dead, self._bounce = dead, bounce or {}
        self.panel = GpioPanel(self.events, self.clock, lambda: self.pins)

    def touch(self, button: Button, *, down: bool) -> None:
        if button is self._dead:
            return
        pin = self.pins.pin(CONTACT_PINS[button])
        first, second = (pin.drive_low, pin.drive_high) if down else (pin.drive_high, pin.drive_low)
        first()
        if down and button in self._bounce:
            self.clock.t += self._bounce[button] / 2
            second()
            self.clock.t += self._bounce[button] / 2
            first()

    def feed(self) -> None:
        """The panel itself hears its edges, as in the main loop."""
        waiting = drained(self.events)
        for event in waiting:
            if isinstance(event, Edge):
                self.panel.edge(event)
            self.events.put(event)

    def shines(self, button: Button) -> bool:
        return button is not self._dead and bool(self.pins.pin(LAMP_PINS[button]).state)

    def close(self) -> None:
        self.panel.close()
        self.pins.close()


class Controller:
    """A tray controller behind its link. `shade`: what the sensor sees under the hand; `lossy`: it throws away every
    so many frames; `deaf`: it never answers."""

    def __init__(
        self,
        ambient: int = 600,
        shade: int = 90,
        supply_mv: int = 5030,
        lossy: int = 0,
        deaf: bool = False,
        late: bool = False,
    ) -> None:
        self.clock = StillClock()
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.hand = False
        self.wanted: list[object] = []
        self._ambient, self._shade, self._supply = ambient, shade, supply_mv
        self._lossy, self._deaf, self._late = lossy, deaf, late
        self._asked = 0
        self._tell: Callable[[LinkTold], None] = lambda _: None
        self.light = ControllerLight(self._linked, self.events, lambda *_, **__: None)

    def _linked(self, tell: Callable[[LinkTold], None]) -> Any:
        self._tell = tell
        return self

    def start(self) -> None:
        self._tell(Found(Identity(1, (1, 0, 0), 7, ResetCause.POWER)))

    def leave(self) -> None:
        self._tell(Missing("there is no /dev/raflebord-tray"))

    def knock(self, strength: int) -> None:
        self._tell(Impact(strength, 0))

    def want(self, wanted: object) -> None:
        self.wanted.append(wanted)

    def close(self) -> None: ...

    def ask(self, command: Command, data: bytes, then: Callable[[Answer | None], None]) -> None:
        if command is not Command.STATUS:
            then(None)
            return
        self._asked += 1
        if self._late and self._asked % 7 == 3:
            self.clock.t += 0.16
        then(None if self._deaf else Answer(command, 0, Outcome.DONE, self._status()))

    def _status(self) -> bytes:
        level = self._shade if self.hand else self._ambient
        bad = self._asked // self._lossy if self._lossy else 0
        return struct.pack(">I6H3B", 1000, level, self._supply, 500, 0, bad, self._asked, 160, 160, 1)


class Card:
    """A sound card with a loudspeaker. `there`: False when it was pulled out; `mute`: cues that are not heard."""

    def __init__(self, there: bool = True, mute: tuple[Cue, ...] = ()) -> None:
        self.silent = False
        self.heard = False
        self.gains: list[float] = []
        self._there, self._mute = there, mute

    def play(self, cue: Cue, gain: float) -> None:
        self.silent = not self._there
        self.heard = self._there and cue not in self._mute
        self.gains.append(gain)

    def close(self) -> None: ...


class Films:
    """The camera's process while it is asked to film. `drops`: every so manieth picture is lost; `repeats`: one comes
    twice; `rate`: pictures a second; `dead`: no answer."""

    def __init__(self, drops: int = 0, repeats: int = 0, rate: float = 15.0, dead: bool = False) -> None:
        self._drops, self._repeats, self._step, self._dead = drops, repeats, 1 / rate, dead
        self.orders: list[str] = []
        self._session = Session()

    def ask(
        self, name: str, then: Callable[[Mapping[str, Any]], None] = lambda _: None, /, **arguments: Any
    ) -> None:
        self.orders.append(name)
        self._session.begin(name, arguments, 1)
        done = None
        index = 0
        while done is None and not self._dead:
            index += 1
            if self._drops and index % self._drops == 0:
                continue
            shade = index - 1 if self._repeats and index % self._repeats == 0 else index
            image = np.full((72, 128, 3), shade % 250, np.uint8)
            done = self._session.add(Frame(image, index * self._step, index), self)  # type: ignore[arg-type]
        if done is not None:
            then(done[1])
