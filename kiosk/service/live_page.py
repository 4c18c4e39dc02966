"""A page with the camera's picture: it looks again and again, and one order at a time counts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from kiosk.clock import Clock
from kiosk.events import Event
from kiosk.light.two_sided import Ask
from kiosk.service.trial import Saying
from kiosk.words import msg
from vision.cameras.protocol import Image

PAUSE = 0.35
"""Seconds between two looks."""
PATIENCE = 12.0
"""Seconds after which an answer is not waited for any more."""


class LivePage:
    """What such pages share. What comes of the order that counts is told to `_heard`."""

    def __init__(self, ask: Ask, clock: Clock) -> None:
        self._ask, self._clock = ask, clock
        self._turn = 0
        self.changes = 0
        """Grows whenever there is something new to draw."""
        self._begin()

    def _begin(self) -> None:
        """Nothing has been seen; answers to what was asked before are not waited for."""
        self._turn += 1
        self.picture: Image | None = None
        self.says = Saying("")
        """The one sentence that counts now."""
        self.warns = False
        """Whether it says that something is in the way."""
        self.busy = False
        """Whether an order that counts is under way."""
        self._look_at = float("-inf")
        self._give_up_at: float | None = None

    def _end(self) -> None:
        """The page is left."""
        self._turn += 1

    def follow(self, now: float) -> None:
        """Look again when it is time; an answer that does not come is a camera that gives no picture."""
        if self._give_up_at is not None and now >= self._give_up_at:
            self._answered(self._turn, {"ok": False})
        if self._give_up_at is None and now >= self._look_at:
            self._order("look", lens=None)

    def hear(self, event: Event) -> None:
        """It only knows what it has asked for."""

    def _count(self, name: str, **arguments: Any) -> None:
        """Now it counts: what is under way is not waited for."""
        self._turn += 1
        self.busy = True
        self._say(msg("Leave the dice alone for a moment."))
        self._order(name, **arguments)

    def _order(self, name: str, **arguments: Any) -> None:
        self._give_up_at = self._clock.now() + PATIENCE
        self._ask(name, partial(self._answered, self._turn), **arguments)

    def _answered(self, turn: int, answer: Mapping[str, Any]) -> None:
        """An answer to what was asked last; older ones are not news any more."""
        if turn != self._turn:
            return
        counted, self.busy = self.busy, False
        self._give_up_at, self._look_at = None, self._clock.now() + PAUSE
        self.changes += 1
        if not answer["ok"]:
            self._turn += 1
            self.picture = None
            self._say(msg("The camera gives no picture. See that its cable is in."), warns=True)
            return
        self.picture = answer["picture"]
        if counted:
            self._heard(answer)

    def _heard(self, answer: Mapping[str, Any]) -> None:
        """What came of the order that counted."""
        raise NotImplementedError

    def _say(self, text: str, *, warns: bool = False, **numbers: object) -> None:
        self.says, self.warns = Saying(text, numbers), warns
        self.changes += 1
