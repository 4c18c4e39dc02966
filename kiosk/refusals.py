"""What the rules refuse, said in the language of the table."""

from __future__ import annotations

from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.words import Words
from rules import Refused, Term


def sentence(words: Words, refused: Refused) -> str:
    """The refusal's sentence, with the words of the rules in it as they stand on the screen."""
    values = {place: _said(words, value) for place, value in refused.values.items()}
    return words.text(refused.template, **values)


def _said(words: Words, value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        return words.number(value)
    name = FIELD_NAMES.get(value) if isinstance(value, Term) else None
    return value if name is None else words.text(name)
