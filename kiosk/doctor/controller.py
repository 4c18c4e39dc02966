"""The tray controller: it answers, speaks our protocol, has enough voltage, and its line is clean."""

from __future__ import annotations

from kiosk.doctor.check import Check, elsewhere
from kiosk.light.messages import ResetCause, Status
from kiosk.light.probe import Probe

NAME = "tray controller"
LOWEST, HIGHEST = 4600, 5400
"""Millivolts at the controller; WS2812 want 4.5 to 5.5 V, and USB may give 4.75 to 5.25."""
BAD = 0.01
"""Share of frames that may be bad."""
WANTED = f"it answers; {LOWEST / 1000:.1f} to {HIGHEST / 1000:.1f} V; hardly a bad frame"


def check(probe: Probe | None, needed: bool) -> Check:
    """Judges what the controller answered. None: none is wanted. `needed`: the table is set up with one."""
    if probe is None:
        return elsewhere(NAME, "the table is set up without one")
    if probe.identity is None:
        if not needed:
            return elsewhere(NAME, "none is connected")
        todo = "is its USB cable in? The table plays without it, in whatever light there is"
        return Check(NAME, "look", probe.text, WANTED, todo)
    if probe.status is None:
        return Check(NAME, "look", f"{probe.text}: it does not say how it is", WANTED, "change its USB cable")
    found = f"{probe.text}; {_figures(probe.status)}"
    if probe.identity.cause & (ResetCause.WATCHDOG | ResetCause.SUPPLY):
        why = "its voltage dropped" if probe.identity.cause & ResetCause.SUPPLY else "it hung"
        return Check(
            NAME, "look", f"{found}; last started because {why}", WANTED, "change its USB cable; note it"
        )
    if not LOWEST <= probe.status.supply_mv <= HIGHEST:
        return Check(NAME, "look", found, WANTED, "measure its supply: too thin a cable, too weak a supply")
    if probe.status.bad_frames > max(3, BAD * probe.status.done):
        return Check(NAME, "look", found, WANTED, "change its USB cable; lay it away from the lamps' wires")
    return Check(NAME, "fine", found, WANTED)


def _figures(status: Status) -> str:
    return (
        f"{status.supply_mv / 1000:.2f} V, {status.bad_frames} bad frames, {status.lost_bytes} bytes lost,"
        f" ambient light {status.ambient} of 1023"
    )
