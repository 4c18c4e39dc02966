"""What is worth telling people after a move: the kinds that several games share.

What only one game tells is declared in that game's own file. On the wire an event is its `name` and its fields.
Events speak of the player who moved; a seat is named only where it is another one's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


class Event:
    """Something that happened; each kind is a small frozen dataclass."""

    name: ClassVar[str]


@dataclass(frozen=True)
class Scored(Event):
    """The turn is done and `points` were written."""

    name = "scored"
    points: int


@dataclass(frozen=True)
class LastRound(Event):
    """Somebody has reached the goal. `players`: the seats that still have a turn, in order of play."""

    name = "last_round"
    players: tuple[int, ...]


@dataclass(frozen=True)
class Over(Event):
    """The match has ended."""

    name = "over"
