"""What a table's journal tells the fleet: the last games, the best, the counters. It is only read, and only briefly."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kiosk.journal import Archive, Damaged, StateUnusable
from kiosk.journal.archive import read_json
from kiosk.match.ledger import REMEMBERED
from kiosk.outside import best
from kiosk.outside.best import Finished, Lists
from rules import GAMES
from rules.game import highest

TOLD = 20
"""So many of the last games are told one by one."""


@dataclass(frozen=True)
class Played:
    """`games`: the last ones that were finished, the newest first; `ended`: how many of each kind ended how;
    `diary`: how often the program started, and each part failed."""

    games: Sequence[Finished] = ()
    ended: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    starts: int = 0
    faults: Mapping[str, int] = field(default_factory=dict)


def look(state: Path) -> Played:
    """What the journal in a state directory says; raises StateUnusable, Damaged, sqlite3.Error."""
    with closing(Archive(state)) as archive:
        ended: dict[str, dict[str, int]] = {}
        for game, how, count in archive.end_counts():
            ended.setdefault(game, {})[how] = count
        happened = {(what, part): count for what, part, count in archive.diary_counts()}
        return Played(
            games=[_finished(*row) for row in archive.finished(REMEMBERED)],
            ended=ended,
            starts=sum(count for (what, _), count in happened.items() if what == "started"),
            faults={str(part): count for (what, part), count in sorted(happened.items()) if what == "failed"},
        )


UNREADABLE = (StateUnusable, Damaged, sqlite3.Error, OSError)
"""What `look` may raise: then what was told last stands."""


def _finished(number: int, wall: float, opening: str, scores: str) -> Finished:
    return Finished(number, round(wall), read_json(opening, dict), tuple(read_json(scores, list)))


def games_told(played: Played) -> str:
    """The last games as JSON, the newest first; winners are seats, counted from 1."""
    known = [game for game in played.games if game.opening.get("game") in GAMES]
    return json.dumps({"games": [_game_told(game) for game in known[:TOLD]]})


def _game_told(game: Finished) -> dict[str, Any]:
    return {
        "number": game.number,
        "t": game.t,
        "game": game.opening["game"],
        "players": len(game.scores),
        "scores": list(game.scores),
        "winners": [seat + 1 for seat in highest(game.scores)],
    }


def counters_told(played: Played) -> str:
    """The counters as JSON. They only go up, as long as the journal is the same."""
    return json.dumps(
        {
            "finished": sum(how.get("finished", 0) for how in played.ended.values()),
            "left": sum(how.get("left", 0) for how in played.ended.values()),
            "games": {game: dict(how) for game, how in sorted(played.ended.items())},
            "starts": played.starts,
            "faults": dict(played.faults),
        }
    )


def best_told(played: Played, table: str, name: str) -> str:
    """The table's own best as JSON."""
    lists: Lists = best.best_of(played.games, table, name)
    return best.written(lists, name)
