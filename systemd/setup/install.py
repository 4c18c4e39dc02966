"""`systemd/install`: makes this machine a dice table. Can be run again at any time; what is done already stays."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from setup import data, making, plan, removal
from setup.steps import LeftOut, Step, Trouble, carry_out

OLDEST = (3, 11)


def main(arguments: Sequence[str]) -> int:
    """The command; 0 when it did its work, 1 when a step failed, 2 for bad input."""
    args = _parser().parse_args(arguments)
    wrong = _refusal(args)
    if wrong:
        print(f"install: {wrong}", file=sys.stderr)
        return 2
    try:
        carry_out(_steps(args), lambda line: print(line, flush=True), dry=args.dry_run)
    except (Trouble, OSError) as trouble:
        print(f"install: {trouble}", file=sys.stderr)
        return 1
    print(_last_words(args))
    return 0


def _refusal(args: argparse.Namespace) -> str | None:
    """What is wrong with how it was called."""
    if sys.version_info < OLDEST:
        return "Python 3.11 or newer is needed: Raspberry Pi OS Trixie has it"
    if os.geteuid() != 0 and not args.dry_run:
        return "has to be run as root: sudo systemd/install (or --dry-run)"
    if args.wheel is not None:
        try:
            making.version_of(args.wheel)
        except Trouble as trouble:
            return str(trouble)
    return None


def _steps(args: argparse.Namespace) -> Iterator[Step | LeftOut]:
    if args.uninstall:
        return removal.steps()
    wishes = plan.Wishes(args.wheel, args.find, packages=args.packages, start=args.start)
    return chain(
        data.partition_steps(args.data) if args.data else (),
        plan.steps(wishes),
        data.read_only_steps() if args.read_only else (),
    )


def _last_words(args: argparse.Namespace) -> str:
    if args.dry_run:
        return "nothing was changed"
    if args.uninstall:
        return "the table is gone from this machine; its games are still in /var/lib/raflebord"
    return "done; what is new in the boot options counts from the next boot on"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="install", description=__doc__)
    parser.add_argument("--dry-run", action="store_true", help="say every step and change nothing")
    parser.add_argument("--uninstall", action="store_true", help="take it all back; games and settings stay")
    parser.add_argument(
        "--wheel", type=Path, metavar="FILE", help="the program (left out: built from this checkout)"
    )
    parser.add_argument(
        "--find", type=Path, metavar="DIR", help="look for Python packages here only, not in an index"
    )
    parser.add_argument(
        "--no-packages", dest="packages", action="store_false", help="leave Debian's packages alone"
    )
    parser.add_argument("--no-start", dest="start", action="store_false", help="do not start the table now")
    parser.add_argument(
        "--data", type=Path, metavar="DEVICE", help="keep games, versions and log on this partition"
    )
    parser.add_argument(
        "--read-only", action="store_true", help="a root that is only read, from the next boot on"
    )
    return parser
