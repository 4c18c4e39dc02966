"""Who has won at this table lately, and the best that was ever reached here, of every game by itself.

Counted are games that were played to their end. A list holds games under the same options; those that staff have put
right by a position are in none, since their points were not all rolled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from kiosk.journal import Result
from kiosk.listed import LISTED, counts, options_of, seats_that_count
from kiosk.match.ledger import Ledger
from kiosk.outside.best import Lists, key_of
from rules import GAMES, Match
from rules.game import highest


@dataclass(frozen=True)
class Honour:
    """One player's points at the end of a game; `now`: of the game whose result is shown; `table`: at which other table
    of the house, if any."""

    game: str
    seat: int
    points: int
    wall: float
    now: bool = False
    table: str = ""


class Honours:
    """Reads the journal through a ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.house: Lists = {}
        """The best across all tables of the house, if this one is told of them."""

    def last_winners(self, count: int) -> tuple[Honour, ...]:
        """The winners of the last games, the newest first; of those who shared a win the first."""
        results = self._ledger.results()[-count:]
        return tuple(_winner(result) for result in reversed(results) if result.opening["game"] in GAMES)

    def best(self, match: Match, wall: float) -> tuple[Honour, ...]:
        """The most points, those of this match among them; of equals the earlier are first."""
        options = options_of(match.game, asdict(match.options))
        earlier = [
            honour
            for result in self._ledger.results()
            if counts(result.opening)
            and result.opening["game"] == match.game
            and options_of(match.game, result.opening.get("options", {})) == options
            for honour in _entries(match.game, result.scores, result.wall)
        ]
        return _ranked((*earlier, *_present(match, wall)))

    def best_of_house(self, match: Match, wall: float) -> tuple[Honour, ...]:
        """The same across all tables of the house; none when nothing is known of other tables."""
        entries = self.house.get(key_of(match.game, asdict(match.options)), ())
        earlier = (Honour(match.game, one.seat, one.points, one.t, table=one.name) for one in entries)
        return _ranked((*earlier, *_present(match, wall))) if entries else ()


def _ranked(honours: Iterable[Honour]) -> tuple[Honour, ...]:
    return tuple(sorted(honours, key=lambda honour: -honour.points)[:LISTED])


def _present(match: Match, wall: float) -> tuple[Honour, ...]:
    """Those of the match whose result is shown."""
    return _entries(match.game, match.scores, wall, now=True) if match.opening.position is None else ()


def _winner(result: Result) -> Honour:
    seat = highest(tuple(result.scores))[0]
    return Honour(result.opening["game"], seat, result.scores[seat], result.wall)


def _entries(game: str, scores: Iterable[int], wall: float, now: bool = False) -> tuple[Honour, ...]:
    """Everybody's points; where points only go down, what the winner has left."""
    all_ = tuple(scores)
    return tuple(Honour(game, seat, all_[seat], wall, now) for seat in seats_that_count(game, all_))
