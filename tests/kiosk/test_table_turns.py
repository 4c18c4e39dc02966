"""The table during a turn: rolls become moves, dice are kept, photographs stay with their numbers."""

from __future__ import annotations

import pytest
from table_sitting import FIRST, Sitting, greys, moves, shown

from kiosk.events import StateSeen
from rules import Keep, Roll, Score
from rules.yatzy import FieldScored


def test_a_settled_roll_becomes_a_move_by_itself(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    assert shown(table) == [1, 4, 4, 6, 2]
    assert moves(table) == [Roll((1, 4, 4, 6, 2))]
    assert table.steps[-1].source == "camera"


def test_every_number_stands_beside_its_photograph(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    assert greys(table) == shown(table)


def test_kept_dice_stay_in_their_places_with_their_photographs(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    photographs = [die.crop for die in table.dice]
    table.hold(1)
    table.hold(2)
    table.keep()
    assert [die.rolled for die in table.dice] == [False, True, True, False, False]
    sitting.roll("4@40,120 4@90,90 3@20,200 5@150,30 6@170,170")
    assert shown(table) == [3, 4, 4, 5, 6]
    assert table.dice[1].crop is photographs[1]
    assert greys(table) == shown(table)
    assert moves(table)[1:] == [Keep((4, 4)), Roll((3, 5, 6))]


def test_dice_laid_into_the_lane_are_proposed_as_kept(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    sitting.see("4@240,20 1@30,30 4@240,50 6@150,200 2@160,60")
    assert [die.kept for die in table.dice] == [False, True, True, False, False]
    sitting.see("4@240,20 1@30,30 4@90,90 6@150,200 2@160,60")
    assert [die.kept for die in table.dice] == [False, True, False, False, False]


def test_a_press_overrules_the_lane(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    sitting.see("4@240,20 1@30,30 4@90,90 6@150,200 2@160,60")
    table.hold(1)
    sitting.see("4@240,20 1@30,30 4@90,90 6@150,200")
    assert not any(die.kept for die in table.dice)


def test_dice_that_were_kept_are_proposed_again_but_not_after_the_last_roll(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.keep()
    sitting.roll("4@40,120 1@130,30 4@190,90 6@50,200 2@60,60")
    assert [die.value for die in table.dice if die.kept] == [4]
    table.keep()
    sitting.roll("4@40,120 5@130,130 5@190,190 5@50,230 5@60,20")
    assert not any(die.kept for die in table.dice)
    table.hold(0)
    assert not any(die.kept for die in table.dice)


def test_the_turn_just_written_can_be_shown_until_the_next_roll(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    assert table.last is not None
    assert (table.last.seat, table.last.told(FieldScored)) == (0, FieldScored(17, "chance"))
    assert [die.value for die in table.last.dice] == [1, 4, 4, 6, 2]
    assert table.dice == ()
    sitting.roll("4@140,120 1@130,130 4@190,90 6@50,200 2@60,60")
    assert table.last is None


def test_a_refused_move_says_why_and_changes_nothing(sitting: Sitting) -> None:
    table = sitting.begin()
    table.play(Score("chance"))
    assert table.notice
    assert moves(table) == []
    sitting.roll(FIRST)
    for index in range(5):
        table.hold(index)
    table.keep()
    assert table.notice
    assert moves(table) == [Roll((1, 4, 4, 6, 2))]


def test_the_dice_of_the_last_turn_are_not_the_next_roll(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    sitting.see(FIRST)
    assert len(moves(table)) == 2
    assert table.advice is None


def test_advice_stays_until_it_is_done(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll("4@40,120 1@30,30 4@90,90 6@150,200 /@5,60")
    assert table.advice is not None
    assert (table.advice.kind, table.advice.marks) == ("leaning", ((5.0, 60.0),))
    sitting.see("4@40,120 1@30,30 4@90,90 6@150,200")
    assert table.advice is not None
    sitting.roll(FIRST)
    assert table.advice is None
    assert shown(table) == [1, 4, 4, 6, 2]


@pytest.mark.parametrize("kind", ["dark", "bright"])
def test_no_view_is_said_and_what_was_said_before_comes_back(sitting: Sitting, kind: str) -> None:
    table = sitting.begin()
    sitting.roll("4@40,120 1@30,30 4@90,90 6@150,200")
    table.take(StateSeen("fault", kind))
    assert table.advice is not None
    assert table.advice.kind == kind
    table.take(StateSeen("settling"))
    assert table.advice.kind == "too_few"


def test_a_roll_off_takes_one_die_a_seat(sitting: Sitting) -> None:
    table = sitting.begin(2, roll_off=True)
    sitting.roll("3@40,120")
    assert shown(table) == [3]
    sitting.see("3@40,120")
    assert len(moves(table)) == 1
    sitting.roll("5@100,120")
    assert table.match is not None
    assert table.match.player == 1
