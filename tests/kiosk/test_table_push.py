"""A turn of a push game: what scores is proposed, people choose, the rules decide, the rest is rolled on with."""

from __future__ import annotations

import pytest
from table_sitting import Sitting, greys, moves, shown

from kiosk.events import StateSeen
from rules import Bank, Keep, Roll, Scored
from rules.farkle import Farkled
from rules.push import turn_of

FIRST = "1@20,120 5@50,30 5@90,90 3@120,200 2@150,60 6@190,150"
"""Left to right: 1 5 5 3 2 6."""
REST = "1@20,120 5@50,30 5@90,90 {}@100,30 {}@160,120 {}@60,220"
"""The 1 and the 5s lie as they lay; three dice rolled on, left to right at the sixth, fourth and fifth place."""


@pytest.fixture
def farkle(sitting: Sitting) -> Sitting:
    sitting.begin(2, "farkle", roll_off=False)
    sitting.roll(FIRST)
    return sitting


def kept(sitting: Sitting) -> list[int]:
    return [die.value for die in sitting.table.dice if die.kept]


def aside(sitting: Sitting) -> list[int]:
    return [die.value for die in sitting.table.dice if die.aside]


def points(sitting: Sitting) -> int:
    assert sitting.table.match is not None
    return turn_of(sitting.table.match).points


def test_what_is_worth_most_is_proposed(farkle: Sitting) -> None:
    assert kept(farkle) == [1, 5, 5]
    assert farkle.table.may_confirm
    assert moves(farkle.table) == [Roll((1, 5, 5, 3, 2, 6))], "nothing is done by itself"


def test_of_equals_the_fewest_dice_are_proposed(sitting: Sitting) -> None:
    sitting.begin(2, "farkle", roll_off=False)
    sitting.roll("3@20,120 3@50,30 3@90,90 3@120,200 3@150,60 1@190,150")
    assert kept(sitting) == [3, 3, 3, 3, 3, 1]
    sitting.table.keep()
    assert points(sitting) == 2100


def test_a_proposal_is_changed_by_hold(farkle: Sitting) -> None:
    farkle.table.hold(1)
    assert kept(farkle) == [1, 5]
    assert points(farkle) == 0
    farkle.table.keep()
    assert points(farkle) == 150


def test_who_lays_dice_into_the_lane_chooses_these_and_no_others(farkle: Sitting) -> None:
    farkle.see("1@240,20 5@50,30 5@90,90 3@120,200 2@150,60 6@190,150")
    assert kept(farkle) == [1]
    farkle.see("1@240,20 5@240,60 5@90,90 3@120,200 2@150,60 6@190,150")
    assert kept(farkle) == [1, 5]
    farkle.table.keep()
    assert moves(farkle.table)[1:] == [Keep((1, 5))]
    assert points(farkle) == 150


def test_what_was_chosen_by_hand_stays_when_more_comes_into_the_lane(farkle: Sitting) -> None:
    farkle.table.hold(1)
    farkle.table.hold(1)
    farkle.see("1@240,20 5@50,30 5@90,90 3@120,200 2@150,60 6@190,150")
    assert kept(farkle) == [1, 5, 5]


def test_dice_set_aside_stay_with_their_photographs_and_the_rest_is_rolled(farkle: Sitting) -> None:
    table = farkle.table
    table.keep()
    assert [die.rolled for die in table.dice] == [True, True, True, False, False, False]
    assert table.match is not None
    assert table.match.expect.roll is not None
    assert table.match.expect.roll.count == 3
    farkle.roll(REST.format(4, 5, 6))
    assert shown(table) == [1, 5, 5, 6, 4, 5]
    assert greys(table) == shown(table)
    assert aside(farkle) == [1, 5, 5]


def test_dice_set_aside_are_out_of_the_next_choice(farkle: Sitting) -> None:
    table = farkle.table
    table.keep()
    farkle.roll(REST.format(4, 5, 6))
    table.hold(0)
    farkle.see("1@20,120 5@240,30 5@90,90 4@100,30 5@160,120 6@60,220")
    assert aside(farkle) == [1, 5, 5]
    assert table.may_confirm
    table.keep()
    assert moves(table)[-1] == Keep((5,))
    assert points(farkle) == 250


def test_yellow_sets_aside_and_banks_in_one_press(farkle: Sitting) -> None:
    table = farkle.table
    table.bank()
    assert moves(table) == [Roll((1, 5, 5, 3, 2, 6))], "200 are not enough for the first points"
    assert table.notice == "The first points take 500 in one turn; this one has 200."
    table.keep()
    farkle.roll(REST.format(4, 4, 4))
    table.bank()
    assert moves(table)[-2:] == [Keep((4, 4, 4)), Bank()]
    assert table.match is not None
    assert table.match.scores == (600, 0)
    assert table.last is not None
    assert table.last.told(Scored) == Scored(600)
    assert [die.value for die in table.last.dice] == [1, 5, 5, 4, 4, 4]
    assert table.dice == ()


