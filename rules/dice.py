"""Dice as multisets: parts of a roll, dice taken out of it, and how often each roll comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

from rules.moves import Keep

Dice: TypeAlias = tuple[int, ...]


def parts(dice: Iterable[int]) -> tuple[Dice, ...]:
    """Each distinct multiset of one or more of these dice once, by count, then values; each ascending."""
    return _parts(tuple(sorted(dice)))


@lru_cache(maxsize=1024)  # six dice or fewer fall in 923 ways
def _parts(dice: Dice) -> tuple[Dice, ...]:
    # Of ascending dice `combinations` gives the parts ascending as well, those alike more than once.
    counts = range(1, len(dice) + 1)
    return tuple(part for count in counts for part in dict.fromkeys(combinations(dice, count)))


def keeps(dice: Iterable[int]) -> tuple[Keep, ...]:
    """Whatever may be kept of these dice if it is at least one, in the order of `parts`."""
    return _keeps(tuple(sorted(dice)))


@lru_cache(maxsize=1024)
def _keeps(dice: Dice) -> tuple[Keep, ...]:
    return tuple(map(Keep, _parts(dice)))


def without(dice: Iterable[int], taken: Iterable[int]) -> Dice:
    """What lies there after these were taken out, in the order in which it lay."""
    stay = list(dice)
    for die in taken:
        stay.remove(die)
    return tuple(stay)


def lacking(dice: Sequence[int], wanted: Sequence[int]) -> int | None:
    """A die that is wanted, or wanted once more, and does not lie there; None if all lie there."""
    for die in wanted:
        if wanted.count(die) > dice.count(die):
            return die
    return None


def listed(dice: Iterable[int]) -> str:
    """The dice for a sentence, ascending: `2, 3, 3`."""
    return ", ".join(str(die) for die in sorted(dice))


@cache
def rolls(count: int, sides: int = 6) -> tuple[tuple[Dice, int], ...]:
    """All ways so many dice can fall, each ascending, and how many of the `sides ** count` rolls are it."""
    faces = range(1, sides + 1)
    return tuple((dice, _orders(dice)) for dice in combinations_with_replacement(faces, count))


def _orders(dice: Dice) -> int:
    """In how many orders these can lie."""
    return factorial(len(dice)) // prod(factorial(alike) for alike in Counter(dice).values())
