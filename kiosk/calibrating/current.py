"""Which calibration counts for which camera, when none is named."""

from __future__ import annotations

import os
from pathlib import Path

from kiosk.settings import defaults, is_pi
from vision.calibrating.versions import CURRENT
from vision.calibration import Calibration, CalibrationFault, load
from vision.cameras.opening import is_live


def usual_state_dir() -> Path:
    """Where this machine's table keeps its state unless it is told another place."""
    return Path(defaults(os.environ, is_pi())["state_dir"]).expanduser()


def current_for(state_dir: Path, camera: str) -> Path | None:
    """The state directory's current calibration, if it is of this camera (as on the command line); None otherwise.

    One made of the simulated table says nothing about the Pi's camera. A file that does not say of which camera it is,
    or that cannot be read, is handed on: whoever reads it says what is wrong.
    """
    path = state_dir / CURRENT
    if not path.exists():
        return None
    try:
        return path if counts_for(load(path), camera) else None
    except CalibrationFault:
        return path


def counts_for(calibration: Calibration, camera: str) -> bool:
    """Whether a calibration was made of this camera, as far as it says."""
    made = calibration.made
    return made is None or not made.camera or _kind(made.camera) == _kind(camera)


def current_for_pictures(state_dir: Path) -> Calibration | None:
    """The current calibration for still pictures whose camera nobody named: only one of a real camera counts."""
    path = state_dir / CURRENT
    made = _made_of(path) if path.exists() else None
    return load(path) if made is not None and is_live(made) else None


def fits(calibration: Calibration, size: tuple[int, int]) -> bool:
    """Whether pictures of this size (width, height) have the shape of those that it was made of."""
    return abs(calibration.size[0] * size[1] / (calibration.size[1] * size[0]) - 1) < 0.01


def _made_of(path: Path) -> str | None:
    """Of which camera a calibration was made; None when it does not say."""
    try:
        made = load(path).made
    except CalibrationFault:
        return None
    return made.camera if made and made.camera else None


def _kind(camera: str) -> str:
    """Simulated tables are all one; every other camera is itself."""
    return "sim" if camera.partition(":")[0] == "sim" else camera
