"""The Pi camera's settings: as libcamera's controls, as its metadata tells them, and how far the two may differ."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from vision.calibration_record import Locked

EXPOSURE, LINE = 0.01, 60
"""An exposure is a whole number of lines: it may differ by this share, or by so many microseconds (two lines of
the slowest mode)."""
GAIN, COLOUR, FOCUS = 0.02, 0.01, 0.05
"""Sensors know gains in steps (at most 1.6 % for the IMX708, at a gain of 16); colours are numbers of the image
processor; the lens's driver has steps of about a hundredth of a dioptre."""


def controls_of(locked: Locked, known: Container[str] | None = None) -> dict[str, Any]:
    """These settings as libcamera's controls; only those that the camera knows. Exposure, gain and colours that are
    given end the automatics (libcamera, `ipa_base.cpp`; Picamera2 adds the newer mode controls by itself)."""
    controls = {
        # Metadata are whole microseconds, cut off: asked for as told, an exposure would lose a line each time.
        "ExposureTime": locked.exposure + 1,
        "AnalogueGain": locked.gain,
        "ColourGains": locked.white_balance,
        "LensPosition": locked.lens_position,
    }
    return {name: value for name, value in controls.items() if known is None or name in known}


def applied(metadata: Mapping[str, Any]) -> Locked:
    """The settings that a picture was taken with, as the camera tells them; a fixed lens is at 0 dioptres."""
    red, blue = metadata.get("ColourGains", (1.0, 1.0))
    return Locked(
        int(metadata.get("ExposureTime", 1)),
        float(metadata.get("AnalogueGain", 1.0)),
        (float(red), float(blue)),
        float(metadata.get("LensPosition", 0.0)),
    )


def differences(asked: Locked, metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """What a picture was taken with otherwise than was asked; one line each."""
    found = applied(metadata)
    off = []
    if abs(found.exposure - asked.exposure) > max(LINE, EXPOSURE * asked.exposure):
        off.append(_line("exposure", f"{found.exposure} us", f"{asked.exposure} us"))
    if abs(found.gain / asked.gain - 1) > GAIN:
        off.append(_line("gain", f"{found.gain:.2f}", f"{asked.gain:.2f}"))
    for name, is_, was in zip(("red", "blue"), found.white_balance, asked.white_balance, strict=True):
        if abs(is_ / was - 1) > COLOUR:
            off.append(_line(f"gain of {name}", f"{is_:.3f}", f"{was:.3f}"))
    if abs(found.lens_position - asked.lens_position) > FOCUS:
        off.append(_line("focus", f"{found.lens_position:.2f} dioptres", f"{asked.lens_position:.2f}"))
    return tuple(off)


def _line(what: str, found: str, asked: str) -> str:
    return f"the camera's {what} is {found}, {asked} was asked for"


def settled(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether the automatics have come to rest: the exposure says so itself, the colours do not change any more."""
    return bool(now.get("AeLocked", True)) and not differences(applied(before), now)
