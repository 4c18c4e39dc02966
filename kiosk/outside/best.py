"""Lists of the best as they go over the broker: of one table, or of the house.

    {"name": "Bord 1", "lists": [{"game": "yatzy", "options": {}, "best": [
        {"points": 271, "seat": 0, "t": 1764527000, "number": 1764525000, "table": "table-1", "name": "Bord 1"}]}]}

`options` are those that differ from the usual rules: each set of rules has a list of its own. `number` is the game's in
its table's journal, so an entry is one player of one game, whoever tells of it and however often.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kiosk.listed import LISTED, counts, options_of, seats_that_count
from kiosk.outside.names import LONGEST_NAME, TABLE
from rules import GAMES, Refused

MOST_LISTS = 40
"""Sets of rules; more than a café plays."""
MOST_POINTS = 1_000_000
LARGEST = 60_000
"""Bytes of a message with lists."""


class NoLists(Exception):
    """What was told are no lists of the best; the text says why."""


@dataclass(frozen=True)
class Entry:
    """One player's points at the end of a game; `t`: when, seconds since 1970."""

    points: int
    seat: int
    t: float
    number: int
    table: str
    name: str

    @property
    def identity(self) -> tuple[str, int, int]:
        """Which player of which game it is."""
        return self.table, self.number, self.seat


@dataclass(frozen=True)
class Finished:
    """A game that was played to its end."""

    number: int
    t: float
    opening: Mapping[str, Any]
    scores: tuple[int, ...]


Key = tuple[str, str]
"""A game and the options that differ, as sorted JSON."""
Lists = Mapping[Key, Sequence[Entry]]
"""The best of each game under each set of rules."""


def best_of(games: Iterable[Finished], table: str, name: str) -> Lists:
    """A table's own lists; `games`: the newest first, whose rules go before older ones where there are too many."""
    found: dict[Key, list[Entry]] = {}
    for game in games:
        if not counts(game.opening):
            continue
        key = key_of(game.opening["game"], game.opening.get("options", {}))
        if key not in found and len(found) == MOST_LISTS:
            continue
        for seat in seats_that_count(key[0], game.scores):
            entry = Entry(game.scores[seat], seat, game.t, game.number, table, name)
            found.setdefault(key, []).append(entry)
    return {key: ranked(entries) for key, entries in found.items()}


def key_of(game: str, options: Mapping[str, Any]) -> Key:
    """The list that a game belongs to; raises Refused for options that it does not have."""
    usual = options_of(game, {})
    return game, json.dumps(
        {name: value for name, value in options_of(game, options).items() if value != usual[name]},
        sort_keys=True,
    )


def ranked(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The best, each once; of equals the earlier are first, and at the same moment the table's name decides."""
    once = {entry.identity: entry for entry in entries}
    order = sorted(once.values(), key=lambda entry: (-entry.points, entry.t, entry.identity))
    return tuple(order[:LISTED])


def merged(one: Lists, other: Lists) -> Lists:
    """The best of both. Of what both know the other's words count: a table may have got another name."""
    keys = sorted({*one, *other})[:MOST_LISTS]
    return {key: ranked((*one.get(key, ()), *other.get(key, ()))) for key in keys}


def written(lists: Lists, name: str) -> str:
    """Lists as JSON; `name`: whose they are."""
    told = [
        {"game": game, "options": json.loads(options), "best": [asdict(entry) for entry in entries]}
        for (game, options), entries in sorted(lists.items())
    ]
    return json.dumps({"name": name, "lists": told}, ensure_ascii=False)


def read(payload: bytes | str, table: str | None = None) -> Lists:
    """Lists from JSON; `table`: whose they have to be, None: of any. Raises NoLists."""
    if len(payload) > LARGEST:
        raise NoLists("they are too long")
    try:
        told = json.loads(payload)["lists"]
        found = [_read_list(one, table) for one in told[:MOST_LISTS]]
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError, Refused) as problem:
        raise NoLists(f"they make no sense ({type(problem).__name__}: {problem})"[:200]) from problem
    return dict(found)


def _read_list(told: Mapping[str, Any], table: str | None) -> tuple[Key, tuple[Entry, ...]]:
    game = told["game"]
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}")
    return key_of(game, told["options"]), ranked(_read_entry(one, table) for one in told["best"][:LISTED])


def _read_entry(told: Mapping[str, Any], table: str | None) -> Entry:
    entry = Entry(**told)
    numbers = (entry.points, entry.seat, entry.number)
    if any(type(number) is not int or abs(number) > MOST_POINTS * 1_000_000 for number in numbers):
        raise ValueError("points, seat and number are whole numbers")
    if abs(entry.points) > MOST_POINTS or not 0 <= entry.seat < 100:
        raise ValueError(f"{entry.points} points of seat {entry.seat} are none")
    if isinstance(entry.t, bool) or not isinstance(entry.t, int | float) or not 0 <= entry.t < 1e11:
        raise ValueError("t is a time")
    if not isinstance(entry.table, str) or not TABLE.fullmatch(entry.table):
        raise ValueError("table is a table's name")
    if table is not None and entry.table != table:
        raise ValueError(f"{table} tells of {entry.table}")
    if not isinstance(entry.name, str) or len(entry.name) > LONGEST_NAME or not entry.name.isprintable():
        raise ValueError("name is a short text")
    return entry
