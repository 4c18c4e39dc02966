"""A match as a value: openings, positions, the roll-off, taking back, the rematch."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rules_play import all_but, play_on, played, refusal, turn, yatzy

from rules import (
    GAMES,
    Bank,
    Dispute,
    Expect,
    Keep,
    Match,
    Matching,
    Pair,
    Pass,
    Refused,
    Roll,
    RollWanted,
    Score,
    open_match,
)
from rules.roll_off import RollOff
from rules.yatzy import YatzyOptions

AB = {"game": "yatzy", "players": ["A", "B"]}


def refused(opening: Any) -> str:
    with pytest.raises(Refused) as reason:
        open_match(opening)
    return str(reason.value)


def test_an_opening_in_full() -> None:
    match = open_match({**AB, "first": 1, "options": {"bonus": 35, "strict_zero": True}})
    assert (match.game, match.players, match.player, match.starter) == ("yatzy", ("A", "B"), 1, 1)
    assert match.options == YatzyOptions(bonus=35, strict_zero=True)
    assert (match.scores, match.sheets, match.moves, match.over, match.winners) == (
        (0, 0),
        ({}, {}),
        (),
        False,
        (),
    )


def test_all_switches_are_off_unless_the_table_says_otherwise() -> None:
    options = open_match(AB).options
    assert options == YatzyOptions(
        roll_off=False,
        bonus_at=63,
        bonus=50,
        full_house_five_kind=False,
        two_pairs_four_kind=False,
        forced_order=False,
        strict_zero=False,
    )


@pytest.mark.parametrize("count", [1, 2, 7, 100])
def test_any_number_of_players(count: int) -> None:
    names = ["Anna"] * count
    assert open_match({"game": "yatzy", "players": names}).players == tuple(names)


@pytest.mark.parametrize(
    ("opening", "reason"),
    [
        ([], "An opening must be an object, not a list."),
        ({}, "There is no game null; there is " + ", ".join(GAMES) + "."),
        ({**AB, "game": "poker"}, 'There is no game "poker"; there is ' + ", ".join(GAMES) + "."),
        ({**AB, "game": ["yatzy"]}, "There is no game a list; there is " + ", ".join(GAMES) + "."),
        ({"game": "yatzy"}, "players must be a list, not null."),
        ({**AB, "players": "AB"}, 'players must be a list, not "AB".'),
        ({**AB, "players": []}, "yatzy is played by 1 to 100, not by 0."),
        ({**AB, "players": ["A"] * 101}, "yatzy is played by 1 to 100, not by 101."),
        ({**AB, "players": ["A", 1]}, "A player's name is text of at most 100 letters."),
        ({**AB, "players": ["A" * 101]}, "A player's name is text of at most 100 letters."),
        ({**AB, "first": 2}, "first must be a seat from 0 to 1, not 2."),
        ({**AB, "first": -1}, "first must be a seat from 0 to 1, not -1."),
        ({**AB, "first": True}, "first must be a seat from 0 to 1, not true."),
        ({**AB, "first": 1.0}, "first must be a seat from 0 to 1, not 1.0."),
        ({**AB, "options": None}, "options must be an object, not null."),
        ({**AB, "options": {"goal": 100}}, 'There is no option "goal" in this game.'),
        ({**AB, "options": {"bonus": True}}, "The option bonus is a whole number from 0 to 1000000."),
        ({**AB, "options": {"bonus": -1}}, "The option bonus is a whole number from 0 to 1000000."),
        ({**AB, "options": {"bonus": 50.0}}, "The option bonus is a whole number from 0 to 1000000."),
        ({**AB, "options": {"bonus": 10**9}}, "The option bonus is a whole number from 0 to 1000000."),
        ({**AB, "options": {"strict_zero": 1}}, "The option strict_zero is false or true."),
        ({**AB, "options": {"strict_zero": "on"}}, "The option strict_zero is false or true."),
        ({**AB, "colour": "red"}, 'An opening has no "colour".'),
        ({**AB, "position": None}, "position must be an object, not null."),
        ({**AB, "position": {}}, "sheets must be a list, not null."),
        ({**AB, "position": {"scores": [1, 2]}}, 'A position of yatzy has no "scores".'),
        ({**AB, "position": {"sheets": [{}]}}, "There must be a sheet for each of the 2 players."),
        ({**AB, "position": {"sheets": [{}, []]}}, "A sheet must be an object, not a list."),
        ({**AB, "position": {"sheets": [{}, {}], "player": 2}}, "player must be a seat from 0 to 1, not 2."),
        ({**AB, "position": {"sheets": [{}, {}], "targets": []}}, 'A position of yatzy has no "targets".'),
        ({**AB, "position": {"sheets": [{"sevens": 7}, {}]}}, 'There is no field "sevens" on the sheet.'),
        ({**AB, "position": {"sheets": [{"twos": 3}, {}]}}, "No dice give 3 in twos."),
        ({**AB, "position": {"sheets": [{"twos": -2}, {}]}}, "No dice give -2 in twos."),
        ({**AB, "position": {"sheets": [{"twos": True}, {}]}}, "No dice give true in twos."),
        ({**AB, "position": {"sheets": [{"twos": None}, {}]}}, "No dice give null in twos."),
        ({**AB, "position": {"sheets": [{"full_house": 5}, {}]}}, "No dice give 5 in full house."),
        ({**AB, "position": {"sheets": [{"two_pairs": 4}, {}]}}, "No dice give 4 in two pairs."),
        ({**AB, "position": {"sheets": [{"chance": 4}, {}]}}, "No dice give 4 in chance."),
        (
            {**AB, "position": {"sheets": [all_but(), {}]}},
            "The player who would act, seat 0, has no free field.",
        ),
        ({**AB, "position": {"sheets": [all_but(), all_but()]}}, "This match is over: all fields are full."),
    ],
)
def test_openings_that_are_refused_say_why(opening: Any, reason: str) -> None:
    assert refused(opening) == reason


@pytest.mark.parametrize("game", ["target_dice", "thirty", "ten_thousand", "farkle"])
def test_a_game_of_the_house_can_be_played_or_is_said_to_be_missing(game: str) -> None:
    if game in GAMES:
        assert open_match({**AB, "game": game}).game == game
    else:
        assert refused({**AB, "game": game}) == f"{game.replace('_', ' ')} is not on this table yet."


def test_what_a_sheet_can_hold_depends_on_the_options() -> None:
    five_fours = {"sheets": [{"full_house": 20, "two_pairs": 16}]}
    assert yatzy(1, position=five_fours, two_pairs_four_kind=True, full_house_five_kind=True).scores == (36,)
    five_ones = {"sheets": [{"full_house": 5}]}
    assert yatzy(1, position=five_ones, full_house_five_kind=True).scores == (5,)


def test_a_position_starts_in_the_middle_without_a_roll_off() -> None:
    position = {"player": 1, "sheets": [{"ones": 3}, {"twos": 4, "yatzy": 50}]}
    match = yatzy(2, position=position, roll_off=True)
    assert (match.player, match.scores, match.sheets) == (1, (3, 54), ({"ones": 3}, {"twos": 4, "yatzy": 50}))
    assert match.expect == Expect(RollWanted("d6", 5))


def test_an_opening_is_not_changed_from_outside() -> None:
    position: dict[str, Any] = {"sheets": [{"ones": 3}]}
    match = played(yatzy(1, position=position), Roll((1, 2, 3, 4, 5)))
    position["sheets"][0]["ones"] = 5
    match.opening.as_dict()["position"]["sheets"][0]["ones"] = 4
    assert match.undo().scores == (3,)


@pytest.mark.parametrize("move", [Bank(), Pass(), Matching((Pair(7, (2, 5)),))])
def test_moves_of_other_games_are_refused(move: Any) -> None:
    assert refusal(yatzy(), move) == f"That is no move in this game: {type(move).__name__.lower()}."


# The roll-off


def off(match: Match) -> tuple[int | None, ...]:
    assert match.roll_off is not None and match.turn == match.roll_off
    return match.roll_off.roll_off


def test_the_highest_die_starts() -> None:
    match = yatzy(3, roll_off=True)
    assert (match.player, match.starter, off(match)) == (0, None, (None, None, None))
    assert match.expect == Expect(RollWanted("d6", 1))
    match = played(match, Roll((3,)), Roll((5,)))
    assert (match.player, off(match), match.scores, match.sheets) == (
        2,
        (3, 5, None),
        (0, 0, 0),
        ({}, {}, {}),
    )
    match = played(match, Roll((4,)))
    assert (match.roll_off, match.player, match.starter) == (None, 1, 1)
    assert match.expect == Expect(RollWanted("d6", 5))


def test_those_who_tie_for_the_highest_roll_again() -> None:
    match = played(yatzy(4, roll_off=True), *(Roll((die,)) for die in (6, 2, 6, 6)))
    assert match.roll_off == RollOff((6, 2, 6, 6), waiting=(0, 2, 3), rolling=(0, 2, 3))
    match = played(match, Roll((1,)))
    assert (match.player, off(match)) == (2, (1, 2, 6, 6))
    match = played(match, Roll((4,)), Roll((4,)))
    assert match.roll_off == RollOff((1, 2, 4, 4), waiting=(2, 3), rolling=(2, 3))
    assert played(match, Roll((1,)), Roll((2,))).starter == 3


def test_the_roll_off_goes_round_from_the_first_seat() -> None:
    match = yatzy(3, first=2, roll_off=True)
    seats = []
    for die in (6, 1, 2):
        seats.append(match.player)
        match = played(match, Roll((die,)))
    assert (seats, match.starter) == ([2, 0, 1], 2)


def test_one_who_plays_alone_starts() -> None:
    assert yatzy(1, roll_off=True).starter == 0


@pytest.mark.parametrize("move", [Roll((1, 2)), Roll((7,)), Roll((3,), "d12"), Keep(()), Dispute()])
def test_only_single_dice_in_the_roll_off(move: Any) -> None:
    assert refusal(yatzy(2, roll_off=True), move)


def test_the_roll_off_can_be_taken_back() -> None:
    match = played(yatzy(2, roll_off=True), Roll((5,)), Roll((2,)))
    assert match.undo() == played(yatzy(2, roll_off=True), Roll((5,)))
    assert match.undo().undo() == yatzy(2, roll_off=True)


# Taking back, and the next match


def test_moves_can_be_taken_back_to_the_beginning() -> None:
    match = played(yatzy(2), *turn((1, 2, 3, 4, 5), "small_straight"), Roll((1, 1, 1, 1, 1)), Keep((1,)))
    for count in (4, 3, 2, 1):
        assert len(match.moves) == count
        match = match.undo()
    assert match == yatzy(2)
    with pytest.raises(Refused, match="nothing to take back"):
        match.undo()


def test_the_last_move_of_a_match_can_be_taken_back() -> None:
    match = played(yatzy(1, position={"sheets": [all_but("ones")]}), *turn((1, 1, 2, 3, 4), "ones"))
    assert match.over and not match.undo().over


def test_a_rematch_is_started_by_the_seat_after_the_last_starter() -> None:
    match = yatzy(3, first=1, bonus=35)
    again = open_match(match.rematch())
    assert (again.players, again.options, again.player) == (match.players, match.options, 2)
    assert open_match(again.rematch()).player == 0


def test_a_rematch_after_a_roll_off_rolls_off_again() -> None:
    match = played(yatzy(2, roll_off=True), Roll((1,)), Roll((5,)))
    again = open_match(match.rematch())
    assert (again.player, again.starter) == (0, None)


def test_a_rematch_from_a_position_is_a_whole_match() -> None:
    assert open_match(yatzy(2, position={"sheets": [{"ones": 3}, {}]}).rematch()).sheets == ({}, {})


def test_a_match_never_changes() -> None:
    way = play_on(yatzy(2), Random(5))
    for count, match in enumerate(way):
        assert len(match.moves) == count
    assert way[-1].over and not way[0].sheets[0]


def test_a_line_that_parts_keeps_both_ways() -> None:
    rolled, _ = yatzy().apply(Roll((1, 2, 3, 4, 5)))
    one, _ = rolled.apply(Score("ones"))
    other, _ = rolled.apply(Score("chance"))
    longer, _ = one.apply(Roll((6, 6, 6, 6, 6)))
    assert rolled.moves == (Roll((1, 2, 3, 4, 5)),)
    assert one.moves == (*rolled.moves, Score("ones"))
    assert other.moves == (*rolled.moves, Score("chance"))
    assert longer.moves == (*one.moves, Roll((6, 6, 6, 6, 6)))
    assert (longer.moves[-1], longer.moves[:2]) == (Roll((6, 6, 6, 6, 6)), tuple(one.moves))
    assert longer.moves != other.moves and hash(longer.moves[:2]) == hash(one.moves)
