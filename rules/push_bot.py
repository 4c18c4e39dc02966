"""A sound player of the push games; what it knows of the dice of each (`Odds`) stands in the game's own bot.

One more roll of k dice misses with a known chance and then loses the turn's points; otherwise it brings so many
more on average, what is rolled after it included. That mean hardly changes with the points at stake, so one
number for each k is enough: roll on while `gain > miss * points`. Of a roll it sets aside what makes the most of
that. When others have finished and it is behind, it has nothing to lose and rolls on.

The chances are exact. The gains come from the best play of a single turn (`tests/rules/facts_push.py`), taken
where stopping becomes as good as rolling; for six dice at 500 points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.bots import Decision, Rng
from rules.match import Match
from rules.moves import Bank
from rules.push import turn_of, worth


@dataclass(frozen=True)
class Odds:
    """What rolling k dice brings. `gain`: points, on average; `miss`: the chance that nothing scores."""

    gain: Mapping[int, float]
    miss: Mapping[int, float]

    def rolled(self, points: int, dice: int) -> float:
        """What the turn is worth when so many dice are rolled with so many points at stake."""
        return (1 - self.miss[dice]) * points + self.gain[dice]


def decide(match: Match, rng: Rng, odds: Odds) -> Decision:
    """What to set aside, or whether to stop; `rng` chooses among equals."""
    if match.expect.roll:
        turn = turn_of(match)
        on = _behind(match) or odds.rolled(turn.points, turn.left) > turn.points
        return match.expect.roll if on else Bank()
    turn = turn_of(match)
    values = {
        keep: _value(match.apply(keep)[0], turn.points + more, odds) for keep, more in worth(match).items()
    }
    best = max(values.values())
    return rng.choice([keep for keep, value in values.items() if value == best])


def _value(after: Match, points: int, odds: Odds) -> float:
    """What the turn is worth after a set-aside that makes it so many points."""
    turn = turn_of(after)
    if turn.points != points:  # the turn has ended with it
        return points
    rolled = odds.rolled(points, turn.left)
    may_stop = Bank() in after.expect.choose and not _behind(after)
    return max(points, rolled) if may_stop else rolled


def _behind(match: Match) -> bool:
    """Whether stopping now in the last round would leave somebody else ahead."""
    seat = match.player or 0
    return match.details.last_round and match.scores[seat] + turn_of(match).points < max(match.scores)
