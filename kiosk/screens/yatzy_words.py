"""What the table says during a turn of Yatzy."""

from __future__ import annotations

from kiosk.screens import turn_words
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.table import Table
from kiosk.words import Words
from rules import Match
from rules.yatzy import disputed


def say(table: Table, match: Match) -> str:
    """The one thing to do now."""
    return turn_words.roll(table, match) if match.expect.roll is not None else _choose(table)


def note(table: Table, match: Match) -> str:
    """Why this turn is special; in each player's first how dice are kept."""
    field = disputed(match)
    if field is None:
        first = match.player is not None and not match.sheets[match.player]
        return turn_words.how_to_keep(table) if first else ""
    return table.words.text("Played again for {field}.", field=table.words.text(FIELD_NAMES[field]))


def _choose(table: Table) -> str:
    words = table.words
    if not table.may_keep:
        return words.text("Choose a field and write.")
    if all(die.kept for die in table.dice):
        return words.text("All dice are kept: choose a field and write.")
    return words.text("Keep dice and roll the rest, or write.")


def rolls_left(words: Words, count: int) -> str:
    """The words below the number of rolls left."""
    return words.plural("roll left", "rolls left", count)
