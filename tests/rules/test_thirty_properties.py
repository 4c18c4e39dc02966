"""What holds in every match of Thirty, checked by a scorer of another make."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from facts_thirty import BEST_SUM, TAKEN, best_sum, taken
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_play import by_chance, opened, played, thrown

from rules import Keep, Match, Move, Roll, RollWanted
from rules.thirty import sums, turn_of
from rules.thirty_bot import TAKEN as BOTS_TAKEN

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "zero_eliminates": st.booleans(),
        "victim": st.sampled_from(["right", "left"]),
        "start_points": st.integers(1, 40),
    },
)


@pytest.mark.slow
def test_the_best_mean_sum() -> None:
    assert best_sum() == pytest.approx(BEST_SUM, abs=5e-8)


def test_what_an_attack_takes() -> None:
    assert taken() == pytest.approx(TAKEN, abs=5e-8)
    assert BOTS_TAKEN == TAKEN


class Scorer:
    """Keeps the points of a match from its moves alone."""

    def __init__(self, seats: int, starter: int, options: dict[str, Any]) -> None:
        self.points = [options.get("start_points", 30)] * seats
        self.least = 1 if options.get("zero_eliminates") else 0
        self.step = 1 if options.get("victim") == "left" else -1
        self.kept: list[int] = []
        self.seat, self.face, self.taken = starter, 0, 0

    def living(self, seat: int, step: int) -> int:
        """The next living seat from this one in this direction."""
        seat = (seat + step) % len(self.points)
        return seat if self.points[seat] >= self.least else self.living(seat, step)

    def see(self, move: Move) -> None:
        """One move of the seat in turn."""
        if isinstance(move, Keep):
            self.kept += move.dice
            if len(self.kept) == 6:
                self.settle(sum(self.kept))
        elif self.face and isinstance(move, Roll):
            if self.face in move.dice:
                self.taken += move.dice.count(self.face)
            else:
                self.lose(self.living(self.seat, self.step), self.taken * self.face)

    def settle(self, total: int) -> None:
        if total > 30:
            self.face = total - 30
        else:
            self.lose(self.seat, 30 - total)

    def lose(self, seat: int, points: int) -> None:
        self.points[seat] -= points
        self.kept, self.face, self.taken = [], 0, 0
        self.seat = self.living(self.seat, 1)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 6), OPTIONS, st.integers(0, 2**32).map(Random))
def test_points_are_neither_lost_nor_invented(players: int, options: dict[str, Any], rng: Random) -> None:
    match = opened("thirty", players, **options)
    while match.roll_off:
        match = played(match, thrown(RollWanted("d6", 1), rng))
    assert match.starter is not None
    scorer = Scorer(players, match.starter, options)
    while not match.over:
        decision = by_chance(match, rng)
        move = thrown(decision, rng) if isinstance(decision, RollWanted) else decision
        before, (match, _) = match, match.apply(move)
        scorer.see(move)
        assert list(match.scores) == scorer.points
        assert match.over or match.player == scorer.seat
        assert all(after <= earlier for after, earlier in zip(match.scores, before.scores, strict=True))
        assert all(seat not in match.details.out for seat in match.winners)
    assert len(match.details.out) == players - 1
    assert match.winners == (scorer.seat,)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32).map(Random))
def test_dice_are_neither_lost_nor_invented(rng: Random) -> None:
    match: Match = opened("thirty", roll_off=False)
    kept: Counter[int] = Counter()
    while turn_of(match).phase == "collect" and match.player == 0:
        roll = match.expect.roll
        assert roll is not None and roll.count == 6 - kept.total() == turn_of(match).left
        match = played(match, thrown(roll, rng))
        assert (turn_of(match).taken, turn_of(match).sum) == (kept.total(), sum(kept.elements()))
        keep, total = rng.choice(list(sums(match).items()))
        kept += Counter(keep.dice)
        assert total == sum(kept.elements())
        match = played(match, keep)
    assert kept.total() == 6
