"""What the table says during a turn of any game: one thing at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kiosk.referee.sentences import otherwise, sentence
from kiosk.screens.faults import is_away
from kiosk.table import Table
from rules import Match

Said: TypeAlias = Callable[[Table, Match], str]
"""What a game says by itself."""


def headline(table: Table, say: Said) -> str:
    """The one thing to do now: what is wrong comes first, then why a press did nothing, then the game."""
    if table.advice is not None and not is_away(table):
        return sentence(table.words, table.advice)
    if table.notice is not None:
        return table.notice
    if table.match is None or table.match.over:
        return ""
    return say(table, table.match)


def aside(table: Table, note: Said, resumed: bool = False) -> str:
    """A second, quieter line: what to do if the answer is no, or what is special; none below a refusal."""
    if table.advice is not None and not is_away(table):
        return otherwise(table.words, table.advice)
    if table.notice is not None:
        return ""
    if resumed:
        return table.words.text("The table was away for a moment. Everything is as it was.")
    if table.match is None or table.match.over or table.match.roll_off is not None:
        return ""
    return note(table, table.match)


def how_to_keep(table: Table) -> str:
    """For those who have not kept a die yet."""
    if not table.may_keep or any(die.kept for die in table.dice):
        return ""
    return table.words.text("To keep a die, press the button below it.")


def roll(table: Table, match: Match) -> str:
    """The dice are to be rolled."""
    words, count = table.words, match.expect.roll.count if match.expect.roll else 0
    if is_away(table):
        return words.text("Roll, then enter what the dice show.")
    if match.roll_off is not None:
        return words.text("Who begins? Roll one die.")
    if table.steps and table.steps[-1].began:
        return words.plural("You begin: roll the die.", "You begin: roll the {count} dice.", count)
    return words.plural("Roll the die.", "Roll the {count} dice.", count)
