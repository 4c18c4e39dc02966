"""What the rules refuse, said in the language of the table."""

from __future__ import annotations

from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.words import Words, msg
from rules import Refused, Term
from rules.given import OUT_OF_RANGE

AT_THE_TABLE = {OUT_OF_RANGE: msg("There can be no more than {most} points here.")}
"""What the rules say to whoever types a position, in other words for staff who put points right."""


def sentence(words: Words, refused: Refused) -> str:
    """The refusal's sentence, with the words of the rules in it as they stand on the screen."""
    values = {place: _said(words, value) for place, value in refused.values.items()}
    return words.text(AT_THE_TABLE.get(refused.template, refused.template), **values)


def _said(words: Words, value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        return words.number(value)
    name = FIELD_NAMES.get(value) if isinstance(value, Term) else None
    return value if name is None else words.text(name)
