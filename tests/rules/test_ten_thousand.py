"""Ten Thousand, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest
from push_play import after, at, best, events, moves, set_asides
from rules_play import opened, refusal

from rules import Bank, LastRound, Match, Over, Refused, RollWanted, Scored
from rules.push import HotDice, OnBoard, Turn, turn_of, worth
from rules.ten_thousand import Bust

GAME = "ten_thousand"
NONE_SCORE = "223446"


# 1. What scores.


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("1", 100),
        ("5", 50),
        ("2", 0),
        ("3", 0),
        ("4", 0),
        ("6", 0),
        ("11", 200),
        ("55", 100),
        ("15", 150),
        ("66", 0),
        ("222", 200),
        ("333", 300),
        ("444", 400),
        ("555", 500),
        ("666", 600),
        ("3333", 600),
        ("22222", 600),
        ("55555", 1500),
        ("666666", 2400),
        ("222222", 800),
        ("111", 1000),
        ("1111", 2000),
        ("11111", 4000),
        ("111111", 10_000),
        ("123456", 1000),
        ("12345", 0),
        ("23456", 0),
        ("111555", 1500),
        ("222333", 500),
        ("223344", 0),
        ("222255", 500),
        ("115", 250),
    ],
)
def test_what_dice_are_worth(dice: str, points: int) -> None:
    assert best(GAME, dice) == points


@pytest.mark.parametrize(
    ("dice", "points"),
    [("2222", 400), ("22222", 800), ("333333", 2400), ("5555", 1000), ("666", 600), ("1111", 2000)],
)
def test_doubling(dice: str, points: int) -> None:
    """Each further alike die doubles; ones as listed."""
    assert best(GAME, dice, kinds="doubling") == points


@pytest.mark.parametrize(
    ("dice", "points"),
    [("223344", 1500), ("222255", 1500), ("111155", 2100), ("222222", 800), ("222333", 500), ("22334", 0)],
)
def test_three_pairs(dice: str, points: int) -> None:
    """Four alike and a pair are three pairs too; dice are worth their best reading."""
    assert best(GAME, dice, three_pairs=1500) == points


def test_a_straight_may_be_worth_something_else_or_nothing() -> None:
    assert best(GAME, "123456", straight=1500) == 1500
    assert set_asides(GAME, "123456", straight=0) == {"1": 100, "5": 50, "15": 150}


# 2. What may be set aside.


def test_any_choice_of_scoring_dice() -> None:
    assert set_asides(GAME, "122256") == {
        "1": 100,
        "5": 50,
        "15": 150,
        "222": 200,
        "1222": 300,
        "2225": 250,
        "12225": 350,
    }


def test_the_choices_are_listed_by_count_then_values() -> None:
    assert list(set_asides(GAME, "155222")) == [
        "1", "5", "15", "55", "155", "222", "1222", "2225", "12225", "22255", "122255",
    ]  # fmt: skip


def test_combinations_never_reach_across_rolls() -> None:
    match = after(at(GAME, 2000, 3000), "112346", "+11", "1346", "+1")
    assert turn_of(match) == Turn(300, 3, (1, 3, 4, 6))
    assert match.expect.roll == RollWanted("d6", 3)
    assert after(match, "bank").scores == (2300, 3000)


@pytest.mark.parametrize(
    ("told", "refused", "reason"),
    [
        ((), "+1", "Roll first. Dice to roll: 6."),
        ((), "bank", "There is nothing to bank yet: first roll."),
        ((), "12345", "Dice to roll now: 6. There are 5."),
        (("152346",), "bank", "First set aside what is to count of this roll."),
        (("152346",), "152346", "No roll is open now: first choose."),
        (("152346",), "+", "After each roll at least one scoring die is set aside."),
        (("152346",), "+11", "Only dice of this roll can be set aside: 1, 2, 3, 4, 5, 6."),
        (("152346",), "+2", "A 2 scores here only with all six dice together."),
        (("153346",), "+3", "A 3 alone scores nothing; it takes at least three alike."),
        (("153346",), "+133", "3 and 3 are only a pair; it takes at least three alike."),
        (("152226",), "+1226", "2 and 2 are only a pair; it takes at least three alike."),
        (("152226",), "+12226", "A 6 alone scores nothing; it takes at least three alike."),
        (
            ("152346", "+1"),
            "+5",
            "Dice of this roll are set aside already, and that is done once a roll.",
        ),
        (("152346", "+1"), "1234", "Dice to roll now: 5. There are 4."),
        (("122256", "+1222"), "22", None),
    ],
)
def test_what_is_refused(told: tuple[str, ...], refused: str, reason: str | None) -> None:
    match = after(at(GAME, 2000, 3000), *told)
    if reason is None:
        assert after(match, refused).player == 1
    else:
        assert refusal(match, *moves(refused)) == reason


# 3. All six set aside.


def test_hot_dice_must_be_rolled_again() -> None:
    match = at(GAME, 2000, 3000)
    told = ("115236", "+115", "222", "+222")
    assert events(match, *told) == (HotDice(450),)
    match = after(match, *told)
    assert (turn_of(match).left, match.expect.choose, match.expect.roll) == (6, (), RollWanted("d6", 6))
    assert refusal(match, Bank()) == "All six are set aside: they must be rolled again."
    assert after(match, "523466", "+5", "bank").scores == (2500, 3000)


def test_hot_dice_may_be_enough() -> None:
    match = after(at(GAME, 2000, 3000, hot_dice="may"), "111555", "+111555")
    assert (match.expect.choose, match.expect.roll) == ((Bank(),), RollWanted("d6", 6))
    assert after(match, "bank").scores == (3500, 3000)


# 4. Nothing scores.


def test_a_roll_that_scores_nothing_loses_the_turn() -> None:
    match = at(GAME, 2000, 3000)
    assert events(match, NONE_SCORE) == (Bust(0),)
    assert events(match, "112346", "+11", "2346") == (Bust(200),)
    match = after(match, "112346", "+11", "2346")
    assert (match.player, match.scores, turn_of(match)) == (1, (2000, 3000), Turn())


# 5. To get on the list.


def test_the_first_points_take_1000_in_one_turn() -> None:
    match = after(opened(GAME, 2), "555236", "+555", "552", "+55")
    assert (turn_of(match).points, match.expect.choose) == (600, ())
    assert refusal(match, Bank()) == "The first points take 1000 in one turn; this one has 600."
    assert after(match, "2").player == 1
    match = opened(GAME, 2)
    assert events(match, "111236", "+111", "bank") == (Scored(1000), OnBoard())
    assert after(match, "111236", "+111", "bank").scores == (1000, 0)


def test_after_that_any_turn_may_be_written() -> None:
    assert events(at(GAME, 2000, 3000), "523466", "+5", "bank") == (Scored(50),)
    assert after(at(GAME, 50, 0), "523466", "+5", "bank").scores == (100, 0)


@pytest.mark.parametrize(("entry", "may"), [(0, True), (50, True), (100, False)])
def test_what_it_takes_is_for_the_table_to_say(entry: int, may: bool) -> None:
    match = after(opened(GAME, 2, entry=entry), "523466", "+5")
    assert (Bank() in match.expect.choose) == may


# 6. The end.


def reached(*scores: int, **options: Any) -> Match:
    """Seat 1 has just reached the goal."""
    return after(at(GAME, *scores, player=1, **options), "111246", "+111", "bank")


def test_every_other_player_has_one_more_turn() -> None:
    match = reached(4000, 9500, 2000)
    assert (match.player, match.details.last_round, match.over) == (2, True, False)
    match = after(match, NONE_SCORE)
    assert (match.player, match.over) == (0, False)
    match = after(match, "523466", "+5", "bank")
    assert (match.over, match.winners, match.scores) == (True, (1,), (4050, 10_500, 2000))


def test_the_last_round_is_told() -> None:
    match = at(GAME, 4000, 9500, 2000, player=1)
    assert events(match, "111246", "+111", "bank") == (Scored(1000), LastRound((2, 0)))
    assert events(reached(4000, 9500), NONE_SCORE) == (Bust(0), Over())


def test_who_plays_last_may_win_or_share_and_starts_no_new_end() -> None:
    match = after(reached(9500, 9500), "111246", "+111", "bank")
    assert (match.over, match.winners) == (True, (0, 1))
    match = after(reached(9600, 9500), "111246", "+111", "bank")
    assert (match.over, match.winners) == (True, (0,))


@pytest.mark.parametrize(
    ("reached", "scores", "ends"),
    [("at_least", (9950, 0), True), ("over", (9950, 0), False), ("over", (9900, 0), False)],
)
def test_the_goal_itself_may_be_enough(reached: str, scores: tuple[int, int], ends: bool) -> None:
    assert after(at(GAME, *scores, reached=reached), "523466", "+5", "bank").details.last_round == ends


def test_over_the_goal() -> None:
    match = at(GAME, 9950, 3000, reached="over")
    assert after(match, "123466", "+1", "bank").details.last_round


def test_passing_the_goal_while_hot_is_not_yet_the_end() -> None:
    match = after(opened(GAME, 2), "111111", "+111111")
    assert refusal(match, Bank()) == "All six are set aside: they must be rolled again."
    match = after(match, "123346", "+1", "bank")
    assert (match.scores, match.details.last_round, match.player) == ((10_100, 0), True, 1)


@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [(3, 0, (2,)), (3, 1, (2, 0)), (3, 2, ()), (2, 0, ()), (2, 1, (0,)), (4, 0, (2, 3)), (4, 3, (2,))],
)
def test_the_round_may_be_finished_instead(seats: int, first: int, order: tuple[int, ...]) -> None:
    """Only the seats up to the starter still play; with none left it is over at once."""
    scores = (4000, 9500, 2000, 0)[:seats]
    match = at(GAME, *scores, player=1, first=first, final="finish_round")
    told = events(match, "111246", "+111", "bank")
    assert told == ((Scored(1000), LastRound(order)) if order else (Scored(1000), Over()))
    match = after(match, "111246", "+111", "bank", *[NONE_SCORE] * len(order))
    assert (match.over, match.winners, match.details.last_round) == (True, (1,), True)


# Positions, seats, starts.


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"scores": [1000]}, "scores must have one number for each of the 2 players."),
        ({"scores": [1000, -50]}, "scores go from 0 to 9950 in steps of 50, not -50."),
        ({"scores": [1000, 1025]}, "scores go from 0 to 9950 in steps of 50, not 1025."),
        ({"scores": [1000, 10_000]}, "scores go from 0 to 9950 in steps of 50, not 10000."),
        ({"scores": [1000, True]}, "scores go from 0 to 9950 in steps of 50, not true."),
        ({"scores": [0, 0], "player": 2}, "player must be a seat from 0 to 1, not 2."),
        ({"scores": [0, 0], "sheets": []}, 'A position of ten thousand has no "sheets".'),
        ({}, "scores must be a list, not null."),
    ],
)
def test_positions_that_cannot_be(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as refused:
        opened(GAME, 2, position=position)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("entry", -50),
        ("entry", 1025),
        ("entry", True),
        ("goal", 0),
        ("goal", 9999),
        ("goal", "10000"),
        ("reached", "exactly"),
        ("reached", True),
        ("hot_dice", None),
        ("kinds", "tripling"),
        ("straight", 1001),
        ("three_pairs", 1.5),
        ("final", "turn"),
        ("three_ones", 300),
        ("entry_scope", "until_on_board"),
    ],
)
def test_options_that_cannot_be(option: str, value: object) -> None:
    with pytest.raises(Refused, match=option):
        opened(GAME, 2, **{option: value})


def test_it_starts_without_a_roll_off_and_moves_on() -> None:
    match = opened(GAME, 3, first=1)
    assert (match.player, match.starter, match.expect.roll) == (1, 1, RollWanted("d6", 6))
    assert match.rematch().first == 2
    assert opened(GAME, 3, roll_off=True).roll_off is not None


@pytest.mark.parametrize("players", [0, 1, 101])
def test_two_or_more_play(players: int) -> None:
    with pytest.raises(Refused, match="played by 2 to 100"):
        opened(GAME, players)


def test_what_dice_are_worth_is_asked_only_of_a_roll_that_lies() -> None:
    match = at(GAME, 2000, 3000)
    assert worth(match) == {}
    assert worth(after(match, "152346", "+1")) == {}
    assert worth(opened(GAME, 2, roll_off=True)) == {}
    assert turn_of(opened(GAME, 2, roll_off=True)) == Turn()
