"""The table's own diary: when it was started, which parts failed and healed, for how long it has run.

    started  {"boot": which start of the machine, "version"}   the program begins
    running  {}                                                 a sign of life, four times an hour
    failed   {"part", "text"}    healed {"part"}                a part of the table
    tested   {"test", "verdict", ...}                           a test of service mode, with its figures
    stopped  {}                                                 the program was asked to end

A start without a stop before it was a crash or a pulled plug. Entries carry the seconds for which the program has run,
so it can be told when the wall clock was set.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from kiosk.clock import Clock
from kiosk.events import Event, Failed, Part
from kiosk.journal import Happened
from kiosk.match.ledger import Ledger
from kiosk.table import Table

RUNNING = 900.0
"""Seconds between two signs of life: 96 small entries a day, and no more than a quarter of an hour that is unknown."""
BOOT = Path("/proc/sys/kernel/random/boot_id")


class Diary:
    """Writes through `ledger`. `boot` tells one start of the machine from another."""

    def __init__(self, ledger: Ledger, clock: Clock, boot: str) -> None:
        self._ledger = ledger
        self._clock = clock
        self._began = self._told_at = clock.now()
        self._texts: dict[Part, str] = {}
        self._faults: frozenset[Part] = frozenset()
        self.write("started", {"boot": boot, "version": program_version()})

    def hear(self, event: Event) -> None:
        """What is said of a fault, for when it is written down."""
        if isinstance(event, Failed):
            self._texts[event.part] = event.text

    def follow(self, table: Table) -> None:
        """What is new of the parts that do not work is written down; now and then that the table lives."""
        faults = table.faults
        for part in sorted(faults - self._faults):
            self.write("failed", {"part": part, "text": self._texts.get(part, "")})
        for part in sorted(self._faults - faults):
            self.write("healed", {"part": part})
        self._faults = faults
        if self._clock.now() - self._told_at >= RUNNING:
            self.write("running", {})

    def close(self) -> None:
        """The program ends as it should."""
        self.write("stopped", {})

    def write(self, what: str, detail: Mapping[str, object]) -> None:
        """An entry, stamped now."""
        self._told_at = self._clock.now()
        self._ledger.write(Happened(self._clock.wall(), self._told_at - self._began, what, detail))


def boot_id(path: Path = BOOT) -> str:
    """What the kernel calls this start of the machine; empty where it does not say."""
    try:
        return path.read_text(encoding="ascii").strip()[:8]
    except (OSError, UnicodeDecodeError):
        return ""


def program_version() -> str:
    """Raflebord's own version."""
    try:
        return version("raflebord")
    except PackageNotFoundError:
        return "unknown"
