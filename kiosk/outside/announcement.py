"""A line for the screen of a table where nobody plays, instead of the usual one; kept for the next start."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path

FILE = "announcement.json"
"""In the state directory."""
log = logging.getLogger(__name__)


class Announcement:
    """The line by language; none: the usual one. `keep` is told what is to be known at the next start."""

    def __init__(
        self,
        texts: Mapping[str, str] | None = None,
        keep: Callable[[Mapping[str, str]], None] = lambda _: None,
    ) -> None:
        self._texts = dict(texts or {})
        self._keep = keep

    def say(self, texts: Mapping[str, str]) -> None:
        """From now on."""
        self._texts = dict(texts)
        self._keep(self._texts)

    def in_language(self, code: str) -> str:
        """The line in this language, else in one that there is; "" for none."""
        return self._texts.get(code) or next(iter(self._texts.values()), "")


def announced(directory: Path) -> Announcement:
    """What was said last at the table whose state lies here."""
    return Announcement(_remembered(directory), lambda texts: _remember(directory, texts))


def _remembered(directory: Path) -> dict[str, str]:
    try:
        found = json.loads((directory / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {code: text for code, text in found.items() if isinstance(text, str) and text}


def _remember(directory: Path, texts: Mapping[str, str]) -> None:
    """Whole or not at all, since a disk may be full."""
    new = directory / f"{FILE}.new"
    try:
        new.write_text(json.dumps(dict(texts), ensure_ascii=False) + "\n", encoding="utf-8")
        new.replace(directory / FILE)
    except OSError as problem:
        log.warning("the line for the screen cannot be kept for the next start: %s", problem)
