"""Yatzy, exactly: the largest possible total, and the mean of one who plays alone as well as can be (a minute or two).

Points are the engine's own. The second figure works backwards from a full sheet: for each set of free fields and
each upper sum, what the rest of the game brings on average. A sheet is then a number: bit i is set while field i
is free. Sums above 63 are all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from rules import Match, Roll, Score, open_match
from rules.dice import Dice, rolls, without
from rules.yatzy import DICE, FIELDS, UPPER, YatzyOptions, points

LARGEST = 374
BEST_MEAN = 248.4399894
OPTIONS = YatzyOptions()
FULL = OPTIONS.bonus_at
Values = NDArray[np.float64]
Places = NDArray[np.intp]


def largest() -> int:
    """The total of a match in which each field is written with the dice that give the most there."""
    match: Match = open_match({"game": "yatzy", "players": ["A"]})
    for field in FIELDS:
        best = max((dice for dice, _ in rolls(DICE)), key=lambda dice: points(field, dice))
        for move in (Roll(best), Score(field)):
            match, _ = match.apply(move)
    assert match.over
    return match.scores[0]


KEPT: list[list[Dice]] = [
    list(combinations_with_replacement(range(1, 7), count)) for count in range(DICE + 1)
]
"""All that may be kept, by the number of dice; the last: all five."""
PLACE = [{dice: place for place, dice in enumerate(level)} for level in KEPT]
ONE_MORE: list[Places] = [
    np.array([[PLACE[n + 1][tuple(sorted((*dice, face)))] for face in range(1, 7)] for dice in KEPT[n]])
    for n in range(DICE)
]
"""For each kept dice the six places of what one more die makes of it."""
ONE_LESS: list[Places] = [
    np.array([[PLACE[n - 1][without(dice, [die])] for die in dice] for dice in KEPT[n]])
    for n in range(1, DICE + 1)
]
"""For each kept dice the places of what is left when one of them is not kept."""


def means(final: Values) -> list[Values]:
    """For any dice kept, the mean of `final` (one row for each five dice) when the others are rolled."""
    found = [final]
    for more in reversed(ONE_MORE):
        found.append(found[-1][more].mean(axis=1))
    return found[::-1]


def best_keep(final: Values) -> Values:
    """For each five dice the best mean of all that may be kept of them."""
    by_count = means(final)
    best = by_count[0]
    for less, here in zip(ONE_LESS, by_count[1:], strict=True):
        best = np.maximum(here, best[less].max(axis=1))
    return best


def best_mean() -> float:
    """The mean total of a game played alone as well as can be."""
    sums = np.arange(FULL + 1)
    gives = np.array([[points(field, dice) for dice in KEPT[DICE]] for field in FIELDS])
    after = [np.minimum(FULL, sums + gives[field][:, None]) for field in range(len(UPPER))]
    rest = np.zeros((1 << len(FIELDS), FULL + 1))
    rest[0, FULL] = OPTIONS.bonus
    for sheet in range(1, 1 << len(FIELDS)):
        final = np.full((len(KEPT[DICE]), FULL + 1), -np.inf)
        for field in free(sheet):
            then = rest[sheet & ~(1 << field)]
            brings = then[after[field]] if field < len(UPPER) else then
            np.maximum(final, gives[field][:, None] + brings, out=final)
        rest[sheet] = means(best_keep(best_keep(final)))[0][0]
    return float(rest[-1, 0])


def free(sheet: int) -> Iterator[int]:
    """The numbers of the fields that are free."""
    return (field for field in range(len(FIELDS)) if sheet >> field & 1)


if __name__ == "__main__":
    total, mean = largest(), best_mean()
    print(f"Yatzy, largest possible total: {total} (should be {LARGEST})")
    print(f"Yatzy, best mean alone: {mean:.7f} (should be {BEST_MEAN})")
    raise SystemExit(total != LARGEST or round(mean, 7) != BEST_MEAN)
