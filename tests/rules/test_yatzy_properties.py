"""What holds in every match of Yatzy, however it is played."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from rules_play import play_on, played, thrown, yatzy

from rules import Dispute, Keep, Match, Move, Refused, Roll, Score, open_match
from rules.bots import random_move
from rules.saved import from_dict, to_dict
from rules.wire import move_as_dict, parse, read_move
from rules.yatzy import FIELDS, UPPER, YatzyOptions, points, summary, turn_of

DICE = st.lists(st.integers(1, 6), min_size=5, max_size=5).map(tuple)
SWITCHES = ("full_house_five_kind", "two_pairs_four_kind", "forced_order", "strict_zero", "roll_off")
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(SWITCHES, st.booleans()),
        "bonus": st.integers(0, 200),
        "bonus_at": st.integers(0, 110),
    },
)
CHANCE = st.integers(0, 2**32).map(Random)
MATCHES = st.builds(lambda count, options: yatzy(count, **options), st.integers(1, 4), OPTIONS)


def sometimes_disputed(match: Match, rng: Random) -> Any:
    """A bot that does anything that is open, and once in a while disputes what was just scored."""
    if match.moves and isinstance(match.moves[-1], Score) and rng.random() < 0.2:
        return Dispute()
    return random_move(match.expect, rng)


def count_again(field: str, dice: tuple[int, ...], options: YatzyOptions) -> int:
    """A scorer of another make: it looks at what is left when dice are taken away."""
    text = "".join(str(die) for die in sorted(dice, reverse=True))
    runs = {"small_straight": "54321", "large_straight": "65432"}
    if field in UPPER:
        return sum(die for die in dice if die == UPPER.index(field) + 1)
    if field in runs:
        return sum(dice) if text == runs[field] else 0
    if field in ("chance", "yatzy"):
        return sum(dice) if field == "chance" else 50 * (text == text[0] * 5)
    wanted = {"one_pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4}
    if field in wanted:
        return max(
            (wanted[field] * face for face in range(1, 7) if str(face) * wanted[field] in text), default=0
        )
    sizes = {"two_pairs": (2, 2), "full_house": (3, 2)}[field]
    same = getattr(options, {"two_pairs": "two_pairs_four_kind", "full_house": "full_house_five_kind"}[field])
    found = [
        sizes[0] * high + sizes[1] * low
        for high in range(1, 7)
        for low in range(1, 7)
        if (high != low or same) and not Counter([high] * sizes[0] + [low] * sizes[1]) - Counter(dice)
    ]
    return max(found, default=0)


@given(DICE, OPTIONS)
def test_another_scorer_agrees(dice: tuple[int, ...], options: dict[str, Any]) -> None:
    how = YatzyOptions(**options)
    assert {field: points(field, dice, how) for field in FIELDS} == {
        field: count_again(field, dice, how) for field in FIELDS
    }


@settings(max_examples=40, deadline=None)
@given(MATCHES, CHANCE)
def test_anything_that_is_open_leads_to_the_end(match: Match, rng: Random) -> None:
    way = play_on(match, rng, sometimes_disputed)
    end = way[-1]
    assert all(list(sheet) == list(FIELDS) for sheet in end.sheets)
    assert end.scores == tuple(summary(end, seat).total for seat in range(len(end.players)))
    assert end.winners == tuple(seat for seat, score in enumerate(end.scores) if score == max(end.scores))
    assert all(len(match.expect.choose) > 0 or match.expect.roll for match in way[:-1])


@settings(max_examples=40, deadline=None)
@given(MATCHES, CHANCE, st.integers(1, 60))
def test_taking_back_gives_the_earlier_match(match: Match, rng: Random, moves: int) -> None:
    way = play_on(match, rng, sometimes_disputed, most=moves)
    later = way[-1]
    for earlier in reversed(way[:-1]):
        later = later.undo()
        assert later == earlier
        assert (later.expect, later.turn, later.scores) == (earlier.expect, earlier.turn, earlier.scores)


@settings(max_examples=40, deadline=None)
@given(MATCHES, CHANCE)
def test_the_same_moves_give_the_same_match(match: Match, rng: Random) -> None:
    end = play_on(match, rng, sometimes_disputed)[-1]
    again = open_match(end.opening)
    for move in end.moves:
        again, _ = again.apply(read_move(move_as_dict(move)))
    assert again == end
    assert from_dict(parse(json.dumps(to_dict(end)))) == end  # type: ignore[arg-type]


WRONG: st.SearchStrategy[Move] = st.one_of(
    st.lists(st.integers(-1, 8), max_size=7).map(lambda dice: Roll(tuple(dice))),
    st.lists(st.integers(0, 7), max_size=6).map(lambda dice: Keep(tuple(dice))),
    st.sampled_from([*FIELDS, "", "sevens"]).map(Score),
    st.just(Dispute()),
)


@settings(max_examples=150, deadline=None)
@given(MATCHES, CHANCE, st.integers(0, 50), st.lists(WRONG, min_size=1, max_size=8))
def test_a_move_is_open_or_it_is_refused(match: Match, rng: Random, moves: int, tried: list[Move]) -> None:
    match = play_on(match, rng, most=moves)[-1]
    for move in tried:
        before = (match.moves, match.scores, match.turn, match.sheets, match.expect)
        try:
            after, _ = match.apply(move)
        except Refused as reason:
            assert str(reason).endswith(".")
            assert not is_listed(match, move)
        else:
            assert is_listed(match, move) or isinstance(move, Dispute)
            assert after.moves == (*match.moves, move)
        assert (match.moves, match.scores, match.turn, match.sheets, match.expect) == before


def is_listed(match: Match, move: Move) -> bool:
    """Whether `expect` says that this move is open."""
    wanted = match.expect.roll
    if isinstance(move, Roll):
        return wanted is not None and len(move.dice) == wanted.count and set(move.dice) <= set(range(1, 7))
    return move in match.expect.choose


@settings(max_examples=40, deadline=None)
@given(DICE, st.lists(st.integers(0, 4), max_size=4, unique=True), CHANCE)
def test_dice_that_stay_keep_their_faces_and_places(
    dice: tuple[int, ...], places: list[int], rng: Random
) -> None:
    stay = Keep(tuple(dice[place] for place in places))
    match = played(yatzy(1), Roll(dice), stay)
    assert match.expect.roll is not None
    roll = thrown(match.expect.roll, rng)
    lie = turn_of(played(match, roll)).dice
    assert Counter(lie) == Counter(stay.dice) + Counter(roll.dice)
    assert sum(old == new for old, new in zip(dice, lie, strict=True)) >= len(places)