def test_yellow_banks_after_green_too_until_the_dice_are_rolled(farkle: Sitting) -> None:
    table = farkle.table
    table.keep()
    farkle.roll(REST.format(4, 4, 4))
    table.keep()
    table.bank()
    assert moves(table)[-1] == Bank()


def test_nothing_to_bank_is_said(sitting: Sitting) -> None:
    table = sitting.begin(2, "farkle", roll_off=False)
    table.bank()
    assert table.notice == "There is nothing to bank yet: first roll."


def test_a_roll_that_scores_nothing_is_kept_with_its_photographs(farkle: Sitting) -> None:
    table = farkle.table
    table.keep()
    farkle.roll(REST.format(2, 3, 4))
    assert table.match is not None
    assert table.match.player == 1
    assert table.dice == ()
    for seated in (table, farkle.again()):
        assert seated.last is not None
        assert (seated.last.seat, seated.last.told(Farkled)) == (0, Farkled(200))
        assert [die.value for die in seated.last.dice] == [1, 5, 5, 4, 2, 3]
        assert all(die.crop is not None for die in seated.last.dice)
    farkle.see(REST.format(2, 3, 4))
    assert len(moves(farkle.table)) == 3, "the dice of the last turn are no roll"


def test_after_all_six_none_stays(sitting: Sitting) -> None:
    table = sitting.begin(2, "ten_thousand")
    sitting.roll("1@20,120 2@50,30 3@90,90 4@120,200 5@150,60 6@190,150")
    assert len(kept(sitting)) == 6
    table.keep()
    assert kept(sitting) == []
    assert not any(die.rolled for die in table.dice)
    assert table.match is not None
    assert table.match.expect.roll is not None
    assert table.match.expect.roll.count == 6
    table.bank()
    assert table.notice == "All six are set aside: they must be rolled again."
    sitting.roll("1@40,120 2@70,30 2@90,190 4@120,40 4@150,160 6@190,50")
    assert shown(table) == [1, 2, 2, 4, 4, 6]
    assert points(sitting) == 1000


def test_what_may_not_be_set_aside_cannot_be_agreed_to(farkle: Sitting) -> None:
    table = farkle.table
    table.hold(3)
    assert not table.may_confirm
    table.keep()
    table.bank()
    assert len(moves(table)) == 1
    assert table.notice == "A 3 alone scores nothing; it takes at least three alike."


def test_rolling_on_before_green_is_asked_about(farkle: Sitting) -> None:
    table = farkle.table
    farkle.roll(REST.format(4, 5, 6))
    assert table.advice is not None
    assert (table.advice.kind, table.advice.params["values"]) == ("rolled_early", (1, 5, 5))
    table.agree()
    assert moves(table)[1:] == [Keep((1, 5, 5)), Roll((6, 4, 5))]
    assert aside(farkle) == [1, 5, 5]


def test_rolling_all_six_again_before_green_is_asked_about(sitting: Sitting) -> None:
    table = sitting.begin(2, "ten_thousand")
    sitting.roll("1@20,120 2@50,30 3@90,90 4@120,200 5@150,60 6@190,150")
    sitting.roll("1@40,120 2@70,30 2@90,190 4@120,40 4@150,160 6@190,50")
    assert table.advice is not None
    assert table.advice.kind == "rolled_early"
    table.agree()
    assert moves(table)[1:] == [Keep((1, 2, 3, 4, 5, 6)), Roll((1, 2, 2, 4, 4, 6))]


def test_rolling_with_nothing_that_may_be_kept_is_said(farkle: Sitting) -> None:
    table = farkle.table
    table.hold(3)
    farkle.roll("3@30,120 3@60,90 4@100,90 4@130,170 1@160,20 6@200,80")
    assert table.advice is not None
    assert table.advice.kind == "choose_first"
    table.agree()
    assert len(moves(table)) == 1


def test_a_bank_is_taken_back_step_by_step(farkle: Sitting) -> None:
    table = farkle.table
    table.keep()
    farkle.roll(REST.format(4, 4, 4))
    before = table.dice
    table.bank()
    table.undo()
    assert points(farkle) == 600
    assert len(aside(farkle)) == 0, "all six count and may be rolled again"
    table.undo()
    assert table.dice == before
    assert kept(farkle) == [1, 5, 5, 4, 4, 4]


@pytest.mark.parametrize("steps", range(5))
def test_after_a_restart_everything_is_as_it_was(farkle: Sitting, steps: int) -> None:
    table = farkle.table
    play = [
        table.keep,
        lambda: farkle.roll(REST.format(4, 5, 6)),
        lambda: table.hold(5),
        table.keep,
        lambda: table.take(StateSeen("empty")),
    ]
    for step in play[:steps]:
        step()
    steps_made = table.steps[-1].dice
    again = farkle.again()
    assert moves(again) == moves(table)
    assert [(d.value, d.kept, d.aside, d.offered, d.rolled) for d in again.dice] == [
        (d.value, d.kept, d.aside, d.offered, d.rolled) for d in steps_made
    ]
    assert again.screen == "farkle"
    assert again.game == "farkle"
