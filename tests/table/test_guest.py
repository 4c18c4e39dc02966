"""The simulated guest's help with a die that was turned: one die is laid down, and never one too many."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from kiosk.advice import Advice
from kiosk.guest import Guest
from kiosk.simhands import Lying, Sight

TURNED = Advice("turned", {"value": 6}, ((50.0, 50.0),))
OTHERS = [(100.0, 40.0), (140.0, 90.0), (60.0, 200.0), (180.0, 180.0)]


class Hands:
    def __init__(self) -> None:
        self.done: list[object] = []

    def command(self, name: str, **arguments: Any) -> None:
        self.done.append((name, arguments))

    def throw(self) -> None:
        self.done.append("all again")


def sight(*places: tuple[float, float]) -> Sight:
    return Sight(tuple(Lying(x, y, 3, lane=False) for x, y in places), True, 0.0)


LAID_DOWN = ("throw", {"count": 1, "leave": OTHERS, "values": [6], "kind": "d6"})
CASES = {
    "it lies where it is marked": ([*OTHERS, (51.0, 49.0)], LAID_DOWN),
    "it has fallen on the floor": (OTHERS, LAID_DOWN),
    "it lies elsewhere in the tray": ([*OTHERS, (200.0, 30.0)], "all again"),
}


@pytest.mark.parametrize("places, done", CASES.values(), ids=CASES)
def test_a_turned_die(places: list[tuple[float, float]], done: object) -> None:
    expect = SimpleNamespace(roll=SimpleNamespace(count=5, kind="d6"))
    table: Any = SimpleNamespace(match=SimpleNamespace(expect=expect), dice=())
    hands: Any = Hands()
    clock: Any = None
    guest = Guest(table, {}, lambda button, down: None, hands, clock, random.Random(1), 2, "en")
    guest._turn_back(TURNED, 6, sight(*places))
    assert hands.done == [done]
