"""What the referee asks for, and what yes means."""

from __future__ import annotations

import pytest
from dice_words import reading
from referee_cases import BLACK, FIVE, FOUR, KEPT2, OLD, ONE_LEANS, awaited, black, rolled, white

from kiosk.referee.case import Asked, Awaited
from kiosk.referee.judge import judge
from vision.reading import ProblemKind

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
