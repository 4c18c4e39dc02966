"""What a list of the best holds: which games, which players of them, and under which rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rules import GAMES
from rules.game import highest
from rules.options import read

LISTED = 8
"""How many places a list of the best has."""


def counts(opening: Mapping[str, Any]) -> bool:
    """Whether a game that was played to its end counts: not one put right by a position, its points were not all
    rolled."""
    return opening.get("game") in GAMES and "position" not in opening


def seats_that_count(game: str, scores: Sequence[int]) -> Iterable[int]:
    """Everybody; where points only go down, the winner alone."""
    return highest(tuple(scores))[:1] if game == "thirty" else range(len(scores))


def options_of(game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """All options that change what can be reached: who begins does not. Raises Refused."""
    return {**asdict(read(GAMES[game].options, given)), "roll_off": None}
