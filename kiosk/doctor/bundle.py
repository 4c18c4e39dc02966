"""Everything that remote support asks for in one file: what was found, the log, the calibration, pictures of faults.

The journal itself stays at home: its games carry the names of people. What is taken from it are counts.
"""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from kiosk.doctor.check import Check
from kiosk.doctor.listing import Machine, versions
from kiosk.journal import Archive, Damaged, StateUnusable
from kiosk.journal.audit import as_lines, audited
from kiosk.pictures.nameless import nameless
from vision.calibrating.versions import CURRENT

UNIT = "raflebord"
LOG_LINES = 5000
PICTURES = 40
"""The newest of each folder of pictures."""
LOG_FILE = "raflebord.log"
"""A log kept in the state directory, where there is no systemd."""
KEPT = ("d12.npz", "volume")
PERSONAL = ("contact",)
"""Settings that may name somebody."""
FOLDERS = ("faults", "contested")
"""In the state directory: pictures at faults, and of contested rolls with their labels."""


def write(file: Path, machine: Machine, checks: Sequence[Check]) -> None:
    """Writes the bundle; raises OSError."""
    draft = file.with_name(file.name + ".part")
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in contents(machine, checks):
            bundle.writestr(name, content)
    draft.replace(file)


def contents(machine: Machine, checks: Sequence[Check]) -> Iterator[tuple[str, bytes]]:
    """Each file of the bundle: its name and what is in it."""
    directory = machine.settings.state_dir
    yield "doctor.jsonl", _lines([check.to_json() for check in checks])
    yield "versions.json", _lines([versions(machine)])
    settings = {name: str(value) for name, value in vars(machine.settings).items() if name not in PERSONAL}
    yield "settings.json", _lines([settings])
    yield "audit.jsonl", _audit(directory)
    yield "log.txt", _log(machine).encode()
    lens = nameless(directory / CURRENT)
    if lens is not None:
        yield CURRENT, lens
    for name in KEPT:
        if (directory / name).is_file():
            yield name, (directory / name).read_bytes()
    for folder in FOLDERS:
        yield from _pictures(directory / folder)


def _audit(directory: Path) -> bytes:
    try:
        archive = Archive(directory)
    except (StateUnusable, sqlite3.DatabaseError) as problem:
        return _lines([{"error": str(problem)}])
    try:
        return _lines(list(as_lines(audited(archive))))
    except (Damaged, sqlite3.DatabaseError) as problem:
        return _lines([{"error": str(problem)}])
    finally:
        archive.close()


def _log(machine: Machine) -> str:
    """The unit's log, or else the log file's end."""
    told = machine.say(
        ["journalctl", f"--unit={UNIT}", f"--lines={LOG_LINES}", "--no-pager", "--output=short-iso"]
    )
    if told and "-- No entries --" not in told:
        return told
    file = machine.settings.state_dir / LOG_FILE
    if file.is_file():
        return "\n".join(file.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_LINES:])
    return "there is no log: the table writes it to standard error, which systemd keeps\n"


def _pictures(folder: Path) -> Iterator[tuple[str, bytes]]:
    if not folder.is_dir():
        return
    files = sorted(folder.iterdir(), key=lambda file: (file.suffix != ".json", -file.stat().st_mtime))
    labels = [file for file in files if file.suffix == ".json"]
    pictures = [file for file in files if file.suffix in (".jpg", ".png")][:PICTURES]
    for file in [*labels, *pictures]:
        yield f"{folder.name}/{file.name}", file.read_bytes()


def _lines(objects: Sequence[object]) -> bytes:
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in objects).encode()
