"""What the referee has to say to people. The words are found in `kiosk.referee.sentences`, one for each kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

AdviceKind: TypeAlias = Literal[
    # something hides the dice; nothing has to be rolled again
    "hand",
    "dark",
    "bright",
    "lens",
    "markers",
    "covered",
    "foreign",
    # dice that cannot count
    "too_few",
    "too_many",
    "extra",
    "wrong_kind",
    "leaning",
    "stacked",
    "unsure",
    "not_rolled",
    # dice that should have stayed as they were
    "kept_turned",
    "kept_missing",
    "kept_rolled",
    "turned",
    # questions: CONFIRM says yes
    "kept_moved",
    "rolled_again",
    "rolled_early",
    "found",
    # dice rolled before the last roll was decided on
    "choose_first",
]
"""
| kind | params | what happened, what to do |
| --- | --- | --- |
| hand | | a hand is in the way: take it out of the tray |
| dark | | too dark to read |
| bright | | so light that nothing but white is seen |
| lens | | something lies before the camera's lens: take it away |
| markers | | the tray's corner marks are hidden: clear the rim |
| covered | count | something lies over the marked dice: take it away |
| foreign | | dice are missing and something else lies in the tray: take it out |
| too_few | seen, wanted | only 4 of 5 dice: is one on the floor? |
| too_many | seen, wanted, count | `count` dice too many were rolled: take so many out, roll the rest again |
| extra | count | the marked dice do not belong to the roll: take them out |
| wrong_kind | count, rolled | dice of the kind `rolled` are rolled now: take the marked others out |
| leaning | count | the marked dice lean: roll them again |
| stacked | count | the marked dice lie on each other: roll them again |
| unsure | count | the marked dice cannot be read: move them a little; if it does not help, roll them again |
| not_rolled | count | the marked dice still lie where they lay: roll them too |
| kept_turned | value | the marked die was kept showing `value`: turn it back |
| kept_missing | values | the roll lies there, but kept dice are gone: lay `values` into the lane |
| kept_rolled | values | kept dice were rolled too: lay `values` into the lane and roll the others again |
| turned | value | the marked die was rolled as `value` before another was rolled again: turn it back |
| kept_moved | values | question: are the marked dice the ones that were kept? |
| rolled_again | | question: more dice were rolled again than were asked for: does this roll count? |
| rolled_early | values | question: rolled before CONFIRM: keep `values` and count this roll? |
| found | | question (after a restart): were these dice rolled for this turn? |
| choose_first | | dice were rolled, but the last roll is not decided yet: choose first, then roll again |
"""

UNREADABLE: frozenset[AdviceKind] = frozenset({"unsure", "dark", "bright", "lens", "markers"})
"""The kinds that say that the camera cannot read a roll: people may enter it by hand."""
QUESTIONS: frozenset[AdviceKind] = frozenset({"kept_moved", "rolled_again", "rolled_early", "found"})
"""The kinds that CONFIRM answers with yes (`Table.agree`). No is said by laying or rolling the dice right."""


@dataclass(frozen=True)
class Advice:
    """One thing to say: its kind, the figures in it, and the dice meant as (x, y) in tray millimetres."""

    kind: AdviceKind
    params: Mapping[str, object] = field(default_factory=dict)
    marks: tuple[tuple[float, float], ...] = ()

    @property
    def question(self) -> bool:
        """Whether CONFIRM answers it."""
        return self.kind in QUESTIONS
