"""What comes from others: listed with its licence, pinned, and really used."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = [Requirement(line) for line in PROJECT["dependencies"]]
DEV = [Requirement(line) for line in PROJECT["optional-dependencies"]["dev"]]
PAGE = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
LISTS = {"requirements/dev.txt": [*NEEDED, *DEV], "kiosk/pi-requirements.txt": []}
ELSEWHERE = {"picamera2", "libcamera"}
"""Only Debian has these."""
TOOLS = {"pytest-xdist", "ruff", "mypy"}
"""Run, and imported by nobody."""
FAMILIES = (
    ("BSD-3-Clause", r"bsd"),
    ("BSD-2-Clause", r"bsd-2|bsd license"),
    ("Apache-2.0", r"apache"),
    ("MIT", r"\bmit\b"),
    ("MPL-2.0", r"mpl"),
    ("LGPL-2.1", r"lgpl"),
    ("PSF-2.0", r"psf"),
    ("EPL-2.0", r"epl"),
)


def pinned(name: str) -> dict[str, str]:
    """Packages of a list and the blocks in which they stand."""
    blocks = re.split(r"^(?=\S)", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {block.split("==")[0]: block for block in blocks if "==" in block}


def said(package: str) -> str:
    """What an installed package says of its licence."""
    of = distribution(package).metadata
    named = [of.get("License-Expression") or "", (of.get("License") or "")[:60]]
    return " ".join([*named, *(line for line in of.get_all("Classifier") or [] if "License" in line)]).lower()


def rows() -> Iterator[tuple[str, str]]:
    """Packages and licences as the page lists them."""
    tables = PAGE.split("## Installed beside it")[1].split("## Pinned")[0]
    for line in tables.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] not in ("package", "---"):
            for name in re.sub(r"\(.*?\)", "", cells[0]).split(", "):
                yield name.strip(), cells[-1]


LISTED = dict(rows())


@pytest.mark.parametrize("package", sorted(pinned("requirements/dev.txt")))
def test_every_pinned_package_is_listed_with_the_licence_it_names(package: str) -> None:
    first = re.split(r"[; ]", LISTED[package])[0]
    if package != "colorama":  # it is installed on Windows alone
        assert re.search(dict(FAMILIES)[first], said(package)), (first, said(package))


def test_nothing_is_listed_that_is_not_pinned() -> None:
    assert set(LISTED) == set(pinned("requirements/dev.txt"))


@pytest.mark.parametrize("name", LISTS)
def test_a_list_pins_versions_and_sums_and_names_no_place(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert pinned(name)
    for package, block in pinned(name).items():
        assert re.match(rf"{package}==[\w.]+( ;.*)? \\\n", block), block
        assert "--hash=sha256:" in block, package
    assert not re.search(r"https?:|file:|index-url|find-links", text)
    assert {canonicalize_name(one.name) for one in LISTS[name]} <= set(pinned(name))


def test_the_pi_gets_what_is_tried_here() -> None:
    here, there = pinned("requirements/dev.txt"), pinned("kiosk/pi-requirements.txt")
    assert set(there) == {"opencv-python"}
    assert all(block.split()[0] == here[package].split()[0] for package, block in there.items())


@pytest.mark.parametrize("need", NEEDED, ids=str)
def test_what_is_pinned_is_within_what_the_program_asks_for(need: Requirement) -> None:
    versions = re.findall(r"==([\w.]+)", pinned("requirements/dev.txt")[canonicalize_name(need.name)])
    assert versions
    assert all(need.specifier.contains(version) for version in versions)


def imported(*folders: str) -> set[str]:
    """Packages of others that are imported anywhere in these folders, by the names they are installed under."""
    tops = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                tops |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                tops.add((node.module or "").split(".")[0])
    owners = packages_distributions()
    return {canonicalize_name(owner) for top in tops for owner in owners.get(top, [])} - {"raflebord"}


def test_the_program_needs_what_it_imports_and_nothing_else() -> None:
    names = {canonicalize_name(need.name) for need in NEEDED}
    assert names <= imported("rules", "vision", "kiosk")
    assert imported("rules", "vision", "kiosk") - names <= {"babel"}, "only `make words` uses Babel"


def test_development_needs_what_it_imports_and_what_it_runs() -> None:
    names = {canonicalize_name(need.name) for need in DEV} - TOOLS
    assert names <= imported("kiosk", "tests", "hardware") | {"setuptools"}, "setuptools builds the program"
