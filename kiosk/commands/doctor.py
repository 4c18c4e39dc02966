"""`raflebord doctor`: is everything well? What is, what should be, what to do."""

from __future__ import annotations

import argparse
import json
import os
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.cli import UsageError
from kiosk.doctor.check import Check, Grade
from kiosk.doctor.listing import CHECKS, Machine, examined
from kiosk.doctor.running import running
from kiosk.journal import StateHeld, StateUnusable, state_lock
from kiosk.settings import Settings, gathered, is_pi

HELP = "check the whole table: what is, what should be, what to do"
MARKS: dict[Grade, str] = {
    "fine": "ok",
    "look": "SEE TO",
    "broken": "BROKEN",
    "elsewhere": "-",
    "untried": "left alone",
}
LEFT, WIDE = 28, 110
"""Columns: where words begin in the table, and where they end."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options: those of `play` that say how this table is put together."""
    parser.add_argument(
        "--json", action="store_true", help="one JSON object for each check, then one for all"
    )
    parser.add_argument(
        "--bundle",
        type=Path,
        metavar="FILE.zip",
        help="also write all that remote support asks for into one file; it names no player",
    )
    parser.add_argument("--camera", metavar="sim|pi|v4l2:N|FOLDER|VIDEO", help="where the pictures come from")
    parser.add_argument("--panel", metavar="keyboard|gpio", help="where the buttons are")
    parser.add_argument("--light", metavar="none|sim|PORT", help="the tray's light")
    parser.add_argument("--state-dir", metavar="DIR", help="where games are stored")
    parser.add_argument("--config", metavar="FILE", type=Path, help="TOML file with the same settings")


def run(args: argparse.Namespace) -> int:
    """Looks at everything; 0 when people can play."""
    given = {name: getattr(args, name) for name in ("camera", "panel", "light", "state_dir")}
    settings = gathered(given, args.config, os.environ, is_pi())
    if args.bundle is not None and not args.bundle.parent.is_dir():
        raise UsageError(f"--bundle {args.bundle}: there is no folder {args.bundle.parent}")
    with _machine(settings) as machine:
        checks = list(_told(machine, as_json=args.json))
        if args.bundle is not None:
            from kiosk.doctor.bundle import write

            write(args.bundle, machine, checks)
            print(f"raflebord doctor: {args.bundle} is written", file=sys.stderr)
    return 0 if all(check.grade != "broken" for check in checks) else 1


@contextmanager
def _machine(settings: Settings) -> Iterator[Machine]:
    """The machine; while it is looked at, no table can be started that would want the same devices."""
    from kiosk.clock import SystemClock

    clock, on_pi, directory = SystemClock(), is_pi(), settings.state_dir
    try:
        with state_lock(directory):
            yield Machine(settings, clock, on_pi, running(directory, playing=False))
    except StateHeld:
        yield Machine(settings, clock, on_pi, running(directory, playing=True))
    except StateUnusable as problem:
        yield Machine(settings, clock, on_pi, running(directory, playing=False), held=str(problem))


def _told(machine: Machine, *, as_json: bool) -> Iterator[Check]:
    """Each check, told as soon as it is known, and at the end what they come to."""
    checks = []
    for name in CHECKS:
        check = examined(name, machine)
        print(
            json.dumps(check.to_json(), ensure_ascii=False) if as_json else "\n".join(lines(check)),
            flush=True,
        )
        checks.append(check)
        yield check
    print(json.dumps(summary(checks)) if as_json else f"\n{in_words(checks)}", flush=True)


def lines(check: Check) -> Iterator[str]:
    """A check as rows of the table."""
    head = f"{check.name:<17}{MARKS[check.grade]:<11}"
    yield from _wrapped(check.found, head)
    if check.grade in ("look", "broken"):
        yield from _wrapped(f"should be: {check.wanted}", " " * LEFT)
        yield from _wrapped(f"to do: {check.todo}", " " * LEFT)


def _wrapped(words: str, head: str) -> list[str]:
    return textwrap.wrap(words, WIDE, initial_indent=head, subsequent_indent=" " * LEFT) or [head.rstrip()]


def summary(checks: list[Check]) -> dict[str, object]:
    """What the checks come to, as plain data."""
    broken = [check.name for check in checks if check.grade == "broken"]
    look = [check.name for check in checks if check.grade == "look"]
    return {"playable": not broken, "broken": broken, "look": look}


def in_words(checks: list[Check]) -> str:
    """What the checks come to."""
    broken = [check.name for check in checks if check.grade == "broken"]
    look = [check.name for check in checks if check.grade == "look"]
    if broken:
        return f"People cannot play: see to {', '.join(broken)}."
    left = any(check.grade == "untried" for check in checks)
    rest = " What the table that plays has to itself was left alone." if left else ""
    if look:
        return f"People can play. To be seen to: {', '.join(look)}.{rest}"
    return f"All is well: people can play.{rest}"
