"""The shared cases of Yatzy, played through the public interface."""

from __future__ import annotations

from typing import Any

import pytest
from shared_cases import cases_of

from rules import Keep, Match, Move, Refused, Roll, Score, open_match
from rules.game import highest
from rules.yatzy import points, summary

cases = cases_of("yatzy")


def opened(case: dict[str, Any], players: int = 1) -> Match:
    start = case.get("start", {})
    opening: dict[str, Any] = {"game": "yatzy", "players": ["x"] * start.get("players", players)}
    opening["options"] = case.get("options", {})
    if "sheets" in start:
        opening["position"] = {"player": start.get("current", 0), "sheets": start["sheets"]}
    return open_match(opening)


def given_by(case: dict[str, Any], field: str) -> int:
    """The points that are written when these dice are rolled and this field is chosen."""
    match, _ = opened(case).apply(Roll(tuple(case["dice"])))
    match, _ = match.apply(Score(field))
    assert points(field, case["dice"], match.options) == match.sheets[0][field]  # type: ignore[arg-type]
    return match.sheets[0][field]


@cases("score")
def test_score(case: dict[str, Any]) -> None:
    if case.get("legal", True):
        assert given_by(case, case["category"]) == case["points"]
    else:
        with pytest.raises(Refused):
            given_by(case, case["category"])


@cases("score_all")
def test_score_all(case: dict[str, Any]) -> None:
    assert {field: given_by(case, field) for field in case["points"]} == case["points"]


@cases("sheet")
def test_sheet(case: dict[str, Any]) -> None:
    read = summary(opened({**case, "start": {"players": 1, "sheets": [case["sheet"]]}}), 0)
    assert {key: getattr(read, key) for key in ("upper", "bonus", "lower", "total")} == {
        key: case[key] for key in ("upper", "bonus", "lower", "total")
    }


@cases("winners")
def test_winners(case: dict[str, Any]) -> None:
    assert list(highest(case["totals"])) == case["winners"]


def moves(step: dict[str, Any]) -> list[Move]:
    match step["do"]:
        case "roll":
            return [Roll(tuple(step["dice"]))]
        case "reroll":
            return [Keep(tuple(step["keep"])), Roll(tuple(step["new"]))]
        case "score":
            return [Score(step["category"])]
    raise AssertionError(step)


def facts(match: Match, points_written: int | None) -> dict[str, Any]:
    return {
        "points": points_written,
        "over": match.over,
        "winners": list(match.winners),
        "totals": list(match.scores),
        "scores": list(match.scores),
        "current": match.player,
    }


@cases("sequence")
def test_sequence(case: dict[str, Any]) -> None:
    match = opened(case)
    for step in case["steps"]:
        after, written = match, None
        try:
            for move in moves(step):
                after, events = after.apply(move)
                written = next((getattr(event, "points", None) for event in events), None)
        except Refused:
            assert not step.get("legal", True), step
            continue
        assert step.get("legal", True), step
        match = after
        known = facts(match, written)
        assert {key: known[key] for key in step.get("expect", {})} == step.get("expect", {})
