"""Yatzy in three pictures."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.buttons import Button
from kiosk.screens.rule_pages import ARROW, Figure, Kept, Line, Page, Player, Text
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.words import msg
from rules import Options
from rules.yatzy import YatzyOptions

EXAMPLES: Sequence[tuple[str, tuple[int, ...], int]] = (
    ("fours", (4, 4, 4, 1, 6), 12),
    ("one_pair", (5, 5, 2, 2, 1), 10),
    ("two_pairs", (5, 5, 2, 2, 1), 14),
    ("three_of_a_kind", (3, 3, 3, 1, 6), 9),
    ("four_of_a_kind", (2, 2, 2, 2, 6), 8),
    ("small_straight", (1, 2, 3, 4, 5), 15),
    ("large_straight", (2, 3, 4, 5, 6), 20),
    ("full_house", (6, 6, 6, 2, 2), 22),
    ("chance", (6, 5, 4, 4, 1), 20),
    ("yatzy", (6, 6, 6, 6, 6), 50),
)
"""A field, dice, and what they give there."""


def rules(options: Options) -> Sequence[Page]:
    """The pictures."""
    assert isinstance(options, YatzyOptions)
    return (
        Page(msg("A turn"), _turn(options)),
        Page(
            msg("What the fields give"),
            [
                Line((*dice, ARROW, Figure(points)), Text(FIELD_NAMES[name]))
                for name, dice, points in EXAMPLES
            ],
            columns=2,
        ),
        Page(msg("Bonus and end"), _end(options)),
    )


def _turn(options: YatzyOptions) -> Sequence[Line]:
    order = msg("Yellow writes your dice in one field: always the next one on the sheet.")
    free = msg("Yellow writes your dice in one field that is still free. The right arrow chooses another.")
    return (
        Line((4, 2, 4, 6, 1), Text(msg("Roll all five dice. You have up to three rolls."))),
        Line(
            (Kept(4), Kept(4), Button.HOLD1),
            Text(
                msg("Keep what you like: press the button below a die, or lay it in the lane on the right.")
            ),
        ),
        Line((Button.CONFIRM, ARROW, 3, 4, 4), Text(msg("Green, and you roll the rest again."))),
        Line((Button.BANK, ARROW, Figure(12)), Text(order if options.forced_order else free)),
    )


def _end(options: YatzyOptions) -> Sequence[Line]:
    strict = msg("Nothing fits? Only then a field is written for 0.")
    free = msg("A field may be written for 0.")
    return (
        Line(
            (Figure(options.bonus_at), ARROW, Figure(options.bonus, "+")),
            Text(
                msg("Ones to sixes together make {least} or more: {points} more."),
                {"least": options.bonus_at, "points": options.bonus},
            ),
        ),
        Line((1, 2, 2, 4, 6, ARROW, Figure(0)), Text(strict if options.strict_zero else free)),
        Line(
            (Button.LEFT, Button.BANK),
            Text(msg("You disagree about the dice? Look together; the turn can be played again.")),
        ),
        Line((Figure(248), Player(0)), Text(msg("When all fields are full the highest total wins."))),
    )
