"""The processor's temperature."""

from __future__ import annotations

from pathlib import Path

from kiosk.doctor.check import Check, elsewhere

NAME = "temperature"
WARM, HOT = 75.0, 85.0
"""Degrees Celsius. A Pi slows down from 80 on, and again at 85 (Raspberry Pi documentation, frequency management)."""
WANTED = f"below {WARM:.0f} degrees"


def looked(root: Path) -> float | None:
    """Degrees Celsius of the warmest zone; None where nothing is measured."""
    found = []
    for zone in (root / "sys/class/thermal").glob("thermal_zone*/temp"):
        try:
            found.append(int(zone.read_text(encoding="ascii")) / 1000)
        except (OSError, ValueError):
            continue
    return max(found, default=None)


def check(degrees: float | None) -> Check:
    """Judges the temperature."""
    if degrees is None:
        return elsewhere(NAME)
    found = f"{degrees:.0f} degrees"
    if degrees < WARM:
        return Check(NAME, "fine", found, WANTED)
    todo = "free the air's way, clean or fit a fan"
    if degrees >= HOT:
        todo = f"so hot that the machine slows down and people wait: {todo}"
    return Check(NAME, "look", found, WANTED, todo)
