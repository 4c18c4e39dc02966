"""What the rules do not allow, said in words that help the person who tried it."""

from __future__ import annotations


class Refused(Exception):
    """A move, an opening or a saved match that is not accepted; nothing was changed.

    `template` is one English sentence with `{named}` places and `values` fill them, so that a screen can look
    the sentence up in its own language first. `str()` gives the whole sentence.
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values
        super().__init__(template.format(**values) if values else template)


def quoted(value: object) -> str:
    """A value as it was given, in quotes and short enough for one line."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
