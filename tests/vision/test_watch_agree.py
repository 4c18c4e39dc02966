"""Several readings become one: what they say together is kept, what they dispute is asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading import Die, Problem, Reading
from vision.watch.agree import agree, edge_px, same_dice

SIZE = (1280, 720)


def die(value: int | None = 4, x: float = 300.0, status: str = "ok", edge: float = 32.0) -> Die:
    half = edge / 2
    corners = ((x - half, 200 - half), (x + half, 200 - half), (x + half, 200 + half), (x - half, 200 + half))
    return Die("d6", value, status, 0.9, (x, 200.0), 16.0, outline=corners)  # type: ignore[arg-type]


UNSURE = die(None, status="unsure")
COCKED = die(None, status="cocked")


def reading(*dice: Die) -> Reading:
    return Reading(SIZE, True, dice)


@pytest.mark.parametrize(
    ("seen", "status", "value", "unanimous"),
    [
        ([die(), die(), die()], "ok", 4, True),
        ([UNSURE, die(), die(), die()], "ok", 4, True),
        ([die(), die(), UNSURE], "unsure", None, False),
        ([die(), die()], "ok", 4, False),
        ([die(), UNSURE, die(), die()], "ok", 4, True),
        ([die(), UNSURE, die(), die(), UNSURE], "ok", 4, True),
        ([die(), UNSURE, UNSURE, die(), die(), UNSURE], "unsure", None, False),
        ([COCKED, die(), die(), die()], "ok", 4, True),
        ([die(), COCKED, die(), die()], "unsure", None, False),
        ([die(5), die(), die(), die()], "unsure", None, False),
        ([die(), die(5), die()], "unsure", None, False),
        ([COCKED, COCKED, COCKED], "cocked", None, True),
        ([COCKED, die(), COCKED], "unsure", None, False),
        ([UNSURE, UNSURE, UNSURE], "unsure", None, True),
        ([COCKED, UNSURE, COCKED], "cocked", None, True),
        ([UNSURE, COCKED, UNSURE], "unsure", None, True),
        ([UNSURE, COCKED, UNSURE, COCKED], "unsure", None, True),
    ],
)
def test_one_die_in_several_readings(
    seen: list[Die], status: str, value: int | None, unanimous: bool
) -> None:
    agreement = agree([reading(one) for one in seen])
    (merged,) = agreement.reading.dice
    assert (merged.status, merged.value, agreement.unanimous) == (status, value, unanimous)


def test_a_die_that_comes_and_goes_is_unsure_and_a_reflex_is_dropped() -> None:
    other = die(2, x=500.0)
    half = agree([reading(die(), other), reading(die()), reading(die(), other), reading(die())])
    assert [(one.status, one.value) for one in half.reading.dice] == [("ok", 4), ("unsure", None)]
    once = agree([reading(die(), other), *[reading(die())] * 5])
    assert [(one.status, one.value) for one in once.reading.dice] == [("ok", 4)]


def test_a_leaning_die_is_one_though_its_middle_is_seen_here_and_there() -> None:
    there = die(None, x=312.0, status="cocked")
    agreement = agree([reading(COCKED), reading(there), reading(COCKED)])
    assert [one.status for one in agreement.reading.dice] == ["cocked"]
    assert agreement.unanimous


def test_what_is_seen_only_once_of_three_times_is_waited_for() -> None:
    other = die(None, x=500.0, status="unsure")
    assert not agree([reading(die(), other), reading(die()), reading(die())]).unanimous
    assert agree([reading(die(), other), reading(die()), reading(die(), other)]).unanimous


def test_touching_dice_are_two() -> None:
    pair = (die(4, x=300.0), die(5, x=332.0))
    agreement = agree([reading(*pair), reading(*reversed(pair)), reading(*pair)])
    assert sorted(one.value or 0 for one in agreement.reading.dice) == [4, 5]
    assert agreement.unanimous


def test_the_least_confidence_counts() -> None:
    shaky = replace(die(), confidence=0.7)
    assert agree([reading(shaky), reading(die()), reading(die())]).reading.dice[0].confidence == 0.7


@pytest.mark.parametrize(
    ("now", "same"),
    [
        ((die(),), True),
        ((die(x=301.5),), True),
        ((die(x=303.0),), False),
        ((die(x=330.0),), False),
        ((die(5),), False),
        ((UNSURE,), False),
        ((), False),
        ((die(), die(2, x=500.0)), False),
    ],
)
def test_same_dice(now: tuple[Die, ...], same: bool) -> None:
    assert same_dice(reading(die()), reading(*now)) is same


def test_without_dice_the_problems_tell_whether_something_has_changed() -> None:
    dark, dim = Problem("dark", "It is dark."), Problem("dark", "It is rather dark.")
    assert same_dice(Reading(SIZE, True, (), (dark,)), Reading(SIZE, True, (), (dim,)))
    assert not same_dice(Reading(SIZE, True, (), (dark,)), reading())


def test_the_edge_comes_from_the_outline_or_is_guessed() -> None:
    assert edge_px(die(edge=40.0), 1280) == pytest.approx(40.0)
    assert edge_px(replace(die(), outline=()), 1280) == pytest.approx(32.0)


sightings = st.lists(
    st.lists(
        st.tuples(st.integers(0, 4), st.sampled_from([1, 2, None])), max_size=5, unique_by=lambda one: one[0]
    ),
    min_size=1,
    max_size=7,
)


@given(sightings)
def test_no_value_is_told_that_any_reading_denies(seen: list[list[tuple[int, int | None]]]) -> None:
    readings = [
        reading(
            *(die(value, x=100.0 + 100 * place, status="ok" if value else "unsure") for place, value in one)
        )
        for one in seen
    ]
    for merged in agree(readings).reading.dice:
        said = {one.value for each in readings for one in each.dice if one.px == merged.px}
        if merged.status == "ok":
            assert said <= {merged.value, None}
