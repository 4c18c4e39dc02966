"""What the rules do not allow, said in words that help the person who tried it."""

from __future__ import annotations

import json


class Term(str):
    """A word of the rules, such as a field's name: as it is spelled in moves, and said without underscores.

    A screen looks it up in its own language.
    """

    __slots__ = ()

    def __format__(self, _: str) -> str:
        return self.replace("_", " ")


class Refused(Exception):
    """A move, an opening or a saved match that is not accepted; nothing was changed.

    `template` is one English sentence with `{named}` places and `values` fill them, so that a screen can look
    the sentence up in its own language first, and each value that is a `Term`. `str()` gives it in English.
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values
        super().__init__(template)

    def __str__(self) -> str:
        return self.template.format(**self.values) if self.values else self.template


def quoted(value: object) -> str:
    """A value as it was given, in JSON's spelling and short enough for one line."""
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    text = json.dumps(value, default=repr)
    return text if len(text) <= 40 else text[:37] + "..."
