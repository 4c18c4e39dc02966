"""Maxi Yatzy: Yatzy with six dice, twenty fields and saved rolls; what it shares with Yatzy is tested there."""

from __future__ import annotations

import inspect
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
from rules_play import opened, play_on, played, refusal

from rules import GAMES, Dispute, Expect, Keep, Match, Refused, Roll, RollWanted, Score, games, maxi_yatzy
from rules.bots import good_move
from rules.maxi_yatzy import FORM, MaxiYatzyOptions, Turn
from rules.yatzy import UPPER, rolls_left, summary, turn_of, worth

DEFAULTS = MaxiYatzyOptions()
SIX = Expect(RollWanted("d6", 6))


def game(players: int = 2, **more: Any) -> Match:
    return opened("maxi_yatzy", players, **more)


@pytest.mark.parametrize(
    ("dice", "field", "points"),
    [
        # The examples of the rules' source.
        ((3, 1, 1, 6, 1, 4), "ones", 3),
        ((2, 5, 4, 3, 2, 6), "twos", 4),
        ((3, 2, 1, 3, 4, 3), "threes", 9),
        ((4, 4, 3, 4, 5, 4), "fours", 16),
        ((5, 1, 2, 5, 5, 4), "fives", 15),
        ((4, 6, 3, 1, 6, 6), "sixes", 18),
        ((6, 4, 2, 6, 5, 1), "one_pair", 12),
        ((2, 1, 3, 3, 5, 5), "two_pairs", 16),
        ((2, 2, 5, 5, 6, 6), "three_pairs", 26),
        ((4, 5, 3, 5, 5, 4), "three_of_a_kind", 15),
        ((2, 4, 2, 2, 5, 2), "four_of_a_kind", 8),
        ((3, 3, 2, 3, 3, 3), "five_of_a_kind", 15),
        ((1, 2, 3, 4, 5, 3), "small_straight", 15),
        ((2, 3, 4, 5, 6, 6), "large_straight", 20),
        ((1, 2, 3, 4, 5, 6), "full_straight", 21),
        ((3, 4, 4, 6, 6, 6), "full_house", 26),
        ((2, 2, 2, 5, 5, 5), "villa", 21),
        ((3, 3, 6, 6, 6, 6), "tower", 30),
        ((3, 4, 2, 6, 5, 4), "chance", 24),
        ((4, 4, 4, 4, 4, 4), "maxi_yatzy", 100),
        # And what is near them.
        ((2, 2, 5, 5, 6, 6), "two_pairs", 22),
        ((4, 4, 4, 4, 1, 2), "two_pairs", 0),
        ((4, 4, 4, 4, 1, 1), "three_pairs", 0),
        ((5, 5, 5, 2, 2, 2), "full_house", 19),
        ((5, 5, 5, 5, 2, 2), "full_house", 19),
        ((5, 5, 5, 5, 5, 2), "full_house", 0),
        ((6, 6, 6, 6, 6, 6), "villa", 0),
        ((6, 6, 6, 6, 6, 6), "tower", 0),
        ((6, 6, 6, 6, 6, 6), "five_of_a_kind", 30),
        ((1, 2, 3, 4, 5, 6), "small_straight", 15),
        ((1, 2, 3, 4, 5, 6), "large_straight", 20),
        ((2, 3, 4, 5, 6, 6), "full_straight", 0),
        ((1, 2, 3, 4, 6, 6), "small_straight", 0),
        ((4, 4, 4, 4, 4, 5), "maxi_yatzy", 0),
    ],
)
def test_what_fields_give(dice: tuple[int, ...], field: str, points: int) -> None:
    assert FORM.points(field, dice, DEFAULTS) == points
    match = played(game(1), Roll(dice))
    assert worth(match)[field] == points
    assert played(match, Score(field)).sheets[0] == {field: points}


