"""Asking the tray controller how it is, one question at a time, without waiting; and the tests that ask."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import ClassVar

from kiosk.clock import Clock
from kiosk.light.messages import Status
from kiosk.light.tray_light import TrayLight
from kiosk.service.parts.knocks import ABSENT
from kiosk.service.trial import Saying, Trial

PATIENCE = 5.0
"""Seconds after which an answer is not waited for: the line itself gives up after one."""


@dataclass(frozen=True)
class Told:
    """An answer, None when there was none, and how long it took, seconds."""

    status: Status | None
    took: float


class Questions:
    """`next` gives an answer when there is one, and asks again at once or `pause` seconds after the answer."""

    def __init__(self, light: TrayLight, clock: Clock, pause: float = 0.0) -> None:
        self._light, self._clock, self._pause = light, clock, pause
        self._answers: SimpleQueue[tuple[int, Status | None, float]] = SimpleQueue()
        self._number = 0
        self._asked_at: float | None = None
        self._ask_at = float("-inf")

    def next(self, now: float) -> Told | None:
        """What was answered since the last time, once."""
        told = self._heard(now)
        if self._asked_at is None and now >= self._ask_at:
            self._ask(now)
        return told

    def _ask(self, now: float) -> None:
        self._number += 1
        self._asked_at, number = now, self._number
        # In the link's thread: only a queue is touched.
        self._light.status(lambda status: self._answers.put((number, status, self._clock.now())))

    def _heard(self, now: float) -> Told | None:
        while self._asked_at is not None:
            try:
                number, status, at = self._answers.get_nowait()
            except Empty:
                break
            if number == self._number:
                return self._done(status, at, now)
        if self._asked_at is not None and now >= self._asked_at + PATIENCE:
            return self._done(None, now, now)
        return None

    def _done(self, status: Status | None, at: float, now: float) -> Told:
        assert self._asked_at is not None
        told = Told(status, at - self._asked_at)
        self._asked_at, self._ask_at = None, now + self._pause
        return told


class AskingTrial(Trial):
    """A test that asks the controller behind `light`, again `pause` seconds after each answer."""

    opening: ClassVar[Saying]
    """What is said first."""
    pause: ClassVar[float] = 0.0

    def __init__(self, light: TrayLight, clock: Clock) -> None:
        super().__init__()
        self._light, self._clock = light, clock
        self._start()

    def _start(self) -> None:
        """Nothing has been asked."""
        self._questions = Questions(self._light, self._clock, self.pause)

    def begin(self, now: float) -> None:
        """From the beginning."""
        super().begin(now)
        self._start()
        self.says = self.opening
        self.follow(now)

    def follow(self, now: float) -> None:
        """The next answer."""
        if self._light.answering is None:
            self._judge("absent", ABSENT)
        elif (told := self._questions.next(now)) is not None:
            self.changes += 1
            self._told(told)

    @abstractmethod
    def _told(self, told: Told) -> None:
        """What an answer says."""
