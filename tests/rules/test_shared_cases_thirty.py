"""The shared cases of Thirty, played through the public interface."""

from __future__ import annotations

from typing import Any

from rules_play import played
from shared_cases import cases_of, play_sequence

from rules import Keep, Match, Move, Roll, open_match
from rules.thirty import AIM, outcome, turn_of

cases = cases_of("thirty")


def opened(case: dict[str, Any], *, roll_off: bool = False) -> Match:
    start = case.get("start", {"players": case.get("players", 2)})
    opening = {"game": "thirty", "players": ["x"] * start["players"], "first": start.get("current", 0)}
    opening["options"] = {"roll_off": roll_off, **case.get("options", {})}
    if "points" in start:
        opening["position"] = {"player": start.get("current", 0), "scores": start["points"]}
    return open_match(opening)


@cases("outcome")
def test_outcome(case: dict[str, Any]) -> None:
    found = outcome(case["kept"])
    assert (found.loss, found.face) == (case["own_loss"], case["attack"])
    match = opened(case)
    after = played(match, Roll(tuple(case["kept"])), Keep(tuple(case["kept"])))
    assert (match.scores[0] - after.scores[0], turn_of(after).face) == (case["own_loss"], case["attack"])


@cases("attack")
def test_attack(case: dict[str, Any]) -> None:
    six = {1: (6, 5, 5, 5, 5, 5), 2: (6, 6, 5, 5, 5, 5), 3: (6, 6, 6, 5, 5, 5), 4: (6, 6, 6, 6, 5, 5)}
    kept = {**six, 5: (6, 6, 6, 6, 6, 5), 6: (6,) * 6}[case["target"]]
    assert sum(kept) == AIM + case["target"]
    match = played(opened(case), Roll(kept), Keep(kept))
    for dice in case["rolls"]:
        match, before = played(match, Roll(tuple(dice))), match
    finished = turn_of(match).phase == "collect"
    taken = turn_of(before if finished else match).taken
    assert (finished, taken, taken * case["target"]) == (case["finished"], case["count"], case["points"])
    assert not finished or sum(match.scores) == 60 - case["points"]


@cases("roll_off")
def test_roll_off(case: dict[str, Any]) -> None:
    match = opened(case, roll_off=True)
    for dice in case["rounds"]:
        for seat in sorted(dice, key=int):
            assert match.player == int(seat)
            match = played(match, Roll((dice[seat],)))
    assert match.starter == case["starter"]


def move_of(step: dict[str, Any]) -> Move:
    return (Roll if step["do"] == "roll" else Keep)(tuple(step["dice"]))


def facts(match: Match) -> dict[str, Any]:
    turn = turn_of(match)
    return {
        "points": list(match.scores),
        "alive": [seat not in match.details.out for seat in range(len(match.players))],
        "current": match.player,
        "phase": turn.phase,
        "target": turn.face,
        "sum": turn.sum,
        "count": turn.taken,
        "dice_left": turn.left,
        "over": match.over,
        "winners": list(match.winners),
    }


@cases("sequence")
def test_sequence(case: dict[str, Any]) -> None:
    play_sequence(opened(case), case["steps"], move_of, lambda match, _: facts(match))
