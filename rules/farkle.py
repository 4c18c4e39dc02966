"""Farkle: 2 or more players, six d6.

1. Everybody rolls one die; the highest starts.
2. Within one roll score: each 1, each 5, three or more alike, two triplets, three pairs, the straight.
3. After each roll at least one combination is set aside, once a roll; then bank, or roll the rest. When all six
   are set aside (hot dice) they may all be rolled again.
4. A roll that scores nothing is a farkle: the turn's points are lost.
5. The first points take 500 or more in one turn ("on the board").
6. Whose total is 10,000 or more after banking starts the end: everybody else has one last turn, and must roll on
   until the total is above the highest so far, or farkles.

What it shares with Ten Thousand, so most of 3, stands in `rules.push`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from rules.combinations import FACES, Combinations, three_pairs
from rules.dice import Dice
from rules.events import Event
from rules.game import Table
from rules.options import choice, number, switch
from rules.push import STEP, PushGame, PushOptions, State
from rules.refused import Refused

ALIKE = {4: 1000, 5: 2000, 6: 3000}
"""What so many alike are worth, whatever the face."""


@dataclass(frozen=True)
class FarkleOptions(PushOptions):
    """What a table may decide about Farkle."""

    roll_off: bool = switch(True, "Every seat rolls one die for who starts; the highest does.")  # rule 1
    entry: int = number(500, "The points in one turn that it takes to get on the board.", step=STEP)
    entry_scope: str = choice(
        "until_on_board",
        ("until_on_board", "first_turn_only"),
        "How long that is demanded: until it is met, or in everybody's first turn only.",
    )
    goal: int = number(10_000, "The total that starts the end.", least=STEP, step=STEP)
    hot_dice: str = choice("may", ("may", "must"), "Whether all six, set aside, must be rolled again.")
    three_ones: int = number(300, "The points of three 1s.", step=STEP)
    final: str = choice(
        "turn",
        ("turn", "single_roll"),
        "What everybody else has when the goal is reached: a turn that must beat the highest, or a single roll.",
    )

    def combinations(self) -> Combinations:
        """Rule 2."""
        scores: dict[Dice, int] = {(1,): 100, (5,): 50, FACES: 1500, **three_pairs(1500)}
        scores |= {(face,) * 3: self.three_ones if face == 1 else 100 * face for face in FACES}
        scores |= {(face,) * count: points for count, points in ALIKE.items() for face in FACES}
        scores |= {(low,) * 3 + (high,) * 3: 2500 for low, high in combinations(FACES, 2)}
        return scores


@dataclass(frozen=True)
class Farkled(Event):
    """Rule 4: the roll scores nothing, and the turn's points, `lost`, are gone."""

    name = "farkle"
    lost: int


class Farkle(PushGame[FarkleOptions]):
    """The rules of Farkle."""

    name = "farkle"
    options = FarkleOptions

    def nothing(self, lost: int) -> Event:
        """Rule 4."""
        return Farkled(lost)

    def entered(self, options: FarkleOptions, state: State) -> bool:
        """Rule 5: on the board; or, where that is asked only once, past the first turn."""
        lifted = options.entry_scope == "first_turn_only" and state.seat in state.played
        return lifted or super().entered(options, state)

    def enough(self, options: FarkleOptions, total: int) -> bool:
        """Rule 6: who starts the end."""
        return total >= options.goal

    def last_turns(self, table: Table[FarkleOptions], state: State) -> tuple[int, ...]:
        """Rule 6: who still plays."""
        return table.clockwise(state.seat)[1:]

    def least(self, options: FarkleOptions, state: State) -> int:
        """Rule 5; rule 6: in the last turns as many as make the total higher than all others."""
        least = super().least(options, state)
        if state.last is None or options.final == "single_roll":
            return least
        return max(least, max(state.scores) - state.scores[state.seat] + STEP)

    def must_go_on(self, options: FarkleOptions, state: State) -> Refused:
        """Rules 3 and 5; rule 6: the highest so far is to be beaten, not equalled."""
        if state.last is None or state.total > max(state.scores):
            return super().must_go_on(options, state)
        return Refused(
            "To stop now it takes more than the highest so far, {highest}; this would be {total}.",
            highest=max(state.scores),
            total=state.total,
        )

    def turn_over(self, options: FarkleOptions, state: State) -> bool:
        """Rule 6 with a single roll: its set-aside is banked at once."""
        return state.last is not None and options.final == "single_roll"
