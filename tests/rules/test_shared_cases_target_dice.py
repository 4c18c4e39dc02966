"""The shared cases of Target Dice, played through the public interface."""

from __future__ import annotations

from typing import Any

import pytest
from rules_play import played
from shared_cases import cases_of, play_sequence

from rules import Match, Matching, Move, Pair, Refused, Roll, open_match
from rules.matches import most, pairs, points
from rules.target_dice import turn_of

cases = cases_of("target_dice")
OTHERS = [12, 12, 12]


def opened(case: dict[str, Any]) -> Match:
    start = case.get("start", {"players": 2, "targets": [case.get("targets"), OTHERS]})
    position = {"player": start.get("current", 0), "targets": start["targets"]}
    if "scores" in start:
        position["scores"] = start["scores"]
    options = case.get("options", {})
    return open_match(
        {"game": "target_dice", "players": ["x"] * start["players"], "options": options, "position": position}
    )


def as_set(found: Any) -> set[tuple[int, tuple[int, ...]]]:
    return {(target, tuple(sorted(dice))) for target, dice in found}


@cases("legal_matches")
def test_legal_matches(case: dict[str, Any]) -> None:
    wanted = as_set((match["target"], match["dice"]) for match in case["legal"])
    found = pairs(case["targets"], case["white"])
    assert (as_set((pair.target, pair.dice) for pair in found), len(found)) == (wanted, len(wanted))
    if wanted and len(case["white"]) == 6:
        listed = played(opened(case), Roll(tuple(case["white"]))).expect.choose
        assert listed == tuple(Matching((pair,)) for pair in found)


@cases("assign")
def test_assign(case: dict[str, Any]) -> None:
    match = played(opened(case), Roll(tuple(case["white"])))
    move = Matching(tuple(Pair(target, tuple(dice)) for target, dice in case["assignment"]))
    if case["legal"]:
        assert score_after(match, move) == case["points"]
    else:
        with pytest.raises(Refused):
            match.apply(move)


def score_after(match: Match, move: Move) -> int:
    """The points of a first turn, whether or not this move ends it."""
    after = played(match, move)
    return turn_of(after).points if after.player == match.player else after.scores[match.player or 0]


@cases("max_points")
def test_max_points(case: dict[str, Any]) -> None:
    best = most(case["targets"], tuple(case["white"]))
    assert points(best) == case["points"]
    match = played(opened(case), Roll(tuple(case["white"])))
    assert (score_after(match, Matching(best)) if best else 0) == case["points"]


def move_of(step: dict[str, Any]) -> Move:
    match step["do"]:
        case "roll_white":
            return Roll(tuple(step["dice"]))
        case "roll_black":
            return Roll(tuple(step["dice"]), "d12")
    return Matching((Pair(step["target"], tuple(step["dice"])),))


def facts(match: Match) -> dict[str, Any]:
    return {
        "scores": list(match.scores),
        "current": match.player,
        "targets": [list(targets) for targets in match.details.targets],
        "turn_points": turn_of(match).points,
        "unused": list(turn_of(match).white),
        "ending": match.details.last_round,
        "over": match.over,
        "winners": list(match.winners),
    }


@cases("sequence")
def test_sequence(case: dict[str, Any]) -> None:
    if not case.get("start_legal", True):
        with pytest.raises(Refused):
            opened(case)
        return
    play_sequence(opened(case), case["steps"], move_of, lambda match, _: facts(match))
