"""Cameras that are devices, with stand-ins for the devices, and the simulated table."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from vision.cameras import v4l2
from vision.cameras.opening import UnknownCamera, open_camera
from vision.cameras.protocol import CameraFault

PICTURE = np.full((720, 1280, 3), 80, np.uint8)


class FakePicamera:
    """Gives a picture a call; what `answers` holds instead is raised."""

    made: ClassVar[list[FakePicamera]] = []

    def __init__(self) -> None:
        self.answers: list[Exception] = []
        self.calls: list[str] = []
        self.waits: list[float | None] = []
        FakePicamera.made.append(self)

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration

    def start(self) -> None:
        self.calls.append("start")

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")

    def capture_array(self, name: str, wait: float | None = None) -> np.ndarray:
        self.waits.append(wait)
        if self.answers:
            raise self.answers.pop()
        return PICTURE


@pytest.fixture
def picamera(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera]:
    module = ModuleType("picamera2")
    module.Picamera2 = FakePicamera  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(FakePicamera, "made", [])
    return FakePicamera


def test_the_pi_is_asked_for_bgr_with_the_focus_locked_and_a_time_limit(picamera: type[FakePicamera]) -> None:
    times = iter([10.0, 10.5, 10.6])
    camera = open_camera("pi", clock=lambda: next(times))
    device = picamera.made[0]
    assert device.configuration["main"] == {"size": (1280, 720), "format": "RGB888"}
    assert device.configuration["controls"]["AfMode"] == 0
    assert device.configuration["controls"]["LensPosition"] == pytest.approx(2.08, abs=0.01)
    frame = camera.read()
    assert frame is not None
    assert (frame.index, frame.t) == (0, 0.5)
    assert device.waits == [2.0]
    camera.close()
    camera.close()
    assert device.calls == ["start", "stop", "close"]


@pytest.mark.parametrize("problem", [TimeoutError(), RuntimeError("stopped"), OSError(5, "io")])
def test_a_pi_camera_that_stops_is_a_fault(picamera: type[FakePicamera], problem: Exception) -> None:
    camera = open_camera("pi")
    picamera.made[0].answers.append(problem)
    with pytest.raises(CameraFault, match="ribbon cable"):
        camera.read()


def test_the_pi_sees_its_whole_field(picamera: type[FakePicamera]) -> None:
    open_camera("pi").close()
    assert picamera.made[0].configuration["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}


def test_without_the_library_there_is_no_pi_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(UnknownCamera, match="python3-picamera2"):
        open_camera("pi")


class FakeCapture:
    """Stands for cv2.VideoCapture."""

    opens = True

    def __init__(self, number: int, backend: int) -> None:
        self.number, self.backend = number, backend
        self.settings: dict[int, float] = {}
        self.good = True
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802
        return self.opens

    def set(self, key: int, value: float) -> bool:
        self.settings[key] = value
        return True

    def read(self) -> tuple[bool, np.ndarray | None]:
        return (True, PICTURE) if self.good else (False, None)

    def release(self) -> None:
        self.released = True


@pytest.fixture
def usb(monkeypatch: pytest.MonkeyPatch) -> type[FakeCapture]:
    monkeypatch.setattr(v4l2.cv2, "VideoCapture", FakeCapture)
    monkeypatch.setattr(Path, "exists", lambda self: True)
    monkeypatch.delenv("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", raising=False)
    monkeypatch.setattr(FakeCapture, "opens", True)
    return FakeCapture


def test_a_usb_camera_is_read_at_its_size_with_a_time_limit(usb: type[FakeCapture]) -> None:
    import os

    camera = open_camera("v4l2:2")
    frame = camera.read()
    assert frame is not None
    assert frame.image.shape == (720, 1280, 3)
    capture = camera._capture  # type: ignore[attr-defined]
    assert (capture.number, capture.backend) == (2, cv2.CAP_V4L2)
    assert capture.settings[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert os.environ["OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"] == "2"
    camera.close()
    assert capture.released


def test_a_usb_camera_that_leaves_is_a_fault(usb: type[FakeCapture]) -> None:
    camera = open_camera("v4l2:0")
    camera._capture.good = False  # type: ignore[attr-defined]
    with pytest.raises(CameraFault, match="/dev/video0 gives no picture"):
        camera.read()


def test_a_usb_camera_in_use_is_a_fault(usb: type[FakeCapture], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeCapture, "opens", False)
    with pytest.raises(CameraFault, match="does another program use it"):
        open_camera("v4l2:0")


def test_the_simulated_table_is_a_camera() -> None:
    camera = open_camera("sim:size=640x360,speed=0", fps=10.0, seed=3)
    found = [camera.read() for _ in range(3)]
    assert [frame.t for frame in found if frame] == pytest.approx([0.0, 0.1, 0.2])
    assert found[0] is not None
    assert found[0].image.shape == (360, 640, 3)
