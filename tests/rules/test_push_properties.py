"""What holds in every match of Ten Thousand and Farkle, however it is played."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import isclose
from random import Random
from typing import Any

import pytest
from facts_push import MEANS, MISSES, BestTurn, misses, to_roll
from hypothesis import given, settings
from hypothesis import strategies as st
from push_play import at, best, set_asides
from rules_play import opened, play_on, played

from rules import Bank, Keep, Match, Over, Roll, Scored
from rules.bots import good_move
from rules.farkle import FarkleOptions
from rules.push import HotDice, least_to_stop, options_of, still_to_play, turn_of, worth
from rules.ten_thousand import TenThousandOptions

GAMES = pytest.mark.parametrize("game", MISSES)
ROLLS = st.lists(st.integers(1, 6), min_size=1, max_size=6).map(lambda dice: "".join(map(str, sorted(dice))))
POINTS = st.sampled_from([0, 300, 500, 750, 1000, 1500, 2500])
KINDS = st.sampled_from(["linear", "doubling"])
TEN_THOUSAND = st.builds(TenThousandOptions, kinds=KINDS, straight=POINTS, three_pairs=POINTS)


# Another scorer: by how many dice show each face, not by parting dice into combinations.


def ten_thousand_again(dice: str, options: TenThousandOptions) -> int:
    """What all of these dice are worth in Ten Thousand; 0 when one of them scores nothing."""
    whole = _whole(dice, straight=options.straight, three_pairs=options.three_pairs)
    return max(whole, _by_face(dice, lambda face, count: _ten_thousand_face(face, count, options)))


def _ten_thousand_face(face: int, count: int, options: TenThousandOptions) -> int:
    if face == 1:
        return (0, 100, 200, 1000, 2000, 4000, 10_000)[count]
    if count < 3:
        return 50 * count if face == 5 else 0
    if options.kinds == "doubling":
        return face * 100 << count - 3
    return face * 100 * (count - 2)


def farkle_again(dice: str, options: FarkleOptions) -> int:
    """What all of these dice are worth in Farkle; 0 when one of them scores nothing."""
    shape = sorted(Counter(dice).values())
    whole = _whole(dice, straight=1500, three_pairs=1500)
    triplets = 2500 if shape == [3, 3] else 0
    return max(whole, triplets, _by_face(dice, lambda face, count: _farkle_face(face, count, options)))


def _farkle_face(face: int, count: int, options: FarkleOptions) -> int:
    single = {1: 100, 5: 50}.get(face, 0)
    three = options.three_ones if face == 1 else 100 * face
    # So many as singles, the rest as one group or two; without singles the whole must be grouped.
    group = {0: 0, 3: three, 4: 1000, 5: 2000, 6: max(3000, 2 * three)}
    return max(
        (group[grouped] + single * (count - grouped) for grouped in group if _may(grouped, count, single)),
        default=0,
    )


def _may(grouped: int, count: int, single: int) -> bool:
    return grouped == count or (grouped < count and single > 0)


def _by_face(dice: str, value: Any) -> int:
    each = [value(int(face), count) for face, count in Counter(dice).items()]
    return sum(each) if all(each) else 0


def _whole(dice: str, straight: int, three_pairs: int) -> int:
    shape = sorted(Counter(dice).values())
    return straight if len(shape) == 6 else three_pairs if shape in ([2, 2, 2], [2, 4]) else 0


@settings(max_examples=80, deadline=None)
@given(
    ROLLS,
    st.builds(
        TenThousandOptions, kinds=st.sampled_from(["linear", "doubling"]), straight=POINTS, three_pairs=POINTS
    ),
)
def test_another_scorer_agrees_in_ten_thousand(dice: str, options: TenThousandOptions) -> None:
    told = {"kinds": options.kinds, "straight": options.straight, "three_pairs": options.three_pairs}
    assert best("ten_thousand", dice, **told) == ten_thousand_again(dice, options)


@settings(max_examples=80, deadline=None)
@given(ROLLS, st.builds(FarkleOptions, three_ones=POINTS.filter(bool)))
def test_another_scorer_agrees_in_farkle(dice: str, options: FarkleOptions) -> None:
    assert best("farkle", dice, three_ones=options.three_ones) == farkle_again(dice, options)


@GAMES
def test_another_scorer_agrees_on_every_roll_and_every_set_aside(game: str) -> None:
    again: Any = ten_thousand_again if game == "ten_thousand" else farkle_again
    options: Any = TenThousandOptions() if game == "ten_thousand" else FarkleOptions()
    for count in range(1, 7):
        for roll in combinations_with_replacement("123456", count):
            expected = {part: again(part, options) for part in _parts("".join(roll))}
            assert set_asides(game, "".join(roll)) == {
                part: points for part, points in expected.items() if points
            }


def _parts(roll: str) -> set[str]:
    """Each multiset of one or more of these dice."""
    found = {""}
    for die in roll:
        found |= {part + die for part in found}
    return found - {""}


# Figures that are known.


@GAMES
def test_in_how_many_rolls_nothing_scores(game: str) -> None:
    assert tuple(misses(game, dice) for dice in range(1, 7)) == MISSES[game]


@pytest.mark.slow
@GAMES
def test_the_best_single_turn(game: str) -> None:
    """From 12,000 on everybody is taken to stop, which is nearly so; `make facts` begins higher."""
    assert isclose(BestTurn(game, top=12_000).mean, MEANS[game], abs_tol=1e-3)


# Whole matches.

CHANCE = st.integers(0, 2**32).map(Random)
SHORT = {"goal": 2000}
"""Matches of a few turns: what can happen in long ones can happen in these."""


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A new match of either game under any options."""
    game = draw(st.sampled_from(list(MISSES)))
    options: dict[str, Any] = {**SHORT, "entry": draw(st.sampled_from([0, 50, 350, 500]))}
    options["hot_dice"] = draw(st.sampled_from(["may", "must"]))
    if game == "farkle":
        options["final"] = draw(st.sampled_from(["turn", "single_roll"]))
        options["entry_scope"] = draw(st.sampled_from(["until_on_board", "first_turn_only"]))
        options["roll_off"] = draw(st.booleans())
    else:
        options["final"] = draw(st.sampled_from(["one_turn_each", "finish_round"]))
        options["reached"] = draw(st.sampled_from(["at_least", "over"]))
    players = draw(st.integers(2, 4))
    return opened(game, players, first=draw(st.integers(0, players - 1)), **options)


