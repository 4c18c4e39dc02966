"""The shared cases of Ten Thousand and Farkle, played through the public interface."""

from __future__ import annotations

from typing import Any

import pytest
from facts_push import to_roll
from rules_play import opened, played
from shared_cases import cases_of, play_sequence

from rules import Bank, Event, Keep, Match, Move, Refused, Roll
from rules.push import turn_of, worth

cases = cases_of("ten_thousand", "farkle")


def rolled(case: dict[str, Any]) -> Match:
    """The match in which the dice of the case have just been rolled."""
    dice = tuple(case["roll"] if "roll" in case else case["dice"])
    return played(to_roll(case["game"], len(dice), **case.get("options", {})), Roll(dice))


@cases("best")
def test_best(case: dict[str, Any]) -> None:
    assert max(worth(rolled(case)).values(), default=0) == case["points"]


@cases("bust")
def test_bust(case: dict[str, Any]) -> None:
    match = rolled(case)
    assert (match.player == 1) == case["bust"]
    assert bool(worth(match)) != case["bust"]


@cases("set_aside")
def test_set_aside(case: dict[str, Any]) -> None:
    before, keep = rolled(case), Keep(tuple(case["set_aside"]))
    if case["legal"]:
        assert turn_of(played(before, keep)).points - turn_of(before).points == case["points"]
    else:
        with pytest.raises(Refused):
            before.apply(keep)


@cases("legal_set_asides")
def test_legal_set_asides(case: dict[str, Any]) -> None:
    expected = {Keep(tuple(each["dice"])): each["points"] for each in case["legal"]}
    match = rolled(case)
    assert worth(match) == expected
    if expected:
        assert set(match.expect.choose) == set(expected)


@cases("roll_off")
def test_roll_off(case: dict[str, Any]) -> None:
    def roll_all(match: Match) -> Match:
        for dice in case["rounds"]:
            for seat in sorted(dice, key=int):
                if match.player != int(seat):
                    raise Refused("Another seat rolls.")
                match = played(match, Roll((dice[seat],)))
        return match

    match = opened(case["game"], case["players"])
    if case.get("legal", True):
        assert roll_all(match).starter == case["starter"]
    else:
        with pytest.raises(Refused):
            roll_all(match)


def begun(case: dict[str, Any]) -> Match:
    start = case["start"]
    seats, first = start["players"], start.get("current", 0)
    position = {"player": first, "scores": start.get("scores", [0] * seats)}
    return opened(case["game"], seats, position=position, **case.get("options", {}))


def move_of(step: dict[str, Any]) -> Move:
    dice = tuple(step.get("dice", ()))
    return {"roll": Roll(dice), "set_aside": Keep(dice), "bank": Bank()}[step["do"]]


def facts(match: Match, events: tuple[Event, ...]) -> dict[str, Any]:
    turn = turn_of(match)
    return {
        "turn_points": turn.points,
        "dice_left": turn.left,
        "can_bank": Bank() in match.expect.choose,
        "scores": list(match.scores),
        "current": match.player,
        "final": match.details.last_round,
        "bust": any(event.name in ("bust", "farkle") for event in events),
        "on_board": [score > 0 for score in match.scores],
        "over": match.over,
        "winners": list(match.winners),
    }


@cases("sequence")
def test_sequence(case: dict[str, Any]) -> None:
    play_sequence(begun(case), case["steps"], move_of, facts)
