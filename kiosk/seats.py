"""Who sits where."""

from __future__ import annotations

from dataclasses import dataclass

from rules import Match


@dataclass(frozen=True)
class Seat:
    """A player's place; its colour and sign come from the theme by `index`."""

    index: int
    name: str


def seats_of(match: Match) -> tuple[Seat, ...]:
    """All places of a match, clockwise."""
    return tuple(Seat(index, name) for index, name in enumerate(match.players))
