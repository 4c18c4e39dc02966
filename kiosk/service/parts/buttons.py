"""Every button is pressed once: it lights, its bounce is measured, one that stays down is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kiosk.buttons import Button, Lamp
from kiosk.events import Edge, Event, Held, Pressed
from kiosk.panel.contacts import Contacts
from kiosk.service.parts.names import LIT, NAMES
from kiosk.service.trial import Gauge, Item, Mark, Saying, Trial
from kiosk.words import msg

WORN = 0.008
"""Seconds. New switches bounce for up to 5 ms (`kiosk.panel.contacts`); from 10 on one press counts as two."""
BURST = 0.03
"""Seconds: changes that follow each other sooner belong to one press or release; people let go later."""
PATIENCE = 2.0
"""Seconds in which a button that was held to end the test has to be let go: otherwise it is stuck."""


class ButtonsTrial(Trial):
    """`closed`: which contacts are closed now. It listens to the contacts themselves, not to what they amount to."""

    name = "buttons"
    title = msg("Buttons")
    takes_all = True

    def __init__(self, closed: Callable[[], frozenset[Button]]) -> None:
        super().__init__()
        self._closed = closed
        self._start(0.0)

    def _start(self, now: float) -> None:
        down = self._closed() - {Button.SERVICE}
        self._contacts = Contacts(now, down)
        self._down = set(down)
        self._bursts: dict[Button, list[float]] = {}
        self._end_at: float | None = None
        self.pressed: set[Button] = set()
        self.bounces = dict.fromkeys(NAMES, 0)
        """How often each contact has changed beyond its presses."""
        self.longest = dict.fromkeys(NAMES, 0.0)
        """For how long each has bounced at most, seconds."""

    def begin(self, now: float) -> None:
        """Nothing has been pressed yet."""
        super().begin(now)
        self._start(now)
        self.says = Saying(msg("Press every button once. Hold any one for two seconds to end."))

    def hear(self, event: Event) -> None:
        """A contact changed."""
        if not isinstance(event, Edge) or event.button not in NAMES:
            return
        if self._contacts.closed(event.button) == event.down:
            return
        self._contacts.edge(event)
        button = event.button
        (self._down.add if event.down else self._down.discard)(button)
        self._end_bursts(event.t)
        self._bursts.setdefault(button, []).append(event.t)

    def follow(self, now: float) -> None:
        """What the contacts amount to by now."""
        for counted in self._contacts.poll(now):
            self.changes += 1
            match counted:
                case Pressed(button):
                    self.pressed.add(button)
                case Held():
                    self._end_at = now + PATIENCE
        self._end_bursts(now)
        over = self._end_at is not None or self.pressed >= NAMES.keys()
        if over and not self._bursts and (not self._down or now >= (self._end_at or now + 1)):
            self._finish()

    def _end_bursts(self, now: float) -> None:
        """Of the changes of a press or a release all but one were bounces; of a spike, which led back, all."""
        for button, times in list(self._bursts.items()):
            if now - times[-1] >= BURST:
                self.bounces[button] += len(times) - len(times) % 2
                self.longest[button] = max(self.longest[button], times[-1] - times[0])
                del self._bursts[button]

    def _finish(self) -> None:
        stuck, missing, worn = self._stuck(), self._missing(), self._worn()
        if stuck:
            says = Saying(msg("Stuck: {names}. Free it, or change its switch."), names=_names(stuck))
        elif missing:
            says = Saying(msg("Not felt: {names}. See to wire and switch."), names=_names(missing))
        elif worn:
            says = Saying(msg("Bounces too long: {names}. Change the switch."), names=_names(worn))
        else:
            self._judge("passed", Saying(msg("Every button works.")))
            return
        self._judge("failed", says)

    def _stuck(self) -> list[Button]:
        return [button for button in NAMES if button in self._down]

    def _missing(self) -> list[Button]:
        return [button for button in NAMES if button not in self.pressed]

    def _worn(self) -> list[Button]:
        return [button for button in NAMES if self.longest[button] > WORN]

    def lamps(self) -> Mapping[Button, Lamp]:
        """Each lights as it is pressed."""
        return {button: Lamp.ON for button in LIT if button in self.pressed}

    def mark(self, button: Button) -> Mark | None:
        """How a button is; None: not pressed yet."""
        over = self.verdict is not None
        if self.longest[button] > WORN or (over and button in (*self._stuck(), *self._missing())):
            return "bad"
        return "good" if button in self.pressed else None

    def items(self) -> Sequence[Item]:
        """All buttons with their bounces."""
        return tuple(Item(name, self.mark(button), self._figure(button)) for button, name in NAMES.items())

    def _figure(self, button: Button) -> Saying | None:
        """For how long it has bounced."""
        if not self.longest[button]:
            return None
        return Saying(msg("{ms} ms"), {"ms": f"{1000 * self.longest[button]:.0f}"})

    def gauges(self) -> Sequence[Gauge]:
        """How many there are, how they bounce."""
        count, longest = len(self.pressed), max(self.longest.values())
        return (
            Gauge(msg("Pressed, of 11"), count, share=count / len(NAMES), good=self._all_of()),
            Gauge(msg("Bounces"), sum(self.bounces.values())),
            Gauge(
                msg("Longest bounce"),
                1000 * longest,
                " ms",
                share=min(1.0, longest / (2 * WORN)),
                good=(0.0, 0.5),
            ),
        )

    def figures(self) -> Mapping[str, object]:
        """The buttons that are not as they should be."""
        return {
            "stuck": [button.value for button in self._stuck()],
            "missing": [button.value for button in self._missing()],
            "bounce_ms": {b.value: round(1000 * self.longest[b], 1) for b in NAMES if self.longest[b]},
        }


def _names(buttons: Sequence[Button]) -> tuple[str, ...]:
    return tuple(NAMES[button] for button in buttons)
