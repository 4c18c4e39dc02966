"""Short ways to tell turns of the push games in their tests."""

from __future__ import annotations

from typing import Any

from facts_push import to_roll
from rules_play import opened, played

from rules import Bank, Event, Keep, Match, Move, Roll
from rules.push import worth


def moves(*told: str) -> tuple[Move, ...]:
    """Moves as people note them: `"123446"` a roll, `"+1"` a set-aside, `"bank"`."""
    return tuple(_move(each) for each in told)


def _move(told: str) -> Move:
    if told == "bank":
        return Bank()
    if told.startswith("+"):
        return Keep(tuple(int(die) for die in told[1:]))
    return Roll(tuple(int(die) for die in told))


def after(match: Match, *told: str) -> Match:
    """The match after these moves."""
    return played(match, *moves(*told))


def events(match: Match, *told: str) -> tuple[Event, ...]:
    """What the last of these moves makes worth telling."""
    *before, last = moves(*told)
    return played(match, *before).apply(last)[1]


def at(game: str, *scores: int, player: int = 0, first: int = 0, **options: Any) -> Match:
    """A match in which these are the scores."""
    position = {"scores": list(scores), "player": player}
    return opened(game, len(scores), first=first, position=position, **options)


def set_asides(game: str, dice: str, **options: Any) -> dict[str, int]:
    """What may be set aside of a roll of so many dice, with its points."""
    rolled = played(to_roll(game, len(dice), **options), *moves(dice))
    return {"".join(str(die) for die in keep.dice): points for keep, points in worth(rolled).items()}


def best(game: str, dice: str, **options: Any) -> int:
    """What all of these dice are worth together; 0 when not all of them score."""
    return set_asides(game, dice, **options).get("".join(sorted(dice)), 0)
