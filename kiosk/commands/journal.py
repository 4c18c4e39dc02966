"""`raflebord journal`: games and rolls as JSON lines, the journal's integrity, how fair the dice were, the audit."""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kiosk.cli import UsageError
from kiosk.journal import Archive, Damaged, StateUnusable
from kiosk.journal.counts import as_dict, counted
from kiosk.journal.export import lines
from kiosk.journal.report import report
from kiosk.journal.verify import Finding, Looked, findings
from kiosk.settings import defaults, is_pi

HELP = "what the table has written down: export it, verify it, or count it"
DAMAGED = "the journal is damaged: see 'raflebord journal verify'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "action",
        nargs="?",
        choices=("export", "verify", "stats", "audit"),
        default="stats",
        help="export: games and moves as JSON lines; verify: is everything there and as it was written; "
        "stats: games, rolls, questions and how fair the dice have been (the default); "
        "audit: what the table did day by day, its faults and how long it ran",
    )
    parser.add_argument("--state-dir", type=Path, metavar="DIR", help="where games are stored")
    parser.add_argument("--json", action="store_true", help="one JSON object a line (export: always)")
    parser.add_argument(
        "--html", "--page", type=Path, metavar="FILE", help="stats, audit: write a page with plots as well"
    )


def run(args: argparse.Namespace) -> int:
    """Does what is asked; 1 when the journal is damaged, or (verify) anything is not as it should be."""
    if args.html and args.action not in ("stats", "audit"):
        raise UsageError(f"--html goes with stats and audit, not with {args.action}")
    directory = args.state_dir or defaults(os.environ, is_pi())["state_dir"]
    try:
        with _archive(Path(directory)) as archive:
            return ACTIONS[args.action](archive, args)
    except (sqlite3.DatabaseError, Damaged) as problem:
        return _damaged(args, problem)


@contextmanager
def _archive(directory: Path) -> Iterator[Archive]:
    try:
        archive = Archive(directory)
    except StateUnusable as problem:
        raise UsageError(str(problem)) from problem
    try:
        yield archive
    finally:
        archive.close()


def _damaged(args: argparse.Namespace, problem: Exception) -> int:
    if args.action == "verify":
        _say_finding(
            Finding("fault", f"the file is damaged and cannot be read: {problem}"), as_json=args.json
        )
    else:
        print(f"raflebord journal: {DAMAGED} ({problem})", file=sys.stderr)
    return 1


def _export(archive: Archive, _: argparse.Namespace) -> int:
    for line in lines(archive):
        _say(line)
    return 0


def _verify(archive: Archive, args: argparse.Namespace) -> int:
    looked, grades = Looked(), Counter[str]()
    for finding in findings(archive, looked):
        grades[finding.grade] += 1
        _say_finding(finding, as_json=args.json)
    faults = grades["fault"]
    if args.json:
        _say({"sound": not faults, "faults": faults, "notes": grades["note"], **asdict(looked)})
    else:
        looked_at = (_some(getattr(looked, what), what[:-1]) for what in ("games", "moves", "photographs"))
        print(f"{_some(faults, 'fault') if faults else 'sound'}: looked at {', '.join(looked_at)}")
    return 1 if faults else 0


def _some(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _say_finding(finding: Finding, *, as_json: bool) -> None:
    if as_json:
        _say(asdict(finding))
        return
    game = "" if finding.game is None else f"game {finding.game}"
    move = "" if finding.move is None else f"move {finding.move}"
    where = ", ".join(part for part in (game, move) if part)
    print(f"{finding.grade}: {where}{': ' if where else ''}{finding.text}", flush=True)


def _stats(archive: Archive, args: argparse.Namespace) -> int:
    counts = counted(archive)
    if args.html:
        from kiosk.journal.page import page

        _write_page(args.html, page(counts))
    if args.json:
        _say(as_dict(counts))
    else:
        print("\n".join(report(counts)))
    return 0


def _audit(archive: Archive, args: argparse.Namespace) -> int:
    from kiosk.journal.audit import as_lines, audited
    from kiosk.journal.audit_page import page, report

    audit = audited(archive)
    if args.html:
        _write_page(args.html, page(audit))
    if args.json:
        for line in as_lines(audit):
            _say(line)
    else:
        print("\n".join(report(audit)))
    return 0


def _write_page(file: Path, content: str) -> None:
    try:
        file.write_text(content, encoding="utf-8")
    except OSError as problem:
        raise UsageError(f"--html {file}: cannot be written: {problem.strerror}") from problem


def _say(line: Mapping[str, Any]) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)


ACTIONS = {"export": _export, "verify": _verify, "stats": _stats, "audit": _audit}
