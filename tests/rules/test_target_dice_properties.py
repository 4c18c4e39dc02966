"""What holds in every match of Target Dice, checked by a scorer of another make."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from facts_target_dice import MATCHABLE, matchable_pairs
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_play import opened, played, thrown

from rules import Match, Matching, Move, Pair, Pass, Refused, Roll, RollWanted
from rules.matches import matchable, most, pairs, points, ways

WHITE = st.lists(st.integers(1, 6), min_size=1, max_size=6).map(tuple)
SIX = st.lists(st.integers(1, 6), min_size=6, max_size=6).map(tuple)
TARGETS = st.lists(st.integers(1, 12), min_size=1, max_size=3).map(tuple)
SWITCHES = ("stop_early", "reroll_leftover", "refill_each_turn", "roll_off")
OPTIONS = st.fixed_dictionaries(
    {}, optional={**dict.fromkeys(SWITCHES, st.booleans()), "goal": st.integers(1, 150)}
)


@pytest.mark.slow
def test_how_many_targets_and_rolls_match() -> None:
    assert matchable_pairs() == MATCHABLE


def choices_of_places(white: tuple[int, ...], target: int) -> list[tuple[int, ...]]:
    """The places of the dice that make a target, found by counting in binary."""
    masks = (tuple(place for place in range(len(white)) if mask >> place & 1) for mask in range(1, 64))
    return [places for places in masks if sum(white[place] for place in places) == target]


@settings(max_examples=100, deadline=None)
@given(TARGETS, WHITE)
def test_another_search_finds_the_same_matches(targets: tuple[int, ...], white: tuple[int, ...]) -> None:
    white = white + (99,) * (6 - len(white))
    wanted = {
        (target, tuple(sorted(white[place] for place in places)))
        for target in targets
        for places in choices_of_places(white, target)
    }
    real = tuple(die for die in white if die != 99)
    found = pairs(targets, real)
    assert ({(pair.target, pair.dice) for pair in found}, len(found)) == (wanted, len(wanted))
    assert matchable(targets, real) == bool(wanted)


@settings(max_examples=60, deadline=None)
@given(TARGETS, WHITE)
def test_another_search_finds_the_same_most(targets: tuple[int, ...], white: tuple[int, ...]) -> None:
    def reachable(left: tuple[int, ...], dice: frozenset[int]) -> int:
        if not left:
            return 0
        taken = [
            left[0] + reachable(left[1:], dice - set(places))
            for count in range(1, len(dice) + 1)
            for places in combinations(sorted(dice), count)
            if sum(white[place] for place in places) == left[0]
        ]
        return max([reachable(left[1:], dice), *taken])

    best = most(targets, white)
    assert points(best) == reachable(targets, frozenset(range(len(white))))
    assert best in set(ways(targets, white))


PAIR = st.builds(Pair, st.integers(1, 12), st.lists(st.integers(1, 6), max_size=4).map(tuple))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(1, 12), min_size=3, max_size=3), SIX, st.data())
def test_several_at_once_are_legal_just_when_one_after_the_other_are(
    targets: list[int], white: tuple[int, ...], data: st.DataObject
) -> None:
    match = played(opened("target_dice", position={"targets": [targets, [12]]}), Roll(white))
    if match.player != 0:
        return
    listed = [move.pairs[0] for move in match.expect.choose if isinstance(move, Matching)]
    tried = tuple(data.draw(st.lists(st.one_of(st.sampled_from(listed), PAIR), min_size=1, max_size=3)))
    dice = Counter(die for pair in tried for die in pair.dice)
    legal = (
        not dice - Counter(white)
        and not Counter(pair.target for pair in tried) - Counter(targets)
        and all(sum(pair.dice) == pair.target for pair in tried)
    )
    try:
        after = played(match, Matching(tried))
    except Refused:
        assert not legal
    else:
        assert legal
        assert after.scores[0] + (after.turn.points if after.player == 0 else 0) == points(tried)  # type: ignore[attr-defined]


class Scorer:
    """Plays along with moves alone: what the dice on the table are, and what has been written."""

    def __init__(self, match: Match) -> None:
        self.options: Any = match.options
        self.seats = len(match.players)
        self.written = [0] * self.seats
        self.open: list[Counter[int]] = [Counter() for _ in match.players]
        self.white: Counter[int] = Counter()
        self.turn_points = 0

    def something_matches(self, seat: int) -> bool:
        white = tuple(self.white.elements()) + (99,) * (6 - self.white.total())
        return any(choices_of_places(white, target) for target in self.open[seat])

    def see(self, seat: int, move: Move, ended: bool) -> None:
        """One move of this seat, and whether its turn is over by it."""
        match move:
            case Roll(dice, "d12"):
                self.open[seat] += Counter(dice)
            case Roll(dice):
                self.white = Counter(dice)
            case Matching(made):
                for pair in made:
                    assert self.open[seat][pair.target] and not Counter(pair.dice) - self.white
                    self.white -= Counter(pair.dice)
                    self.open[seat] -= Counter([pair.target])
                    self.turn_points += sum(pair.dice)
        if ended and not isinstance(move, Pass):
            assert not self.something_matches(seat)
        if ended:
            self.written[seat] += self.turn_points
            self.turn_points = 0
            self.white = Counter()


def expected_roll(scorer: Scorer, seat: int) -> RollWanted | None:
    """After a match: what the rules say is rolled next."""
    unused = scorer.white.total()
    if not unused:
        return RollWanted("d6", 6)
    if scorer.options.reroll_leftover:
        return RollWanted("d6", unused)
    return None if scorer.open[seat] else RollWanted("d12", 3)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 6), OPTIONS, st.integers(0, 2**32).map(Random))
def test_dice_and_points_are_neither_lost_nor_invented(
    players: int, options: dict[str, Any], rng: Random
) -> None:
    match = opened("target_dice", players, **options)
    while match.roll_off:
        match = played(match, thrown(RollWanted("d6", 1), rng))
    scorer, turns = Scorer(match), [0] * players
    while not match.over:
        decision = rng.choice(match.expect.choose) if match.expect.choose else match.expect.roll
        assert decision is not None
        move = thrown(decision, rng) if isinstance(decision, RollWanted) else decision
        seat, (match, _) = match.player, match.apply(move)
        assert seat is not None
        ended = match.player != seat
        turns[seat] += ended
        scorer.see(seat, move, ended)
        if not match.expect.roll and not match.over:
            assert scorer.something_matches(seat)
        if isinstance(move, Matching) and not ended:
            assert match.expect.roll == expected_roll(scorer, seat)
        assert [Counter(targets) for targets in match.details.targets] == scorer.open
        assert list(match.scores) == scorer.written
    assert len(set(turns)) == 1, "all have had equally many turns"
    assert max(scorer.written) >= scorer.options.goal
    assert match.winners == tuple(s for s, total in enumerate(scorer.written) if total == max(scorer.written))
