"""The simulated guest's help with a die that was turned: one die is laid down, and never one too many."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from kiosk.referee.advice import Advice
from kiosk.referee.table_die import TableDie
from kiosk.sim.guest import Guest
from kiosk.sim.hands import Lying, Sight, SimHands
from rules import RollWanted

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


def test_a_die_that_cannot_be_read_is_pushed_once_and_then_rolled_again() -> None:
    table: Any = SimpleNamespace(match=None, dice=(), steps=())
    hands: Any = SimpleNamespace(look=lambda then: None)
    clock: Any = None
    guest = Guest(table, {}, lambda button, down: None, hands, clock, random.Random(1), 2, "en")
    helped = [guest._remedy(Advice("unsure", {"count": 1}, ((50.0, 50.0),))) for _ in range(3)]
    assert helped == [True, False, False]


def waiting_for(kind: str, count: int, *dice: TableDie) -> Any:
    expect = SimpleNamespace(roll=RollWanted(kind, count))  # type: ignore[arg-type]
    return SimpleNamespace(match=SimpleNamespace(expect=expect), advice=None, dice=dice)


def thrown(table: Any, *lying: Lying) -> tuple[str, dict[str, Any]]:
    """What the hands throw when they see these dice lie there."""
    given: list[tuple[str, dict[str, Any]]] = []

    def ask(name: str, then: Any = None, /, **arguments: Any) -> None:
        given.append((name, arguments))

    SimHands(ask, table)._throw(Sight(lying, True, 0.0))
    (command,) = given
    return command


BLACK = [Lying(40.0 * n, 200.0, n, lane=False, kind="d12") for n in (1, 2, 3)]
WHITE = [Lying(30.0 * n, 60.0, n, lane=False) for n in (1, 2, 3, 4, 5, 6)]


def test_white_dice_stay_while_black_ones_are_thrown() -> None:
    name, how = thrown(waiting_for("d12", 3), *WHITE)
    assert (name, how["count"], how["kind"]) == ("throw", 3, "d12")
    assert sorted(how["leave"]) == [die.place for die in WHITE]


def test_black_dice_are_taken_before_white_ones_are_thrown() -> None:
    name, how = thrown(waiting_for("d6", 6), *BLACK)
    assert (name, how["count"], how["kind"], how["leave"]) == ("throw", 6, "d6", [])


def test_used_white_dice_stay_while_the_others_are_thrown_again() -> None:
    used = [TableDie(n, None, 30.0 * n, 60.0, kept=True, aside=True) for n in (2, 5)]
    name, how = thrown(waiting_for("d6", 4, *used), *WHITE)
    assert (name, how["count"]) == ("throw", 4)
    assert sorted(how["leave"]) == [(60.0, 60.0), (150.0, 60.0)]
