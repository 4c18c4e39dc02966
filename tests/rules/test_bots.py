"""Bots play what is open, sensibly, and never invent dice."""

from __future__ import annotations

from random import Random

import pytest
from rules_play import all_but, by_chance, play_on, played, yatzy

from rules import Dispute, Expect, Keep, Match, Roll, RollWanted, Score
from rules.bots import good_move, random_move


def test_a_bot_asks_for_the_roll_it_wants() -> None:
    wanted = RollWanted("d6", 5)
    assert good_move(yatzy(), Random(1)) == wanted
    assert random_move(yatzy().expect, Random(1)) == wanted


def test_chance_reaches_everything_that_is_open() -> None:
    expect = Expect(RollWanted("d6", 3), (Keep(()), Score("ones")))
    rng = Random(1)
    assert {random_move(expect, rng) for _ in range(100)} == {expect.roll, *expect.choose}


def test_the_same_chance_gives_the_same_game() -> None:
    first, second = (play_on(yatzy(2), Random(3), by_chance)[-1] for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("free", "dice", "decision"),
    [
        (("yatzy",), (5, 5, 5, 2, 5), Keep((5, 5, 5, 5))),
        (("yatzy", "chance"), (6, 6, 6, 6, 6), Score("yatzy")),
        (("small_straight",), (1, 2, 3, 4, 4), Keep((1, 2, 3, 4))),
        (("large_straight", "ones"), (2, 3, 4, 5, 6), Score("large_straight")),
        (("chance",), (6, 6, 1, 1, 2), Keep((6, 6))),
        (("full_house",), (3, 3, 5, 5, 1), Keep((3, 3, 5, 5))),
        (("sixes",), (6, 1, 6, 2, 3), Keep((6, 6))),
    ],
)
def test_sound_choices(free: tuple[str, ...], dice: tuple[int, ...], decision: object) -> None:
    match = played(yatzy(1, position={"sheets": [all_but(*free)]}), Roll(dice))
    assert good_move(match, Random(1)) == decision


def test_a_bot_plays_a_disputed_turn_for_its_field() -> None:
    match = played(yatzy(1), Roll((1, 1, 1, 2, 3)), Score("ones"), Dispute(), Roll((1, 1, 6, 6, 6)))
    assert good_move(match, Random(1)) == Keep((1, 1))


@pytest.mark.parametrize("options", [{}, {"forced_order": True}, {"strict_zero": True}, {"roll_off": True}])
def test_a_bot_plays_to_the_end_under_all_options(options: dict[str, bool]) -> None:
    assert play_on(yatzy(2, **options), Random(4), good_move)[-1].over


@pytest.mark.slow
def test_a_bot_is_a_decent_player() -> None:
    """Played best the mean is 248.4 with a deviation of about 40; the mean of 12 games then has one of 12."""

    def score(match: Match) -> int:
        return match.scores[0]

    totals = [score(play_on(yatzy(1), Random(seed), good_move)[-1]) for seed in range(12)]
    assert sum(totals) / len(totals) > 200
