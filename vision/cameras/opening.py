"""From what is written on a command line to an open camera; which kinds there are stands in `kinds`."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from vision.calibration_record import Locked
from vision.cameras.kinds import EXPECTED, kind_of
from vision.cameras.protocol import Camera


class UnknownCamera(ValueError):
    """There is no such camera, folder or video; the text is one line: what, where, what was expected."""


@dataclass(frozen=True)
class Wanted:
    """What a maker is told.

    `spec` as written, `fps` (None: the camera's own), `seed` for what plays with chance, the clock and sleep of
    the real time (seconds), and the settings that the camera is to hold (None: it finds its own).
    """

    spec: str
    fps: float | None = None
    seed: int = 0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    locked: Locked | None = None


def open_camera(
    spec: str,
    fps: float | None = None,
    seed: int = 0,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
    locked: Locked | None = None,
) -> Camera:
    """The camera that `spec` names: `pi[:SIZE]`, `v4l2:N`, `sim[:settings]`, a folder of pictures or a video file.

    `fps` overrides the source's own frames a second, `seed` counts for a simulated table that names none, `locked`
    are the settings of a calibration, for cameras that have any.
    Raises UnknownCamera when there is no such thing, CameraFault when it is there and does not work.
    """
    # Only the maker that is asked for is imported: the Pi's camera library exists nowhere else.
    module = importlib.import_module(_maker(spec))
    return cast(Camera, module.make(Wanted(spec, fps, seed, clock, sleep, locked)))


def is_live(spec: str) -> bool:
    """Whether `spec` names a real sensor, which never gives the very same picture twice."""
    kind = kind_of(spec)
    return kind is not None and kind.live


def _maker(spec: str) -> str:
    kind = kind_of(spec)
    if kind is not None:
        return kind.maker
    path = Path(spec)
    try:
        if path.is_dir():
            return "vision.cameras.folder"
        if path.is_file():
            return "vision.cameras.video"
    except (OSError, ValueError):
        pass  # a name too long for a file, or with a zero in it: no such thing, as said below
    raise UnknownCamera(f"there is no {spec!r}: expected {EXPECTED}")
