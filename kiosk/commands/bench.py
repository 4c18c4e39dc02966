"""`raflebord bench`: how fast each stage is on this machine, next to its budget."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict
from pathlib import Path

from kiosk.bench.measuring import Measured
from kiosk.cli import UsageError

HELP = "measure the speed of each stage on this machine"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--json", action="store_true", help="one JSON object a stage")
    parser.add_argument(
        "--accuracy",
        metavar="DIR",
        nargs="+",
        type=Path,
        help="instead: how well the labelled pictures in these folders are read",
    )
    parser.add_argument(
        "--page",
        metavar="DIR",
        type=Path,
        help="with --accuracy: a folder for a page that shows each die that was not read right",
    )


def run(args: argparse.Namespace) -> int:
    """Measures and prints every stage, each as soon as it is known; or how well labelled pictures are read."""
    if args.accuracy:
        from kiosk.bench import accuracy

        return accuracy.run(args.accuracy, args.page, as_json=args.json)
    if args.page is not None:
        raise UsageError("--page goes with --accuracy")
    from kiosk.bench.stages import all_stages

    if not args.json:
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; times are processor time\n")
        print(f"{'stage':<48} {'median':>9} {'worst':>9} {'budget':>9}")
    for measured in all_stages():
        print(json.dumps(asdict(measured)) if args.json else line(measured), flush=True)
    return 0


def line(measured: Measured) -> str:
    """One row of the table."""
    budget = "" if measured.budget is None else f"{measured.budget:g}"
    verdict = {None: "", True: "  ok", False: "  over budget"}[measured.within]
    unit = f"{measured.unit:<8}"
    return (
        f"{measured.stage:<48} {measured.median:>9.2f} {measured.worst:>9.2f} {budget:>9} {unit}{verdict}"
    ).rstrip()
