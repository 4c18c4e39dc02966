"""Keeps the catalogues up to date: `python -m kiosk.catalogues` (needs Babel, a development dependency).

Collects the messages from the sources, merges them into `kiosk/locale/*/LC_MESSAGES/raflebord.po`, compiles
these, and names what is still to be translated. A changed message loses its translation; nothing is guessed.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from kiosk.table import LANGUAGES
from kiosk.words import DOMAIN

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "kiosk" / "locale"
KEYWORDS = {"text": (1,), "msg": (1,), "plural": (1, 2), "Refused": (1,)}
OPTIONS = {"switch": (2,), "number": (2,), "choice": (3,)}
"""What declares an option in the rules: its meaning is shown."""
NEVER_SEEN = {"given", "opening", "options", "referee", "saved", "wire"}
"""Modules of `rules` whose refusals only reach people who type them, in English."""
DATED = datetime(2025, 1, 1, tzinfo=UTC)
"""The same date in every catalogue: files change only when words do."""


def sources() -> list[Path]:
    """The files in which messages stand."""
    spoken = [path for path in (ROOT / "rules").glob("*.py") if path.stem not in NEVER_SEEN]
    return sorted((ROOT / "kiosk").rglob("*.py")) + sorted(spoken)


def collected() -> Catalog:
    """All messages of the sources."""
    template = Catalog(project=DOMAIN, fuzzy=False, creation_date=DATED, revision_date=DATED)
    for path in sources():
        keywords = {**KEYWORDS, **OPTIONS} if path.parent.name == "rules" else KEYWORDS
        for _, message, _, _ in extract_from_file("python", path, keywords):
            template.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)], flags=_flags(message))
    return template


def _flags(message: str | tuple[str, ...]) -> set[str]:
    text = message if isinstance(message, str) else message[0]
    return {"python-brace-format"} if "{" in text else set()


def catalogue(code: str) -> Catalog:
    """A language's catalogue as it is on the disk; an empty one if it is not there yet."""
    path = po_path(code)
    if not path.exists():
        return Catalog(code, project=DOMAIN, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def po_path(code: str) -> Path:
    """Where a language's catalogue stands; the compiled one stands beside it."""
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def merged(code: str, template: Catalog) -> Catalog:
    """A language's catalogue with exactly the template's messages. English says what its keys say."""
    found = catalogue(code)
    found.update(template, no_fuzzy_matching=True)
    found.obsolete.clear()
    found.creation_date = found.revision_date = DATED
    found.project, found.version, found.last_translator = DOMAIN, "1", "the Raflebord project"
    found.header_comment, found.fuzzy = "# What the table says. Kept up to date by kiosk.catalogues.", False
    found.msgid_bugs_address, found.language_team = "none", "none"
    for entry in found:
        if code == "en" and entry.id:
            entry.string = entry.id
    return found


def missing(found: Catalog) -> Iterator[str]:
    """The messages without a translation, or with only one of two forms."""
    for entry in found:
        given = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        if entry.id and not all(given):
            yield entry.id if isinstance(entry.id, str) else entry.id[0]


def as_po(found: Catalog) -> bytes:
    """A catalogue as text."""
    out = io.BytesIO()
    write_po(out, found, sort_by_file=True, include_lineno=False, width=110)
    return out.getvalue()


def as_mo(found: Catalog) -> bytes:
    """A catalogue compiled."""
    out = io.BytesIO()
    write_mo(out, found)
    return out.getvalue()


def main() -> int:
    """Bring all catalogues up to date; 1 if something is left to translate."""
    template, left = collected(), 0
    for code in LANGUAGES:
        found, path = merged(code, template), po_path(code)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_po(found))
        path.with_suffix(".mo").write_bytes(as_mo(catalogue(code)))
        for message in missing(found):
            print(f"{code}: not translated yet: {message}", file=sys.stderr)
            left += 1
    return 1 if left else 0


if __name__ == "__main__":
    raise SystemExit(main())
