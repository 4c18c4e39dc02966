"""Runs a service of the fleet until it is asked to end, and tells the service manager how it is."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

from kiosk.cli import UsageError
from kiosk.clock import Clock
from kiosk.fleet.line import Broker, Line
from kiosk.fleet.settings import FleetSettings
from kiosk.notify import Tell

BEAT = 10.0
"""Seconds between two signs of life."""


def broker_of(settings: FleetSettings, user: str, password: str, ca: Path | None) -> Broker:
    """The broker of the settings; raises UsageError when there is none, or no password."""
    if not settings.broker:
        raise UsageError('no broker is named: [fleet] broker = "..." in the settings')
    if not password:
        raise UsageError(
            "there is no password for the broker (broker_password in $CREDENTIALS_DIRECTORY; see docs/fleet.md)"
        )
    return Broker(settings.broker, settings.port, user, password, settings.tls, ca)


def run(line: Line, turn: Callable[[], None], tell: Tell, clock: Clock) -> None:
    """Turn after turn, until SIGTERM or SIGINT."""
    asked: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda got, _: asked.append(got))
    tell("READY=1")
    said, beat_at = "", clock.now()
    while not asked:
        turn()
        if line.state != said:
            said = line.state
            tell(f"STATUS={said}")
        if clock.now() >= beat_at:
            beat_at = clock.now() + BEAT
            tell("WATCHDOG=1")
    tell("STOPPING=1")
