"""The sensor under the felt: silent while nobody touches the tray, then three knocks with their strength."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.buttons import Button, Lamp
from kiosk.events import Event, Hit
from kiosk.light.tray_light import TrayLight
from kiosk.service.parts.light import SILENT
from kiosk.service.trial import BACK, Bars, Gauge, Saying, Trial
from kiosk.words import msg

QUIET = 2.0
"""Seconds in which nothing may be heard."""
APART = 0.25
"""Seconds between two knocks that are not one: a hand that knocks rebounds."""
KNOCKS = 3
STRONGEST = 1023
ABSENT = Saying(msg("This table has no tray controller."))


class KnocksTrial(Trial):
    """Hears knocks as the table does."""

    name = "knocks"
    title = msg("Knocks on the felt")

    def __init__(self, light: TrayLight) -> None:
        super().__init__()
        self._light = light
        self._now = self._quiet_until = 0.0
        self._last = float("-inf")
        self.strengths: list[int] = []

    def begin(self, now: float) -> None:
        """Hands off first."""
        super().begin(now)
        self._now, self._quiet_until, self._last = now, now + QUIET, float("-inf")
        self.strengths = []
        self.says = Saying(msg("Hands off the tray for a moment."))
        self.follow(now)

    def hear(self, event: Event) -> None:
        """Something has hit the felt, or the sensor says so."""
        if not isinstance(event, Hit):
            return
        self.changes += 1
        if self._now < self._quiet_until:
            self.strengths.append(event.strength)
            says = Saying(msg("It hears knocks where there are none. See to the sensor's wire and its glue."))
            self._judge("failed", says)
        elif self._now - self._last >= APART:
            self.strengths.append(event.strength)
            self._last = self._now
            if len(self.strengths) == KNOCKS:
                self._judge("passed", Saying(msg("Knocks are heard.")))
        else:
            self.strengths[-1] = max(self.strengths[-1], event.strength)

    def follow(self, now: float) -> None:
        """The quiet ends; a controller that leaves fails."""
        if now >= self._quiet_until > self._now:
            self.says = Saying(msg("Now knock on the felt three times, as hard as dice fall."))
            self.changes += 1
        self._now = now
        if self._light.answering is None:
            self._judge("absent", ABSENT)
        elif not self._light.answering:
            self._judge("failed", SILENT)

    def press(self, button: Button) -> None:
        """Green: I have knocked."""
        if button is Button.CONFIRM and self._now >= self._quiet_until:
            says = Saying(msg("Not all knocks were heard. See to the sensor's wire and its glue."))
            self._judge("failed", says)

    def lamps(self) -> Mapping[Button, Lamp]:
        """Green once it is time to knock."""
        return {BACK: Lamp.ON, **dict.fromkeys(self.doings(), Lamp.ON)}

    def doings(self) -> Mapping[Button, str]:
        """What was not heard by then is missing."""
        return {Button.CONFIRM: msg("I have knocked")} if self._now >= self._quiet_until else {}

    def bars(self) -> Bars:
        """How hard each was."""
        return Bars(msg("Strength of each knock"), tuple(one / STRONGEST for one in self.strengths))

    def gauges(self) -> Sequence[Gauge]:
        """How many, and the last one."""
        count = len(self.strengths)
        last = self.strengths[-1] if self.strengths else None
        return (
            Gauge(msg("Knocks heard, of 3"), count, share=min(1.0, count / KNOCKS), good=self._all_of()),
            Gauge(msg("Strength of the last one"), last, share=None if last is None else last / STRONGEST),
        )

    def figures(self) -> Mapping[str, object]:
        """All strengths, 0..1023."""
        return {"strengths": list(self.strengths)}
