"""What dice give in each field, as the rule sheet says it."""

from __future__ import annotations

from itertools import permutations

import pytest
from facts_yatzy import LARGEST, largest
from rules_play import yatzy

from rules import Refused
from rules.yatzy import FIELDS, UPPER, YatzyOptions, points, summary

TABLE = [
    ("ones", (1, 2, 1, 4, 1), 3),
    ("ones", (2, 3, 4, 5, 6), 0),
    ("twos", (2, 2, 2, 2, 2), 10),
    ("threes", (3, 1, 3, 6, 6), 6),
    ("fours", (4, 4, 4, 1, 2), 12),
    ("fives", (5, 1, 1, 1, 1), 5),
    ("sixes", (6, 6, 6, 6, 6), 30),
    ("one_pair", (3, 3, 5, 5, 1), 10),
    ("one_pair", (6, 6, 6, 1, 2), 12),
    ("one_pair", (1, 2, 3, 4, 6), 0),
    ("two_pairs", (3, 3, 5, 5, 1), 16),
    ("two_pairs", (3, 3, 3, 5, 5), 16),
    ("two_pairs", (4, 4, 4, 4, 2), 0),
    ("two_pairs", (4, 4, 1, 2, 3), 0),
    ("three_of_a_kind", (4, 4, 4, 4, 2), 12),
    ("three_of_a_kind", (4, 4, 1, 2, 3), 0),
    ("four_of_a_kind", (2, 2, 2, 2, 2), 8),
    ("four_of_a_kind", (2, 2, 2, 6, 6), 0),
    ("small_straight", (5, 4, 3, 2, 1), 15),
    ("small_straight", (2, 3, 4, 5, 6), 0),
    ("small_straight", (1, 2, 3, 4, 6), 0),
    ("large_straight", (6, 2, 4, 3, 5), 20),
    ("large_straight", (1, 2, 3, 4, 5), 0),
    ("full_house", (6, 5, 6, 5, 6), 28),
    ("full_house", (4, 4, 4, 4, 4), 0),
    ("full_house", (4, 4, 4, 4, 1), 0),
    ("chance", (1, 1, 3, 4, 6), 15),
    ("yatzy", (1, 1, 1, 1, 1), 50),
    ("yatzy", (6, 6, 6, 6, 6), 50),
    ("yatzy", (6, 6, 6, 6, 5), 0),
]


@pytest.mark.parametrize(("field", "dice", "expected"), TABLE)
def test_what_a_field_gives(field: str, dice: tuple[int, ...], expected: int) -> None:
    assert points(field, dice) == expected


@pytest.mark.parametrize(("field", "dice", "expected"), TABLE)
def test_the_order_of_the_dice_says_nothing(field: str, dice: tuple[int, ...], expected: int) -> None:
    assert {points(field, order) for order in permutations(dice)} == {expected}


@pytest.mark.parametrize(
    ("option", "field", "dice", "expected"),
    [
        ("full_house_five_kind", "full_house", (4, 4, 4, 4, 4), 20),
        ("full_house_five_kind", "full_house", (4, 4, 4, 4, 1), 0),
        ("full_house_five_kind", "two_pairs", (4, 4, 4, 4, 4), 0),
        ("two_pairs_four_kind", "two_pairs", (4, 4, 4, 4, 1), 16),
        ("two_pairs_four_kind", "two_pairs", (4, 4, 4, 4, 4), 16),
        ("two_pairs_four_kind", "two_pairs", (4, 4, 4, 1, 1), 10),
        ("two_pairs_four_kind", "two_pairs", (4, 4, 4, 1, 2), 0),
        ("two_pairs_four_kind", "full_house", (4, 4, 4, 4, 4), 0),
    ],
)
def test_other_readings_of_the_sheet(option: str, field: str, dice: tuple[int, ...], expected: int) -> None:
    assert points(field, dice, YatzyOptions(**{option: True})) == expected


@pytest.mark.parametrize("dice", [(1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4), (1, 2, 3, 4, 7)])
def test_only_five_dice_are_counted(dice: tuple[int, ...]) -> None:
    with pytest.raises(Refused, match="5 dice of 1 to 6"):
        points("chance", dice)


def test_a_field_that_is_not_on_the_sheet() -> None:
    with pytest.raises(Refused, match='no field "sevens"'):
        points("sevens", (1, 2, 3, 4, 5))


BEST = {
    "ones": 5,
    "twos": 10,
    "threes": 15,
    "fours": 20,
    "fives": 25,
    "sixes": 30,
    "one_pair": 12,
    "two_pairs": 22,
    "three_of_a_kind": 18,
    "four_of_a_kind": 24,
    "small_straight": 15,
    "large_straight": 20,
    "full_house": 28,
    "chance": 30,
}


def test_the_largest_possible_sheet_is_374() -> None:
    match = yatzy(1, position={"sheets": [BEST]})
    assert match.scores == (324,)
    sheet = summary(match, 0)
    assert (sheet.upper, sheet.bonus, sheet.lower, sheet.total) == (105, 50, 169, 324)
    assert match.scores[0] + points("yatzy", (6, 6, 6, 6, 6)) == 374


@pytest.mark.parametrize("field", BEST)
def test_no_dice_give_more_than_the_best(field: str) -> None:
    with pytest.raises(Refused, match="No dice give"):
        yatzy(1, position={"sheets": [{field: BEST[field] + 1}]})


@pytest.mark.parametrize(
    ("options", "sixes", "bonus"),
    [
        ({}, 18, 50),
        ({}, 12, 0),
        ({"bonus": 35}, 18, 35),
        ({"bonus_at": 64}, 18, 0),
        ({"bonus_at": 57}, 12, 50),
        ({"bonus": 0}, 18, 0),
        ({"bonus_at": 0}, 0, 50),
    ],
)
def test_the_bonus_for_the_upper_six(options: dict[str, int], sixes: int, bonus: int) -> None:
    sheet = {field: 3 * (place + 1) for place, field in enumerate(UPPER)} | {"sixes": sixes}
    read = summary(yatzy(1, position={"sheets": [sheet]}, **options), 0)
    assert (read.upper, read.bonus, read.total) == (45 + sixes, bonus, 45 + sixes + bonus)


def test_the_sheet_has_fifteen_fields_in_this_order() -> None:
    assert (
        *("ones", "twos", "threes", "fours", "fives", "sixes"),
        *("one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind"),
        *("small_straight", "large_straight", "full_house", "chance", "yatzy"),
    ) == FIELDS


def test_the_largest_possible_total_is_the_one_on_the_rule_sheet() -> None:
    assert largest() == LARGEST == 374
