"""Exact figures of Ten Thousand and Farkle, computed from nothing but the moves and points that the engine offers.

The best single turn is worked out backwards from a sum at which everybody stops: a turn is worth the better of
its points and of what one more roll brings on average. Sums only grow, so one pass from the top is exact but for
the sum where it begins.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from rules import Bank, Keep, Match, Roll, open_match
from rules.dice import rolls
from rules.push import DICE, STEP, worth

TOP = 40_000
"""Where the pass begins. With 30,000 the means differ by less than 1e-9."""
Gains: TypeAlias = tuple[tuple[int, int], ...]
"""For one roll: the most points that leave so many dice, as (points, dice left)."""


@cache
def to_roll(game: str, dice: int, **options: Any) -> Match:
    """A match in which so many dice are to be rolled next, by a player on the board."""
    position = {"scores": [1000, 1000]}
    match = open_match({"game": game, "players": ["A", "B"], "position": position, "options": options})
    if dice < DICE:
        aside = DICE - dice
        roll = (*([1] * aside), *((2, 3, 4, 6, 6)[:dice]))
        for move in (Roll(roll), Keep((1,) * aside)):
            match, _ = match.apply(move)
    assert match.expect.roll is not None and match.expect.roll.count == dice
    return match


def misses(game: str, dice: int) -> int:
    """In how many of the 6^k rolls of so many dice nothing scores."""
    match = to_roll(game, dice)
    return sum(count for roll, count in rolls(dice) if not worth(match.apply(Roll(roll))[0]))


@cache
def outcomes(game: str, dice: int) -> dict[Gains, Fraction]:
    """What may come of a roll of so many dice, with its probability; the empty one is the miss."""
    match, found = to_roll(game, dice), Counter[Gains]()
    for roll, count in rolls(dice):
        found[_gains(match.apply(Roll(roll))[0])] += count
    return {gains: Fraction(count, 6**dice) for gains, count in found.items()}


def _gains(rolled: Match) -> Gains:
    most: dict[int, int] = {}
    for keep, points in worth(rolled).items():
        after = rolled.apply(keep)[0]
        assert after.expect.roll is not None
        left = after.expect.roll.count
        most[left] = max(points, most.get(left, 0))
    return tuple(sorted((points, left) for left, points in most.items()))


def may_stop_hot(game: str) -> bool:
    """Whether the turn may be stopped when all six are set aside."""
    match = open_match({"game": game, "players": ["A", "B"], "position": {"scores": [1000, 1000]}})
    for move in (Roll((1, 1, 1, 5, 5, 5)), Keep((1, 1, 1, 5, 5, 5))):
        match, _ = match.apply(move)
    return Bank() in match.expect.choose


class BestTurn:
    """The best play of one turn that nothing else depends on, for a player on the board."""

    def __init__(self, game: str, top: int = TOP) -> None:
        self.stop_hot = may_stop_hot(game)
        self._chances = {
            dice: [(float(chance), gains) for gains, chance in outcomes(game, dice).items() if gains]
            for dice in range(1, DICE + 1)
        }
        self._rolled: dict[tuple[int, int], float] = {}
        for points in range(top, -1, -STEP):
            for dice in range(1, DICE + 1):
                self._rolled[points, dice] = self._roll(points, dice)

    def rolled(self, points: int, dice: int) -> float:
        """What the turn is worth when, with so many points, so many dice are rolled now."""
        return self._rolled.get((points, dice), points)

    def value(self, points: int, left: int) -> float:
        """What the turn is worth after a set-aside."""
        rolled = self.rolled(points, left)
        return rolled if left == DICE and not self.stop_hot else max(points, rolled)

    def _roll(self, points: int, dice: int) -> float:
        return sum(
            chance * max(self.value(points + gain, left) for gain, left in gains)
            for chance, gains in self._chances[dice]
        )

    @property
    def mean(self) -> float:
        """The mean of a turn from its beginning."""
        return self.rolled(0, DICE)

    def stop_at(self, dice: int) -> int:
        """The fewest points at which stopping is at least as good as rolling so many dice."""
        return next(p for p in range(STEP, TOP, STEP) if self.rolled(p, dice) <= p)


MISSES = {"farkle": (4, 16, 60, 204, 600, 1080), "ten_thousand": (4, 16, 60, 204, 600, 1440)}
MEANS = {"farkle": 542.0632440, "ten_thousand": 503.4022729}
"""Known from elsewhere: computed independently, partly published. With all of 1 to 6 dice; means to 7 decimals."""


def check(game: str) -> bool:
    """Print the figures of one game beside those that are known; whether they agree."""
    counted = tuple(misses(game, dice) for dice in range(1, DICE + 1))
    best = BestTurn(game)
    print(f"{game}: rolls in which nothing scores {counted}, known {MISSES[game]}")
    print(f"{game}: best single turn {best.mean:.7f}, known {MEANS[game]:.7f}")
    print(f"{game}: with 1 to 6 dice stop at {[best.stop_at(dice) for dice in range(1, DICE + 1)]}")
    return counted == MISSES[game] and abs(best.mean - MEANS[game]) < 1e-7


if __name__ == "__main__":
    wrong = [game for game in MISSES if not check(game)]
    raise SystemExit(1 if wrong else 0)
