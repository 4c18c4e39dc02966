"""Ten Thousand ("Titusind"): 2 or more players, six d6.

1. Within one roll score: each 1, each 5, three or more alike, the straight.
2. After each roll at least one scoring die is set aside, any choice of them, once a roll.
3. When all six are set aside, they must all be rolled again; the sum is carried on.
4. A roll with no scoring die: the turn's sum is lost.
5. The first points take 1000 or more in one turn ("on the list"); after that any turn that scores may be written.
6. Who reaches 10,000 or more starts the end: everybody else has one more turn. Most points win.

What it shares with Farkle, so most of 2 and 3, stands in `rules.push`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from rules.combinations import FACES, Combinations, three_pairs
from rules.events import Event
from rules.game import Table
from rules.options import choice, number
from rules.push import ALIKE, DICE, STEP, PushGame, PushOptions, State

ONES = {3: 1000, 4: 2000, 5: 4000, 6: 10_000}
"""What so many 1s of one roll are worth."""


@dataclass(frozen=True)
class TenThousandOptions(PushOptions):
    """What a table may decide about Ten Thousand."""

    entry: int = number(1000, "The points in one turn that it takes to get on the list.", step=STEP)
    goal: int = number(10_000, "The total that starts the end.", least=STEP, step=STEP)
    hot_dice: str = choice("must", ("must", "may"), "Whether all six, set aside, must be rolled again.")
    reached: str = choice(
        "at_least", ("at_least", "over"), "Whether the goal itself is enough, or only more."
    )
    kinds: str = choice(
        "linear",
        ("linear", "doubling"),
        "What each further die above three alike does: adds the three's worth, or doubles it (not for ones).",
    )
    straight: int = number(1000, "The points of 1-2-3-4-5-6; 0: none.", step=STEP)
    three_pairs: int = number(
        0, "The points of three pairs, and of four alike and a pair; 0: none.", step=STEP
    )
    final: str = choice(
        "one_turn_each",
        ("one_turn_each", "finish_round"),
        "Who still plays when the goal is reached: everybody else, or only the seats up to the one that started.",
    )

    def combinations(self) -> Combinations:
        """Rule 1."""
        alike = {
            (face,) * count: self._alike(face, count) for face in FACES for count in range(ALIKE, DICE + 1)
        }
        return {(1,): 100, (5,): 50, **alike, FACES: self.straight, **three_pairs(self.three_pairs)}

    def _alike(self, face: int, count: int) -> int:
        """Three are face x 100; each further one adds as much again, or doubles it. Ones are dearer."""
        if face == 1:
            return ONES[count]
        further = count - ALIKE
        return face * 100 * (2**further if self.kinds == "doubling" else 1 + further)


@dataclass(frozen=True)
class Bust(Event):
    """Rule 4: nothing in the roll scores, and the turn's points, `lost`, are gone."""

    name = "bust"
    lost: int


class TenThousand(PushGame[TenThousandOptions]):
    """The rules of Ten Thousand."""

    name = "ten_thousand"
    options = TenThousandOptions

    def nothing(self, lost: int) -> Event:
        """Rule 4."""
        return Bust(lost)

    def enough(self, options: TenThousandOptions, total: int) -> bool:
        """Rule 6: who starts the end."""
        return total >= options.goal if options.reached == "at_least" else total > options.goal

    def last_turns(self, table: Table[TenThousandOptions], state: State) -> tuple[int, ...]:
        """Rule 6: who still plays."""
        others = table.clockwise(state.seat)[1:]
        if table.options.final == "one_turn_each":
            return others
        return tuple(takewhile(lambda seat: seat != state.starter, others))
