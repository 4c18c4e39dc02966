"""`raflebord fleet`: tells a broker how this table is, and hands on the orders that are allowed."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from kiosk.cli import UsageError
from kiosk.logs import log_to_stderr
from kiosk.settings import gathered, is_pi

HELP = "tells an MQTT broker how this table is, and hands on the orders that are allowed (docs/fleet.md)"
RUN = Path("/run/raflebord")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--config", metavar="FILE", type=Path, help="TOML file with the table's settings")
    parser.add_argument("--state-dir", metavar="DIR", help="where games are stored")
    parser.add_argument(
        "--run-dir", metavar="DIR", type=Path, default=RUN, help="where the table says how it is"
    )


def run(args: argparse.Namespace) -> int:
    """Until it is asked to end."""
    log_to_stderr()
    settings = gathered({"state_dir": args.state_dir}, args.config, os.environ, is_pi())
    if not settings.fleet.table:
        raise UsageError('this table has no name: [fleet] table = "table-1" in the settings')
    from kiosk.clock import SystemClock
    from kiosk.fleet import running
    from kiosk.fleet.bridge import Bridge
    from kiosk.fleet.line import credentials
    from kiosk.notify import teller

    clock = SystemClock()
    broker = running.broker_of(settings.fleet, settings.fleet.table, *credentials(os.environ))
    bridge = Bridge(settings.fleet, broker, args.run_dir, settings.state_dir, clock)
    running.run(bridge.line, bridge.turn, teller(os.environ), clock)
    bridge.close()
    return 0
