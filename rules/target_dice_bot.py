"""A sound player of Target Dice.

It looks at all that can be matched at once and takes what brings the most: the points, and where something new
is rolled afterwards (all six dice used, all three targets matched, or `reroll_leftover`) what so many dice
bring on average with so many targets. It never passes: points are never lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.bots import Decision, Rng
from rules.match import Match
from rules.matches import points, ways
from rules.moves import Matching, Pair
from rules.target_dice import TARGETS, WHITE, TargetDiceOptions, turn_of

WORTH: Mapping[int, Sequence[float]] = {
    1: (0.0, 0.3, 1.2, 2.8, 4.6, 5.7, 6.2),
    2: (0.0, 0.6, 2.0, 4.5, 7.4, 9.6, 11.1),
    3: (0.0, 0.8, 2.8, 6.0, 9.3, 12.1, 14.4),
}
"""The most points that 0 to 6 dice make of one to three targets: means of 6000 random rolls of both each."""


def decide(match: Match, rng: Rng) -> Decision:
    """What to match; `rng` chooses among equals."""
    turn = turn_of(match)
    values = {way: _value(match, way) for way in ways(turn.targets, turn.white) if way}
    best = max(values.values())
    return Matching(rng.choice([way for way, value in values.items() if value == best]))


def _value(match: Match, way: tuple[Pair, ...]) -> float:
    """The points of these matches and of what is rolled after them."""
    turn = turn_of(match)
    white = len(turn.white) - sum(len(pair.dice) for pair in way)
    targets = len(turn.targets) - len(way)
    assert isinstance(match.options, TargetDiceOptions)
    if white and targets and not match.options.reroll_leftover:
        return points(way)
    return points(way) + WORTH[targets or TARGETS][white or WHITE.count]
