"""Target Dice at the table: targets, matches, dice of two kinds in one tray."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_sitting import PLAYED, Sitting, greys, moves, shown

from kiosk.screens.target_view import targets_of
from rules import Matching, Pair, Pass, Roll

FIRST_TARGETS = "d12:4@40,60 d12:7@100,60 d12:11@160,60"
OTHER_TARGETS = "d12:5@40,100 d12:6@100,100 d12:7@160,100"
WHITE = "2@20,120 3@50,30 4@90,90 5@120,200 5@150,60 6@190,150"
ALL_THREE = Matching((Pair(4, (4,)), Pair(7, (2, 5)), Pair(11, (5, 6))))


@pytest.fixture
def turn(sitting: Sitting) -> Sitting:
    """The first player has rolled the white dice of the rules' own example."""
    targets(sitting)
    sitting.roll(WHITE)
    return sitting


def targets(sitting: Sitting, **options: object) -> None:
    sitting.begin(2, "target_dice", **options)
    sitting.roll(FIRST_TARGETS)
    sitting.see("")
    sitting.roll(OTHER_TARGETS)
    sitting.see("")


def flags(sitting: Sitting) -> list[tuple[int, bool, bool]]:
    return [(die.value, die.kept, die.aside) for die in sitting.table.dice if die.kind == "d6"]


def open_targets(sitting: Sitting) -> list[list[int]]:
    assert sitting.table.match is not None
    return [[die.value for die in seat] for seat in targets_of(sitting.table, sitting.table.match)]


def test_each_player_rolls_targets_and_then_white_dice(sitting: Sitting) -> None:
    targets(sitting)
    assert moves(sitting.table) == [Roll((4, 7, 11), "d12"), Roll((5, 6, 7), "d12")]
    assert open_targets(sitting) == [[4, 7, 11], [5, 6, 7]]
    match = sitting.table.match
    assert match is not None
    assert match.expect.roll is not None
    assert (match.player, match.expect.roll.kind, match.expect.roll.count) == (0, "d6", 6)


def test_black_dice_left_in_the_tray_do_no_harm(sitting: Sitting) -> None:
    sitting.begin(2, "target_dice")
    sitting.roll(FIRST_TARGETS)
    sitting.roll(f"{OTHER_TARGETS} {''}")
    sitting.roll(f"{WHITE} {OTHER_TARGETS}")
    assert shown(sitting.table) == [2, 3, 4, 5, 5, 6]


def test_the_most_that_can_be_matched_is_offered(turn: Sitting) -> None:
    assert [kept for _, kept, _ in flags(turn)] == [True, False, True, True, True, True]
    assert all(die.offered for die in turn.table.dice if die.kept)


def test_a_sum_laid_into_the_lane_is_what_is_chosen(turn: Sitting) -> None:
    turn.see("2@240,40 3@50,30 4@90,90 5@240,80 5@150,60 6@190,150")
    assert [value for value, kept, _ in flags(turn) if kept] == [2, 5]


def test_what_made_a_target_is_set_aside_and_the_rest_offered_anew(turn: Sitting) -> None:
    turn.table.play(Matching((Pair(7, (2, 5)),)))
    assert [value for value, _, aside in flags(turn) if aside] == [2, 5]
    assert sorted(value for value, kept, aside in flags(turn) if kept and not aside) == [4, 5, 6]
    turn.table.hold(0)
    assert flags(turn)[0] == (2, True, True), "a die that was used cannot be chosen again"


def test_new_targets_are_rolled_beside_the_white_dice_that_are_left(turn: Sitting) -> None:
    table = turn.table
    table.play(ALL_THREE)
    assert [value for value, kept, _ in flags(turn) if not kept] == [3]
    turn.roll(f"{WHITE} d12:3@60,230 d12:10@100,230 d12:12@140,230")
    assert moves(table)[-1] == Roll((3, 10, 12), "d12")
    assert open_targets(turn)[0] == [3, 10, 12]
    assert [value for value, kept, aside in flags(turn) if kept and not aside] == [3]
    assert table.match is not None
    assert table.match.player == 0


