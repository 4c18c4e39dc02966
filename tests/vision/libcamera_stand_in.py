"""A stand-in for libcamera, so that the real Picamera2 can run without a camera (see `real_picamera.py`).

A sensor completes requests, buffers are plain memory; what the library wants besides (codecs, DNG files, previews) is
not there and can be imported all the same.
"""

from __future__ import annotations

import enum
import os
import sys
import threading
import time
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np

NOT_THERE = (
    "PIL", "PIL.Image", "piexif", "pidng", "pidng.camdefs", "pidng.core", "simplejpeg", "videodev2", "av", "prctl",
    "tqdm", "jsonschema", "libarchive", "OpenEXR", "pykms", "PyQt5",
)  # fmt: skip
MODES = [(1536, 864), (2304, 1296), (4608, 2592)]
CONTROLS = {
    "AeEnable": (0, 1, 1), "AeFlickerMode": (0, 1, 0), "AeFlickerPeriod": (100, 10**6, 100), "AfMode": (0, 2, 0),
    "AnalogueGain": (1.0, 16.0, 1.0), "AnalogueGainMode": (0, 1, 0), "AwbEnable": (0, 1, 1),
    "ColourGains": (0.0, 32.0, 0.0),
    "ExposureTime": (9, 66666, 9), "ExposureTimeMode": (0, 1, 0), "FrameDurationLimits": (17849, 220416802, 33333),
    "LensPosition": (0.0, 32.0, 1.0), "NoiseReductionMode": (0, 4, 0),
}  # fmt: skip


class NotThere(ModuleType):
    """A module of which anything can be imported."""

    __path__: list[str] = []  # noqa: RUF012 (what makes a module a package)
    __all__: list[str] = []  # noqa: RUF012

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return MagicMock(name=name)


class ControlType(enum.Enum):
    Rectangle = 1
    Size = 2
    Other = 3


class ControlId:
    def __init__(self, name: str, type_: ControlType = ControlType.Other) -> None:
        self.name, self.type = name, type_

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return getattr(other, "name", None) == self.name


class Size:
    def __init__(self, width: int = 0, height: int = 0) -> None:
        self.width, self.height = width, height


class Rectangle(Size):
    def __init__(self, x: int = 0, y: int = 0, width: int = 0, height: int = 0) -> None:
        super().__init__(width, height)
        self.x, self.y = x, y


class Transform:
    def __init__(self, other: Any = None, hflip: int = 0, vflip: int = 0, transpose: int = 0) -> None:
        self.hflip, self.vflip, self.transpose = hflip, vflip, transpose

    def __hash__(self) -> int:
        return 0

    def __str__(self) -> str:
        return "transform"


class ColorSpace:
    class YcbcrEncoding(enum.Enum):
        Null = 0

    class Range(enum.Enum):
        Full = 0

    def __init__(self, name: Any = "rec709") -> None:
        self.name = self.primaries = self.transferFunction = str(name)
        self.ycbcrEncoding = self.range = None

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name


for kind in ("Sycc", "Smpte170m", "Rec709", "Raw"):
    setattr(ColorSpace, kind, staticmethod(lambda kind=kind: ColorSpace(kind)))
Orientation = enum.Enum(
    "Orientation", [f"Rotate{turn}{mirror}" for turn in (0, 90, 180, 270) for mirror in ("", "Mirror")]
)
StreamRole = enum.Enum("StreamRole", ["StillCapture", "Raw", "VideoRecording", "Viewfinder"])


class StreamConfiguration:
    def __init__(self, raw: bool) -> None:
        self.raw, self.stream, self.buffer_count, self.color_space = raw, Stream(self), 4, None
        self.size = Size(*MODES[-1]) if raw else Size(1280, 720)
        self.pixel_format: object = "SBGGR10_CSI2P" if raw else "XBGR8888"
        self.stride = self.frame_size = 0
        self.formats = SimpleNamespace(
            pixel_formats=["SBGGR10_CSI2P"], sizes=lambda _: [Size(*mode) for mode in MODES]
        )


