"""`raflebord house`: the best across all tables of a house, kept and told."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from kiosk.cli import UsageError
from kiosk.logs import log_to_stderr
from kiosk.settings import gathered, is_pi

HELP = "keeps the best across all tables of a house and tells them at the MQTT broker (docs/fleet.md)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--config", metavar="FILE", type=Path, help="TOML file; only [fleet] counts here")
    parser.add_argument(
        "--keep", metavar="DIR", type=Path, required=True, help="where the list is kept for the next start"
    )


def run(args: argparse.Namespace) -> int:
    """Until it is asked to end."""
    log_to_stderr()
    settings = gathered({}, args.config, os.environ, is_pi()).fleet
    if not args.keep.is_dir():
        raise UsageError(f"--keep {args.keep}: there is no such folder")
    from kiosk.clock import SystemClock
    from kiosk.fleet import running
    from kiosk.fleet.house_service import HouseService
    from kiosk.fleet.line import credentials
    from kiosk.fleet.settings import HOUSE
    from kiosk.notify import teller

    clock = SystemClock()
    broker = running.broker_of(settings, HOUSE, *credentials(os.environ))
    service = HouseService(broker, args.keep, clock)
    running.run(service.line, service.turn, teller(os.environ), clock)
    service.close()
    return 0
