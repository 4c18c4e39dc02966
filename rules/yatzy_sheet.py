"""Yatzy's sheet: its fields, what dice give in each, and the sums. The game itself is in `rules.yatzy`.

A `Form` is a sheet as it is printed, and so another form makes another game of the family.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement

from rules.game import changed
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

    @property
    def rolls_are_saved(self) -> bool:
        """Whether rolls that a turn leaves unused may be used in a later one."""
        return False


DEFAULTS = YatzyOptions()

Faces = Counter[int]
"""How many dice show each face."""
Rule = Callable[[Faces, YatzyOptions], int]
"""What dice give in a field."""


def alike(faces: Faces, count: int) -> list[int]:
    """The faces that at least `count` dice show, highest first."""
    return sorted((face for face, dice in faces.items() if dice >= count), reverse=True)


def of_a_kind(count: int) -> Rule:
    """The sum of `count` alike, of the highest such face."""
    return lambda faces, _: count * max(alike(faces, count), default=0)


def face(value: int) -> Rule:
    """The sum of the dice that show it."""
    return lambda faces, _: value * faces[value]


def two_pairs(faces: Faces, options: YatzyOptions) -> int:
    """The sum of the two highest different pairs."""
    pairs = alike(faces, 2)
    if len(pairs) >= 2:
        return 2 * sum(pairs[:2])
    return of_a_kind(4)(faces, options) if options.two_pairs_four_kind else 0


def straight(first: int, last: int) -> Rule:
    """The sum of a run, if the dice hold it."""
    run = range(first, last + 1)
    return lambda faces, _: sum(run) if set(faces) >= set(run) else 0


def full_house(faces: Faces, options: YatzyOptions) -> int:
    """Three and two of different faces, the highest such."""
    houses = [3 * three + 2 * two for three in alike(faces, 3) for two in alike(faces, 2) if three != two]
    five = of_a_kind(5)(faces, options) if options.full_house_five_kind else 0
    return max(houses, default=five)


def total(faces: Faces, _: YatzyOptions) -> int:
    """The sum of all dice."""
    return sum(face * count for face, count in faces.items())


RULES: Mapping[str, Rule] = {
    "ones": face(1),
    "twos": face(2),
    "threes": face(3),
    "fours": face(4),
    "fives": face(5),
    "sixes": face(6),
    "one_pair": of_a_kind(2),
    "two_pairs": two_pairs,
    "three_of_a_kind": of_a_kind(3),
    "four_of_a_kind": of_a_kind(4),
    "small_straight": straight(1, 5),
    "large_straight": straight(2, 6),
    "full_house": full_house,
    "chance": total,
    "yatzy": lambda faces, _: 50 if len(faces) == 1 else 0,
}


@dataclass(frozen=True, eq=False)
class Form:
    """A sheet as it is printed: the number of dice, and what they give in each field, the six upper ones first."""

    dice: int
    rules: Mapping[str, Rule]

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields in the sheet's order."""
        return tuple(self.rules)

    def points(self, field: str, dice: Iterable[int], options: YatzyOptions) -> int:
        """What dice give in a field; raises `Refused` for an unknown field or other dice."""
        self.known(field)
        lie = tuple(dice)
        if len(lie) != self.dice or not set(lie) <= set(range(1, 7)):
            raise Refused(
                "{count} dice of 1 to 6 are counted, not {dice}.", count=self.dice, dice=quoted(lie)
            )
        return self.all_points(lie, options)[field]

    def all_points(self, dice: Iterable[int], options: YatzyOptions) -> Mapping[str, int]:
        """What dice give in each field."""
        return _all_points(self, tuple(sorted(dice)), options)

    def possible(self, options: YatzyOptions) -> Mapping[str, frozenset[int]]:
        """What each field can have been written for: what some dice give, or 0 (a field struck out)."""
        return _possible(self, options)

    def known(self, field: str) -> None:
        """Refuses a field that is not on the sheet."""
        if field not in self.rules:
            raise Refused("There is no field {field} on the sheet.", field=quoted(field))


@lru_cache(maxsize=4096)
def _all_points(form: Form, dice: tuple[int, ...], options: YatzyOptions) -> Mapping[str, int]:
    faces = Counter(dice)
    return {field: rule(faces, options) for field, rule in form.rules.items()}


@cache
def _possible(form: Form, options: YatzyOptions) -> Mapping[str, frozenset[int]]:
    every = combinations_with_replacement(range(1, 7), form.dice)
    gives = [form.all_points(dice, options) for dice in every]
    return {field: frozenset({0} | {points[field] for points in gives}) for field in form.rules}


FORM = Form(DICE, RULES)
FIELDS = FORM.fields
"""All fields in the sheet's order; the first six are the upper ones."""
UPPER = FIELDS[:6]


def points(field: str, dice: Iterable[int], options: YatzyOptions = DEFAULTS) -> int:
    """What five dice give in a field; raises `Refused` for an unknown field or other dice."""
    return FORM.points(field, dice, options)


@dataclass(frozen=True)
class Sheet:
    """One player's sheet: the points written, by field in the sheet's order, None where free."""

    form: Form
    written: tuple[int | None, ...]

    @classmethod
    def of(cls, form: Form, filled: Mapping[str, int]) -> Sheet:
        """A sheet on which these fields are written."""
        return cls(form, tuple(filled.get(field) for field in form.rules))

    def free(self) -> tuple[str, ...]:
        """The fields not yet written."""
        return tuple(
            field for field, value in zip(self.form.rules, self.written, strict=True) if value is None
        )

    def filled(self) -> dict[str, int]:
        """The points of the fields that are written."""
        return {
            field: value
            for field, value in zip(self.form.rules, self.written, strict=True)
            if value is not None
        }

    def put(self, field: str, value: int | None) -> Sheet:
        """The sheet with this value in the field (None frees it)."""
        place = self.form.fields.index(field)
        return Sheet(self.form, changed(self.written, place, value))

    @cached_property
    def upper(self) -> int:
        """The sum of the upper six, without the bonus."""
        return sum(filter(None, self.written[: len(UPPER)]))

    @cached_property
    def lower(self) -> int:
        """The sum of the other fields."""
        return sum(filter(None, self.written[len(UPPER) :]))

    def bonus(self, options: YatzyOptions) -> int:
        """The bonus as far as it is earned by now."""
        return options.bonus if self.upper >= options.bonus_at else 0

    def total(self, options: YatzyOptions) -> int:
        """All points."""
        return self.upper + self.bonus(options) + self.lower


@dataclass(frozen=True)
class Summary:
    """A sheet as people read it: the fields written, and the sums."""

    filled: Mapping[str, int]
    upper: int
    bonus: int
    lower: int
    total: int
