"""A look at the tray controller for people who maintain a table: who is there, how it is. Waits for its answer."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.clock import Clock
from kiosk.light.link import Found, Link, LinkTold, Missing, Port, open_serial
from kiosk.light.messages import Answer, Command, Identity, Status, parse_status

PATIENCE = 8.0
"""Seconds: a start after the line was opened takes two, an away controller is told after four."""


@dataclass(frozen=True)
class Probe:
    """`identity` and `status` are None when nobody answers; `text` then says why, in one line."""

    identity: Identity | None
    status: Status | None
    text: str


def probe(
    name: str,
    clock: Clock,
    patience: float = PATIENCE,
    open_port: Callable[[str], Port] = open_serial,
) -> Probe:
    """Open the line of this name, ask who is there and how it is, and let go of it again.

    Not while a table plays: it has the line to itself. Opening it makes most controllers start anew.
    """
    told: queue.SimpleQueue[LinkTold] = queue.SimpleQueue()
    link = Link(name, told.put, clock, open_port)
    link.start()
    try:
        found = _first(told, time.monotonic() + patience)
        if not isinstance(found, Found):
            why = found.text if found else f"nothing on {name} answers as a tray controller does"
            return Probe(None, None, why)
        return Probe(found.identity, _status(link), f"tray controller {found.identity.text} on {name}")
    finally:
        link.close()


def _first(told: queue.SimpleQueue[LinkTold], end: float) -> Found | Missing | None:
    """What is told first of a controller that is there or is not; None when time is up."""
    while (left := end - time.monotonic()) > 0:
        try:
            one = told.get(timeout=left)
        except queue.Empty:
            return None
        if isinstance(one, Found | Missing):
            return one
    return None


def _status(link: Link) -> Status | None:
    answers: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
    link.ask(Command.STATUS, b"", answers.put)
    try:
        answer = answers.get(timeout=PATIENCE)
    except queue.Empty:
        return None
    return parse_status(answer.data) if answer is not None else None
