"""What dice of one roll are worth when a list says which combinations score.

Dice may be set aside when each of them belongs to a combination; their worth is that of the best way to part
them into combinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, permutations
from typing import TypeAlias

from rules.dice import Dice, parts
from rules.moves import Keep

Combinations: TypeAlias = Mapping[Dice, int]
"""The points of each combination that scores; a combination for nothing is none."""

FACES: Dice = (1, 2, 3, 4, 5, 6)


def three_pairs(points: int) -> Combinations:
    """Three pairs of different faces; four alike and a pair of another face count as such."""
    pairs = {tuple(sorted(2 * faces)): points for faces in combinations(FACES, 3)}
    four_and_two = {tuple(sorted((four,) * 4 + (two,) * 2)): points for four, two in permutations(FACES, 2)}
    return {**pairs, **four_and_two}


class Scoring:
    """A list of combinations, and what dice are worth by it. Remembers what it has worked out."""

    def __init__(self, listed: Combinations, most: int) -> None:
        """`most`: dice in a roll."""
        self._worth = _worth(listed, most)
        self._set_asides: dict[Dice, Mapping[Keep, int]] = {}

    def set_asides(self, roll: Iterable[int]) -> Mapping[Keep, int]:
        """All that may be set aside of this roll, with its points: each multiset once, by count, then values."""
        ordered = tuple(sorted(roll))
        found = self._set_asides.get(ordered)
        if found is None:
            worth = self._worth
            found = {Keep(part): worth[part] for part in parts(ordered) if part in worth}
            self._set_asides[ordered] = found
        return found


def _worth(listed: Combinations, most: int) -> Combinations:
    """What all dice are worth that can be parted into combinations, up to so many dice; the best way counts."""
    worth: dict[Dice, int] = {(): 0}
    for count in range(most):
        for some in [dice for dice in worth if len(dice) == count]:
            for combination, points in listed.items():
                if points and count + len(combination) <= most:
                    dice = tuple(sorted(some + combination))
                    worth[dice] = max(worth.get(dice, 0), worth[some] + points)
    return worth
