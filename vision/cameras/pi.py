"""The Raspberry Pi's camera (Camera Module 3) through Picamera2, which exists only on a Pi.

What is used of the library was read in its source, versions 0.3.31 to 0.3.38; see docs/pi-camera.md.
"""

from __future__ import annotations

import importlib
import logging
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from vision.calibration_record import Locked
from vision.cameras.opening import UnknownCamera, Wanted
from vision.cameras.pi_settings import applied, controls_of, differences, settled
from vision.cameras.protocol import CameraFault, Frame

RATES: Mapping[tuple[int, int], float] = {(1280, 720): 30.0, (2304, 1296): 15.0}
"""The sizes of pictures that there are, with their usual frames a second. A large picture costs three times as
much to copy and to look at; half as many of them follow a roll as well."""
SIZE = (1280, 720)
SENSOR = {"output_size": (2304, 1296), "bit_depth": 10}
"""The sensor's mode that sees the whole field at up to 56 frames a second. Unless it is named, libcamera may take
1536x864 for a small picture: the middle two thirds of the field, without the tray's rim."""
DISTANCE = 0.48
"""Metres from the lens to the dice's top faces; the lens takes its reciprocal, in dioptres."""
_PATIENCE = 2.0
"""Seconds that a picture may take; without a limit a stuck camera waits for ever."""
_AF_MANUAL = 0
_FLICKER_MANUAL = 1
_FLICKER_PERIOD = 10_000
"""Microseconds: lamps on 50 Hz mains flicker a hundred times a second."""
_UNDER_WAY = 16
"""Pictures until a setting shows: six requests are under way, and the sensor takes some more."""
_CHECKED = 60
"""Every so many pictures the settings are compared with what was asked for."""
_LONGEST = 120
"""Pictures that the automatics may take to settle."""
_CABLE = "is its ribbon cable in?"
log = logging.getLogger(__name__)


class PiCamera:
    """The frames of a started Picamera2 `device`. `asked`: the settings that it was told to hold, if any; `clock`
    tells the time of frames whose sensor does not."""

    def __init__(self, device: Any, clock: Callable[[], float], asked: Locked | None = None) -> None:
        self._device = device
        self._clock = clock
        self._asked = asked
        self._began: float | None = None
        self._next = 0
        self._told = -_CHECKED
        self._open = True
        self._metadata: Mapping[str, Any] = {}
        self.complaints: tuple[str, ...] = ()
        """What the camera does otherwise than it was asked to: one line each, for maintainers."""

    def read(self) -> Frame:
        """The next frame; CameraFault when none comes within two seconds."""
        try:
            (picture,), self._metadata = self._device.capture_arrays(["main"], wait=_PATIENCE)
        except TimeoutError as problem:
            raise CameraFault(f"the camera gives no picture: {_CABLE}") from problem
        except (RuntimeError, OSError) as problem:
            raise CameraFault(f"the camera has stopped: {_CABLE}") from problem
        index = self._next
        self._next += 1
        if index >= _UNDER_WAY and index - self._told >= _CHECKED:
            self._told = index
            self._compare()
        return Frame(np.ascontiguousarray(picture, np.uint8), self._time(), index)

    def _time(self) -> float:
        """When the picture was taken, seconds since the first: by the sensor's stamps, which waiting does not blur."""
        stamp = self._metadata.get("SensorTimestamp")
        now = self._clock() if stamp is None else stamp / 1e9
        self._began = now if self._began is None else self._began
        return now - self._began

    def _compare(self) -> None:
        found = differences(self._asked, self._metadata) if self._asked is not None else ()
        for one in found:
            if one.partition(" is ")[0] not in {old.partition(" is ")[0] for old in self.complaints}:
                log.warning("%s", one)
        self.complaints = found

    def lock(self, meanwhile: Callable[[], None] = lambda: None) -> Locked:
        """Let the automatics settle, then hold what they have found; what the camera itself reports as applied.

        `meanwhile` is called with each picture that passes. Raises CameraFault when it does not do as it is told.
        """
        self._until(lambda before: settled(before, self._metadata), _LONGEST, meanwhile)
        wanted = applied(self._metadata)
        self._device.set_controls(controls_of(wanted, self._device.camera_controls))
        self._asked, self._told = wanted, self._next
        self._until(lambda _: False, _UNDER_WAY, meanwhile)
        if not self._until(lambda _: not differences(wanted, self._metadata), _UNDER_WAY, meanwhile):
            told = "; ".join(differences(wanted, self._metadata))
            raise CameraFault(f"the camera does not hold its settings: {told}")
        return applied(self._metadata)

    def _until(
        self, done: Callable[[Mapping[str, Any]], bool], most: int, meanwhile: Callable[[], None]
    ) -> bool:
        """Reads on until `done`, which is given the metadata of the picture before; False when that takes too long."""
        for _ in range(most):
            before = self._metadata
            self.read()
            meanwhile()
            if before and done(before):
                return True
        return False

    def close(self) -> None:
        """Stop the camera and let go of it."""
        if not self._open:
            return
        self._open = False
        # A capture that was given up is still in the library's queue; `stop` would wait behind it for ever.
        cancel = getattr(self._device, "cancel_all_and_flush", None)
        if cancel is not None:
            cancel()
        self._device.close()  # stops it first; whatever hangs in there is ended with this process


