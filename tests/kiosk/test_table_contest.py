"""A reading that somebody contests, in every game: rolled again, or set by button and marked."""

from __future__ import annotations

import pytest
from table_sitting import FIRST, Sitting, greys, moves, shown

from rules import Bank, Keep, Roll, Score

SIX = "1@20,120 2@50,30 3@90,90 4@120,200 5@150,60 6@190,150"


def stars(sitting: Sitting) -> list[int]:
    return [die.value for die in sitting.table.dice if die.read is not None]


def sources(sitting: Sitting) -> list[str]:
    return [step.source for step in sitting.table.steps]


def test_without_a_roll_there_is_nothing_to_contest(sitting: Sitting) -> None:
    table = sitting.begin()
    assert table.contested == ()
    table.correct([1])
    table.roll_again()
    assert moves(table) == []


@pytest.mark.parametrize("game", ["thirty", "ten_thousand", "farkle"])
def test_a_value_is_set_and_marked(sitting: Sitting, game: str) -> None:
    table = sitting.begin(2, game, roll_off=False)
    sitting.roll(SIX)
    assert [doubted.die.value for doubted in table.contested] == [1, 2, 3, 4, 5, 6]
    table.correct([1, 2, 3, 4, 5, 1])
    assert moves(table) == [Roll((1, 2, 3, 4, 5, 1))]
    assert (sources(sitting), stars(sitting)) == (["button"], [1])
    assert greys(table) == [1, 2, 3, 4, 5, 6], "the photographs are those of the reading"
    assert table.screen == game


def test_the_camera_goes_on_seeing_what_it_sees(sitting: Sitting) -> None:
    """What was set stays set, although the camera reads the die as before: kept, it is no die that was turned."""
    table = sitting.begin()
    sitting.roll(FIRST)
    table.correct([1, 4, 4, 5, 2])
    sitting.see(FIRST)
    assert (shown(table), table.advice) == ([1, 4, 4, 5, 2], None)
    table.hold(3)
    table.keep()
    sitting.roll("6@150,200 3@20,20 3@60,60 2@90,150 1@190,40")
    assert table.advice is None
    assert moves(table)[1:] == [Keep((5,)), Roll((3, 3, 2, 1))]
    assert stars(sitting) == [5]


def test_only_the_dice_of_the_last_roll_are_contested(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.mark(Keep((4, 4)))
    table.keep()
    sitting.roll("4@40,120 4@90,90 6@150,30 3@20,20 3@60,200")
    assert [(doubted.die.value, doubted.rolled) for doubted in table.contested] == [
        (3, True),
        (4, False),
        (4, False),
        (3, True),
        (6, True),
    ]
    table.correct([3, 3, 1])
    assert shown(table) == [3, 4, 4, 3, 1]
    assert moves(table) == [Roll((1, 4, 4, 6, 2)), Keep((4, 4)), Roll((3, 3, 1))]


def test_a_turn_that_a_wrong_reading_has_ended_goes_on(sitting: Sitting) -> None:
    table = sitting.begin(2, "farkle", roll_off=False)
    sitting.roll("2@20,120 2@50,30 3@90,90 4@120,200 6@150,60 6@190,150")
    assert table.match is not None
    assert table.match.player == 1
    table.correct([2, 2, 3, 4, 6, 1])
    assert table.match is not None
    assert (table.match.player, shown(table)) == (0, [2, 2, 3, 4, 6, 1])
    assert stars(sitting) == [1]


def test_what_was_decided_on_a_wrong_reading_is_taken_back(sitting: Sitting) -> None:
    table = sitting.begin(2, "farkle", roll_off=False)
    sitting.roll("1@20,120 1@50,30 1@90,90 5@120,200 5@150,60 5@190,150")
    table.play(Keep((1, 1, 1, 5, 5, 5)))
    table.play(Bank())
    assert table.match is not None
    assert table.match.scores[0] > 0
    table.correct([1, 1, 1, 5, 5, 6])
    assert table.match is not None
    assert (table.match.player, table.match.scores) == (0, (0, 0))
    assert moves(table) == [Roll((1, 1, 1, 5, 5, 6))]


def test_the_result_can_be_contested_too(sitting: Sitting) -> None:
    table = sitting.table
    sheets = [{"ones": 3}]
    full = {"game": "yatzy", "players": ["A"], "position": {"sheets": sheets}}
    table._play.open(full, "en")
    for turn in range(14):
        aside = turn % 2 * 20
        sitting.roll(
            f"1@{40 + aside},120 1@{30 + aside},30 3@{90 + aside},90 4@{150 + aside},200 6@{160 + aside},60"
        )
        assert table.match is not None
        table.play(next(move for move in table.match.expect.choose if isinstance(move, Score)))
        sitting.see("")
    assert table.screen == "result"
    table.correct([1, 2, 3, 4, 5])
    assert table.match is not None
    assert not table.match.over
    assert table.screen == "yatzy"


def test_rolled_again_the_dice_that_lie_there_do_not_count(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.roll_again()
    assert (moves(table), table.advice) == ([], None)
    sitting.see(FIRST)
    assert moves(table) == []
    sitting.see("")
    sitting.roll("3@40,20 3@130,30 3@190,90 6@150,120 2@60,220")
    assert moves(table) == [Roll((3, 2, 3, 6, 3))]
    assert sources(sitting) == ["camera"]


def test_a_turn_that_is_played_again_is_contested_no_more(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    table.dispute()
    assert table.contested == ()


def test_it_all_survives_a_restart(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.correct([1, 4, 4, 5, 2])
    again = sitting.again()
    assert (shown(again), sources(sitting), stars(sitting)) == ([1, 4, 4, 5, 2], ["button"], [5])
    sitting.see(FIRST)
    assert again.advice is None
