"""Ten Thousand and Farkle in three pictures each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kiosk.buttons import Button
from kiosk.screens.push_scores import draw_table
from kiosk.screens.rule_pages import ARROW, Figure, Kept, Line, Page, Player, Text
from kiosk.words import msg
from rules import Options
from rules.farkle import FarkleOptions
from rules.push import PushOptions
from rules.ten_thousand import TenThousandOptions

LARGER = 1.5
"""How many times larger what scores is drawn than beside a turn."""


def rules(options: Options) -> Sequence[Page]:
    """The pictures of either game."""
    assert isinstance(options, PushOptions)
    return (
        Page(msg("A turn"), _turn()),
        Page(msg("What scores"), draw=partial(draw_table, combinations=options.combinations(), scale=LARGER)),
        Page(msg("First points, all six, the end"), (_first(options), _hot(options), *_end(options))),
    )


def _turn() -> Sequence[Line]:
    return (
        Line(
            (Kept(1), 3, Kept(5), 2, 4, 6),
            Text(
                msg("Roll all six dice. Set aside at least one that scores, with its button or in the lane.")
            ),
        ),
        Line(
            (Button.CONFIRM, ARROW, 3, 5, 2, 1),
            Text(msg("Green, and you roll the rest; what scores is added.")),
        ),
        Line((Button.BANK, ARROW, Figure(350)), Text(msg("Yellow, and you stop: the points are yours."))),
        Line(
            (2, 3, 4, 6, ARROW, Figure(0)),
            Text(msg("Nothing in a roll scores? Then the points of this turn are lost.")),
        ),
    )


def _first(options: PushOptions) -> Line:
    once = msg("Your first turn takes {points} or more at once.")
    always = msg("Your first points take {points} or more in one turn.")
    first_only = isinstance(options, FarkleOptions) and options.entry_scope == "first_turn_only"
    return Line((Figure(options.entry),), Text(once if first_only else always, {"points": options.entry}))


def _hot(options: PushOptions) -> Line:
    must = msg("All six set aside? You must roll all six again, and count on.")
    may = msg("All six set aside? You may roll all six again, and count on.")
    dice = [Kept(value) for value in (1, 1, 5, 2, 2, 2)]
    return Line(dice, Text(must if options.hot_dice == "must" else may))


def _end(options: PushOptions) -> Sequence[Line]:
    reached = msg("{points} or more starts the end.")
    more = isinstance(options, TenThousandOptions) and options.reached == "over"
    starts = Text(msg("More than {points} starts the end.") if more else reached, {"points": options.goal})
    return Line((Figure(options.goal),), starts), Line(
        (Player(1), Player(2), Player(3)), Text(_last(options))
    )


def _last(options: PushOptions) -> str:
    if isinstance(options, TenThousandOptions):
        if options.final == "finish_round":
            return msg("The round is finished. Most points win.")
        return msg("Everybody else has one more turn. Most points win.")
    if isinstance(options, FarkleOptions) and options.final == "single_roll":
        return msg("Everybody else has one more roll. Most points win.")
    return msg("Everybody else has one last turn, and rolls until it beats the highest, or nothing scores.")