class Stream:
    def __init__(self, configuration: StreamConfiguration) -> None:
        self.configuration = configuration


class CameraConfiguration:
    Status = enum.Enum("Status", ["Valid", "Adjusted", "Invalid"])

    def __init__(self, roles: list[Any]) -> None:
        self.streams = [StreamConfiguration(role is StreamRole.Raw) for role in roles]  # type: ignore[attr-defined]
        self.orientation = self.sensor_config = None

    def at(self, index: int) -> StreamConfiguration:
        return self.streams[index]

    def __iter__(self) -> Any:
        return iter(self.streams)

    def validate(self) -> Any:
        for one in self.streams:
            bytes_each = 2 if one.raw else 3 if str(one.pixel_format) in ("RGB888", "BGR888") else 4
            one.stride = (one.size.width * bytes_each + 63) // 64 * 64
            one.frame_size = one.stride * one.size.height
        return self.Status.Valid  # type: ignore[attr-defined]


class FrameBuffer:
    class Plane:
        fd = offset = length = 0

    def __init__(self, planes: list[Any]) -> None:
        self.planes = planes
        self.metadata = SimpleNamespace(status=FrameMetadata.Status.Success, planes=[])  # type: ignore[attr-defined]


class FrameMetadata:
    Status = enum.Enum("Status", ["Success", "Error"])


class Request:
    Status = enum.Enum("Status", ["Complete", "Cancelled"])

    def __init__(self, cookie: int) -> None:
        self.cookie, self.status = cookie, self.Status.Complete  # type: ignore[attr-defined]
        self.buffers: dict[Any, FrameBuffer] = {}
        self.controls: dict[ControlId, Any] = {}
        self.metadata: dict[ControlId, Any] = {}

    def add_buffer(self, stream: Any, buffer: FrameBuffer) -> None:
        self.buffers[stream] = buffer

    def set_control(self, name: ControlId, value: Any) -> None:
        self.controls[name] = value

    def reuse(self) -> None:
        self.controls = {}


class Camera:
    """The sensor: completes a request each few milliseconds, unless it is stuck."""

    id = "/base/soc/i2c0mux/i2c@1/imx708@1a"

    def __init__(self) -> None:
        self.controls = {
            ControlId(name): SimpleNamespace(min=limits[0], max=limits[1], default=limits[2])
            for name, limits in CONTROLS.items()
        }
        self.properties = {ControlId("Model"): "imx708", ControlId("ColorFilterArrangement"): 0}
        self.queue: list[Request] = []
        self.ready: list[Request] = []
        self.lock = threading.Lock()
        self.running = self.stuck = False
        self.frame = 0
        self.now: dict[str, Any] = {}
        self.told, self.tell = os.pipe2(os.O_NONBLOCK)

    def acquire(self) -> None:
        pass

    def release(self) -> None:
        assert not self.running, "it has to be stopped before it is let go"

    def generate_configuration(self, roles: list[Any]) -> CameraConfiguration:
        return CameraConfiguration(roles)

    def configure(self, configuration: Any) -> int:
        self.sensor = configuration.sensor_config
        return 0

    def create_request(self, cookie: int = 0) -> Request:
        return Request(cookie)

    def start(self, controls: dict[ControlId, Any]) -> None:
        self.now = {name.name: value for name, value in controls.items()}
        self.running = True
        threading.Thread(target=self._run, daemon=True).start()

    def stop(self) -> None:
        self.running = False
        time.sleep(0.02)
        with self.lock:
            self.queue.clear()
            self.ready.clear()

    def queue_request(self, request: Request) -> None:
        with self.lock:
            self.queue.append(request)

    def _run(self) -> None:
        while self.running:
            time.sleep(0.004)
            with self.lock:
                if self.stuck or not self.queue:
                    continue
                request = self.queue.pop(0)
                self.frame += 1
                self.now.update({name.name: value for name, value in request.controls.items()})
                request.metadata = {ControlId(name): value for name, value in self._metadata().items()}
                self.ready.append(request)
            os.write(self.tell, b"x")

    def _metadata(self) -> dict[str, Any]:
        return {
            "SensorTimestamp": self.frame * 33_333_000,
            "ExposureTime": int(int(self.now.get("ExposureTime", 8000) / 18.7) * 18.7),
            "AnalogueGain": float(self.now.get("AnalogueGain", 2.0)),
            "ColourGains": tuple(self.now.get("ColourGains", (1.9, 1.6))),
            "LensPosition": float(self.now.get("LensPosition", 1.0)),
            "AeLocked": True,
        }


