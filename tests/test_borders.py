"""The borders of the house: kiosk -> rules, kiosk -> vision, nothing else."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Container, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = {"rules", "vision", "kiosk"}
FORBIDDEN = {
    "rules": {"vision", "kiosk"},
    "vision": {"rules", "kiosk", "pygame", "gpiozero", "serial"},
    "kiosk": set(),
}


def imported(path: Path) -> set[str]:
    """The top-level names that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out in full"
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("part", sorted(PARTS))
def test_a_part_imports_only_what_it_may_know(part: str) -> None:
    files = list((ROOT / part).rglob("*.py"))
    assert files
    for path in files:
        assert not imported(path) & FORBIDDEN[part], path


def module_of(path: Path) -> str:
    """The dotted name of a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def needed_at_once(path: Path, files: Container[str]) -> Iterator[str]:
    """The modules that a file imports when it is itself imported."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in files else node.module for name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_no_file_is_needed_by_what_it_needs() -> None:
    files = {module_of(path): path for part in PARTS for path in (ROOT / part).rglob("*.py")}
    needs = {name: set(needed_at_once(path, files)) & files.keys() - {name} for name, path in files.items()}
    assert len(list(TopologicalSorter(needs).static_order())) == len(files)


def test_rules_need_nothing_but_the_standard_library() -> None:
    for path in (ROOT / "rules").rglob("*.py"):
        assert imported(path) <= set(sys.stdlib_module_names) | {"rules"}, path


def test_rules_read_no_clock_no_dice_and_no_files() -> None:
    for path in (ROOT / "rules").rglob("*.py"):
        assert not imported(path) & {"time", "datetime", "os", "io", "pathlib", "sqlite3", "socket"}, path


STARTED = "import kiosk.commands.play, kiosk.house, kiosk.screens; kiosk.screens.games()"
WATCHING = """import kiosk.eyes
    process, pipe = kiosk.eyes.start_process('sim:seed=1', None)
    pipe.recv()
    process.kill()"""
PROGRAM = """
import sys
if __name__ == '__main__':
    {does}
    print([name for name in ('vision.reader', 'vision.d12.judges', 'vision.sim') if name in sys.modules])
"""


@pytest.mark.parametrize("does", [STARTED, WATCHING], ids=["as it starts", "when the camera's process runs"])
def test_the_tables_own_process_never_loads_the_reader(does: str, tmp_path: Path) -> None:
    program = tmp_path / "table.py"
    program.write_text(PROGRAM.format(does=does))
    done = subprocess.run(
        [sys.executable, program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.splitlines()[-1] == "[]", "it lives in the camera's process"
