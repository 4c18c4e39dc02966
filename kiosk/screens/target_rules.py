"""Target Dice in three pictures."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.buttons import Button
from kiosk.screens.rule_pages import ARROW, Black, Figure, Kept, Line, Page, Player, Text
from kiosk.words import msg
from rules import Options
from rules.target_dice import TargetDiceOptions


def rules(options: Options) -> Sequence[Page]:
    """The pictures."""
    assert isinstance(options, TargetDiceOptions)
    return (
        Page(msg("Targets and sums"), _sums()),
        Page(msg("One turn, many matches"), _turn(options)),
        Page(msg("When a turn ends, and the game"), _end(options)),
    )


def _sums() -> Sequence[Line]:
    return (
        Line(
            (Black(11), Black(4), Black(7)),
            Text(msg("Roll three black dice. They are your targets: lay them before you.")),
        ),
        Line((2, 3, 4, 5, 5, 6), Text(msg("In your turn you roll the six other dice."))),
        Line(
            (Kept(2), "+", Kept(5), ARROW, Black(7)),
            Text(msg("Dice whose sum is one of your targets match it. Press their buttons.")),
        ),
        Line(
            (Button.CONFIRM, ARROW, Figure(7)),
            Text(msg("Green, and the target is matched: it scores what it shows.")),
        ),
    )


def _turn(options: TargetDiceOptions) -> Sequence[Line]:
    stays = msg("Go on with the dice that are left.")
    again = msg("After each match you roll the dice that are left again.")
    return (
        Line(
            (Kept(4), ARROW, Black(4), Kept(5), Kept(6), ARROW, Black(11)),
            Text(msg("Several targets can be matched; each die serves once.")),
        ),
        Line((3,), Text(again if options.reroll_leftover else stays)),
        Line(
            [Kept(value) for value in (1, 2, 3, 5, 5, 6)],
            Text(msg("All six used? Roll all six again.")),
        ),
        Line(
            (Black(4), Black(7), Black(11), ARROW, Black(3), Black(10), Black(12)),
            Text(msg("All three matched? Roll three new ones. The other dice stay as they lie.")),
        ),
    )


def _end(options: TargetDiceOptions) -> Sequence[Line]:
    by_itself = msg("Nothing matches any more? Then the turn ends by itself. Points are never lost.")
    stop = msg(
        "Nothing matches any more, or you stop with yellow? Then the turn ends. Points are never lost."
    )
    stay = msg("Open targets stay for your next turn.")
    refill = msg("Open targets stay; before your next turn you roll new ones for those that were matched.")
    return (
        Line((1, 1, 3, "≠", Black(9)), Text(stop if options.stop_early else by_itself)),
        Line((Black(9), ARROW, Black(9)), Text(refill if options.refill_each_turn else stay)),
        Line(
            (Figure(options.goal), Player(0)),
            Text(
                msg("With {points} points or more the round is finished, and most points win."),
                {"points": options.goal},
            ),
        ),
    )