def test_twenty_fields_and_the_largest_total() -> None:
    assert len(FORM.fields) == 20
    every = list(combinations_with_replacement(range(1, 7), 6))
    best = {field: max(FORM.points(field, dice, DEFAULTS) for dice in every) for field in FORM.fields}
    by_hand = [6 * 21, 12, 22, 6 + 6 + 5 + 5 + 4 + 4, 18, 24, 30, 15 + 20 + 21, 28, 33, 34, 36, 100]
    assert sum(best.values()) == sum(by_hand)


def test_the_bonus() -> None:
    upper = {field: 4 * (place + 1) for place, field in enumerate(UPPER)}
    match = game(2, position={"sheets": [upper, {**upper, "ones": 3}]})
    assert match.scores == (184, 83)
    assert summary(match, 0).bonus == 100


def test_six_dice_are_rolled_and_kept() -> None:
    match = game()
    assert (match.expect, match.turn) == (SIX, Turn(left=3))
    match = played(match, Roll((6, 6, 1, 2, 3, 4)), Keep((6, 6)))
    assert (match.expect, match.turn) == (Expect(RollWanted("d6", 4)), Turn(1, (6, 6, 1, 2, 3, 4), (6, 6), 2))
    match = played(match, Roll((6, 1, 1, 1)))
    assert refusal(match, Keep((6, 6, 6, 1, 1, 1))) == "Keeping all 6 leaves nothing to roll: choose a field."
    assert turn_of(match).dice == (6, 6, 6, 1, 1, 1)


def one_roll(field: str) -> tuple[Roll, Score]:
    return Roll((1, 2, 3, 4, 5, 6)), Score(field)


def test_rolls_not_used_are_saved() -> None:
    match = played(game(2), *one_roll("full_straight"))
    assert (match.details.saved, rolls_left(match)) == ((2, 0), 3)
    match = played(match, *one_roll("full_straight"))
    assert (match.details.saved, match.player, rolls_left(match)) == ((2, 2), 0, 5)
    for count in range(1, 5):
        match = played(match, Roll((1, 1, 2, 3, 4, 6)[: 6 if count == 1 else 5]), Keep((1,)))
        assert rolls_left(match) == 5 - count
    match = played(match, Roll((6, 6, 6, 6, 6)))
    assert refusal(match, Keep((1,))) == "All 5 rolls are used: choose a field."
    assert played(match, Score("five_of_a_kind")).details.saved == (0, 2)


def test_saved_rolls_are_an_option() -> None:
    match = played(game(1, save_rolls=False), *one_roll("full_straight"))
    assert (match.details.saved, rolls_left(match)) == ((), 3)


def test_a_disputed_turn_has_the_rolls_that_it_began_with() -> None:
    match = played(game(1), *one_roll("full_straight"), Roll((1, 2, 3, 4, 5, 5)), Score("small_straight"))
    assert match.details.saved == (4,)
    match = played(match, Dispute())
    assert (match.details.saved, rolls_left(match)) == ((2,), 5)
    assert played(match, Roll((1, 1, 1, 1, 1, 1)), Score("small_straight")).details.saved == (4,)


def test_positions_know_this_sheet() -> None:
    assert game(2, position={"sheets": [{"villa": 33}, {"maxi_yatzy": 100}]}).scores == (33, 100)
    for sheet in ({"villa": 36}, {"yatzy": 50}, {"maxi_yatzy": 50}):
        with pytest.raises(Refused):
            game(2, position={"sheets": [sheet, {}]})


def test_the_bot_plays_it_better_than_chance() -> None:
    match = game(1, position={"sheets": [dict.fromkeys(FORM.fields[2:-1], 0)]})
    end = play_on(match, Random(3), good_move)[-1]
    assert end.over
    assert good_move(played(match, Roll((6, 6, 6, 6, 6, 6))), Random(1)) == Score("maxi_yatzy")


def test_a_sixth_game_is_a_file_and_a_line() -> None:
    """Nothing in the core names it; the list does once."""
    assert isinstance(GAMES["maxi_yatzy"], maxi_yatzy.MaxiYatzy)
    assert inspect.getsource(games).count("MaxiYatzy()") == 1