SENSOR = Camera()


class CameraManager:
    cameras = (SENSOR,)
    event_fd = SENSOR.told
    _one: CameraManager | None = None

    @classmethod
    def singleton(cls) -> CameraManager:
        cls._one = cls._one or cls()
        return cls._one

    def get_ready_requests(self) -> list[Request]:
        try:
            os.read(SENSOR.told, 4096)
        except BlockingIOError:
            return []
        with SENSOR.lock:
            ready, SENSOR.ready = SENSOR.ready, []
        return ready


def stand_in() -> None:
    """Makes `import libcamera`, and what else the library wants, find something."""
    for name in NOT_THERE:
        sys.modules[name] = NotThere(name)
    sys.modules["videodev2"]._IOW = sys.modules["videodev2"]._IOWR = lambda *_: 0  # type: ignore[attr-defined]
    libcamera, controls = ModuleType("libcamera"), ModuleType("libcamera.controls")
    for one in (
        ControlType,
        Size,
        Rectangle,
        Transform,
        ColorSpace,
        CameraConfiguration,
        FrameBuffer,
        FrameMetadata,
        Request,
        CameraManager,
    ):
        setattr(libcamera, one.__name__, one)
    for name in CONTROLS:
        setattr(controls, name, ControlId(name))
    controls.draft = SimpleNamespace(
        NoiseReductionModeEnum=SimpleNamespace(Off=0, Fast=1, HighQuality=2, Minimal=3)
    )  # type: ignore[attr-defined]
    more = {
        "Orientation": Orientation,
        "StreamRole": StreamRole,
        "PixelFormat": str,
        "SensorConfiguration": SimpleNamespace,
    }
    hidden = SimpleNamespace(ColorSpace=ColorSpace, Transform=Transform)
    vars(libcamera).update(more, controls=controls, properties=MagicMock(), _libcamera=hidden, __path__=[])
    sys.modules.update({"libcamera": libcamera, "libcamera.controls": controls})


def plain_memory() -> None:
    """Buffers that need no kernel."""
    import picamera2.picamera2 as library  # type: ignore[import-not-found]
    from picamera2.allocators.allocator import Allocator  # type: ignore[import-not-found]

    class Memory(Allocator):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.mapped_buffers: dict[FrameBuffer, Any] = {}
            self.sync = self.Sync

        def allocate(self, configuration: Any, use_case: object) -> None:
            self.of = {
                one.stream: [FrameBuffer([FrameBuffer.Plane()]) for _ in range(one.buffer_count)]
                for one in configuration
            }
            for one in configuration:
                for buffer in self.of[one.stream]:
                    self.mapped_buffers[buffer] = np.full(one.frame_size, 77, np.uint8).data

        def buffers(self, stream: Any) -> list[FrameBuffer]:
            return self.of[stream]

        class Sync:
            def __init__(self, allocator: Any, buffer: FrameBuffer, write: bool) -> None:
                self.memory = allocator.mapped_buffers[buffer]

            def __enter__(self) -> Any:
                return self.memory

            def __exit__(self, *_: object) -> None:
                pass

    library.DmaAllocator = Memory
