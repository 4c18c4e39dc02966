"""The wall clock: set by the net, kept by a battery, not jumping. Games need none; stamps in the journal do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kiosk.doctor.check import Check, elsewhere

NAME = "clock"
WANTED = "set by the net, or kept by a battery clock; no jumps"
SYNCHRONISED = "run/systemd/timesync/synchronized"
"""systemd-timesyncd leaves this file when it has set the clock."""
PRESENT_DAYS = 1_700_000_000
"""Seconds since 1970 (November 2023): a clock that shows less is certainly wrong."""


@dataclass(frozen=True)
class Source:
    """`net`: the clock was set by the net since the start (None: nothing here tells); `battery`: there is a battery
    clock; `wall`: what the clock shows, seconds since 1970; `steps`: by how much it was set in the table's last run."""

    net: bool | None
    battery: bool
    wall: float
    steps: tuple[float, ...] = ()


def looked(
    root: Path, run: Callable[[Sequence[str]], str | None], wall: float, steps: tuple[float, ...]
) -> Source:
    """`run` runs a command and gives what it said, None when there is no such command or it failed."""
    told = run(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    net = {"yes": True, "no": False}.get((told or "").strip())
    if (root / SYNCHRONISED).exists():
        net = True
    return Source(net, any((root / "sys/class/rtc").glob("rtc*")), wall, steps)


def check(source: Source) -> Check:
    """Judges the clock: it never hinders play."""
    if source.net is None and not source.battery and source.wall >= PRESENT_DAYS:
        return elsewhere(NAME, "nothing here tells where the time comes from")
    net = {True: "set by the net", False: "not set by the net", None: "nobody knows whether the net sets it"}[
        source.net
    ]
    found = f"{net}; {'a' if source.battery else 'no'} battery clock"
    if source.steps:
        found += f"; set by {', '.join(_length(step) for step in source.steps[-3:])} while the table ran"
    if source.wall < PRESENT_DAYS:
        return Check(
            NAME, "look", f"{found}; it is years behind", WANTED, "connect the net, or set the clock"
        )
    if source.net is not True and not source.battery:
        todo = "connect the net, or fit a battery clock: times in the journal are only as right as this clock"
        return Check(NAME, "look", found, WANTED, todo)
    return Check(NAME, "fine", found, WANTED)


def _length(step: float) -> str:
    sign, step = "-" if step < 0 else "+", abs(step)
    for unit, seconds in (("days", 86400), ("h", 3600), ("min", 60)):
        if step >= 2 * seconds:
            return f"{sign}{step / seconds:.1f} {unit}"
    return f"{sign}{step:.0f} s"
