"""What the tray controller measures: the room's light, which a hand takes away, and the voltage it is fed with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.buttons import Button, Lamp
from kiosk.doctor.controller import HIGHEST, LOWEST
from kiosk.light.messages import Status
from kiosk.service.parts.asking import AskingTrial, Told
from kiosk.service.parts.light import SILENT
from kiosk.service.trial import BACK, Bars, Gauge, Saying
from kiosk.words import msg

PAUSE = 0.2
"""Seconds between two measurements."""
SHADED = 0.6
"""A hand over the sensor leaves at most so much of the light."""
LEAST = 5
"""Measurements before the voltage is judged."""
DRAWN = 40
BRIGHTEST = 1023
_LOW, _HIGH = 4000, 6000
"""Where the bar of the voltage begins and ends, millivolts."""


class RoomTrial(AskingTrial):
    """Asks the controller behind `light`."""

    name = "room"
    title = msg("Room light and supply")
    opening = Saying(msg("Cover the light sensor with your hand, and take it away again."))
    pause = PAUSE

    def _start(self) -> None:
        super()._start()
        self.levels: list[int] = []
        self.supply: list[int] = []

    def _told(self, told: Told) -> None:
        if told.status is None:
            self._judge("failed", SILENT)
        else:
            self._add(told.status)

    def _add(self, status: Status) -> None:
        self.levels.append(status.ambient)
        self.supply.append(status.supply_mv)
        if len(self.supply) >= LEAST and not all(LOWEST <= one <= HIGHEST for one in self.supply):
            says = Saying(msg("The voltage is not right. Change the cable; measure the supply."))
            self._judge("failed", says)
        elif self._shaded() and len(self.supply) >= LEAST:
            self._judge("passed", Saying(msg("Light and voltage are measured as they should be.")))

    def _shaded(self) -> bool:
        """It was dark under the hand, and is light again."""
        darkest = min(self.levels)
        around = darkest / SHADED
        at = self.levels.index(darkest)
        return any(one > around for one in self.levels[:at]) and self.levels[-1] > around

    def press(self, button: Button) -> None:
        """Green: I have covered it."""
        if button is Button.CONFIRM:
            says = Saying(msg("The light sensor saw no difference. See to its wire."))
            self._judge("failed", says)

    def lamps(self) -> Mapping[Button, Lamp]:
        """What can be said."""
        return {BACK: Lamp.ON, Button.CONFIRM: Lamp.ON}

    def doings(self) -> Mapping[Button, str]:
        """A difference that was not seen by then is not seen."""
        return {Button.CONFIRM: msg("I have covered it")}

    def bars(self) -> Bars:
        """The light over the last seconds."""
        return Bars(msg("The room's light"), tuple(one / BRIGHTEST for one in self.levels[-DRAWN:]))

    def gauges(self) -> Sequence[Gauge]:
        """Light and voltage now, and the lowest voltage."""
        level = self.levels[-1] if self.levels else None
        light = Gauge(msg("The room's light"), level, share=None if level is None else level / BRIGHTEST)
        if not self.supply:
            return (light,)
        return (
            light,
            _volts(msg("Supply"), self.supply[-1]),
            _volts(msg("Supply, lowest"), min(self.supply)),
        )

    def figures(self) -> Mapping[str, object]:
        """The range of light (0..1023) and of voltage (millivolts)."""
        if not self.levels:
            return {}
        return {
            "light": [min(self.levels), max(self.levels)],
            "supply_mv": [min(self.supply), max(self.supply)],
        }


def _volts(name: str, millivolts: int) -> Gauge:
    low, now, high = ((one - _LOW) / (_HIGH - _LOW) for one in (LOWEST, millivolts, HIGHEST))
    return Gauge(name, millivolts / 1000, " V", 2, min(1.0, max(0.0, now)), (low, high))