def test_a_white_die_that_the_black_ones_turned_is_to_be_turned_back(turn: Sitting) -> None:
    turn.table.play(ALL_THREE)
    black = "d12:3@60,230 d12:10@100,230 d12:12@140,230"
    turn.roll(f"2@20,120 6@52,30 4@90,90 5@120,200 5@150,60 6@190,150 {black}")
    assert turn.table.advice is not None
    assert (turn.table.advice.kind, turn.table.advice.params["value"]) == ("turned", 3)
    turn.see(f"{WHITE} {black}")
    assert moves(turn.table)[-1] == Roll((3, 10, 12), "d12")


def test_all_six_used_none_stays(sitting: Sitting) -> None:
    targets(sitting)
    sitting.roll("1@20,20 1@50,130 2@90,190 1@120,100 1@150,160 1@190,50")
    sitting.table.play(Matching((Pair(7, (1, 1, 1, 1, 1, 2)),)))
    assert not any(die.rolled or die.kept for die in sitting.table.dice)
    sitting.roll(WHITE)
    assert shown(sitting.table) == [2, 3, 4, 5, 5, 6]


def test_the_unused_are_rolled_again_where_the_house_says_so(sitting: Sitting) -> None:
    targets(sitting, reroll_leftover=True)
    sitting.roll(WHITE)
    sitting.table.play(Matching((Pair(7, (2, 5)),)))
    assert [die.value for die in sitting.table.dice if die.rolled] == [2, 5]
    used = "2@20,120 5@120,200"
    sitting.roll(f"{used} 6@50,60 4@90,20 1@170,220 1@190,30")
    assert sorted(shown(sitting.table)) == [1, 1, 2, 4, 5, 6]
    assert moves(sitting.table)[-1] == Roll((6, 4, 1, 1))


def test_missing_targets_come_first_where_the_house_says_so(sitting: Sitting) -> None:
    targets(sitting, refill_each_turn=True, stop_early=True)
    sitting.roll(WHITE)
    sitting.table.play(Matching((Pair(7, (2, 5)),)))
    sitting.table.play(Pass())
    sitting.roll("1@20,20 1@50,130 1@90,190 1@120,100 2@150,160 6@190,50")
    sitting.table.play(Pass())
    sitting.see("")
    sitting.roll("d12:9@60,230")
    assert open_targets(sitting)[0] == [4, 11, 9]
    sitting.roll(WHITE + " d12:9@60,230")
    assert shown(sitting.table) == [2, 3, 4, 5, 5, 6]


def test_rolling_before_the_match_is_chosen_is_said(turn: Sitting) -> None:
    turn.roll("1@20,20 1@50,100 6@90,20 5@120,90 2@150,160 6@190,50")
    assert turn.table.advice is not None
    assert turn.table.advice.kind == "choose_first"


def test_a_restart_brings_back_targets_and_dice_with_their_photographs(turn: Sitting, tmp_path: Path) -> None:
    turn.table.play(ALL_THREE)
    turn.roll(f"{WHITE} d12:3@60,230 d12:10@100,230 d12:12@140,230")
    before = [(die.kind, die.value, die.kept, die.aside) for die in turn.table.dice]
    again = turn.again()
    assert [(die.kind, die.value, die.kept, die.aside) for die in again.dice] == before
    assert greys(again) == [die.value for die in again.dice]
    assert again.match is not None
    assert [[die.value for die in seat] for seat in targets_of(again, again.match)] == [
        [3, 10, 12],
        [5, 6, 7],
    ]
    assert all(die.crop is not None for seat in targets_of(again, again.match) for die in seat)


def test_a_match_from_the_middle_shows_targets_without_photographs(sitting: Sitting) -> None:
    position = {"scores": [20, 30], "targets": [[4, 4], [9]]}
    table = sitting.table
    table._play.open({"game": "target_dice", "players": ["A", "B"], "position": position}, "en")
    assert open_targets(sitting) == [[4, 4], [9]]
    assert "target_dice" in PLAYED