@settings(max_examples=25, deadline=None)
@given(matches(), CHANCE)
def test_dice_are_neither_lost_nor_invented(match: Match, rng: Random) -> None:
    """All dice of a roll are either set aside or rolled next; after all six, six again."""
    for before, after in zip(way := play_on(match, rng), way[1:], strict=False):
        move = after.moves[-1]
        if isinstance(move, Keep) and after.player == before.player and turn_of(after).points:
            lay, aside = Counter(turn_of(before).dice), Counter(move.dice)
            assert not aside - lay
            assert after.expect.roll is not None
            assert after.expect.roll.count == ((lay - aside).total() or 6)
            assert turn_of(after).points == turn_of(before).points + worth(before)[move]
        elif isinstance(move, Roll) and after.player == before.player and turn_of(after).dice:
            assert turn_of(after).dice == move.dice
            assert turn_of(after).points == turn_of(before).points


@settings(max_examples=25, deadline=None)
@given(matches(), CHANCE)
def test_a_turn_may_be_stopped_from_the_fewest_points_that_are_told(match: Match, rng: Random) -> None:
    """Unless hot dice must be rolled again."""
    for state in play_on(match, rng):
        points = turn_of(state).points
        if state.roll_off is None and state.expect.roll is not None and points:
            held_back = state.state.hot and options_of(state).hot_dice == "must"
            assert (Bank() in state.expect.choose) is (points >= least_to_stop(state) and not held_back)


@settings(max_examples=25, deadline=None)
@given(matches(), CHANCE)
def test_those_still_to_play_play_in_their_order_and_then_it_is_over(match: Match, rng: Random) -> None:
    for before, after in zip(way := play_on(match, rng), way[1:], strict=False):
        left = still_to_play(before)
        if before.details.last_round and after.player != before.player:
            assert (after.player, still_to_play(after)) == ((left[0], left[1:]) if left else (None, ()))


