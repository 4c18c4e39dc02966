"""What the table asks, and what counts as yes and as no."""

from __future__ import annotations

from pathlib import Path

from table_sitting import FIRST, Sitting, greys, moves, shown

from kiosk.events import Failed, Healed, StateSeen
from rules import Keep, Roll, Score


def test_a_question_is_answered_by_confirm(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.keep()
    sitting.roll("4@200,20 1@130,30 5@20,90 6@50,200 2@60,60")
    assert table.advice is not None
    assert table.advice.kind == "kept_moved"
    table.take(StateSeen("hand"))
    table.agree()
    assert len(moves(table)) == 2, "a hand is changing what was asked about"
    table.take(StateSeen("settled"))
    table.agree()
    assert moves(table)[2:] == [Roll((5, 6, 2, 1))]
    assert sorted(shown(table)) == [1, 2, 4, 5, 6]
    assert greys(table)[1] == 4


def test_rolling_before_confirm_is_asked_about(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    sitting.see("4@240,20 4@240,50")
    sitting.roll("4@240,20 4@240,50 3@100,200 3@150,30 3@170,170")
    assert table.advice is not None
    assert (table.advice.kind, table.advice.params["values"]) == ("rolled_early", (4, 4))
    table.agree()
    assert moves(table)[1:] == [Keep((4, 4)), Roll((3, 3, 3))]
    assert shown(table) == [3, 4, 4, 3, 3]


def test_the_question_about_an_early_roll_follows_the_hold_buttons(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    sitting.see("4@240,20 4@240,50")
    sitting.roll("4@240,20 4@240,50 3@100,200 3@150,30 6@170,170")
    assert table.advice is not None
    table.hold(1)
    table.hold(3)
    assert table.advice.kind == "choose_first", "a 6 was not kept: it was rolled"
    table.agree()
    assert moves(table) == [Roll((1, 4, 4, 6, 2))]
    table.hold(1)
    table.hold(3)
    assert table.advice is not None
    table.agree()
    assert moves(table)[1:] == [Keep((4, 4)), Roll((3, 3, 6))]


def test_who_rolls_some_dice_without_marking_any_is_asked_about_those_left_lying(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    sitting.roll("4@40,120 1@120,30 4@90,90 6@150,60 5@30,200")
    assert table.advice is not None
    assert (table.advice.kind, table.advice.params["values"]) == ("rolled_early", (4, 4))
    assert set(table.advice.marks) == {(120, 30), (150, 60), (30, 200)}, "the dice that the question is about"
    assert [die.value for die in table.there] == [4, 4], "no value stands where no die shows it"
    table.agree()
    assert [die.value for die in table.there] == [5, 4, 4, 1, 6]
    assert moves(table)[1:] == [Keep((4, 4)), Roll((5, 1, 6))]
    assert greys(table) == [5, 4, 4, 1, 6]


def test_rolled_dice_that_may_not_be_rolled_on_with_are_spoken_of(sitting: Sitting) -> None:
    table = sitting.begin(2, "farkle", roll_off=False)
    sitting.roll("1@20,120 5@50,30 5@90,90 3@120,200 2@150,60 6@190,150")
    sitting.roll("1@20,30 5@60,30 5@90,190 3@120,200 2@150,60 4@190,70")
    assert table.advice is not None
    assert table.advice.kind == "choose_first", "a 2 and a 3 were left lying, which score nothing"
    assert len(moves(table)) == 1


def test_dice_taken_out_while_choosing_are_no_roll(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    sitting.roll("4@40,120 1@30,30")
    assert table.advice is None


def test_picking_up_the_dice_is_a_no(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.keep()
    sitting.roll("4@200,20 1@130,30 5@20,90 6@50,200 2@60,60")
    assert table.advice is not None
    sitting.see("")
    assert table.advice is None
    table.agree()
    assert len(moves(table)) == 2


def test_a_hand_in_the_picture_is_said_only_while_it_is_there(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll("4@40,120 1@30,30 4@90,90 6@150,200 /@5,60")
    sitting.see("4@40,120 1@30,30 4@90,90 6@150,200", "hand")
    assert table.advice is not None
    assert table.advice.kind == "hand"
    sitting.see("4@40,120 1@30,30 4@90,90 6@150,200 /@5,60")
    assert table.advice.kind == "leaning"


def test_dice_pushed_about_while_choosing_are_no_roll(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    table.take(StateSeen("rolling"))
    sitting.see("4@40,120 1@50,60 4@60,60 6@70,60 2@85,60")
    assert table.advice is None
    table.keep()
    sitting.see("4@40,120 1@50,60 4@60,60 6@70,60 2@85,60")
    assert moves(table) == [Roll((1, 4, 4, 6, 2)), Keep((4,))]
    assert table.advice is None


def test_a_die_turned_while_choosing_is_no_roll(sitting: Sitting) -> None:
    """Somebody sorts the dice, turns one, and presses CONFIRM: nothing was rolled."""
    table = sitting.begin()
    sitting.roll(FIRST)
    table.hold(1)
    sitting.see("4@40,120 6@50,60 4@60,60 6@75,60 2@90,60")
    table.keep()
    sitting.see("4@40,120 6@50,60 4@60,60 6@75,60 2@90,60")
    assert moves(table) == [Roll((1, 4, 4, 6, 2)), Keep((4,))]


def test_rolling_before_the_field_is_chosen_is_said(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    for where in (0, 15):
        table.hold(1) if where == 0 else None
        table.keep()
        sitting.roll(f"4@40,120 1@{130 + where},30 5@{20 + where},90 6@{50 + where},200 2@{80 + where},60")
    assert not table.may_keep
    sitting.roll("3@30,120 3@130,90 3@190,90 3@50,170 3@170,20")
    assert table.advice is not None
    assert table.advice.kind == "choose_first"
    table.play(Score("chance"))
    assert len(moves(table)) == 6
    sitting.see("3@30,120 3@130,90 3@190,90 3@50,170 3@170,20")
    assert len(moves(table)) == 6, "it was rolled before its turn"


def test_dice_found_after_a_restart_are_asked_about(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    table = sitting.again()
    sitting.see("3@30,120 3@130,90 3@190,90 3@50,170 3@170,20")
    assert table.advice is not None
    assert table.advice.kind == "found"
    assert len(moves(table)) == 2
    table.agree()
    assert moves(table)[2:] == [Roll((3, 3, 3, 3, 3))]


def test_the_dice_of_the_last_turn_are_known_after_a_restart(sitting: Sitting) -> None:
    sitting.begin()
    sitting.roll(FIRST)
    sitting.table.play(Score("chance"))
    table = sitting.again()
    sitting.see(FIRST)
    assert table.advice is None
    assert len(moves(table)) == 2


def test_while_the_camera_is_away_no_question_can_be_answered(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.begin()
    table = sitting.again()
    sitting.see(FIRST)
    assert table.advice is not None
    assert table.advice.question
    table.take(Failed("camera", "gone"))
    table.agree()
    assert moves(table) == [], "the dice may be other ones by now"
    table.take(Healed("camera"))
    table.agree()
    assert moves(table) == [], "nobody has looked yet"
    sitting.see(FIRST)
    table.agree()
    assert moves(table) == [Roll((1, 4, 4, 6, 2))]
