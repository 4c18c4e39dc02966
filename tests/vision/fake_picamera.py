"""A stand-in for Picamera2 that does what the library does with the calls that are used.

Kept, as read in the source of version 0.3.38 and tried with it: which words the calls take and refuse, that controls
must be advertised, that a setting shows some pictures later and in the sensor's own steps, that a capture which was
given up stays in the queue and is served first, that `stop` waits behind it while `close` ends the event loop first,
and what is raised where.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Any, ClassVar

import numpy as np

LINE = 18.7
"""Microseconds; an IMX708 line in its 2304x1296 mode."""
LATE = 5
"""Pictures until a setting shows."""
CONTROLS = {
    "AeEnable": (False, True, None),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 1000000, None),
    "AfMode": (0, 2, 0),
    "AnalogueGain": (1.0, 16.0, None),
    "AwbEnable": (False, True, None),
    "ColourGains": (0.0, 32.0, None),
    "ExposureTime": (9, 66666, None),
    "FrameDurationLimits": (17849, 220416802, None),
    "LensPosition": (0.0, 32.0, 1.0),
}


class Picamera2:
    """One camera. `stuck` and `fault` are set by tests: no picture comes any more, or the driver raises."""

    made: ClassVar[list[Picamera2]] = []
    cameras = 1
    controls: ClassVar[dict[str, tuple[Any, Any, Any]]] = CONTROLS
    stubborn: ClassVar[dict[str, Any]] = {}
    """What the metadata tell whatever was asked."""
    stuck_from: ClassVar[list[int]] = []
    """For each camera that is made: from which picture on it is stuck."""
    hangs = False
    """Whether what would wait for ever does, rather than fail."""

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num >= self.cameras:
            raise RuntimeError(f"No camera number {camera_num} found")
        self.camera_controls = dict(self.controls)
        self.stuck = False
        self.fault: Exception | None = None
        self.started = self.is_open = self.has_loop = False
        self.is_open = True
        self.jobs = 0
        """Captures that were given up and wait in the queue."""
        self.configuration: dict[str, Any] | None = None
        self.wanted: dict[str, Any] = {}
        self.coming: deque[dict[str, Any]] = deque([{}] * LATE)
        self.frame = 0
        self.waits: list[float | None] = []
        self.limit = self.stuck_from.pop(0) if self.stuck_from else None
        Picamera2.made.append(self)

    # -- configuration -------------------------------------------------------------------------------------------

    def create_video_configuration(
        self,
        main: dict[str, Any] | None = None,
        lores: dict[str, Any] | None = None,
        raw: dict[str, Any] | None = None,
        controls: dict[str, Any] | None = None,
        sensor: dict[str, Any] | None = None,
        buffer_count: int = 6,
        queue: bool = True,
    ) -> dict[str, Any]:
        streams = {"main": {"format": "XBGR8888", "size": (1280, 720)}, "lores": None, "raw": {}}
        for name, given in (("main", main), ("lores", lores), ("raw", raw)):
            for key in given or {}:
                if key not in ("format", "size", "stride", "preserve_ar"):
                    raise ValueError(f"Bad key {key!r}")
            if given is not None:
                streams[name] = {**(streams[name] or {}), **given}
        return {
            **streams,
            "controls": {"FrameDurationLimits": (33333, 33333), **(controls or {})},
            "sensor": sensor or {},
        }

    def configure(self, configuration: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        if set(configuration["sensor"]) - {"bit_depth", "output_size"}:
            raise RuntimeError("Unexpected keys in sensor configuration")
        if configuration["main"]["format"] not in ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420"):
            raise RuntimeError("Invalid camera configuration")
        self.configuration = configuration
        self.wanted = {}
        self.set_controls(configuration["controls"])

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name, value in controls.items():
            if name == "FrameRate":
                self.wanted["FrameDurationLimits"] = (int(1e6 / value), int(1e6 / value))
            elif name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            else:
                self.wanted[name] = value

    def start(self) -> None:
        if self.configuration is None:
            raise RuntimeError("Camera has not been configured")
        self.started = self.has_loop = True
        # What is asked for before the start holds from the first picture on.
        self.coming = deque([dict(self.wanted)] * LATE)

    # -- pictures ------------------------------------------------------------------------------------------------

    def capture_arrays(
        self, names: list[str] | tuple[str, ...] = ("main",), wait: float | bool | None = None
    ) -> tuple[list[np.ndarray], dict[str, Any]]:
        self.waits.append(wait)  # type: ignore[arg-type]
        if self.fault is not None:
            raise self.fault
        if self.stuck or (self.limit is not None and self.frame >= self.limit):
            self.stuck = True
            self.jobs += 1
            if wait is None or wait is True:
                self._for_ever("a capture without a limit waits for ever")
            raise TimeoutError
        for _ in range(self.jobs + 1):
            pictures, metadata = self._picture(names)
        self.jobs = 0
        return pictures, metadata

    def _picture(self, names: list[str] | tuple[str, ...]) -> tuple[list[np.ndarray], dict[str, Any]]:
        assert self.started
        assert self.configuration is not None
        self.frame += 1
        self.coming.append(dict(self.wanted))
        now = self.coming.popleft()
        pictures = []
        for name in names:
            if not self.configuration.get(name):
                raise RuntimeError(f"Stream {name!r} is not defined")
            width, height = self.configuration[name]["size"]
            pictures.append(np.full((height, width, 3), 60 + self.frame % 100, np.uint8))
        if self.hangs:
            time.sleep(0.03)
        return pictures, self._metadata(now)

    def _metadata(self, now: dict[str, Any]) -> dict[str, Any]:
        frame = now.get("FrameDurationLimits", (33333, 33333))[0]
        drift = max(0, 24 - self.frame) / 24
        exposure = now.get("ExposureTime") or 8000 * (1 + drift)
        gain = now.get("AnalogueGain") or 2.0 * (1 + drift)
        gains = now.get("ColourGains") or (1.9 + 0.2 * drift, 1.6 - 0.2 * drift)
        told = {
            "SensorTimestamp": 7_000_000_000 + self.frame * frame * 1000,
            "ExposureTime": int(int(min(exposure, frame - 200) / LINE) * LINE),
            "AnalogueGain": 1024 / (1024 - round(1024 - 1024 / gain)),
            "DigitalGain": 1.0,
            "ColourGains": tuple(float(np.float32(one)) for one in gains),
            "AeLocked": "ExposureTime" in now or drift == 0,
            "FrameDuration": frame,
        }
        if "LensPosition" in self.camera_controls:
            told["LensPosition"] = round(now.get("LensPosition", 1.0) * 90) / 90
        return {**told, **self.stubborn}

    # -- the end -------------------------------------------------------------------------------------------------

    def cancel_all_and_flush(self) -> None:
        self.jobs = 0

    def stop(self) -> None:
        if self.started and self.has_loop and self.jobs and self.stuck:
            self._for_ever("stop waits behind a capture that was given up")
        self.started = False

    def close(self) -> None:
        self.has_loop = False
        if self.is_open:
            self.stop()
            self.is_open = False

    def _for_ever(self, why: str) -> None:
        if self.hangs:
            time.sleep(3600.0)
        raise AssertionError(why)
