"""Makes the light that `--light` names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from kiosk.ask import Ask
from kiosk.clock import Clock
from kiosk.events import Events
from kiosk.light.tray_light import ControllerLight, NoLight, SimLight, TrayLight, linked
from kiosk.light.wanted import LEVEL
from vision.calibration import CalibrationFault, load

PORT = "/dev/raflebord-tray"
"""The controller's own name on a table, whatever the kernel calls its line."""
AUTO = "auto"
"""The controller at `PORT`, if one is ever there."""
MakeLight: TypeAlias = Callable[[Events, Ask, Path], TrayLight]
"""From the queue, the camera's commands and the calibration's file."""


def light_maker(name: str, clock: Clock) -> MakeLight:
    """`name`: none, sim, auto or a serial line's."""

    def make(events: Events, ask: Ask, calibration: Path) -> TrayLight:
        if name == "none":
            return NoLight()
        level = calibrated_level(calibration)
        if name == "sim":
            return SimLight(events, ask, level)
        line = PORT if name == AUTO else name
        return ControllerLight(linked(line, clock), events, ask, level, expected=name != AUTO)

    return make


def calibrated_level(calibration: Path) -> int:
    """The level of the white light that the camera was calibrated in."""
    try:
        return load(calibration).light or LEVEL
    except CalibrationFault:
        return LEVEL  # the vision says what is wrong with it, if anything is
