"""The pages: every link leads somewhere, and every page can be found."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(([^()\s]+)(?: \"[^\"]*\")?\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)


def pages() -> list[str]:
    """All pages that are kept, by their paths."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = listed.stdout.split() if listed.returncode == 0 else _found()
    return sorted(page for page in found if (ROOT / page).is_file())


def _found() -> list[str]:
    """Where this is no checkout."""
    return [
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.md")
        if not any(part.startswith(".") or part in ("build", "out") for part in path.relative_to(ROOT).parts)
    ]


PAGES = pages()


@cache
def anchors(page: Path) -> set[str]:
    """What can be jumped to in a page, as GitHub names it."""
    named: set[str] = set()
    for heading in HEADING.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        base = name = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        again = 0
        while name in named:
            again += 1
            name = f"{base}-{again}"
        named.add(name)
    return named


def links(page: Path) -> list[str]:
    """Where a page's links lead, those outside the repository left out."""
    text = CODE.sub("", FENCED.sub("", page.read_text(encoding="utf-8")))
    return [link for link in LINK.findall(text) if not re.match(r"[a-z]+:", link)]


def broken(page: Path) -> list[str]:
    """Links that lead nowhere."""
    found = []
    for link in links(page):
        place, _, anchor = link.partition("#")
        target = (page.parent / place).resolve() if place else page
        missing = not target.exists() or (anchor and anchor not in anchors(target))
        found += [link] if missing else []
    return found


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    assert broken(ROOT / page) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A page, and `more`\n[a](#a-page-and-more) [b](#gone) [c](gone.md) [d](https://x.example)\n`[e](f)`\n"
        "```\n[g](h)\n```\n[![i](gone.png)](page.md)\n"
    )
    assert broken(page) == ["#gone", "gone.md", "gone.png"], "not what stands in code or elsewhere"


NAMED = re.compile(r"`((?:docs|firmware|hardware|kiosk|rules|systemd|tests|vision)/[\w./-]+)`")


def gone(page: Path) -> list[str]:
    """Files and folders that a page names in words, and that are not there; `NAME` stands for any name."""
    named = NAMED.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
    return [name for name in named if "NAME" not in name and not (ROOT / name).exists()]


def reached(first: Path) -> set[Path]:
    """Pages that one comes to from a page by links; a link to a folder leads to all pages in it."""
    seen, waiting = set[Path](), [first]
    while waiting:
        page = waiting.pop()
        if page in seen or not page.is_relative_to(ROOT):
            continue
        seen.add(page)
        for place in (link.partition("#")[0] for link in links(page)):
            target = (page.parent / place).resolve() if place else page
            waiting += target.rglob("*.md") if target.is_dir() and target != ROOT else []
            waiting += [target] if target.suffix == ".md" and target.is_file() else []
    return seen


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("docs/")])
def test_every_page_of_docs_is_found_from_the_index(page: str) -> None:
    assert ROOT / page in reached(ROOT / "docs" / "README.md")
