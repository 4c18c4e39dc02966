"""The Raspberry Pi's camera (Camera Module 3) through Picamera2, which exists only on a Pi."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from vision.cameras.opening import UnknownCamera, Wanted
from vision.cameras.protocol import CameraFault, Frame

SIZE = (1280, 720)
SENSOR = {"output_size": (2304, 1296), "bit_depth": 10}
"""The sensor's mode that sees the whole field at up to 56 frames a second. Unless it is named, libcamera may take
1536x864 for a small picture: the middle two thirds of the field, without the tray's rim."""
FPS = 30.0
DISTANCE = 0.48
"""Metres from the lens to the dice's top faces; the lens takes its reciprocal, in dioptres."""
_PATIENCE = 2.0
"""Seconds that a picture may take; without a limit a stuck camera waits for ever."""
_AF_MANUAL = 0
_FLICKER_MANUAL = 1
_FLICKER_PERIOD = 10_000
"""Microseconds: lamps on 50 Hz mains flicker a hundred times a second."""


class PiCamera:
    """The frames of a started Picamera2 `device`, with the time `clock` shows when each arrives."""

    def __init__(self, device: Any, clock: Callable[[], float]) -> None:
        self._device = device
        self._clock = clock
        self._began = clock()
        self._next = 0
        self._open = True

    def read(self) -> Frame:
        """The next frame; CameraFault when none comes within two seconds."""
        try:
            picture = self._device.capture_array("main", wait=_PATIENCE)
        except TimeoutError as problem:
            raise CameraFault("the camera gives no picture: is its ribbon cable in?") from problem
        except (RuntimeError, OSError) as problem:
            raise CameraFault("the camera has stopped: is its ribbon cable in?") from problem
        index = self._next
        self._next += 1
        return Frame(np.ascontiguousarray(picture, np.uint8), self._clock() - self._began, index)

    def close(self) -> None:
        """Stop the camera and let go of it."""
        if self._open:
            self._open = False
            self._device.stop()
            self._device.close()


def make(wanted: Wanted) -> PiCamera:
    """The Pi's first camera, started, with the focus locked on the felt."""
    if wanted.spec != "pi":
        raise UnknownCamera(f"{wanted.spec!r} names no camera: the Pi's own is called pi")
    try:
        library = importlib.import_module("picamera2")
    except ImportError as problem:
        raise UnknownCamera(
            "the Pi's camera needs the package python3-picamera2, which is not here"
        ) from problem
    try:
        return PiCamera(_started(library, wanted.fps or FPS), wanted.clock)
    except (RuntimeError, IndexError, OSError) as problem:
        raise CameraFault("the Pi's camera cannot be opened: is its ribbon cable in?") from problem


def _started(library: Any, fps: float) -> Any:
    device = library.Picamera2()
    # "RGB888" is libcamera's name for what numpy and OpenCV know as BGR.
    configuration = device.create_video_configuration(
        main={"size": SIZE, "format": "RGB888"},
        sensor=SENSOR,
        controls={
            "FrameRate": fps,
            "AfMode": _AF_MANUAL,
            "LensPosition": 1 / DISTANCE,
            "AeFlickerMode": _FLICKER_MANUAL,
            "AeFlickerPeriod": _FLICKER_PERIOD,
        },
    )
    device.configure(configuration)
    device.start()
    return device
