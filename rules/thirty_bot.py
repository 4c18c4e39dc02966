"""A sound player of Thirty.

It plays each turn as well as can be if a point taken from another counts as much as a point lost, shared among
the others: with one opponent their loss is all mine to gain, with three only a third of it. Of so many dice
kept it always keeps the highest, since a higher sum is never worse.
"""

from __future__ import annotations

from functools import lru_cache

from rules.bots import Decision, Rng
from rules.dice import rolls
from rules.match import Match
from rules.thirty import AIM, sums, turn_of

TAKEN = 1.7983945
"""Dice that an attack takes on average (computed from the rules in `tests/rules/facts_thirty.py`)."""


def decide(match: Match, rng: Rng) -> Decision:
    """What to keep; `rng` chooses among equals."""
    left, others = turn_of(match).left, len(match.players) - len(match.details.out) - 1
    values = {keep: _value(left - len(keep.dice), total, others) for keep, total in sums(match).items()}
    best = max(values.values())
    return rng.choice([keep for keep, value in values.items() if value == best])


@lru_cache(maxsize=4096)
def _value(left: int, total: int, others: int) -> float:
    """What a turn brings on average when dice of this sum are kept and so many are left to roll."""
    if not left:
        return float(total - AIM) if total <= AIM else (total - AIM) * TAKEN / others
    chances = ((max(_kept(dice, total, others)), count) for dice, count in rolls(left))
    return float(sum(value * count for value, count in chances) / 6**left)


def _kept(dice: tuple[int, ...], total: int, others: int) -> list[float]:
    """What keeping the highest, the two highest, ... of these ascending dice brings."""
    highest = [dice[-count:] for count in range(1, len(dice) + 1)]
    return [_value(len(dice) - len(part), total + sum(part), others) for part in highest]
