"""`raflebord nightly`: what is done every night: check and copy the journal, let old photographs go, the audit."""

from __future__ import annotations

import argparse
import os
import time
from functools import partial
from pathlib import Path

from kiosk.cli import UsageError
from kiosk.logs import log_to_stderr
from kiosk.nightly import Chores, unusable
from kiosk.settings import gathered, is_pi

HELP = "the nightly chores: check and copy the journal, let old photographs go, write the audit page"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--state-dir", metavar="DIR", help="where games are stored")
    parser.add_argument("--config", metavar="FILE", type=Path, help="TOML file with the table's settings")


def run(args: argparse.Namespace) -> int:
    """Do them all; 1 when something is not as it should be."""
    log_to_stderr()
    settings = gathered({"state_dir": args.state_dir}, args.config, os.environ, is_pi())
    why = unusable(settings.state_dir)
    if why is not None:
        raise UsageError(why)
    chores = Chores(settings.state_dir, settings.nightly, time.time(), partial(print, flush=True))
    return 0 if chores.do() else 1
