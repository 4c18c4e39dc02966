"""Yatzy's sheet: its fields, what dice give in each, and the sums. The game itself is in `rules.yatzy`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from rules.options import Options, number, switch
from rules.refused import Refused, quoted

DICE = 5


@dataclass(frozen=True)
class YatzyOptions(Options):
    """What a table may decide about Yatzy."""

    bonus_at: int = number(63, "The sum of the upper six fields that brings the bonus.")
    bonus: int = number(50, "The points of the bonus.")
    full_house_five_kind: bool = switch(False, "Five alike are a full house too.")
    two_pairs_four_kind: bool = switch(False, "Four alike are two pairs too.")
    forced_order: bool = switch(False, "The fields are filled from top to bottom.")
    strict_zero: bool = switch(
        False, "A field is written for 0 only where no field that may be written scores."
    )


DEFAULTS = YatzyOptions()

Faces = Counter[int]
"""How many dice show each face."""


def _alike(faces: Faces, count: int) -> list[int]:
    """The faces that at least `count` dice show, highest first."""
    return sorted((face for face, dice in faces.items() if dice >= count), reverse=True)


def _of_a_kind(count: int) -> Callable[[Faces, YatzyOptions], int]:
    """The sum of `count` alike, of the highest such face."""
    return lambda faces, _: count * max(_alike(faces, count), default=0)


def _face(face: int) -> Callable[[Faces, YatzyOptions], int]:
    return lambda faces, _: face * faces[face]


def _two_pairs(faces: Faces, options: YatzyOptions) -> int:
    pairs = _alike(faces, 2)
    if len(pairs) == 2:
        return 2 * sum(pairs)
    return _of_a_kind(4)(faces, options) if options.two_pairs_four_kind else 0


def _straight(first: int) -> Callable[[Faces, YatzyOptions], int]:
    run = range(first, first + DICE)
    return lambda faces, _: sum(run) if set(faces) == set(run) else 0


def _full_house(faces: Faces, options: YatzyOptions) -> int:
    shape = sorted(faces.values())
    if shape == [2, 3] or (shape == [5] and options.full_house_five_kind):
        return _sum(faces, options)
    return 0


def _sum(faces: Faces, _: YatzyOptions) -> int:
    return sum(face * count for face, count in faces.items())


RULES: Mapping[str, Callable[[Faces, YatzyOptions], int]] = {
    "ones": _face(1),
    "twos": _face(2),
    "threes": _face(3),
    "fours": _face(4),
    "fives": _face(5),
    "sixes": _face(6),
    "one_pair": _of_a_kind(2),
    "two_pairs": _two_pairs,
    "three_of_a_kind": _of_a_kind(3),
    "four_of_a_kind": _of_a_kind(4),
    "small_straight": _straight(1),
    "large_straight": _straight(2),
    "full_house": _full_house,
    "chance": _sum,
    "yatzy": lambda faces, _: 50 if len(faces) == 1 else 0,
}
FIELDS: tuple[str, ...] = tuple(RULES)
"""All fields in the sheet's order; the first six are the upper ones."""
UPPER = FIELDS[:6]


def points(field: str, dice: Iterable[int], options: YatzyOptions = DEFAULTS) -> int:
    """What five dice give in a field; raises `Refused` for an unknown field or other dice."""
    known(field)
    lie = tuple(dice)
    if len(lie) != DICE or not set(lie) <= set(range(1, 7)):
        raise Refused("Five dice of 1 to 6 are counted, not {dice}.", dice=quoted(lie))
    return all_points(lie, options)[field]


def all_points(dice: Iterable[int], options: YatzyOptions) -> Mapping[str, int]:
    """What five dice give in each field."""
    return _all_points(tuple(sorted(dice)), options)


@lru_cache(maxsize=4096)
def _all_points(dice: tuple[int, ...], options: YatzyOptions) -> Mapping[str, int]:
    faces = Counter(dice)
    return {field: rule(faces, options) for field, rule in RULES.items()}


@cache
def possible(options: YatzyOptions) -> Mapping[str, frozenset[int]]:
    """What each field can have been written for: what some dice give, or 0 (a field struck out)."""
    rolls = [all_points(dice, options) for dice in combinations_with_replacement(range(1, 7), DICE)]
    return {field: frozenset({0} | {roll[field] for roll in rolls}) for field in FIELDS}


def known(field: str) -> None:
    """Refuses a field that is not on the sheet."""
    if field not in RULES:
        raise Refused("There is no field {field} on the sheet.", field=quoted(field))


@dataclass(frozen=True)
class Sheet:
    """One player's sheet: the points written, by field in the sheet's order, None where free."""

    written: tuple[int | None, ...] = (None,) * len(FIELDS)

    def free(self) -> tuple[str, ...]:
        """The fields not yet written."""
        return tuple(field for field, value in zip(FIELDS, self.written, strict=True) if value is None)

    def filled(self) -> dict[str, int]:
        """The points of the fields that are written."""
        return {field: value for field, value in zip(FIELDS, self.written, strict=True) if value is not None}

    def put(self, field: str, value: int | None) -> Sheet:
        """The sheet with this value in the field (None frees it)."""
        place = FIELDS.index(field)
        return Sheet((*self.written[:place], value, *self.written[place + 1 :]))

    def upper(self) -> int:
        """The sum of the upper six, without the bonus."""
        return sum(value or 0 for value in self.written[: len(UPPER)])

    def lower(self) -> int:
        """The sum of the other fields."""
        return sum(value or 0 for value in self.written[len(UPPER) :])

    def bonus(self, options: YatzyOptions) -> int:
        """The bonus as far as it is earned by now."""
        return options.bonus if self.upper() >= options.bonus_at else 0

    def total(self, options: YatzyOptions) -> int:
        """All points."""
        return self.upper() + self.bonus(options) + self.lower()


@dataclass(frozen=True)
class Summary:
    """A sheet as people read it: the fields written, and the sums."""

    filled: Mapping[str, int]
    upper: int
    bonus: int
    lower: int
    total: int
