"""Those who keep pictures while the table plays."""

from __future__ import annotations

from pathlib import Path

from kiosk.ask import Ask
from kiosk.clock import Clock
from kiosk.pictures.contested import ContestedPictures, contested_shelf
from kiosk.pictures.faults import FaultPictures, fault_shelf


def keepers(
    state_dir: Path, ask: Ask, clock: Clock, calibration: Path
) -> tuple[ContestedPictures, FaultPictures]:
    """They follow the table. `ask`: commands for the camera's process; `calibration`: its file."""
    contested = ContestedPictures(ask, contested_shelf(state_dir), clock, calibration)
    return contested, FaultPictures(fault_shelf(state_dir), clock)