def make(wanted: Wanted) -> PiCamera:
    """The Pi's first camera, started: `pi`, or `pi:WIDTHxHEIGHT`; with the settings it was calibrated with, if any."""
    size = _size(wanted.spec)
    try:
        library = importlib.import_module("picamera2")
    except ImportError as problem:
        raise UnknownCamera(
            "the Pi's camera needs the package python3-picamera2, which is not here"
        ) from problem
    try:
        device = library.Picamera2()
    except (RuntimeError, IndexError, OSError) as problem:
        raise CameraFault(f"the Pi's camera cannot be opened: {_CABLE}") from problem
    try:
        missing = _start(device, size, wanted.fps or RATES[size], wanted.locked)
    except (RuntimeError, OSError) as problem:
        with suppress(Exception):  # it may be in any state
            device.close()
        raise CameraFault(f"the Pi's camera cannot be started: {_CABLE}") from problem
    camera = PiCamera(device, wanted.clock, wanted.locked)
    camera.complaints = missing
    return camera


def _size(spec: str) -> tuple[int, int]:
    match = re.fullmatch(r"pi(?::([0-9]{3,4})x([0-9]{3,4}))?", spec)
    size = (int(match[1]), int(match[2])) if match and match[1] else SIZE
    if match is None or size not in RATES:
        known = ", ".join(f"pi:{width}x{height}" for width, height in RATES)
        raise UnknownCamera(f"{spec!r} names no camera: the Pi's own is called pi, or by size {known}")
    return size


def _start(device: Any, size: tuple[int, int], fps: float, locked: Locked | None) -> tuple[str, ...]:
    """Starts the camera; says which settings it does not know."""
    wanted = {"FrameRate": fps, "AfMode": _AF_MANUAL, **_wished(locked)}
    known = device.camera_controls
    controls = {name: value for name, value in wanted.items() if name == "FrameRate" or name in known}
    # "RGB888" is libcamera's name for what numpy and OpenCV know as BGR.
    configuration = device.create_video_configuration(
        main={"size": size, "format": "RGB888"}, sensor=SENSOR, controls=controls
    )
    device.configure(configuration)
    device.start()
    return tuple(f"the camera knows no {name}" for name in wanted if name not in controls)


def _wished(locked: Locked | None) -> dict[str, Any]:
    if locked is not None:
        return controls_of(locked)
    return {
        "LensPosition": 1 / DISTANCE,
        "AeFlickerMode": _FLICKER_MANUAL,
        "AeFlickerPeriod": _FLICKER_PERIOD,
    }
