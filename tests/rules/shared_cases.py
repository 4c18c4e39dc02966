"""The shared cases of the games: found beside this checkout, given to tests by kind, their sequences played."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from rules_play import everything

from rules import Event, Match, Move, Refused

FOLDER = Path(__file__).parents[2].parent / "shared" / "data" / "rules"


def cases_of(*games: str) -> Callable[..., Any]:
    """A decorator maker: `cases("score", "best")` runs a test with each case of these kinds, or skips it plainly."""
    files = [FOLDER / f"{game}.json" for game in games]
    every = [case for file in files if file.exists() for case in json.loads(file.read_text("utf-8"))["cases"]]

    def cases(*kinds: str) -> Any:
        chosen: list[Any] = [case for case in every if case["kind"] in kinds]
        if not chosen:
            why = pytest.mark.skip(reason="shared/data/rules is not beside this checkout")
            chosen = [pytest.param(None, marks=why)]
        return pytest.mark.parametrize("case", chosen, ids=lambda case: case and case["id"])

    return cases


def play_sequence(
    match: Match,
    steps: list[dict[str, Any]],
    move_of: Callable[[dict[str, Any]], Move],
    facts: Callable[[Match, tuple[Event, ...]], Mapping[str, Any]],
) -> None:
    """Play the steps of a sequence: what is refused changes nothing, and after each step all holds that it expects."""
    for step in steps:
        events: tuple[Event, ...] = ()
        if step.get("legal", True):
            match, events = match.apply(move_of(step))
        else:
            before = everything(match)
            with pytest.raises(Refused):
                match.apply(move_of(step))
            assert everything(match) == before
        known = facts(match, events)
        assert {key: known[key] for key in step.get("expect", {})} == step.get("expect", {}), step
