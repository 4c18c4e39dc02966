"""A turn of Thirty as people see it, the dice marked now among those kept. Asked of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.referee import laying
from kiosk.table import Table
from rules import Keep, Match
from rules.thirty import AIM, DICE, Outcome, kept_of, outcome, sums, turn_of, victim_of


@dataclass(frozen=True)
class ThirtyView:
    """`sum` of the dice kept, `left` to roll after them, `short` of thirty by so many; `outcome` of all six.

    In an attack: its `face`, the dice `taken` out so far, what the `victim` loses by them, and `left` to roll.
    """

    sum: int
    left: int
    short: int
    outcome: Outcome | None
    face: int | None
    taken: int
    victim: int | None

    @property
    def loss(self) -> int:
        """What the attack takes from its victim so far."""
        return self.taken * (self.face or 0)


def view_of(table: Table, match: Match) -> ThirtyView:
    """What is to be seen of a turn now."""
    turn, marked = turn_of(match), laying.marked(table.dice) if table.may_keep else Keep(())
    total = sums(match).get(marked, turn.sum)
    kept = (*kept_of(match), *marked.dice)
    collecting = turn.face is None
    return ThirtyView(
        sum=total,
        left=turn.left - len(marked.dice),
        short=max(0, AIM - total),
        outcome=outcome(kept) if collecting and len(kept) == DICE else None,
        face=turn.face,
        taken=0 if collecting else turn.taken,
        victim=victim_of(match),
    )
