"""Short ways to set up and play matches in the tests of the rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from rules import Keep, Match, Move, Opening, Refused, Roll, RollWanted, Score, open_match
from rules.bots import random_move
from rules.yatzy import FIELDS

Bot = Callable[[Match, random.Random], Move | RollWanted]


def opened(game: str, players: int = 2, *, first: int = 0, position: Any = None, **options: Any) -> Match:
    """A match of this game among A, B, C, ..."""
    opening = {"game": game, "players": [chr(65 + seat) for seat in range(players)], "first": first}
    opening["options"] = options
    return open_match(opening if position is None else {**opening, "position": position})


def yatzy(players: int = 2, *, first: int = 0, position: Any = None, **options: Any) -> Match:
    """A match of Yatzy among A, B, C, ..."""
    return opened("yatzy", players, first=first, position=position, **options)


def played(match: Match, *moves: Move) -> Match:
    """The match after these moves."""
    for move in moves:
        match, _ = match.apply(move)
    return match


def turn(dice: Iterable[int], field: str) -> tuple[Move, Move]:
    """One roll, and what is written."""
    return Roll(tuple(dice)), Score(field)


def everything(match: Match) -> tuple[Any, ...]:
    """All that can be seen of a match."""
    return (match.expect, match.scores, match.turn, match.details, match.moves, match.player, match.state)


def refusal(match: Match, move: Move) -> str:
    """What is said when this move is refused; fails when it is not, or when the match has changed."""
    before = everything(match)
    try:
        match.apply(move)
    except Refused as reason:
        assert everything(match) == before
        return str(reason)
    raise AssertionError(f"{move} was not refused")


def all_but(*fields: str) -> dict[str, int]:
    """A sheet on which only these fields are free; all others were struck out."""
    return {field: 0 for field in FIELDS if field not in fields}


def thrown(wanted: RollWanted, rng: random.Random) -> Roll:
    """The roll that is wanted, made."""
    sides = {"d6": 6, "d12": 12}[wanted.kind]
    return Roll(tuple(rng.randint(1, sides) for _ in range(wanted.count)), wanted.kind)


def by_chance(match: Match, rng: random.Random) -> Move | RollWanted:
    """A bot that does anything that is open."""
    return random_move(match.expect, rng)


def play_on(match: Match, rng: random.Random, bot: Bot = by_chance, most: int | None = None) -> list[Match]:
    """All matches on the way from this one to its end, or after at most so many moves."""
    way = [match]
    while not match.over and (most is None or len(way) <= most):
        decision = bot(match, rng)
        match, _ = match.apply(thrown(decision, rng) if isinstance(decision, RollWanted) else decision)
        way.append(match)
    return way


__all__ = [
    "Keep",
    "Opening",
    "all_but",
    "everything",
    "opened",
    "play_on",
    "played",
    "refusal",
    "turn",
    "yatzy",
]
