"""When a roll counts, and when the referee only waits."""

from __future__ import annotations

import pytest
from dice_words import reading
from referee_cases import BLACK, FIVE, KEPT2, OLD, awaited, black, rolled, white

from kiosk.referee.case import Awaited, Waiting
from kiosk.referee.judge import judge

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
