"""Two more pictures of one throw, lit from the left and from the right, when a die cannot be read: glare may hide it.

A lamp's mirror image lies elsewhere, or nowhere, in the light of the other half; so the darker of both pictures shows
the face without it. The vision takes both and reads again (`vision.watch.two_lights`).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from kiosk.ask import Ask
from kiosk.events import Event, Events, LightShown, Seen, StateSeen
from kiosk.light.messages import Light
from vision.reading import Reading

PATIENCE = 4.0
"""Seconds after which it is given up: the reading then counts as it was."""
Side: TypeAlias = Literal["left", "right", "both"]
_NEXT: Mapping[Side, Side] = {"left": "right", "right": "both"}
log = logging.getLogger(__name__)


class TwoSided:
    """One attempt for each time the dice come to rest. `level`: of both halves, usually."""

    def __init__(self, events: Events, ask: Ask, level: int) -> None:
        self._events = events
        self._ask = ask
        self._usual = Light(level, level)
        one = min(255, 2 * level)
        self._lights: Mapping[Side, Light] = {
            "left": Light(one, 0),
            "right": Light(0, one),
            "both": self._usual,
        }
        self._side: Side | None = None
        self._kept: Seen | None = None
        self._tried = False
        self._asked = False
        self._give_up_at = 0.0
        self._shown: Light | None = None
        self._waits = False

    @property
    def light(self) -> Light:
        """The white light as it should be now."""
        return self._lights[self._side] if self._side else self._usual

    def keeps(self, event: Event, now: float) -> bool:
        """True: the event is ours, or is a reading that comes again, better or as it was."""
        match event:
            case LightShown(left, right):
                self._shown = Light(left, right)
                self._go_on()
                return True
            case StateSeen():
                self._tried = self._tried and event.state in ("settled", "settling")
            case Seen() if self._side is not None and event is not self._kept:
                self._end()  # something newer was read
            case Seen(reading) if self._may_try() and unclear(reading):
                self._begin(event, now)
                return True
        return False

    def check(self, now: float, waits: bool) -> None:
        """`waits`: a roll is waited for; only then it is worth while. What takes too long is given up: the reading
        that was kept comes again."""
        self._waits = waits
        if self._side is not None and now >= self._give_up_at:
            log.warning("light from two sides: it took too long")
            self._give_back()

    def _may_try(self) -> bool:
        return self._waits and not self._tried and self._shown == self._usual

    def _begin(self, seen: Seen, now: float) -> None:
        self._tried, self._kept = True, seen
        self._side, self._asked = "left", False
        self._give_up_at = now + PATIENCE

    def _go_on(self) -> None:
        """The light is on its way: the vision lets it settle, and takes its pictures."""
        if self._side is None or self._asked or self._shown != self.light:
            return
        side, self._asked = self._side, True
        self._ask("lit", lambda answer: self._taken(side, answer), side=side)

    def _taken(self, side: Side, answer: Mapping[str, Any]) -> None:
        if side != self._side:
            return
        if not answer["ok"]:
            log.warning("light from two sides: %s", answer["error"])
            self._give_back()
        elif side == "both":
            self._end()  # the better reading is on its way
        else:
            self._side, self._asked = _NEXT[side], False

    def _give_back(self) -> None:
        kept = self._kept
        self._end()
        if kept is not None:
            self._events.put(kept)

    def _end(self) -> None:
        self._side = self._kept = None


def unclear(reading: Reading) -> bool:
    """Whether other light may help: a die lies flat and cannot be read. Seldom is it named as glare; most glints only
    dim a pip or two."""
    return any(die.status == "unsure" for die in reading.dice)
