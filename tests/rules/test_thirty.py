"""Thirty, rule by rule."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rules_play import opened, play_on, played, refusal

from rules import Bank, Expect, Keep, Match, Matching, Over, Pair, Refused, Roll, RollWanted, open_match
from rules.bots import good_move
from rules.thirty import Attack, Lost, Out, Outcome, Turn, kept_of, outcome, sums, turn_of, victim_of

MISS = (1, 2, 3, 5, 6, 6)
"""A first roll of an attack with 4s that takes none."""


def game(players: int = 2, points: list[int] | None = None, player: int = 0, **options: Any) -> Match:
    """A match without a roll-off, from these points where given."""
    if points is None:
        return opened("thirty", players, first=player, **{"roll_off": False, **options})
    return opened("thirty", len(points), position={"player": player, "scores": points}, **options)


def turn(*dice: int) -> tuple[Roll, Keep]:
    """One roll of which all is kept."""
    return Roll(dice), Keep(dice)


def six(total: int) -> tuple[int, ...]:
    """Six dice of this sum."""
    return tuple(min(6, max(1, total - 6 * place - (5 - place))) for place in range(6))


def wanted(count: int) -> Expect:
    return Expect(RollWanted("d6", count))


# Rule 1: thirty points, who starts


def test_everyone_starts_with_thirty_points() -> None:
    match = game(3)
    assert (match.scores, match.player, match.expect, match.turn) == ((30, 30, 30), 0, wanted(6), Turn())
    assert game(start_points=12).scores == (12, 12)


def test_the_first_match_begins_with_a_roll_off_and_the_rematch_one_seat_on() -> None:
    match = played(opened("thirty", 3), Roll((2,)), Roll((6,)), Roll((6,)), Roll((1,)), Roll((3,)))
    assert (match.starter, match.player, match.scores) == (2, 2, (30, 30, 30))
    again = open_match(match.rematch())
    assert (again.roll_off, again.player) == (None, 0)
    assert open_match(again.rematch()).player == 1


# Rule 2: collecting


def test_a_turn_from_the_first_roll_to_the_sixth_die() -> None:
    match = played(game(), Roll((1, 6, 2, 6, 3, 3)))
    assert match.turn == Turn("collect", 0, None, 0, 6, (1, 6, 2, 6, 3, 3))
    match = played(match, Keep((6, 6)))
    assert (match.expect, match.turn) == (wanted(4), Turn("collect", 12, None, 2, 4, (1, 6, 2, 6, 3, 3)))
    match = played(
        match, Roll((5, 5, 1, 1)), Keep((5,)), Roll((4, 4, 4)), Keep((4,)), Roll((6, 1)), Keep((6,))
    )
    assert (match.expect, kept_of(match)) == (wanted(1), (6, 6, 5, 4, 6))
    match = played(match, Roll((2,)))
    assert match.expect == Expect(None, (Keep((2,)),)), "the last die is kept whatever it shows"
    match, events = match.apply(Keep((2,)))
    assert (events, match.scores, match.player, match.turn) == ((Lost(0, 1),), (29, 30), 1, Turn())


def test_each_multiset_is_listed_once_by_count_and_values() -> None:
    match = played(game(), Roll((6, 6, 6, 6, 1, 1)), Keep((6, 6, 6)), Roll((2, 2, 5)))
    choices = [(2,), (5,), (2, 2), (2, 5), (2, 2, 5)]
    assert match.expect == Expect(None, tuple(Keep(dice) for dice in choices))
    assert sums(match) == {Keep(dice): 18 + sum(dice) for dice in choices}


def test_all_six_may_be_kept_of_the_first_roll() -> None:
    assert len(played(game(), Roll((1, 2, 3, 4, 5, 6))).expect.choose) == 2**6 - 1
    assert played(game(), *turn(5, 5, 5, 5, 5, 5)).player == 1


@pytest.mark.parametrize(
    ("before", "move", "reason"),
    [
        ((), Keep((6,)), "Roll first. Dice to roll: 6."),
        ((), Roll((1, 2, 3, 4, 5)), "Dice to roll now: 6. There are 5."),
        ((), Roll((0, 1, 2, 3, 4, 5)), "A die shows 1 to 6, not 0."),
        ((), Bank(), "That is no move in this game: bank."),
        ((), Matching((Pair(4, (4,)),)), "That is no move in this game: matching."),
        ((Roll((1, 2, 3, 4, 5, 6)),), Keep(()), "Keep at least one die of each roll."),
        ((Roll((1, 2, 3, 4, 5, 6)),), Roll((1, 2, 3, 4, 5, 6)), "No roll is open now: first choose."),
        (
            (Roll((1, 2, 3, 4, 5, 6)),),
            Keep((6, 6)),
            "Only dice that lie there can be kept: 1, 2, 3, 4, 5, 6.",
        ),
        ((Roll((1, 2, 3, 4, 5, 6)),), Keep((0,)), "Only dice that lie there can be kept: 1, 2, 3, 4, 5, 6."),
        ((Roll((1, 2, 3, 4, 5, 6)), Keep((6,))), Keep((5,)), "Roll first. Dice to roll: 5."),
        ((Roll((1, 2, 3, 4, 5, 6)), Keep((6,))), Roll((1,) * 6), "Dice to roll now: 5. There are 6."),
        (turn(6, 6, 6, 6, 6, 4), Keep((4,)), "In an attack nothing is chosen: roll for 4."),
        (turn(6, 6, 6, 6, 6, 4), Roll((1,) * 5), "Dice to roll now: 6. There are 5."),
    ],
)
def test_moves_that_are_refused_say_why(before: Any, move: Any, reason: str) -> None:
    assert refusal(played(game(), *before), move) == reason


# Rule 3: what the sum brings


@pytest.mark.parametrize("total", range(6, 37))
def test_what_a_sum_brings(total: int) -> None:
    wanted_outcome = Outcome(max(30 - total, 0), total - 30 if total > 30 else None)
    assert outcome(six(total)) == wanted_outcome
    match, events = played(game(), Roll(six(total))).apply(Keep(six(total)))
    assert match.scores == (30 - wanted_outcome.loss, 30)
    if total < 30:
        assert (events, match.player) == ((Lost(0, 30 - total),), 1)
    elif total == 30:
        assert (events, match.player) == ((), 1)
    else:
        assert (events, match.player, match.expect) == ((Attack(total - 30, 1),), 0, wanted(6))
        assert match.turn == Turn("attack", total, total - 30, 0, 6, ())


# Rule 4: the attack


def test_the_player_to_the_right_is_attacked() -> None:
    match = played(game(3), *turn(*six(34)))
    for dice, taken, left in (((4, 4, 6, 1, 2, 3), 2, 4), ((4, 1, 2, 6), 3, 3)):
        match, events = match.apply(Roll(dice))
        assert (events, match.expect) == ((), wanted(left))
        assert match.turn == Turn("attack", 34, 4, taken, left, dice)
        assert match.scores == (30, 30, 30)
    match, events = match.apply(Roll((1, 2, 3)))
    assert (events, match.scores, match.player, match.turn) == ((Lost(2, 12),), (30, 30, 18), 1, Turn())


def test_an_attack_that_takes_nothing_costs_nothing() -> None:
    match, events = played(game(3), *turn(*six(34))).apply(Roll(MISS))
    assert (events, match.scores, match.player) == ((), (30, 30, 30), 1)


@pytest.mark.parametrize(
    "rolls",
    [
        [(4, 4, 4, 4, 4, 4)],
        [(4, 4, 4, 1, 2, 3), (4, 4, 4)],
        [(4, 1, 1, 1, 1, 1), (4, 1, 1, 1, 1), (4, 4, 1, 1), (4, 1), (4,)],
    ],
)
def test_six_taken_are_rolled_again_and_counting_goes_on(rolls: list[tuple[int, ...]]) -> None:
    match = played(game(points=[30, 30]), *turn(*six(34)), *map(Roll, rolls))
    assert (match.expect, turn_of(match).taken, turn_of(match).left) == (wanted(6), 6, 6)
    match = played(match, Roll((4, 4, 1, 1, 1, 1)))
    assert (match.expect, turn_of(match).taken) == (wanted(4), 8)
    match, events = match.apply(Roll((1, 1, 1, 1)))
    assert (events, match.scores) == ((Lost(1, 32), Out(1), Over()), (30, -2))


# Rule 5: out


def test_an_own_loss_can_put_the_player_out_and_the_next_plays() -> None:
    match, events = played(game(points=[5, 30, 30]), Roll(six(24))).apply(Keep(six(24)))
    assert (events, match.scores, match.player) == ((Lost(0, 6), Out(0)), (-1, 30, 30), 1)
    assert (match.details.out, match.over) == ((0,), False)


def test_exactly_zero_still_plays() -> None:
    match = played(game(points=[5, 30]), *turn(*six(25)), *turn(*six(30)))
    assert (match.scores, match.player, match.details.out) == ((0, 30), 0, ())


def test_zero_is_out_where_the_table_says_so() -> None:
    match, events = played(game(points=[5, 30], zero_eliminates=True), Roll(six(25))).apply(Keep(six(25)))
    assert (events, match.scores, match.winners) == ((Lost(0, 5), Out(0), Over()), (0, 30), (1,))


def test_the_last_one_in_wins_whatever_the_points() -> None:
    match, events = played(game(points=[0, 3]), *turn(*six(31)), Roll((1, 1, 1, 1, 2, 2))).apply(Roll((2, 2)))
    assert (events, match.scores, match.winners) == ((Lost(1, 4), Out(1), Over()), (0, -1), (0,))
    assert (match.player, match.expect, match.turn) == (None, Expect(), Turn())
    assert refusal(match, Roll((1, 2, 3, 4, 5, 6))) == "The match is over."
    assert refusal(match, Keep((1,))) == "The match is over."


def test_dead_seats_are_passed_over_by_turn_and_by_attack() -> None:
    match = game(points=[30, -1, 20, -4, -2], player=0)
    assert (victim_of(match), match.details.out) == (2, (1, 3, 4))
    match = played(match, *turn(*six(34)), Roll((4, *MISS[:5])), Roll((1, 1, 1, 1, 1)))
    assert (match.scores, match.player, victim_of(match)) == ((30, -1, 16, -4, -2), 2, 0)


def test_when_the_attacked_goes_out_the_next_living_seat_after_the_attacker_plays() -> None:
    start = game(points=[30, 3, 30], player=0, victim="left")
    match = played(start, *turn(*six(34)), Roll((4, *MISS[:5])), Roll((1, 1, 1, 1, 1)))
    assert (match.scores, match.details.out, match.player) == ((30, -1, 30), (1,), 2)


@pytest.mark.parametrize(("victim", "seat"), [("right", 3), ("left", 1)])
def test_who_is_attacked_is_an_option(victim: str, seat: int) -> None:
    match, events = played(game(4, victim=victim), Roll(six(31))).apply(Keep(six(31)))
    assert (events, victim_of(match)) == ((Attack(1, seat),), seat)


def test_the_seat_that_goes_out_first_is_not_named_first() -> None:
    match = played(game(points=[30, 0, 0], player=2), *turn(*six(29)), *turn(*six(30)), *turn(*six(29)))
    assert (match.details.out, match.winners) == ((1, 2), (0,))


# Positions


@pytest.mark.parametrize(
    ("points", "player", "options", "reason"),
    [
        ([30, 31], 0, {}, "scores go from -1000000 to 30 in steps of 1, not 31."),
        ([13, 12], 0, {"start_points": 12}, "scores go from -1000000 to 12 in steps of 1, not 13."),
        ([30, -1], 0, {}, "This match is over: fewer than two players are in."),
        ([-1, -1], 0, {}, "This match is over: fewer than two players are in."),
        ([30, 0], 0, {"zero_eliminates": True}, "This match is over: fewer than two players are in."),
        ([30, 30, -1], 2, {}, "The player who would act, seat 2, is out."),
        ([0, 30, 30], 0, {"zero_eliminates": True}, "The player who would act, seat 0, is out."),
        ([30, 30], 2, {}, "player must be a seat from 0 to 1, not 2."),
        ([30, "30"], 0, {}, None),
        ([30, True], 0, {}, None),
    ],
)
def test_positions_that_are_refused(points: Any, player: int, options: Any, reason: str | None) -> None:
    with pytest.raises(Refused) as refused:
        game(points=points, player=player, **options)
    assert reason is None or str(refused.value) == reason


def test_a_position_has_scores_for_all_and_nothing_else() -> None:
    for position in ({}, {"scores": [30]}, {"scores": 30}, {"scores": [30, 30], "targets": [[1], [2]]}):
        with pytest.raises(Refused):
            opened("thirty", position=position)


def test_a_position_needs_no_roll_off() -> None:
    match = game(points=[30, 0, -2], player=1)
    assert (match.player, match.scores, match.details.out) == (1, (30, 0, -2), (2,))


def test_more_than_one_player() -> None:
    with pytest.raises(Refused, match="thirty is played by 2 to 100, not by 1"):
        opened("thirty", 1)


# For screens and bots


def test_before_a_roll_no_sum_is_offered_and_no_victim_in_the_roll_off() -> None:
    assert (sums(game()), victim_of(game()), victim_of(opened("thirty"))) == ({}, 1, None)


@pytest.mark.parametrize(
    ("rolls", "decision"),
    [
        ((Roll((6, 6, 6, 6, 6, 6)),), Keep((6, 6, 6, 6, 6, 6))),
        ((Roll((1, 1, 1, 1, 1, 6)),), Keep((6,))),
        ((Roll((1, 1, 1, 1, 1, 2)),), Keep((2,))),
        ((Roll((6, 6, 6, 6, 5, 1)), Keep((6, 6, 6, 6)), Roll((6, 1))), Keep((6,))),
        ((Roll((6, 6, 6, 6, 5, 1)), Keep((6, 6, 6, 6)), Roll((5, 1))), Keep((5,))),
    ],
)
def test_sound_choices(rolls: Any, decision: Keep) -> None:
    assert good_move(played(game(), *rolls), Random(1)) == decision


def test_the_bot_beats_chance() -> None:
    def against_chance(match: Match, rng: Random) -> Any:
        choose = match.expect.choose
        return good_move(match, rng) if match.player == 0 or not choose else rng.choice(choose)

    ends = [play_on(game(), Random(seed), against_chance)[-1] for seed in range(20)]
    assert sum(end.winners == (0,) for end in ends) >= 18


@pytest.mark.parametrize(
    "option", [{"start_points": 0}, {"victim": "behind"}, {"victim": True}, {"goal": 100}]
)
def test_options_that_cannot_be_are_refused(option: Any) -> None:
    with pytest.raises(Refused):
        game(**option)
    assert game(start_points=1).scores == (1, 1)
