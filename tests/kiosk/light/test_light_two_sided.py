"""When a die cannot be read: light from the left, from the right, and as usual again; once, and never for long."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import Any

import pytest
from dice_words import reading

from kiosk.events import Event, LightShown, Seen, StateSeen
from kiosk.light.messages import Light
from kiosk.light.two_sided import PATIENCE, TwoSided

USUAL = Light(100, 100)
CLEAR, UNCLEAR = "3@50,50 4@100,100", "3@50,50 ?@100,100"


class Attempt:
    def __init__(self) -> None:
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.asked: list[str] = []
        self._then: Callable[[Mapping[str, Any]], None] = lambda _: None
        self.two = TwoSided(self.events, self._ask, 100)
        self.light_shown()
        self.two.check(0.0, waits=True)

    def _ask(
        self, name: str, then: Callable[[Mapping[str, Any]], None] = lambda _: None, /, **arguments: Any
    ) -> None:
        assert name == "lit"
        self.asked.append(arguments["side"])
        self._then = then

    def light_shown(self) -> None:
        light = self.two.light
        assert self.two.keeps(LightShown(light.left, light.right), 0.0)

    def answer(self, ok: bool = True) -> None:
        self._then({"ok": ok} if ok else {"ok": False, "error": "the camera is gone"})

    def see(self, words: str, now: float = 0.0) -> bool:
        return self.two.keeps(Seen(reading(words)), now)


@pytest.fixture
def attempt() -> Attempt:
    return Attempt()


def test_a_clear_reading_passes(attempt: Attempt) -> None:
    assert not attempt.see(CLEAR)
    assert attempt.two.light == USUAL


def test_an_unclear_one_is_kept_while_the_light_goes_round(attempt: Attempt) -> None:
    assert attempt.see(UNCLEAR)
    lights = []
    for side in ("left", "right", "both"):
        lights.append(attempt.two.light)
        assert attempt.asked[-1:] != [side], "not before the light is there"
        attempt.light_shown()
        assert attempt.asked[-1] == side
        attempt.answer()
    assert lights == [Light(200, 0), Light(0, 200), USUAL]
    assert attempt.events.empty(), "the vision tells the better reading itself"
    assert not attempt.see(UNCLEAR), "it is tried once"


def test_after_the_next_roll_it_is_tried_again(attempt: Attempt) -> None:
    attempt.see(UNCLEAR)
    for _ in range(3):
        attempt.light_shown()
        attempt.answer()
    attempt.two.keeps(StateSeen("settled"), 1.0)
    assert not attempt.see(UNCLEAR)
    attempt.two.keeps(StateSeen("rolling"), 2.0)
    assert attempt.see(UNCLEAR)


def given_back(attempt: Attempt) -> Event:
    assert attempt.two.light == USUAL
    event = attempt.events.get_nowait()
    assert not attempt.two.keeps(event, 9.0), "it passes now"
    return event


def test_what_takes_too_long_is_given_up(attempt: Attempt) -> None:
    attempt.see(UNCLEAR, now=1.0)
    attempt.light_shown()
    attempt.two.check(1.0 + PATIENCE - 0.01, waits=True)
    assert attempt.two.light != USUAL
    attempt.two.check(1.0 + PATIENCE, waits=True)
    assert isinstance(given_back(attempt), Seen)
    attempt.answer()
    assert attempt.asked == ["left"], "what comes too late is passed over"


def test_a_camera_that_cannot_ends_it(attempt: Attempt) -> None:
    attempt.see(UNCLEAR)
    attempt.light_shown()
    attempt.answer(ok=False)
    assert isinstance(given_back(attempt), Seen)


def test_a_newer_reading_counts_at_once(attempt: Attempt) -> None:
    attempt.see(UNCLEAR)
    assert not attempt.see(CLEAR)
    assert attempt.two.light == USUAL
    attempt.light_shown()
    assert attempt.asked == [] and attempt.events.empty()


def test_without_a_light_nothing_is_kept() -> None:
    two = TwoSided(SimpleQueue(), lambda *_, **__: None, 100)
    two.check(0.0, waits=True)
    assert not two.keeps(Seen(reading(UNCLEAR)), 0.0), "no controller has ever shown anything"


def test_a_bright_table_has_no_light_to_add() -> None:
    attempt = Attempt()
    attempt.two = TwoSided(attempt.events, attempt._ask, 255)
    attempt.two.check(0.0, waits=True)
    attempt.light_shown()
    attempt.see(UNCLEAR)
    assert attempt.two.light == Light(255, 0)


def test_while_no_roll_is_waited_for_nothing_is_kept(attempt: Attempt) -> None:
    attempt.two.check(0.0, waits=False)
    assert not attempt.see(UNCLEAR)
    assert attempt.two.light == USUAL
