"""Maxi Yatzy: Yatzy with six dice, twenty fields, and rolls that are saved.

Rules as on www.maxiyatzy.com/maxiyatzyregler.html (read in 2026; the English text is on maxiyahtzee.com):

1. Three rolls a turn, of which at least one is made; those not used are saved for the player's later turns.
2. As in Yatzy one free field is written at the end of each turn.
3. Pairs, and the parts of two-part fields, show different faces. Three pairs: sum of all. Straights count
   15 (1 to 5), 20 (2 to 6) and 21 (1 to 6); a sixth die may show anything. Full house (3 + 2) counts its five
   dice, villa (3 + 3) and tower (4 + 2) all six. Maxi Yatzy, six alike: 100.
4. Upper six sum to 84 or more: bonus 100.

All else is Yatzy's: the end, ties, the dispute (which gives back the rolls that the turn began with), the options.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.game import Details
from rules.options import number, switch
from rules.yatzy import State, Yatzy
from rules.yatzy import Turn as YatzyTurn
from rules.yatzy_sheet import (
    RULES,
    UPPER,
    Faces,
    Form,
    Rule,
    YatzyOptions,
    alike,
    full_house,
    of_a_kind,
    straight,
    total,
    two_pairs,
)

__all__ = ["FORM", "MaxiYatzy", "MaxiYatzyOptions", "Turn"]


@dataclass(frozen=True)
class MaxiYatzyOptions(YatzyOptions):
    """What a table may decide about Maxi Yatzy."""

    bonus_at: int = number(84, "The sum of the upper six fields that brings the bonus.")
    bonus: int = number(100, "The points of the bonus.")
    save_rolls: bool = switch(True, "Rolls that a turn leaves unused are saved for later turns.")

    @property
    def rolls_are_saved(self) -> bool:
        """Whether rolls that a turn leaves unused may be used in a later one."""
        return self.save_rolls


def _different(*sizes: int) -> Rule:
    """The sum of groups of different faces that together are all six dice."""

    def rule(faces: Faces, options: YatzyOptions) -> int:
        return total(faces, options) if sorted(faces.values()) == sorted(sizes) else 0

    return rule


def _six_alike(faces: Faces, _: YatzyOptions) -> int:
    return 100 if alike(faces, 6) else 0


FORM = Form(
    6,
    {
        **{field: RULES[field] for field in UPPER},
        "one_pair": of_a_kind(2),
        "two_pairs": two_pairs,
        "three_pairs": _different(2, 2, 2),
        "three_of_a_kind": of_a_kind(3),
        "four_of_a_kind": of_a_kind(4),
        "five_of_a_kind": of_a_kind(5),
        "small_straight": straight(1, 5),
        "large_straight": straight(2, 6),
        "full_straight": straight(1, 6),
        "full_house": full_house,
        "villa": _different(3, 3),
        "tower": _different(4, 2),
        "chance": total,
        "maxi_yatzy": _six_alike,
    },
)


@dataclass(frozen=True)
class Turn(YatzyTurn):
    """Yatzy's turn, and how many more rolls it may have."""

    left: int = 0


class MaxiYatzy(Yatzy):
    """The rules of Maxi Yatzy: Yatzy's with another sheet."""

    name = "maxi_yatzy"
    options = MaxiYatzyOptions
    form = FORM

    def turn(self, state: State) -> Turn:
        """The turn so far."""
        turn = state.turn
        return Turn(turn.rolls, turn.dice, turn.kept, state.rolls - turn.rolls)

    def details(self, state: State) -> Details:
        """The sheets, and the rolls that each seat has saved."""
        return replace(super().details(state), saved=state.saved)
