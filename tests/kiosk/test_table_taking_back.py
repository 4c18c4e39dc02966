"""Disputes and undo."""

from __future__ import annotations

from table_sitting import FIRST, Sitting, moves, shown

from rules import Score


def test_a_dispute_plays_the_turn_again(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.play(Score("chance"))
    table.dispute()
    assert table.match is not None
    assert table.match.player == 0
    sitting.see(FIRST)
    assert len(moves(table)) == 3, "the dice must be rolled again"


def test_undo_brings_back_the_dice_with_their_photographs(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    before = table.dice
    table.play(Score("chance"))
    table.undo()
    assert table.dice == before
    assert table.last is None
    table.undo()
    assert table.dice == ()
    sitting.see(FIRST)
    assert moves(table) == [], "the dice that were taken back must be rolled again"
    table.undo()
    assert table.notice


def test_a_roll_read_wrongly_is_taken_back_and_read_again(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.undo()
    assert table.advice is not None
    assert table.advice.kind == "found"
    sitting.see(FIRST.replace("6@150,200", "5@152,203"))
    assert moves(table) == []
    assert table.advice.kind == "found"
    table.agree()
    assert shown(table) == [1, 4, 4, 5, 2]


def test_after_taking_back_a_roll_the_next_one_counts_without_a_question(sitting: Sitting) -> None:
    table = sitting.begin()
    sitting.roll(FIRST)
    table.undo()
    sitting.roll("4@140,120 1@130,130 4@190,90 6@50,200 2@60,60")
    assert shown(table) == [6, 2, 1, 4, 4]
