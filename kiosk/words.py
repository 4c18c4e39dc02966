"""What the table says, in the language spoken now.

The messages' keys are the English texts themselves. `kiosk.catalogues` collects them from calls of `text`,
`plural` and `msg`; the compiled catalogues are read by the standard library's gettext.
"""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from importlib.resources import as_file, files

DOMAIN = "raflebord"
THOUSANDS = {"da": ".", "nb": "\N{NO-BREAK SPACE}", "en": ","}
"""What stands between thousands."""


def msg(text: str) -> str:
    """Marks a message that is looked up later."""
    return text


class Words:
    """One language's catalogue. `code` is da, nb or en; raises FileNotFoundError for another."""

    def __init__(self, code: str) -> None:
        self.code = code
        with as_file(files("kiosk") / "locale") as folder:
            self._catalogue = gettext.translation(DOMAIN, str(folder), [code])

    def text(self, message: str, /, **params: object) -> str:
        """A message with its `{named}` places filled; what the catalogue lacks is said in English."""
        return self._catalogue.gettext(message).format(**params)

    def plural(self, one: str, many: str, count: int, /, **params: object) -> str:
        """A message for one or for several; `{count}` is filled by itself."""
        return self._catalogue.ngettext(one, many, count).format(count=count, **params)

    def number(self, value: int) -> str:
        """A number as it is written: thousands apart, a minus sign that is as wide as a plus."""
        digits = f"{abs(value):,}".replace(",", THOUSANDS[self.code])
        return f"−{digits}" if value < 0 else digits

    def joined(self, parts: Sequence[str]) -> str:
        """Things as they are said in a row: "2, 4 and 4"."""
        if len(parts) < 2:
            return "".join(parts)
        return self.text("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])
