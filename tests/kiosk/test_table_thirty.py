"""A turn of Thirty: dice are kept until all six are; in an attack the rules take the hits out."""

from __future__ import annotations

import pytest
from table_sitting import Sitting, greys, moves, shown

from rules import Keep, Roll
from rules.thirty import Lost, Out, turn_of

SIX = "6@20,120 6@50,30 6@90,90 5@120,200 5@150,60 {}@190,150"
"""Left to right: 6 6 6 5 5 and one more."""


@pytest.fixture
def thirty(sitting: Sitting) -> Sitting:
    sitting.begin(3, "thirty", roll_off=False)
    return sitting


def attacking(sitting: Sitting, last: int = 6) -> Sitting:
    """All six are kept at once: 28 and the last die."""
    sitting.roll(SIX.format(last))
    for place in range(6):
        sitting.table.hold(place)
    sitting.table.keep()
    return sitting


def out(sitting: Sitting) -> list[int]:
    return [die.value for die in sitting.table.dice if die.aside]


def test_nothing_is_proposed_and_one_die_must_be_kept(thirty: Sitting) -> None:
    thirty.roll(SIX.format(1))
    table = thirty.table
    assert not any(die.kept for die in table.dice)
    assert not table.may_confirm
    table.keep()
    assert table.notice == "Keep at least one die of each roll."
    table.hold(0)
    assert table.may_confirm


def test_kept_dice_are_kept_for_good(thirty: Sitting) -> None:
    thirty.roll(SIX.format(1))
    table = thirty.table
    table.hold(0)
    table.hold(1)
    table.keep()
    thirty.roll("6@20,120 6@50,30 3@90,190 2@120,60 5@150,160 4@200,50")
    assert shown(table) == [6, 6, 3, 2, 5, 4]
    assert greys(table) == shown(table)
    table.hold(0)
    table.hold(4)
    table.keep()
    assert moves(table)[-1] == Keep((5,))
    assert out(thirty) == [6, 6, 5]


def test_a_sum_below_thirty_costs_the_difference_and_the_next_one_plays(thirty: Sitting) -> None:
    table = attacking(thirty, 1).table
    assert table.match is not None
    assert (table.match.scores, table.match.player) == ((29, 30, 30), 1)
    assert table.last is not None
    assert table.last.told(Lost) == Lost(0, 1)
    assert [die.value for die in table.last.dice] == [6, 6, 6, 5, 5, 1]


def test_above_thirty_all_dice_are_rolled_for_the_attack(thirty: Sitting) -> None:
    table = attacking(thirty).table
    assert not any(die.kept or die.rolled for die in table.dice)
    assert table.match is not None
    assert (table.match.player, turn_of(table.match).face) == (0, 4)
    thirty.see(SIX.format(6))
    assert isinstance(moves(table)[-1], Keep), "the dice that were kept are no roll"


def test_hits_are_taken_out_and_the_others_rolled_again(thirty: Sitting) -> None:
    table = attacking(thirty).table
    thirty.roll("4@30,120 1@60,90 4@100,90 2@130,170 3@160,20 6@200,80")
    assert shown(table) == [4, 1, 4, 2, 3, 6]
    assert out(thirty) == [4, 4]
    assert all(die.rolled for die in table.dice), "what missed is shown until it is picked up"
    thirty.roll("4@30,120 4@100,90 4@60,190 2@130,70 3@160,120 6@200,180")
    assert out(thirty) == [4, 4, 4]
    assert moves(table)[-1] == Roll((4, 2, 3, 6))
    thirty.roll("4@30,120 4@100,90 4@60,190 1@130,170 1@160,20 1@200,80")
    assert table.match is not None
    assert (table.match.scores, table.match.player) == ((30, 30, 18), 1)
    for seated in (table, thirty.again()):
        assert seated.last is not None
        assert seated.last.told(Lost) == Lost(2, 12)
        assert [die.value for die in seated.last.dice] == [4, 4, 4, 1, 1, 1]


def test_six_hits_are_all_rolled_again(thirty: Sitting) -> None:
    table = attacking(thirty).table
    thirty.roll("4@30,120 4@60,90 4@100,90 4@130,170 4@160,20 4@200,80")
    assert out(thirty) == []
    assert table.match is not None
    assert table.match.expect.roll is not None
    assert (table.match.expect.roll.count, turn_of(table.match).taken) == (6, 6)
    thirty.roll("1@50,120 2@80,190 1@120,90 4@150,170 1@180,20 1@190,200")
    assert out(thirty) == [4]


def test_a_hit_laid_into_the_lane_stays_out(thirty: Sitting) -> None:
    table = attacking(thirty).table
    thirty.roll("4@30,120 1@60,90 2@100,90 2@130,170 3@160,20 6@200,80")
    thirty.see("4@240,120")
    thirty.roll("4@240,120 1@80,90 2@120,190 2@150,70 4@170,120 6@190,180")
    assert out(thirty) == [4, 4]
    assert len(moves(table)) == 4


def test_who_goes_out_is_told_and_passed_over(sitting: Sitting) -> None:
    table = sitting.begin(3, "thirty", roll_off=False, start_points=3)
    attacking(sitting)
    sitting.roll("4@30,120 1@60,90 2@100,90 2@130,170 3@160,20 6@200,80")
    sitting.roll("4@30,120 1@80,190 2@120,40 2@150,70 3@170,120 6@190,180")
    assert table.last is not None
    assert table.last.told(Out) == Out(2)
    assert table.match is not None
    assert table.match.details.out == (2,)


@pytest.mark.parametrize("rolls", [0, 1, 2])
def test_an_attack_goes_on_after_a_restart(thirty: Sitting, rolls: int) -> None:
    table = attacking(thirty).table
    for words in (
        "4@30,120 1@60,90 4@100,90 2@130,170 3@160,20 6@200,80",
        "4@30,120 4@100,90 4@60,190 2@130,70 3@160,120 6@200,180",
    )[:rolls]:
        thirty.roll(words)
    again = thirty.again()
    assert moves(again) == moves(table)
    assert [(d.value, d.kept, d.aside, d.rolled) for d in again.dice] == [
        (d.value, d.kept, d.aside, d.rolled) for d in table.dice
    ]
    assert again.match is not None
    assert again.match.turn == (table.match.turn if table.match else None)


def test_the_roll_off_names_who_begins(sitting: Sitting) -> None:
    table = sitting.begin(2, "thirty")
    sitting.roll("3@40,120")
    assert not table.steps[-1].began
    sitting.roll("5@100,120")
    assert table.steps[-1].began
    assert table.last is None
    assert table.match is not None
    assert table.match.player == 1
    assert sitting.again().steps[-1].began
