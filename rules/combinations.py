"""What dice of one roll are worth when a list says which combinations score.

Dice may be set aside when each of them belongs to a combination; their worth is that of the best way to part
them into combinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, permutations
from typing import TypeAlias

from rules.dice import Dice, lacking, parts, without
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

    def __init__(self, listed: Combinations) -> None:
        self._beginning: dict[int, list[tuple[Dice, int]]] = {face: [] for face in FACES}
        """The combinations by their lowest die, with their points."""
        for dice, points in listed.items():
            if points:
                self._beginning[dice[0]].append((dice, points))
        self._worth: dict[Dice, int | None] = {(): 0}
        self._set_asides: dict[Dice, Mapping[Keep, int]] = {}
        self._keeps: dict[Dice, tuple[Keep, ...]] = {}

    def worth(self, dice: Iterable[int]) -> int | None:
        """The points of these dice, all in use; None when one of them scores nothing."""
        return self._known(tuple(sorted(dice)))

    def _known(self, dice: Dice) -> int | None:
        if dice not in self._worth:
            self._worth[dice] = self._best(dice)
        return self._worth[dice]

    def _best(self, dice: Dice) -> int | None:
        """The best of all ways to use the lowest die, and the rest as well as can be."""
        found = []
        for combination, points in self._beginning[dice[0]]:
            if lacking(dice, combination) is not None:
                continue
            more = self._known(without(dice, combination))
            if more is not None:
                found.append(points + more)
        return max(found, default=None)

    def set_asides(self, roll: Iterable[int]) -> Mapping[Keep, int]:
        """All that may be set aside of this roll, with its points: each multiset once, by count, then values."""
        ordered = tuple(sorted(roll))
        found = self._set_asides.get(ordered)
        if found is None:
            worth = {part: self._known(part) for part in parts(ordered)}
            found = {Keep(part): points for part, points in worth.items() if points is not None}
            self._set_asides[ordered] = found
        return found

    def keeps(self, roll: Iterable[int]) -> tuple[Keep, ...]:
        """The same without the points."""
        ordered = tuple(sorted(roll))
        found = self._keeps.get(ordered)
        if found is None:
            found = self._keeps[ordered] = tuple(self.set_asides(roll))
        return found
