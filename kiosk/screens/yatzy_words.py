"""What the table says during a turn of Yatzy: one thing at a time."""

from __future__ import annotations

from kiosk.screens.faults import is_away
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.sentences import otherwise, sentence
from kiosk.table import Table
from kiosk.words import Words
from rules import Match
from rules.yatzy import disputed, turn_of


def headline(table: Table) -> str:
    """The one thing to do now."""
    if table.advice is not None and not is_away(table):
        return sentence(table.words, table.advice)
    if table.notice is not None:
        return table.notice
    if table.match is None or table.match.over:
        return ""
    if table.match.expect.roll is not None:
        return _roll(table, table.match)
    return _choose(table)


def aside(table: Table, resumed: bool = False) -> str:
    """A second, quieter line: what to do if the answer is no, or why this turn is special."""
    if table.advice is not None and not is_away(table):
        return otherwise(table.words, table.advice)
    if resumed:
        return table.words.text("The table was away for a moment. Everything is as it was.")
    field = disputed(table.match) if table.match is not None else None
    if field is None:
        return ""
    return table.words.text("Played again for {field}.", field=table.words.text(FIELD_NAMES[field]))


def _roll(table: Table, match: Match) -> str:
    count = match.expect.roll.count if match.expect.roll else 0
    words = table.words
    if is_away(table):
        return words.text("Wait with the roll until the camera is back.")
    if match.roll_off is not None:
        return words.text("Who begins? Roll one die.")
    if _just_decided(table, match):
        return words.plural("You begin: roll the die.", "You begin: roll the {count} dice.", count)
    return words.plural("Roll the die.", "Roll the {count} dice.", count)


def _just_decided(table: Table, match: Match) -> bool:
    """Whether the roll-off has named this player a moment ago."""
    decided = match.options.roll_off and len(match.players) > 1 and match.opening.position is None
    first = turn_of(match).rolls == 0 and not any(match.sheets) and disputed(match) is None
    return decided and first and bool(table.steps)


def _choose(table: Table) -> str:
    words = table.words
    if not table.may_keep:
        return words.text("Choose a field and write.")
    if all(die.kept for die in table.dice):
        return words.text("All dice are kept: choose a field and write.")
    if is_away(table):
        return words.text("Write, or wait until the camera is back.")
    return words.text("Keep dice and roll the rest, or write.")


def rolls_left(words: Words, count: int) -> str:
    """The words below the number of rolls left."""
    return words.plural("roll left", "rolls left", count)