@settings(max_examples=25, deadline=None)
@given(matches(), CHANCE)
def test_points_are_written_when_banked_and_only_then(match: Match, rng: Random) -> None:
    """A match told by its events alone comes to the same scores."""
    scores, turn, again = [0] * len(match.players), 0, match
    for move in play_on(match, rng)[-1].moves:
        seat, lies = again.player or 0, worth(again)
        again, events = again.apply(move)
        turn += lies[move] if isinstance(move, Keep) else 0
        names = [event.name for event in events]
        for event in events:
            if isinstance(event, Scored):
                assert event.points in (turn, 0)
                scores[seat] += event.points
            elif isinstance(event, HotDice):
                assert event.points == turn
            elif event.name in ("bust", "farkle"):
                assert getattr(event, "lost") == turn  # noqa: B009
        if {"scored", "bust", "farkle"} & set(names):
            turn = 0
        assert list(again.scores) == scores
    assert Over() in events
    assert again.winners == tuple(seat for seat, score in enumerate(scores) if score == max(scores))


@settings(max_examples=25, deadline=None)
@given(matches(), CHANCE)
def test_nobody_plays_again_after_the_last_turn(match: Match, rng: Random) -> None:
    """After the goal each other seat has at most one turn, in order of play."""
    way = play_on(match, rng)
    last = [after.player for after in way if after.details.last_round]
    order = [seat for place, seat in enumerate(last) if place == 0 or seat != last[place - 1]]
    assert order[-1] is None and len(set(order)) == len(order)
    assert len(order) <= len(match.players)


# Bots, speed.


@GAMES
def test_a_bot_that_plays_well_beats_one_that_plays_anything(game: str) -> None:
    def won(seed: int) -> bool:
        def decide(match: Match, rng: Random) -> Any:
            return good_move(match, rng) if match.player == seed % 2 else rng.choice(everything_open(match))

        end = play_on(opened(game, 2, roll_off=False, goal=4000), Random(seed), decide)[-1]
        return end.winners == (seed % 2,)

    assert sum(won(seed) for seed in range(12)) >= 10


def everything_open(match: Match) -> list[Any]:
    return [*match.expect.choose, *([match.expect.roll] if match.expect.roll else [])]


@pytest.mark.parametrize(
    ("game", "roll", "decision"),
    [
        ("farkle", "223344", Keep((2, 2, 3, 3, 4, 4))),
        ("farkle", "122346", Keep((1,))),
        ("farkle", "155346", Keep((1,))),
        ("farkle", "555111", Keep((1, 1, 1, 5, 5, 5))),
        ("ten_thousand", "111236", Keep((1, 1, 1))),
        ("ten_thousand", "522346", Keep((5,))),
    ],
)
def test_sound_set_asides(game: str, roll: str, decision: Keep) -> None:
    match = played(at(game, 2000, 3000), Roll(tuple(int(die) for die in roll)))
    assert good_move(match, Random(1)) == decision


@GAMES
def test_a_bot_stops_with_much_at_stake_and_few_dice(game: str) -> None:
    match = played(to_roll(game, 3), Roll((1, 2, 3)), Keep((1,)))
    assert good_move(match, Random(1)) == Bank()
    match = played(to_roll(game, 6), Roll((1, 2, 3, 4, 4, 6)), Keep((1,)))
    assert good_move(match, Random(1)) == match.expect.roll


def test_a_bot_that_is_behind_in_the_last_round_rolls_on() -> None:
    match = at("ten_thousand", 9900, 9000)
    match = played(match, Roll((1, 1, 1, 2, 3, 4)), Keep((1, 1, 1)), Bank())
    match = played(match, Roll((1, 1, 1, 2, 3, 4)), Keep((1, 1, 1)), Roll((5, 2, 3)), Keep((5,)))
    assert turn_of(match).points == 1050 and Bank() in match.expect.choose
    assert good_move(match, Random(1)) == match.expect.roll == played(match).expect.roll
