"""What is worth telling people after a move. On the wire an event has its class's name in snake case."""

from __future__ import annotations

from dataclasses import dataclass


class Event:
    """Something that happened; each kind is a small frozen dataclass."""


@dataclass(frozen=True)
class Scored(Event):
    """Yatzy: `points` were written in `field`."""

    field: str
    points: int


@dataclass(frozen=True)
class Over(Event):
    """The match has ended."""
