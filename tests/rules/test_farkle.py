"""Farkle, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest
from push_play import after, at, best, events, moves, set_asides
from rules_play import opened, refusal

from rules import Bank, LastRound, Match, Over, Refused, Roll, RollWanted, Scored
from rules.farkle import Farkled
from rules.push import HotDice, OnBoard, Turn, least_to_stop, still_to_play, turn_of

GAME = "farkle"
NONE_SCORE = "223346"


def fresh(players: int = 2, **options: Any) -> Match:
    """A new match; nobody has points."""
    return opened(GAME, players, **{"roll_off": False, **options})


# 1. The highest starts.


def test_everybody_rolls_for_the_start() -> None:
    match = after(opened(GAME, 3), "2", "6")
    assert match.player == 2
    assert after(match, "4").starter == 1
    assert (after(match, "6").player, after(match, "6").starter) == (1, None)
    assert refusal(match, Bank()) == "First it is rolled for who starts: one die each."


def test_a_rematch_rolls_off_again() -> None:
    again = after(opened(GAME, 3), "2", "6", "4").rematch()
    assert (again.options.roll_off, again.first) == (True, 2)


# 2. What scores.


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("1", 100),
        ("5", 50),
        ("2", 0),
        ("3", 0),
        ("4", 0),
        ("6", 0),
        ("55", 100),
        ("111", 300),
        ("222", 200),
        ("333", 300),
        ("444", 400),
        ("555", 500),
        ("666", 600),
        ("1111", 1000),
        ("2222", 1000),
        ("6666", 1000),
        ("33333", 2000),
        ("11111", 2000),
        ("444444", 3000),
        ("111111", 3000),
        ("111222", 2500),
        ("555666", 2500),
        ("223344", 1500),
        ("115566", 1500),
        ("222233", 1500),
        ("111155", 1500),
        ("123456", 1500),
        ("12345", 0),
        ("22334", 0),
        ("11155", 400),
        ("222215", 1150),
        ("222225", 2050),
        ("222", 200),
        ("22", 0),
    ],
)
def test_what_dice_are_worth(dice: str, points: int) -> None:
    assert best(GAME, dice) == points


@pytest.mark.parametrize(
    ("dice", "points"),
    [("111", 1000), ("1111", 1100), ("11111", 2000), ("11115", 1150), ("111555", 2500), ("111155", 1500)],
)
def test_three_ones_may_be_a_thousand(dice: str, points: int) -> None:
    assert best(GAME, dice, three_ones=1000) == points


# 3. Set aside, bank or roll on.


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        ("223344", {"223344": 1500}),
        ("222233", {"222": 200, "2222": 1000, "222233": 1500}),
        ("2346", {}),
        ("112345", {"1": 100, "5": 50, "11": 200, "15": 150, "115": 250}),
        ("155666", {"1": 100, "5": 50, "15": 150, "55": 100, "155": 200, "666": 600, "1666": 700,
                    "5666": 650, "15666": 750, "55666": 700, "155666": 800}),
    ],
)  # fmt: skip
def test_what_may_be_set_aside(roll: str, expected: dict[str, int]) -> None:
    assert set_asides(GAME, roll) == expected


@pytest.mark.parametrize(
    ("told", "refused", "reason"),
    [
        (("223344",), "+22", "A 2 scores here only with all six dice together."),
        (("222233",), "+22223", "A 3 scores here only with all six dice together."),
        (("222333",), "+22", "2 and 2 are only a pair; it takes at least three alike."),
        (("222334",), "+2223", "A 3 alone scores nothing; it takes at least three alike."),
        (("123346",), "+7", "Only dice of this roll can be set aside: 1, 2, 3, 3, 4, 6."),
    ],
)
def test_what_is_refused(told: tuple[str, ...], refused: str, reason: str) -> None:
    assert refusal(after(at(GAME, 2000, 3000), *told), *moves(refused)) == reason


def test_hot_dice_may_be_rolled_again() -> None:
    match = at(GAME, 2000, 3000)
    assert events(match, "111555", "+111555") == (HotDice(2500),)
    match = after(match, "111555", "+111555")
    assert (match.expect.choose, match.expect.roll) == ((Bank(),), RollWanted("d6", 6))
    assert turn_of(match) == Turn(2500, 6, (1, 1, 1, 5, 5, 5))
    assert after(match, "bank").scores == (4500, 3000)
    assert after(match, "123346", "+1", "bank").scores == (4600, 3000)
    assert events(match, NONE_SCORE) == (Farkled(2500),)


def test_hot_dice_may_have_to_be_rolled() -> None:
    match = after(at(GAME, 2000, 3000, hot_dice="must"), "123456", "+123456")
    assert match.expect.choose == ()
    assert refusal(match, Bank()) == "All six are set aside: they must be rolled again."


# 4. A farkle.


def test_a_farkle_loses_the_turns_points() -> None:
    match = after(at(GAME, 2000, 3000), "112345", "+11", "5432", "+5", "222", "+222")
    assert turn_of(match) == Turn(450, 6, (2, 2, 2))
    assert events(match, NONE_SCORE) == (Farkled(450),)
    match = after(match, NONE_SCORE)
    assert (match.player, match.scores, turn_of(match)) == (1, (2000, 3000), Turn())


def test_six_dice_without_a_single_that_scores_are_no_farkle_when_they_score_together() -> None:
    assert after(at(GAME, 2000, 3000), "223344").player == 0


# 5. To get on the board.


def test_the_first_points_take_500_in_one_turn() -> None:
    match = after(fresh(), "444236", "+444")
    assert refusal(match, Bank()) == "The first points take 500 in one turn; this one has 400."
    assert events(match, "126", "+1", "bank") == (Scored(500), OnBoard())
    match = after(match, "126", "+1", "bank")
    assert match.scores == (500, 0)
    assert after(match, NONE_SCORE, "523466", "+5", "bank").scores == (550, 0)


def test_the_demand_stands_until_it_is_met() -> None:
    match = after(fresh(), NONE_SCORE, NONE_SCORE, "123346", "+1")
    assert match.expect.choose == ()


def test_the_demand_may_be_for_the_first_turn_only() -> None:
    match = fresh(entry_scope="first_turn_only")
    assert after(match, "123346", "+1").expect.choose == ()
    match = after(match, NONE_SCORE)
    assert after(match, "123346", "+1").expect.choose == (), "the other seat's first turn"
    match = after(match, NONE_SCORE, "123346", "+1")
    assert match.expect.choose == (Bank(),)
    assert events(match, "bank") == (Scored(100), OnBoard())


def test_in_a_position_nobody_without_points_has_had_a_turn() -> None:
    match = after(at(GAME, 0, 50, entry_scope="first_turn_only"), "123346", "+1")
    assert match.expect.choose == ()
    match = after(at(GAME, 0, 50, player=1, entry_scope="first_turn_only"), "123346", "+1")
    assert match.expect.choose == (Bank(),)


# 6. The end.


def chased(*scores: int, **options: Any) -> Match:
    """Seat 0 has just reached 10,000 from 9500."""
    return after(at(GAME, 9500, *scores, **options), "555236", "+555", "bank")


def test_the_end_begins_after_banking() -> None:
    match = at(GAME, 9500, 9000, 100)
    assert events(match, "555236", "+555", "bank") == (Scored(500), LastRound((1, 2)))
    assert not after(match, "555236", "+555").details.last_round
    assert after(at(GAME, 9450, 0), "555236", "+555", "bank").details.last_round is False


def test_the_last_ones_must_beat_the_highest_so_far() -> None:
    match = after(chased(9000, 9000), "555516", "+55551", "bank")
    assert (match.scores, match.player) == ((10_000, 10_100, 9000), 2)
    match = after(match, "555516", "+55551")
    assert refusal(match, Bank()) == (
        "To stop now it takes more than the highest so far, 10100; this would be 10100."
    )
    assert events(match, "6") == (Farkled(1100), Over())
    end = after(match, "6")
    assert (end.over, end.winners, end.scores) == (True, (1,), (10_000, 10_100, 9000))


def test_who_is_ahead_may_still_roll_on() -> None:
    match = after(chased(9000), "222231", "+22221")
    assert (match.expect.choose, match.expect.roll) == ((Bank(),), RollWanted("d6", 1))
    assert after(match, "3").winners == (0,)
    assert after(match, "bank").winners == (1,)


def test_hot_dice_do_not_help_who_is_not_above() -> None:
    match = after(chased(9000), "111555", "+1", "15552", "+1555")
    assert (turn_of(match).points, match.expect.choose) == (700, ())
    match = after(chased(8500), "123456", "+123456")
    assert match.expect.choose == (), "10,000 is not above 10,000"


def test_what_it_takes_to_stop_is_told_before_the_roll() -> None:
    assert least_to_stop(fresh()) == 500
    assert least_to_stop(at(GAME, 100, 9500, 2000, player=1)) == 0
    match = after(at(GAME, 100, 9500, 2000, player=1), "555236", "+555", "bank")
    assert (least_to_stop(match), still_to_play(match)) == (8050, (0,))
    assert least_to_stop(fresh(roll_off=True)) == 0, "no turn is on in the roll-off"


def test_those_before_the_first_have_a_last_turn_too() -> None:
    match = after(at(GAME, 100, 9500, 2000, player=1), "555236", "+555", "bank")
    assert match.player == 2
    match = after(match, NONE_SCORE)
    assert (match.player, match.over) == (0, False)
    assert after(match, NONE_SCORE).winners == (1,)


# 6, with a single roll.


def single(*scores: int, **options: Any) -> Match:
    return chased(*scores, final="single_roll", **options)


def test_a_single_roll_is_banked_at_once() -> None:
    match = after(single(9000, 2000), "511346")
    assert (match.player, match.expect.roll) == (1, None)
    assert len(match.expect.choose) == 5, "any set-aside"
    assert events(match, "+115") == (Scored(250),)
    match = after(match, "+115")
    assert (match.scores, match.player) == ((10_000, 9250, 2000), 2)
    assert events(match, NONE_SCORE) == (Farkled(0), Over())
    assert events(match, "112346", "+11") == (Scored(200), Over())


def test_with_a_single_roll_ties_share() -> None:
    match = after(single(8500), "123456", "+123456")
    assert (match.over, match.winners, match.scores) == (True, (0, 1), (10_000, 10_000))
    assert after(single(9000), "123456", "+123456").winners == (1,)


@pytest.mark.parametrize(("hot_dice"), ["may", "must"])
def test_with_a_single_roll_hot_dice_are_not_rolled(hot_dice: str) -> None:
    assert events(single(9000, hot_dice=hot_dice), "111555", "+111555") == (Scored(2500), Over())


def test_with_a_single_roll_too_little_to_get_on_the_board_is_nothing() -> None:
    match = after(single(0), "444236", "+444")
    assert (match.over, match.scores) == (True, (10_000, 0))
    assert events(single(0), "444236", "+444") == (Scored(0), Over())
    assert events(single(0), "555236", "+555") == (Scored(500), OnBoard(), Over())


def test_before_the_end_a_single_roll_means_nothing() -> None:
    match = after(at(GAME, 2000, 3000, final="single_roll"), "123346", "+1")
    assert (match.player, match.expect.roll) == (0, RollWanted("d6", 5))


# Options, seats.


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("entry", 475),
        ("entry_scope", "never"),
        ("goal", 0),
        ("goal", -50),
        ("hot_dice", True),
        ("three_ones", 325),
        ("three_ones", "300"),
        ("final", "finish_round"),
        ("reached", "over"),
        ("roll_off", 1),
    ],
)
def test_options_that_cannot_be(option: str, value: object) -> None:
    with pytest.raises(Refused, match=option):
        opened(GAME, 2, **{option: value})


@pytest.mark.parametrize(
    "dice", [(1, 2, 3, 4), (0, 1, 2, 3, 4, 5), (8, 1, 2, 3, 4, 5), (True, 1, 2, 3, 4, 5)]
)
def test_dice_that_cannot_be(dice: tuple[int, ...]) -> None:
    with pytest.raises(Refused):
        fresh().apply(Roll(dice))
    with pytest.raises(Refused, match="d6 dice are rolled now"):
        fresh().apply(Roll((1, 2, 3, 4, 5, 6), "d12"))
