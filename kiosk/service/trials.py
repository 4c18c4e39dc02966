"""The list of tests, and the page on which one of them runs; what came of each is written into the diary."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kiosk.buttons import Button
from kiosk.clock import Clock
from kiosk.events import Event
from kiosk.service.menu import STEPS
from kiosk.service.page import Place
from kiosk.service.trial import BACK, Trial, Verdict

Keep: TypeAlias = Callable[[str, Mapping[str, object]], None]
"""Writes into the diary: what, with which detail (`kiosk.diary.Diary.write`)."""


@dataclass(frozen=True)
class Result:
    """What came of a test, and when, seconds since 1970."""

    verdict: Verdict
    wall: float


class Trials:
    """All tests in their order, which one is chosen, and the newest result of each. `known`: results of the diary."""

    def __init__(
        self,
        tests: Sequence[Trial],
        keep: Keep,
        clock: Clock,
        known: Callable[[], Mapping[str, Result]] = dict,
    ) -> None:
        self.all = tuple(tests)
        self.at = 0
        self.results: dict[str, Result] = {}
        self._keep, self._clock, self._known = keep, clock, known

    @property
    def chosen(self) -> Trial:
        """The test on which the list stands."""
        return self.all[self.at]

    def look_up(self) -> None:
        """What the diary knows of earlier tests."""
        self.results = {**self._known(), **self.results}

    def go(self, lines: int) -> None:
        """So many lines down."""
        self.at = (self.at + lines) % len(self.all)

    def begin(self) -> None:
        """The chosen one, from the start."""
        self.chosen.begin(self._clock.now())
        self.note()

    def note(self) -> None:
        """A verdict that has just been given is kept."""
        verdict = self.chosen.verdict
        if verdict is None:
            return
        self.results[self.chosen.name] = Result(verdict, self._clock.wall())
        detail = {"test": self.chosen.name, "verdict": verdict, **self.chosen.figures()}
        self._keep("tested", detail)


class TrialList:
    """The page with all tests."""

    def __init__(self, tests: Trials) -> None:
        self.tests = tests

    def enter(self) -> None:
        """With what is known of each."""
        self.tests.look_up()

    def leave(self) -> None:
        """Nothing to put back."""

    def press(self, button: Button) -> Place | None:
        """Move, begin the chosen one, or back."""
        if button in STEPS:
            self.tests.go(STEPS[button])
        if button is BACK:
            return "menu"
        return "test" if button is Button.CONFIRM else None

    def follow(self, now: float) -> None:
        """Nothing happens by time alone."""

    def hear(self, event: Event) -> None:
        """Nothing that happens at the table concerns it."""


class TrialPage:
    """The page of the chosen test."""

    def __init__(self, tests: Trials) -> None:
        self.tests = tests

    @property
    def test(self) -> Trial:
        """The one that runs."""
        return self.tests.chosen

    def enter(self) -> None:
        """It begins."""
        self.tests.begin()

    def leave(self) -> None:
        """What it has changed is put back."""
        self.test.end()

    def press(self, button: Button) -> Place | None:
        """With a verdict: green goes on to the next test, RIGHT tries again. Without one the test has the buttons."""
        test = self.test
        if test.verdict is not None:
            return self._after(button)
        if button is BACK and not test.takes_all:
            return "tests"
        self._do(lambda: test.press(button))
        return None

    def _after(self, button: Button) -> Place | None:
        if button is Button.RIGHT:
            self.tests.begin()
        elif button is BACK or (button is Button.CONFIRM and self.test is self.tests.all[-1]):
            return "tests"
        elif button is Button.CONFIRM:
            self.test.end()
            self.tests.go(1)
            self.tests.begin()
        return None

    def follow(self, now: float) -> None:
        """Time passes for the test."""
        self._do(lambda: self.test.follow(now))

    def hear(self, event: Event) -> None:
        """What happens is the test's."""
        self._do(lambda: self.test.hear(event))

    def _do(self, step: Callable[[], None]) -> None:
        """Until there is a verdict, which is noted once."""
        if self.test.verdict is None:
            step()
            self.tests.note()
