"""Stories of several readings: each remedy, and what counts after it; whatever lies there, no roll is made up."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from dice_words import reading, spots
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_cases import FIVE, FOUR, KEPT2, OLD, ONE_LEANS, awaited, rolled

from kiosk.referee.case import Accepted, Asked, Awaited, Waiting
from kiosk.referee.judge import judge
from rules import RollWanted
from vision.reading import ProblemKind

STORIES = [
    ("one leans; it is rolled again", awaited(5, lying=OLD), [FOUR + " /@5,90", FOUR], FIVE, [1, 2, 3, 5, 6]),
    ("one on the floor; it is thrown after the others", awaited(5), [FOUR], FIVE, [1, 2, 3, 5, 6]),
    ("one is unreadable; it is moved a little", awaited(5), [FOUR + " ?@160,95"], FIVE, [1, 2, 3, 5, 6]),
    ("one is unreadable; it can be read after all", awaited(5), [FOUR + " ?@170,90"], FIVE, [1, 2, 3, 5, 6]),
    (
        "one was not picked up; it is rolled too",
        awaited(5, lying=OLD),
        ["1@30,30 2@80,40 3@120,150 5@60,200 6@100,230", FOUR],
        FIVE,
        [1, 2, 3, 5, 6],
    ),
    (
        "a sixth lay there; it is taken out",
        awaited(5, lying=OLD + " 3@240,200"),
        [FIVE + " 3@240,200"],
        FIVE,
        [1, 2, 3, 5, 6],
    ),
    (
        "six were rolled; one goes, five are rolled",
        awaited(5),
        [FIVE + " 6@200,200", FIVE, ""],
        "1@130,30 1@180,40 1@20,150 1@160,200 1@70,90",
        [1, 1, 1, 1, 1],
    ),
    (
        "kept knocked over; it is turned back",
        KEPT2,
        ["2@52,130 4@90,90 1@30,30 5@170,90 6@60,200"],
        "4@50,131 4@90,90 1@30,30 5@170,90 6@60,200",
        [1, 5, 6],
    ),
    (
        "kept in the hand; laid into the lane",
        KEPT2,
        ["1@30,30 5@170,90 6@60,200", "4@240,20 1@30,30 5@170,90 6@60,200"],
        "4@240,20 4@240,50 1@30,30 5@170,90 6@60,200",
        [1, 5, 6],
    ),
    (
        "kept rolled too; laid into the lane, the rest rolled again",
        KEPT2,
        ["4@90,90 1@30,30 5@170,190 6@60,200 3@200,250", "4@90,90 4@240,30"],
        "4@90,90 4@240,30 2@20,20 2@150,30 2@200,200",
        [2, 2, 2],
    ),
    (
        "kept followed into the lane, then the roll",
        KEPT2,
        ["4@240,20 4@240,50 1@150,40 2@140,200 6@100,230", "4@240,20 4@240,50"],
        "4@240,20 4@240,50 4@30,30 5@170,90 6@60,200",
        [4, 5, 6],
    ),
    (
        "one that counted was knocked over; it is turned back",
        ONE_LEANS,
        ["6@35,40 2@80,40 3@120,150 5@60,200 6@170,90"],
        "1@36,41 2@80,40 3@120,150 5@60,200 6@170,90",
        [1, 2, 3, 5, 6],
    ),
    (
        "two lean, one after the other",
        awaited(5),
        ["1@30,30 2@80,40 3@120,150 /@5,200 /@5,90", "1@30,30 2@80,40 3@120,150 5@60,200 /@90,5"],
        FIVE,
        [1, 2, 3, 5, 6],
    ),
    ("a d12 lay among them", awaited(5), [FIVE + " d12:11@200,200"], FIVE, [1, 2, 3, 5, 6]),
    ("too dark at first", awaited(5), [FOUR], FIVE, [1, 2, 3, 5, 6]),
]


@pytest.mark.parametrize("story, waits, before, last, values", STORIES, ids=[case[0] for case in STORIES])
def test_after_the_remedy_the_roll_counts(
    story: str, waits: Awaited, before: list[str], last: str, values: list[int]
) -> None:
    for words in before:
        problems: list[ProblemKind] = ["dark"] if "dark" in story else []
        verdict = judge(waits, reading(words, *problems))
        assert not isinstance(verdict, Accepted)
        waits = verdict.awaited
    picture = reading(last)
    assert rolled(judge(waits, picture), picture) == values


def test_six_were_rolled_and_one_is_taken_out_is_not_a_roll() -> None:
    verdict = judge(awaited(5), reading(FIVE + " 6@200,200"))
    assert isinstance(verdict, Asked)
    assert isinstance(judge(verdict.awaited, reading(FIVE)), Waiting), "nobody may choose which die goes"


def test_a_turned_die_is_not_taken_for_a_roll_after_a_remedy() -> None:
    """While the leaning die is rolled again somebody makes a 1 into a 6, in its place or a little aside."""
    for turned in ("6@30,30", "6@33,36", "6@60,50"):
        seen = reading(f"{turned} 2@80,40 3@120,150 5@60,200 6@170,90")
        assert isinstance(judge(ONE_LEANS, seen), Asked)


def test_a_misread_die_that_comes_back_in_its_place_was_not_rolled() -> None:
    """One reading missed a die; in the next it is there again."""
    waits = awaited(5, lying=OLD)
    verdict = judge(waits, reading("4@40,120 4@90,90 1@150,40 2@140,200"))
    assert isinstance(verdict, Waiting)
    assert isinstance(judge(verdict.awaited, reading(OLD)), Waiting)


places = st.tuples(st.integers(8, 205), st.integers(8, 252))
lane = st.tuples(st.integers(226, 252), st.integers(8, 252))
shown = st.sampled_from("111222333444555666/?#")
table_of_dice = st.lists(st.tuples(shown, places | lane), max_size=7).map(
    lambda dice: " ".join(f"{value}@{x},{y}" for value, (x, y) in dice)
)
sure_dice = st.lists(st.tuples(st.sampled_from("123456"), places | lane), max_size=5).map(
    lambda dice: " ".join(f"{value}@{x},{y}" for value, (x, y) in dice)
)


@settings(max_examples=300, deadline=None)
@given(sure_dice, st.lists(table_of_dice, min_size=1, max_size=4), st.integers(0, 2**31))
def test_whatever_lies_there_a_roll_that_counts_is_exactly_what_is_seen(
    before: str, pictures: list[str], seed: int
) -> None:
    """The right number of dice, each read for certain; with the kept they are all the dice in the tray."""
    lay = spots(before)
    kept = lay[: random.Random(seed).randint(0, min(4, len(lay)))]
    waits = Awaited(RollWanted("d6", 5 - len(kept)), kept, lay[len(kept) :])
    for words in pictures:
        seen = reading(words)
        verdict = judge(waits, seen)
        counted = verdict if isinstance(verdict, Accepted) else getattr(verdict, "yes", None)
        if counted is not None:
            used = [*counted.rolled, *counted.kept]
            assert sorted(used) == list(range(len(seen.dice)))
            assert len(counted.rolled) == waits.wanted.count
            assert all(seen.dice[index].status == "ok" for index in used)
            assert Counter(seen.dice[index].value for index in counted.kept) == Counter(
                one.value for one in kept
            )
        if isinstance(verdict, Accepted):
            return
        waits = verdict.awaited
        assert tuple(one.value for one in waits.kept) == tuple(one.value for one in kept)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("123456"), places), min_size=5, max_size=5, unique_by=lambda d: d[1])
)
def test_dice_that_nobody_touched_are_never_a_roll(dice: list[tuple[str, tuple[int, int]]]) -> None:
    words = " ".join(f"{value}@{x},{y}" for value, (x, y) in dice)
    assert isinstance(judge(awaited(5, lying=words), reading(words)), Waiting)
