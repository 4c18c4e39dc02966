"""Thirty in three pictures."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.buttons import Button
from kiosk.screens.rule_pages import ARROW, Figure, Kept, Line, Page, Player, Text
from kiosk.words import msg
from rules import Options
from rules.thirty import ThirtyOptions


def rules(options: Options) -> Sequence[Page]:
    """The pictures."""
    assert isinstance(options, ThirtyOptions)
    return (
        Page(msg("Collect thirty"), _collect()),
        Page(msg("Above thirty: attack"), _attack(options)),
        Page(msg("Who is left wins"), _end(options)),
    )


def _collect() -> Sequence[Line]:
    return (
        Line((6, 2, 5, 1, 6, 3), Text(msg("Roll all six dice."))),
        Line(
            (Kept(6), Kept(6), Kept(5), Button.HOLD1),
            Text(msg("After every roll keep at least one die: press its button, or lay it in the lane.")),
        ),
        Line(
            (Button.CONFIRM, ARROW, 4, 5, 2),
            Text(msg("Green, and you roll the rest, until all six are kept.")),
        ),
        Line(
            (Figure(26), ARROW, Figure(4, "−")),
            Text(msg("Add them up. Below 30 you lose what is missing; exactly 30 costs nothing.")),
        ),
    )


def _attack(options: ThirtyOptions) -> Sequence[Line]:
    right = msg("More than 30: you attack the player to your right with what is above it.")
    left = msg("More than 30: you attack the player to your left with what is above it.")
    return (
        Line((Figure(34), ARROW, 4, ARROW, Player(1)), Text(right if options.victim == "right" else left)),
        Line((Kept(4), 1, Kept(4), 6, 3, 2), Text(msg("Roll all six dice. Every 4 hits and is taken out."))),
        Line(
            (2, Kept(4), 5, 1),
            Text(msg("Go on with the rest as long as a 4 comes; after six hits with all six again.")),
        ),
        Line(("3 ×", 4, ARROW, Player(1), Figure(12, "−")), Text(msg("Three hits with 4s take 12 points."))),
    )


def _end(options: ThirtyOptions) -> Sequence[Line]:
    plays = msg("Below 0 you are out. With exactly 0 you still play.")
    zero = msg("At 0 or below you are out.")
    return (
        Line(
            (Figure(options.start_points),),
            Text(
                msg("Everybody starts with {points} points, and they only go down."),
                {"points": options.start_points},
            ),
        ),
        Line((Figure(3, "−"), ARROW, Player(1, out=True)), Text(zero if options.zero_eliminates else plays)),
        Line(
            (Player(0), Player(1, out=True), Player(2, out=True), Player(3, out=True)),
            Text(msg("The last one in wins.")),
        ),
    )
