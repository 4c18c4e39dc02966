"""Target Dice, rule by rule."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rules_play import opened, play_on, played, refusal

from rules import (
    Expect,
    Keep,
    LastRound,
    Match,
    Matching,
    Over,
    Pair,
    Pass,
    Refused,
    Roll,
    RollWanted,
    Scored,
)
from rules.bots import good_move
from rules.target_dice import Matched, Turn, most, sums, turn_of

SIX = Expect(RollWanted("d6", 6))
THREE_BLACK = Expect(RollWanted("d12", 3))
EXAMPLE = (2, 3, 4, 5, 5, 6)
NO_MATCH = (1, 1, 1, 1, 1, 1)


def game(*targets: tuple[int, ...], players: int = 2, **more: Any) -> Match:
    """A match in which the seats have these targets; the others have twelves."""
    hands = [*targets, *[(12, 12, 12)] * (players - len(targets))]
    position = {"targets": [list(hand) for hand in hands], "player": more.pop("player", 0)}
    if "scores" in more:
        position["scores"] = more.pop("scores")
    return opened("target_dice", players, position=position, **more)


def pair(target: int, *dice: int) -> Pair:
    return Pair(target, dice)


def at_once(*pairs: Pair) -> Matching:
    return Matching(pairs)


def one(target: int, *dice: int) -> Matching:
    return Matching((Pair(target, dice),))


def black(*dice: int) -> Roll:
    return Roll(dice, "d12")


# Rule 1: targets


def test_each_seat_rolls_its_targets_clockwise_from_the_starter() -> None:
    match = opened("target_dice", 3, first=2)
    seats = []
    for dice in ((1, 2, 3), (12, 12, 11), (4, 4, 4)):
        seats.append(match.player)
        assert (match.expect, match.turn) == (THREE_BLACK, Turn())
        match, events = match.apply(black(*dice))
        assert events == ()
    assert seats == [2, 0, 1]
    assert match.details.targets == ((12, 12, 11), (4, 4, 4), (1, 2, 3))
    assert (match.player, match.expect, match.turn) == (2, SIX, Turn(targets=(1, 2, 3)))


def test_with_a_roll_off_the_targets_come_after_it() -> None:
    match = played(opened("target_dice", 2, roll_off=True), Roll((2,)), Roll((5,)))
    assert (match.player, match.expect, match.details.targets) == (1, THREE_BLACK, ((), ()))
    assert played(match, black(1, 2, 3), black(4, 5, 6)).details.targets == ((4, 5, 6), (1, 2, 3))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Roll((1, 2, 3)), 'd12 dice are rolled now, not "d6".'),
        (black(1, 2), "Dice to roll now: 3. There are 2."),
        (black(1, 2, 13), "A die shows 1 to 12, not 13."),
        (one(4, 4), "Roll new targets first. Black dice to roll: 3."),
    ],
)
def test_first_the_targets(move: Any, reason: str) -> None:
    assert refusal(opened("target_dice"), move) == reason


# Rule 2: six white dice


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Roll((1, 2, 3, 4, 5)), "Dice to roll now: 6. There are 5."),
        (Roll((1, 2, 3, 4, 5, 7)), "A die shows 1 to 6, not 7."),
        (black(1, 2, 3), 'd6 dice are rolled now, not "d12".'),
        (one(4, 4), "Roll first. White dice to roll: 6."),
        (Keep((1,)), "That is no move in this game: keep."),
        (Pass(), "At this table nobody passes: the turn ends when nothing can be matched."),
    ],
)
def test_a_turn_begins_with_all_six(move: Any, reason: str) -> None:
    assert refusal(game((4, 7, 11)), move) == reason


# Rules 3, 4 and 9: matches


def test_the_example_of_the_rule_sheet() -> None:
    match = played(game((4, 7, 11)), Roll(EXAMPLE))
    match, events = match.apply(at_once(pair(4, 4), pair(7, 2, 5), pair(11, 5, 6)))
    assert events == (Matched(4, (4,)), Matched(7, (2, 5)), Matched(11, (5, 6)))
    assert (match.player, match.turn) == (0, Turn(22, (3,), ())), "the 3 still counts"
    assert match.expect == THREE_BLACK
    match = played(match, black(3, 9, 12))
    assert match.turn == Turn(22, (3,), (3, 9, 12))
    assert match.expect.choose == (one(3, 3),)


def test_one_match_after_the_other_is_the_same() -> None:
    start = played(game((4, 7, 11)), Roll(EXAMPLE))
    slowly = played(start, one(4, 4), one(7, 2, 5), one(11, 5, 6))
    assert slowly.state == played(start, at_once(pair(4, 4), pair(7, 2, 5), pair(11, 5, 6))).state


def test_each_single_match_is_listed_once() -> None:
    match = played(game((11, 4, 4)), Roll(EXAMPLE))
    found = (one(11, 5, 6), one(11, 2, 3, 6), one(11, 2, 4, 5), one(4, 4))
    assert match.expect == Expect(None, found)
    assert sums(match) == {11: ((5, 6), (2, 3, 6), (2, 4, 5)), 4: ((4,),)}


def test_two_targets_of_the_same_value_are_two() -> None:
    match = played(game((4, 4, 12)), Roll((4, 1, 3, 6, 6, 5)), one(4, 4))
    assert match.turn == Turn(4, (1, 3, 6, 6, 5), (4, 12))
    assert played(match, one(4, 1, 3)).turn == Turn(8, (6, 6, 5), (12,))


def test_unused_dice_lie_as_they_lay() -> None:
    assert turn_of(played(game((4, 7, 11)), Roll((6, 5, 2, 5, 4, 3)), one(7, 2, 5))).white == (6, 5, 4, 3)


REFUSED_MATCHES = [
    (at_once(), "A match names a target and the white dice that make it."),
    (one(4), "Which white dice make the 4?"),
    (one(5, 5), "5 is none of your open targets: 4, 7, 11."),
    (one(12, 6, 6), "12 is none of your open targets: 4, 7, 11."),
    (one(0), "0 is none of your open targets: 4, 7, 11."),
    (one(7, 2, 6), "2 + 6 is 8, not 7."),
    (one(4, 3), "3 is 3, not 4."),
    (one(7, 6, 1), "No unused white die shows 1: there are 2, 3, 4, 5, 5, 6."),
    (one(11, 6, 6), "A die serves once, and the unused ones are 2, 3, 4, 5, 5, 6."),
    (one(4, 5, -1), "No unused white die shows -1: there are 2, 3, 4, 5, 5, 6."),
    (at_once(pair(4, 4), pair(4, 4)), "A target is matched once, and 4 is not open that often."),
    (at_once(pair(7, 3, 4), pair(4, 4)), "A die serves once, and the unused ones are 2, 3, 4, 5, 5, 6."),
    (at_once(pair(4, 4), pair(7, 2, 4)), "A die serves once, and the unused ones are 2, 3, 4, 5, 5, 6."),
    (at_once(pair(4, 4), pair(7, 2, 3)), "2 + 3 is 5, not 7."),
    (at_once(pair(4, 4), pair(7)), "Which white dice make the 7?"),
]


@pytest.mark.parametrize(("move", "reason"), REFUSED_MATCHES)
def test_matches_that_are_refused_say_why(move: Matching, reason: str) -> None:
    assert refusal(played(game((4, 7, 11)), Roll(EXAMPLE)), move) == reason


def test_a_target_that_was_matched_is_closed() -> None:
    match = played(game((4, 7, 11)), Roll(EXAMPLE), one(4, 4))
    assert refusal(match, one(4, 4)) == "4 is none of your open targets: 7, 11."
    assert refusal(match, one(7, 3, 4)) == "No unused white die shows 4: there are 2, 3, 5, 5, 6."


def test_another_players_targets_are_not_mine() -> None:
    match = played(game((4, 7, 11), (5, 5, 5)), Roll(EXAMPLE))
    assert refusal(match, one(5, 5)) == "5 is none of your open targets: 4, 7, 11."


def test_no_roll_while_something_can_be_matched() -> None:
    match = played(game((4, 7, 11)), Roll(EXAMPLE))
    assert refusal(match, Roll(EXAMPLE)) == "No roll is open now: first choose."
    assert refusal(match, black(1, 2, 3)) == "No roll is open now: first choose."


# Rules 5 and 6: dice used up, targets closed


def test_all_six_used_are_rolled_again_and_the_turn_goes_on() -> None:
    match = played(game((6, 12, 12)), Roll((1, 1, 1, 1, 1, 1)), one(6, 1, 1, 1, 1, 1, 1))
    assert (match.player, match.expect, match.turn) == (0, SIX, Turn(6, (), (12, 12)))
    assert refusal(match, one(12, 6, 6)) == "Roll first. White dice to roll: 6."
    match = played(match, Roll((6, 6, 2, 2, 2, 2)))
    assert match.turn == Turn(6, (6, 6, 2, 2, 2, 2), (12, 12))


def test_three_closed_are_rolled_anew_and_unused_dice_keep_their_faces() -> None:
    match = played(game((1, 2, 3)), Roll((1, 2, 3, 4, 5, 6)), at_once(pair(1, 1), pair(2, 2), pair(3, 3)))
    assert (match.expect, match.turn) == (THREE_BLACK, Turn(6, (4, 5, 6), ()))
    assert refusal(match, one(9, 4, 5)) == "Roll new targets first. Black dice to roll: 3."
    assert turn_of(played(match, black(9, 9, 12))) == Turn(6, (4, 5, 6), (9, 9, 12))


def test_both_at_once_white_first_then_black() -> None:
    match = played(game((1, 2, 12)), Roll((1, 2, 3, 3, 3, 3)))
    match = played(match, at_once(pair(12, 3, 3, 3, 3), pair(2, 2), pair(1, 1)))
    assert (match.expect, match.turn) == (SIX, Turn(15, (), ()))
    match = played(match, Roll((6, 6, 6, 6, 6, 5)))
    assert (match.player, match.expect, match.turn) == (0, THREE_BLACK, Turn(15, (6, 6, 6, 6, 6, 5), ()))
    assert turn_of(played(match, black(5, 11, 12))) == Turn(15, (6, 6, 6, 6, 6, 5), (5, 11, 12))


def test_new_targets_that_nothing_matches_end_the_turn() -> None:
    match = played(game((4, 7, 11)), Roll(EXAMPLE), at_once(pair(4, 4), pair(7, 2, 5), pair(11, 5, 6)))
    match, events = match.apply(black(1, 2, 4))
    assert (events, match.player, match.scores) == ((Scored(22),), 1, (22, 0))
    assert match.details.targets[0] == (1, 2, 4)


# Rule 7: the turn ends by itself


def test_nothing_to_match_ends_the_turn_at_once() -> None:
    match, events = game((1, 2, 3)).apply(Roll((4, 5, 6, 6, 6, 6)))
    assert (events, match.player, match.scores, match.expect) == ((Scored(0),), 1, (0, 0), SIX)
    assert match.turn == Turn(targets=(12, 12, 12))


def test_the_last_match_ends_the_turn_and_open_targets_stay() -> None:
    match, events = played(game((5, 10, 11)), Roll((5, 1, 1, 1, 1, 1))).apply(one(5, 5))
    assert (events, match.player, match.scores) == ((Matched(5, (5,)), Scored(5)), 1, (5, 0))
    assert match.details.targets[0] == (10, 11)


def test_points_are_written_at_the_end_of_the_turn() -> None:
    match = played(game((5, 10, 11)), Roll((5, 1, 6, 6, 2, 2)))
    assert match.scores == (0, 0)
    match = played(match, one(5, 5))
    assert (match.player, match.turn, match.scores) == (0, Turn(5, (1, 6, 6, 2, 2), (10, 11)), (0, 0))
    match, events = match.apply(one(10, 6, 2, 2))
    assert (events, match.player, match.scores) == ((Matched(10, (2, 2, 6)), Scored(15)), 1, (15, 0))
    match = played(match, Roll(NO_MATCH))
    assert (match.player, match.turn) == (0, Turn(targets=(11,))), "three new ones only when all are matched"
    match = played(match, Roll((5, 6, 1, 1, 1, 1)), one(11, 5, 6))
    assert (match.expect, match.turn) == (THREE_BLACK, Turn(11, (1, 1, 1, 1), ()))


# Rule 8: the end


def nearly(*scores: int, player: int = 0, **more: Any) -> Match:
    """Everybody has twelves, and these scores."""
    return game(players=len(scores), scores=list(scores), player=player, **more)


TWELVE = (Roll((6, 6, 1, 1, 1, 1)), one(12, 6, 6))


def test_the_round_is_finished() -> None:
    match, events = played(nearly(50, 90, 60), Roll(NO_MATCH), TWELVE[0]).apply(TWELVE[1])
    assert events == (Matched(12, (6, 6)), Scored(12), LastRound((2,)))
    assert (match.player, match.scores, match.details.last_round, match.over) == (
        2,
        (50, 102, 60),
        True,
        False,
    )
    match, events = match.apply(Roll(NO_MATCH))
    assert (events, match.over, match.winners) == ((Scored(0), Over()), True, (1,))
    assert (match.player, match.expect, match.turn) == (None, Expect(), Turn())
    assert refusal(match, Roll(EXAMPLE)) == "The match is over."


def test_the_last_seat_of_the_round_ends_it_at_once() -> None:
    match, events = played(nearly(50, 90, player=1), TWELVE[0]).apply(TWELVE[1])
    assert (events, match.winners) == ((Matched(12, (6, 6)), Scored(12), Over()), (1,))
    assert match.details.last_round


def test_the_round_is_counted_from_the_starter() -> None:
    match = played(nearly(90, 50, player=0, first=1), *TWELVE)
    assert match.over, "seat 1 has begun, so seat 0 is the last of the round"
    match = played(nearly(90, 50, 50, player=0, first=2), *TWELVE)
    assert (match.over, match.player) == (False, 1)


def test_later_seats_may_still_win() -> None:
    match, events = played(nearly(90, 99), *TWELVE, TWELVE[0]).apply(TWELVE[1])
    assert (events[-2:], match.scores, match.winners) == ((Scored(12), Over()), (102, 111), (1,))


def test_equal_points_share_the_win() -> None:
    assert played(nearly(90, 90), *TWELVE, *TWELVE).winners == (0, 1)


def test_having_reached_it_in_the_middle_of_a_turn_is_not_enough() -> None:
    match = played(game((12, 6, 5), scores=[90, 0]), Roll((6, 6, 5, 6, 1, 1)), one(12, 6, 6))
    assert (match.player, match.scores, match.details.last_round) == (0, (90, 0), False)


@pytest.mark.parametrize(("goal", "last"), [(102, True), (103, False), (91, True)])
def test_the_goal_is_an_option(goal: int, last: bool) -> None:
    assert played(nearly(90, 0, goal=goal), *TWELVE).details.last_round is last


# Options


def test_stop_early_lets_a_player_pass() -> None:
    match = played(game((4, 7, 11), stop_early=True), Roll(EXAMPLE))
    assert match.expect.choose[-1] == Pass()
    match, events = played(match, one(4, 4)).apply(Pass())
    assert (events, match.player, match.scores, match.details.targets[0]) == (
        (Scored(4),),
        1,
        (4, 0),
        (7, 11),
    )


def test_stop_early_even_before_the_first_match() -> None:
    assert played(game((4, 7, 11), stop_early=True), Roll(EXAMPLE), Pass()).scores == (0, 0)


def test_without_a_match_the_turn_ends_by_itself_with_stop_early_too() -> None:
    match = game((1, 2, 3), stop_early=True)
    assert refusal(match, Pass()) == "Roll first. White dice to roll: 6."
    assert played(match, Roll((4, 5, 6, 6, 6, 6))).player == 1


def test_reroll_leftover_rolls_unused_dice_after_each_match() -> None:
    match = played(game((4, 7, 11), reroll_leftover=True), Roll(EXAMPLE), one(4, 4))
    assert (match.expect, match.turn) == (Expect(RollWanted("d6", 5)), Turn(4, (), (7, 11)))
    match = played(match, Roll((6, 1, 6, 5, 1)), at_once(pair(7, 6, 1), pair(11, 6, 5)))
    assert match.expect == Expect(RollWanted("d6", 1)), "the white die before new targets"
    match = played(match, Roll((2,)))
    assert (match.expect, match.turn) == (THREE_BLACK, Turn(22, (2,), ()))
    assert played(match, black(2, 3, 4)).expect.choose == (one(2, 2),)


def test_reroll_leftover_with_no_dice_left_is_rule_five() -> None:
    match = played(game((6, 1, 2), reroll_leftover=True), Roll((1,) * 6), one(6, *(1,) * 6))
    assert match.expect == SIX


def test_reroll_leftover_may_end_the_turn() -> None:
    match = played(game((4, 7, 11), reroll_leftover=True), Roll(EXAMPLE), one(4, 4))
    match, events = match.apply(Roll((1, 1, 1, 1, 1)))
    assert (events, match.player, match.scores) == ((Scored(4),), 1, (4, 0))


@pytest.mark.parametrize(("mine", "missing"), [((4,), 2), ((4, 7), 1)])
def test_refill_each_turn_rolls_missing_targets_first(mine: tuple[int, ...], missing: int) -> None:
    match = game(mine, refill_each_turn=True)
    assert match.expect == Expect(RollWanted("d12", missing))
    match = played(match, black(*(12, 11)[:missing]))
    assert (match.player, match.expect, match.turn) == (0, SIX, Turn(targets=(*mine, 12, 11)[:3]))


def test_refill_each_turn_with_all_targets_open_rolls_white() -> None:
    assert game((4, 7, 11), refill_each_turn=True).expect == SIX


def test_refill_each_turn_waits_for_the_players_own_turn() -> None:
    match = played(
        game((5, 10, 11), (12, 12, 12), refill_each_turn=True), Roll((5, 1, 1, 1, 1, 2)), one(5, 5)
    )
    assert (match.player, match.expect) == (1, SIX)
    match = played(match, Roll(NO_MATCH))
    assert (match.player, match.expect, match.turn) == (
        0,
        Expect(RollWanted("d12", 1)),
        Turn(targets=(10, 11)),
    )


# Positions and seats

AB = {"targets": [[4, 7, 11], [5, 6, 7]], "scores": [0, 0]}


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({}, "targets must be a list, not null."),
        ({"scores": [0, 0]}, "targets must be a list, not null."),
        ({**AB, "targets": [[4, 7, 11]]}, "There must be targets for each of the 2 players."),
        ({**AB, "targets": [[4, 7, 11], 5]}, "A player's targets must be a list, not 5."),
        ({**AB, "targets": [[4, 7, 11], []]}, "A player has one to three open targets, not 0."),
        ({**AB, "targets": [[4, 7, 11, 1], [5]]}, "A player has one to three open targets, not 4."),
        ({**AB, "targets": [[4, 7, 13], [5]]}, "A target is a whole number from 1 to 12, not 13."),
        ({**AB, "targets": [[4, 7, 0], [5]]}, "A target is a whole number from 1 to 12, not 0."),
        ({**AB, "targets": [[4, 7, True], [5]]}, "A target is a whole number from 1 to 12, not true."),
        ({**AB, "targets": [[4, 7, "1"], [5]]}, 'A target is a whole number from 1 to 12, not "1".'),
        ({**AB, "scores": [100, 0]}, "A score at or past the goal of 100 is no start."),
        ({**AB, "scores": [0, 250]}, "A score at or past the goal of 100 is no start."),
        ({**AB, "scores": [0, -1]}, None),
        ({**AB, "scores": [0]}, None),
        ({**AB, "scores": [0, 1.5]}, None),
        ({**AB, "scores": None}, None),
        ({**AB, "sheets": [{}, {}]}, 'A position of target dice has no "sheets".'),
        ({**AB, "player": 2}, "player must be a seat from 0 to 1, not 2."),
    ],
)
def test_positions_that_are_refused(position: Any, reason: str | None) -> None:
    with pytest.raises(Refused) as refused:
        opened("target_dice", 2, position=position)
    assert reason is None or str(refused.value) == reason


def test_a_position_needs_no_scores_and_no_roll_off() -> None:
    match = game((4, 7), (5,), roll_off=True)
    assert (match.player, match.scores, match.expect) == (0, (0, 0), SIX)
    assert match.details.targets == ((4, 7), (5,))
    assert game((4,), players=3, player=2, scores=[99, 0, 3]).scores == (99, 0, 3)


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(Refused, match="target dice is played by 2 to 6"):
        opened("target_dice", players)


# For screens and bots


def test_the_most_that_can_be_matched() -> None:
    match = played(game((4, 7, 11)), Roll(EXAMPLE))
    assert sum(found.target for found in most(match)) == 22
    assert played(match, Matching(most(match))).turn == Turn(22, (3,), ())


def test_nothing_is_worth_anything_before_the_roll() -> None:
    assert (sums(game((4, 7, 11))), most(game((4, 7, 11)))) == ({}, ())


@pytest.mark.parametrize(
    ("targets", "dice", "points", "why"),
    [
        ((4, 7, 11), EXAMPLE, 22, "all three, and new targets for the 3"),
        ((5, 6, 12), (5, 1, 1, 1, 6, 6), 18, "6 = 5 + 1 and 12 rather than 5 and 12"),
        ((5, 5, 12), (5, 1, 1, 1, 1, 1), 10, "all six dice are used and rolled again"),
    ],
)
def test_the_bot_takes_what_brings_the_most(targets: Any, dice: Any, points: int, why: str) -> None:
    decision = good_move(played(game(targets), Roll(dice)), Random(1))
    assert isinstance(decision, Matching)
    assert sum(found.target for found in decision.pairs) == points, why


def test_the_bot_keeps_targets_open_for_the_next_six_dice() -> None:
    match = played(game((11, 6, 5)), Roll((1, 1, 1, 1, 1, 6)))
    assert good_move(match, Random(1)) == one(11, 1, 1, 1, 1, 1, 6), (
        "6 and 5 score as much and use as many dice"
    )


def test_the_bot_beats_chance() -> None:
    def against_chance(match: Match, rng: Random) -> Any:
        choose = match.expect.choose
        return good_move(match, rng) if match.player == 0 or not choose else rng.choice(choose)

    ends = [play_on(opened("target_dice"), Random(seed), against_chance)[-1] for seed in range(30)]
    assert sum(end.scores[0] for end in ends) > 1.05 * sum(end.scores[1] for end in ends)


@pytest.mark.parametrize("goal", [0, -1, 1.5, True, "100", None])
def test_a_goal_that_cannot_be_is_refused(goal: Any) -> None:
    with pytest.raises(Refused, match="The option goal is a whole number from 1 to 1000000"):
        opened("target_dice", goal=goal)
    assert opened("target_dice", goal=1).options.goal == 1  # type: ignore[attr-defined]
