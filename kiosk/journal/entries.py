"""What can be written in the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias


class Damaged(Exception):
    """What is written in the journal makes no sense."""


@dataclass(frozen=True)
class Begun:
    """A game began. `opening` as `rules.Opening.as_dict` gives it; `wall` seconds since 1970."""

    game: int
    wall: float
    language: str
    opening: Mapping[str, Any]


@dataclass(frozen=True)
class Moved:
    """Move number `seq` of a game, in the form of `rules.wire`, or `{"undo": true}`.

    `dice`: all dice of the turn after it, as plain data; `photographs`: JPEG by place among them.
    """

    game: int
    seq: int
    wall: float
    source: str
    move: Mapping[str, Any]
    dice: tuple[Mapping[str, Any], ...] = ()
    photographs: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Ended:
    """A game is over or was left, with the scores of all seats."""

    game: int
    wall: float
    how: Literal["finished", "left"]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played to its end: when that was, how it began, the points of all seats.

    Games that began alike share one opening: thousands of results are kept in memory.
    """

    wall: float
    opening: Mapping[str, Any]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Noted:
    """Something worth knowing that is no move: `what` in a word, for example "asked", with its particulars.

    `seq`: how many moves of the game were stored before it.
    """

    game: int
    seq: int
    wall: float
    what: str
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Happened:
    """Something that happened to the table itself, in a game or outside: `what` in a word (see `kiosk.diary`).

    `up`: seconds for which the program had run by then, by the clock that nobody sets.
    """

    wall: float
    up: float
    what: str
    detail: Mapping[str, Any] = field(default_factory=dict)


Entry: TypeAlias = Begun | Moved | Ended | Noted | Happened
