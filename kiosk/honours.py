"""Who has won at this table lately, and the best that was ever reached here, of every game by itself.

Counted are games that were played to their end. A list holds games under the same options; those that staff have put
right by a position are in none, since their points were not all rolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kiosk.journal import Result
from kiosk.match.ledger import Ledger
from rules import GAMES, Match
from rules.game import highest
from rules.options import read

LISTED = 8
"""How many places a list of the best has."""


@dataclass(frozen=True)
class Honour:
    """One player's points at the end of a game; `now`: of the game whose result is shown."""

    game: str
    seat: int
    points: int
    wall: float
    now: bool = False


class Honours:
    """Reads the journal through a ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def last_winners(self, count: int) -> tuple[Honour, ...]:
        """The winners of the last games, the newest first; of those who shared a win the first."""
        results = self._ledger.results()[-count:]
        return tuple(_winner(result) for result in reversed(results) if result.opening["game"] in GAMES)

    def best(self, match: Match, wall: float) -> tuple[Honour, ...]:
        """The most points, those of this match among them; of equals the earlier are first."""
        options = _known(match.game, asdict(match.options))
        earlier = [
            honour
            for result in self._ledger.results()
            if _counts(result.opening, match.game, options)
            for honour in _entries(match.game, result.scores, result.wall)
        ]
        present = _entries(match.game, match.scores, wall, now=True) if match.opening.position is None else ()
        return tuple(sorted((*earlier, *present), key=lambda honour: -honour.points)[:LISTED])


def _winner(result: Result) -> Honour:
    seat = highest(tuple(result.scores))[0]
    return Honour(result.opening["game"], seat, result.scores[seat], result.wall)


def _entries(game: str, scores: Iterable[int], wall: float, now: bool = False) -> tuple[Honour, ...]:
    """Everybody's points; where points only go down, what the winner has left."""
    all_ = tuple(scores)
    seats: Iterable[int] = highest(all_)[:1] if game == "thirty" else range(len(all_))
    return tuple(Honour(game, seat, all_[seat], wall, now) for seat in seats)


def _counts(opening: Mapping[str, Any], game: str, options: Mapping[str, Any]) -> bool:
    return (
        opening["game"] == game
        and "position" not in opening
        and _known(game, opening.get("options", {})) == options
    )


def _known(game: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """All options that change what can be reached: who begins does not."""
    return {**asdict(read(GAMES[game].options, given)), "roll_off": None}
