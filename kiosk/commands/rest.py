"""`raflebord rest`: the screen of a table that keeps failing. It ends by itself; then the table is tried again."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from pathlib import Path
from queue import SimpleQueue

from kiosk.cli import UsageError
from kiosk.logs import log_to_stderr
from kiosk.settings import gathered, is_pi

HELP = "a screen that says that the table rests, and whom to call; ends after a while"
MINUTES = 10.0
"""Long enough for somebody to read it and act, short enough for a table that heals by itself."""
FRAME = 2.0
"""Seconds between two pictures: it hardly moves."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="TOML file that names whom to call (contact)"
    )
    parser.add_argument("--windowed", action="store_true", help="in a window, not on the whole screen")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="how long (default: 10)")


def run(args: argparse.Namespace) -> int:
    """Show it; 1 without a display."""
    if not args.minutes > 0:
        raise UsageError(f"--minutes {args.minutes}: expected a number above 0")
    log_to_stderr()
    return _show(_contact(args.config), args.minutes * 60, windowed=args.windowed)


def _contact(file: Path | None) -> str:
    """Whom to call. A file with a mistake in it may be why the table rests: then nobody is named."""
    try:
        return gathered({}, file, os.environ, is_pi()).contact
    except UsageError as problem:
        print(f"raflebord rest: {problem}", file=sys.stderr)
        return ""


def _show(contact: str, seconds: float, *, windowed: bool) -> int:
    from kiosk.clock import SystemClock
    from kiosk.events import Event
    from kiosk.notify import teller
    from kiosk.resting import RestingScreen
    from kiosk.window import NoDisplay, Window

    asked = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: asked.set())
    clock, events = SystemClock(), SimpleQueue[Event]()
    try:
        window = Window(events, windowed=windowed)
    except NoDisplay as problem:
        print(f"raflebord rest: {problem}", file=sys.stderr)
        return 1
    screen, end, tell = RestingScreen(contact), clock.now() + seconds, teller(os.environ)
    while clock.now() < end and not asked.is_set() and events.empty():
        window.pump()
        screen.draw(window.surface, clock.now())
        window.flip()
        tell("READY=1")
        asked.wait(min(FRAME, max(0.0, end - clock.now())))
    window.close()
    return 0
