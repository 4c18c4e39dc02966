"""What the referee says, situation by situation.

How a situation is written: see `dice_words`.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from dice_words import reading, spots
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.referee.case import Accepted, Asked, Awaited, Waiting
from kiosk.referee.judge import judge
from rules import RollWanted
from vision.reading import ProblemKind, Reading


def awaited(count: int, kept: str = "", lying: str = "", standing: str = "") -> Awaited:
    return Awaited(RollWanted("d6", count), spots(kept), spots(lying), spots(standing))


def white(count: int, beside: str = "", kept: str = "", lying: str = "") -> Awaited:
    """White dice are rolled; black ones lie there, and it does not matter what they show."""
    harmless = tuple(replace(one, value=None) for one in spots(beside))
    return Awaited(RollWanted("d6", count), spots(kept), spots(lying), beside=harmless)


def black(count: int, unused: str = "", used: str = "", lying: str = "", standing: str = "") -> Awaited:
    """Black dice are rolled; unused white ones must stay as they are, used ones may do as they like."""
    harmless = tuple(replace(one, value=None) for one in spots(used))
    return Awaited(
        RollWanted("d12", count), (), spots(lying), spots(standing), beside=(*spots(unused), *harmless)
    )


def rolled(verdict: object, seen: Reading) -> list[int | None]:
    assert isinstance(verdict, Accepted), verdict
    return sorted(seen.dice[index].value or 0 for index in verdict.rolled)


FIVE = "1@30,30 2@80,40 3@120,150 5@60,200 6@170,90"
"""Five dice that were just thrown."""
BLACK = "d12:4@200,40 d12:7@200,130 d12:11@40,240"
"""Three black ones."""
OLD = "4@40,120 4@90,90 1@150,40 2@140,200 6@100,230"
"""Five that lay there before."""

ACCEPTED = [
    ("the first roll on an empty tray", awaited(5), FIVE, [1, 2, 3, 5, 6]),
    ("old dice were picked up", awaited(5, lying=OLD), FIVE, [1, 2, 3, 5, 6]),
    (
        "two kept, three rolled",
        awaited(3, "4@40,120 4@90,90", "1@150,40 2@140,200 6@100,230"),
        "4@40,120 4@91,90 1@30,30 5@170,90 6@60,200",
        [1, 5, 6],
    ),
    (
        "kept dice put into the lane",
        awaited(3, "4@40,120 4@90,90"),
        "4@240,20 4@240,50 1@30,30 5@170,90 6@60,200",
        [1, 5, 6],
    ),
    (
        "one of two kept in the lane, one where it lay",
        awaited(3, "4@40,120 2@90,90"),
        "4@240,20 2@90,90 1@30,30 5@170,90 6@60,200",
        [1, 5, 6],
    ),
    (
        "a rolled die jumped into the lane",
        awaited(4, "4@40,120"),
        "4@40,120 2@240,80 1@30,30 5@170,90 6@60,200",
        [1, 2, 5, 6],
    ),
    (
        "the same value was rolled as kept",
        awaited(4, "4@40,120"),
        "4@40,120 4@140,80 1@30,30 5@170,90 6@60,200",
        [1, 4, 5, 6],
    ),
    (
        "a kept die was pushed aside, nothing near it",
        awaited(2, "4@40,120 4@90,90 4@200,30"),
        "4@60,130 4@90,90 4@200,30 1@30,30 6@150,220",
        [1, 6],
    ),
    ("one die alone, in a roll-off", awaited(1, lying="3@100,100"), "3@60,60", [3]),
    ("six dice of another game", awaited(6), FIVE + " 6@200,200", [1, 2, 3, 5, 6, 6]),
    ("a beer mat lies about, but all dice are there", awaited(5), FIVE, [1, 2, 3, 5, 6]),
    ("a die on the café table counts for nothing", awaited(5), FIVE + " 6@-90,100", [1, 2, 3, 5, 6]),
    (
        "the leaning die was rolled again",
        awaited(5, standing="1@30,30 2@80,40 3@120,150 5@60,200", lying="/@5,90"),
        FIVE,
        [1, 2, 3, 5, 6],
    ),
    (
        "and it pushed one that stood alone",
        awaited(5, standing="1@30,30 2@80,40 3@120,150 5@50,220", lying="/@5,90"),
        FIVE,
        [1, 2, 3, 5, 6],
    ),
    (
        "the superfluous die was taken out",
        awaited(5, standing=FIVE, lying="4@200,200"),
        FIVE,
        [1, 2, 3, 5, 6],
    ),
    ("three black dice on an empty tray", black(3), BLACK, [4, 7, 11]),
    ("one black die as a new target", black(1), "d12:12@90,90", [12]),
    (
        "three black dice, the unused white one where it lay",
        black(3, "3@30,30"),
        BLACK + " 3@30,30",
        [4, 7, 11],
    ),
    ("the unused white one was pushed by them", black(3, "3@30,30"), BLACK + " 3@55,40", [4, 7, 11]),
    ("the unused white one was put into the lane", black(3, "3@30,30"), BLACK + " 3@240,40", [4, 7, 11]),
    ("the unused white one was taken out", black(3, "3@30,30"), BLACK, [4, 7, 11]),
    (
        "used white dice lie about and were knocked over",
        black(3, "3@30,30", "2@60,200 5@90,220"),
        BLACK + " 3@30,30 6@61,200 1@95,210",
        [4, 7, 11],
    ),
    (
        "used white dice were taken out",
        black(3, "3@30,30", "2@60,200 5@90,220"),
        BLACK + " 3@30,30",
        [4, 7, 11],
    ),
    (
        "the unused white one cannot be read just now",
        black(3, "3@30,30"),
        BLACK + " ?@30,30",
        [4, 7, 11],
    ),
    (
        "two unused white dice changed places with each other's neighbours",
        black(3, "3@30,30 6@60,30"),
        BLACK + " 6@45,50 3@50,30",
        [4, 7, 11],
    ),
    (
        "the black dice still lie there",
        white(5, BLACK),
        FIVE + " " + BLACK,
        [1, 2, 3, 5, 6],
    ),
    (
        "the white roll turned a black die over: the table remembers it",
        white(5, BLACK),
        FIVE + " d12:4@200,40 d12:9@205,130 d12:11@40,240",
        [1, 2, 3, 5, 6],
    ),
    ("the black dice were taken out", white(5, BLACK), FIVE, [1, 2, 3, 5, 6]),
    (
        "used white dice stay while the unused are rolled again",
        white(2, "", "5@240,40 6@240,80 4@240,120", "3@30,30 2@60,60"),
        "5@240,40 6@240,80 4@240,120 1@100,100 6@150,180",
        [1, 6],
    ),
    (
        "the leaning black die was rolled again",
        black(3, standing="d12:4@200,40 d12:7@200,130", lying="d12:/@250,250"),
        BLACK,
        [4, 7, 11],
    ),
    (
        "a die to be rolled was seen gone and landed near its place",
        awaited(1, "4@40,120 4@90,90 1@150,40 2@140,200"),
        "4@40,120 4@90,90 1@150,40 2@140,200 6@103,230",
        [6],
    ),
]


@pytest.mark.parametrize("story, waits, seen, values", ACCEPTED, ids=[case[0] for case in ACCEPTED])
def test_a_roll_that_is_in_order_counts(story: str, waits: Awaited, seen: str, values: list[int]) -> None:
    picture = reading(seen, *(["foreign"] if "mat" in story else []))
    assert rolled(judge(waits, picture), picture) == values


KEPT2 = awaited(3, "4@40,120 4@90,90", "1@150,40 2@140,200 6@100,230")
WAITING = [
    ("nothing has happened", awaited(5, lying=OLD), OLD),
    ("an empty tray", awaited(5, lying=OLD), ""),
    ("some dice picked up", awaited(5, lying=OLD), "4@90,90 1@150,40 6@100,230"),
    ("some picked up, another brushed aside", awaited(5, lying=OLD), "4@90,90 1@160,75 6@100,230"),
    ("all but the kept in the hand", KEPT2, "4@40,120 4@90,90"),
    ("the kept put into the lane, the rest in the hand", KEPT2, "4@240,20 4@240,50"),
    ("the kept pushed together, the rest still lies", KEPT2, "4@20,20 4@20,40 1@150,40 2@140,200 6@100,230"),
    ("a kept die lifted", KEPT2, "4@90,90 1@150,40 2@140,200 6@100,230"),
    ("everything in the hand", KEPT2, ""),
    (
        "the leaning die still leans",
        awaited(5, standing="1@30,30 2@80,40 3@120,150 5@60,200", lying="/@5,90"),
        "1@30,30 2@80,40 3@120,150 5@60,200 /@5,90",
    ),
    (
        "the leaning die is in the hand",
        awaited(5, standing="1@30,30 2@80,40 3@120,150 5@60,200", lying="/@5,90"),
        "1@30,30 2@80,40 3@120,150 5@60,200",
    ),
    ("a kept die cannot be read under the hand's shadow", KEPT2, "?@40,120 4@90,90"),
]


@pytest.mark.parametrize("story, waits, seen", WAITING, ids=[case[0] for case in WAITING])
def test_picking_up_dice_is_no_mistake(story: str, waits: Awaited, seen: str) -> None:
    assert isinstance(judge(waits, reading(seen)), Waiting)


FOUR = "1@30,30 2@80,40 3@120,150 5@60,200"
ONE_LEANS = awaited(5, standing=FOUR, lying="/@5,90")
ASKED = [
    ("one on the floor", awaited(5, lying=OLD), FOUR, "too_few", []),
    ("one on the café table", awaited(5), FOUR + " 6@-90,100", "too_few", []),
    ("one under a beer mat", awaited(5), FOUR, "foreign", []),
    ("one leans", awaited(5, lying=OLD), FOUR + " /@5,90", "leaning", [(5, 90)]),
    ("two lean", awaited(5), "1@30,30 2@80,40 3@120,150 /@5,200 /@5,90", "leaning", [(5, 200), (5, 90)]),
    ("one cannot be read", awaited(5), FOUR + " ?@170,90", "unsure", [(170, 90)]),
    ("one is covered", awaited(5), FOUR + " #@170,90", "covered", [(170, 90)]),
    (
        "leaning comes before unreadable",
        awaited(5),
        "1@30,30 2@80,40 3@120,150 ?@60,200 /@5,90",
        "leaning",
        [(5, 90)],
    ),
    (
        "a kept die lies there and cannot be read",
        KEPT2,
        "?@40,120 4@90,90 1@30,30 5@170,90 6@60,200",
        "unsure",
        [(40, 120)],
    ),
    ("dice on each other", awaited(5), "1@30,30 2@50,45 3@120,150 5@60,200", "stacked", [(30, 30), (50, 45)]),
    (
        "six were rolled",
        awaited(5, lying=OLD),
        FIVE + " 6@200,200",
        "too_many",
        [(30, 30), (80, 40), (120, 150), (60, 200), (170, 90), (200, 200)],
    ),
    (
        "a sixth lay there all the time",
        awaited(5, lying=OLD + " 3@240,200"),
        FIVE + " 3@240,200",
        "extra",
        [(240, 200)],
    ),
    ("a d12 among them", awaited(5), FIVE + " d12:11@200,200", "wrong_kind", [(200, 200)]),
    ("a black die instead of a white one", white(6), FIVE + " d12:11@200,200", "wrong_kind", [(200, 200)]),
    (
        "a fourth black die besides the three that lay there",
        white(5, BLACK),
        FIVE + " " + BLACK + " d12:2@150,220",
        "wrong_kind",
        [(150, 220)],
    ),
    (
        "white dice where black ones are wanted",
        black(3),
        "1@30,30 2@80,40 3@120,150",
        "wrong_kind",
        [(30, 30), (80, 40), (120, 150)],
    ),
    (
        "a white die among the black",
        black(3),
        "d12:4@200,40 d12:7@200,130 5@80,80",
        "wrong_kind",
        [(80, 80)],
    ),
    (
        "a white one too many among the black",
        black(3, "3@30,30"),
        BLACK + " 3@30,30 5@80,80",
        "wrong_kind",
        [(80, 80)],
    ),
    ("a black one on the floor", black(3), "d12:4@200,40 d12:7@200,130", "too_few", []),
    ("a black one leans", black(3), "d12:4@200,40 d12:7@200,130 d12:/@250,100", "leaning", [(250, 100)]),
    (
        "a black one cannot be read",
        black(3),
        "d12:4@200,40 d12:7@200,130 d12:?@40,240",
        "unsure",
        [(40, 240)],
    ),
    (
        "four black dice were rolled",
        black(3),
        BLACK + " d12:2@150,220",
        "too_many",
        [(200, 40), (200, 130), (40, 240), (150, 220)],
    ),
    (
        "one black die was not picked up",
        black(3, lying="d12:4@200,40 d12:1@90,20"),
        "d12:4@200,40 d12:7@200,130 d12:11@40,240",
        "not_rolled",
        [(200, 40)],
    ),
    (
        "the black dice turned the unused white one over",
        black(3, "3@30,30"),
        BLACK + " 5@33,30",
        "turned",
        [(33, 30)],
    ),
    (
        "it shows what a used one showed, and that one what it showed",
        black(3, "3@30,30", "5@200,200"),
        BLACK + " 5@33,30 3@200,200",
        "turned",
        [(33, 30)],
    ),
    (
        "the unused white one leans on a black die",
        black(3, "3@30,30"),
        BLACK + " /@33,30",
        "turned",
        [(33, 30)],
    ),
    (
        "a used white die was rolled with the unused ones",
        white(2, "", "5@240,40 6@240,80", "3@30,30 2@60,60"),
        "6@240,80 1@100,100 6@150,180 4@60,220",
        "kept_rolled",
        [],
    ),
    (
        "one was not picked up",
        KEPT2,
        "4@40,120 4@90,90 1@30,30 5@170,120 6@100,230",
        "not_rolled",
        [(100, 230)],
    ),
    (
        "one was only brushed",
        KEPT2,
        "4@40,120 4@90,90 1@30,30 5@170,120 6@103,233",
        "not_rolled",
        [(103, 233)],
    ),
    (
        "one was turned where it lay",
        KEPT2,
        "4@40,120 4@90,90 1@30,30 5@170,120 3@101,230",
        "not_rolled",
        [(101, 230)],
    ),
    (
        "a kept die was knocked over in the lane, and its value was rolled",
        awaited(3, "4@240,120 4@240,60"),
        "2@240,136 4@240,60 4@30,30 5@170,90 6@60,200",
        "kept_turned",
        [(240, 136)],
    ),
    (
        "a kept die was knocked over",
        KEPT2,
        "2@52,130 4@90,90 1@30,30 5@170,90 6@60,200",
        "kept_turned",
        [(52, 130)],
    ),
    (
        "a kept die was turned by hand",
        KEPT2,
        "5@40,120 4@90,90 1@30,30 5@170,90 6@60,200",
        "kept_turned",
        [(40, 120)],
    ),
    ("a kept die leans now", KEPT2, "/@45,125 4@90,90 1@30,30 5@170,90 6@60,200", "kept_turned", [(45, 125)]),
    ("a kept die still in the hand", KEPT2, "4@90,90 1@30,30 5@170,90 6@60,200", "kept_missing", []),
    ("both kept in the hand", KEPT2, "1@30,30 5@170,90 6@60,200", "kept_missing", []),
    ("a kept die was rolled too", KEPT2, "4@90,90 1@30,30 5@170,190 6@60,200 3@200,250", "kept_rolled", []),
    (
        "a kept die moved, and another lies where it lay",
        KEPT2,
        "4@60,130 4@90,90 1@45,110 5@170,90 6@60,200",
        "kept_moved",
        [(60, 130)],
    ),
    (
        "a kept die is somewhere else",
        KEPT2,
        "4@200,200 4@90,90 1@30,30 5@170,90 6@60,200",
        "kept_moved",
        [(200, 200)],
    ),
    (
        "a kept die is somewhere else and one leans",
        KEPT2,
        "4@200,200 4@90,90 1@30,30 5@170,90 /@5,200",
        "leaning",
        [(5, 200)],
    ),
    ("a kept die is in the hand and one on the floor", KEPT2, "4@90,90 1@30,30 5@170,90", "too_few", []),
    (
        "the leaning die knocked one over that counted",
        ONE_LEANS,
        "6@35,40 2@80,40 3@120,150 5@60,200 6@170,90",
        "turned",
        [(35, 40)],
    ),
    (
        "one that counted was turned by hand meanwhile",
        ONE_LEANS,
        "6@30,30 2@80,40 3@120,150 5@60,200 6@170,90",
        "turned",
        [(30, 30)],
    ),
    (
        "all were rolled again",
        ONE_LEANS,
        "6@190,20 6@150,60 6@200,200 6@20,240 6@120,250",
        "rolled_again",
        None,
    ),
    (
        "one more than asked was rolled again",
        ONE_LEANS,
        "4@200,200 2@80,40 3@120,150 5@60,200 6@170,90",
        "rolled_again",
        None,
    ),
    ("the one rolled again leans once more", ONE_LEANS, FOUR + " /@100,5", "leaning", [(100, 5)]),
    (
        "the one rolled again fell down",
        awaited(5, standing="1@30,30 2@80,40 3@120,150", lying="/@5,90 /@5,200"),
        "1@30,30 2@80,40 3@120,150 6@170,90",
        "too_few",
        [],
    ),
]


@pytest.mark.parametrize("story, waits, seen, kind, marks", ASKED, ids=[case[0] for case in ASKED])
def test_what_is_not_in_order_is_asked_for(
    story: str, waits: Awaited, seen: str, kind: str, marks: list[tuple[float, float]] | None
) -> None:
    problems: list[ProblemKind] = (
        ["foreign"] if "mat" in story else ["stacked"] if "each other" in story else []
    )
    verdict = judge(waits, reading(seen, *problems))
    assert isinstance(verdict, Asked), verdict
    assert verdict.advice.kind == kind
    if marks is not None:
        assert sorted(verdict.advice.marks) == sorted(marks)


@pytest.mark.parametrize("problem", ["dark", "hand", "markers"])
def test_without_a_clear_view_nothing_is_judged(problem: ProblemKind) -> None:
    verdict = judge(ONE_LEANS, reading(FIVE, problem))
    assert isinstance(verdict, Asked)
    assert verdict.advice.kind == problem
    assert verdict.awaited == ONE_LEANS


def test_without_markers_there_are_no_places() -> None:
    verdict = judge(awaited(5), reading("", tray=False))
    assert isinstance(verdict, Asked)
    assert verdict.advice.kind == "markers"


# Stories of several readings: each remedy, and what counts after it.

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


def test_yes_to_the_question_counts_what_lies_there() -> None:
    seen = reading("4@200,200 4@90,90 1@30,30 5@170,90 6@60,200")
    verdict = judge(KEPT2, seen)
    assert isinstance(verdict, Asked)
    assert verdict.advice.question
    assert rolled(verdict.yes, seen) == [1, 5, 6]
    assert verdict.yes is not None
    assert [seen.dice[index].value for index in verdict.yes.kept] == [4, 4]


def test_only_questions_can_be_answered() -> None:
    for _, waits, seen, *_ in ASKED:
        verdict = judge(waits, reading(seen))
        if isinstance(verdict, Asked) and verdict.yes is not None:
            assert verdict.advice.question


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
