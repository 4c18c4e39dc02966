"""Cameras that are devices, with stand-ins for the devices, and the simulated table."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras import v4l2
from vision.cameras.opening import UnknownCamera, open_camera
from vision.cameras.protocol import CameraFault

PICTURE = np.full((720, 1280, 3), 80, np.uint8)


def test_without_the_library_there_is_no_pi_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(UnknownCamera, match="python3-picamera2"):
        open_camera("pi")


class FakeCapture:
    """Stands for cv2.VideoCapture."""

    opens = True
    wide = 1280.0
    fault: cv2.error | None = None

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

    def get(self, key: int) -> float:
        return {cv2.CAP_PROP_FRAME_WIDTH: self.wide, cv2.CAP_PROP_FRAME_HEIGHT: self.wide * 9 / 16}[key]

    def read(self) -> tuple[bool, np.ndarray | None]:
        if self.fault is not None:
            raise self.fault
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


def test_a_spoilt_picture_is_a_fault(usb: type[FakeCapture], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeCapture, "fault", cv2.error("imdecode"))
    with pytest.raises(CameraFault, match="spoilt pictures"):
        open_camera("v4l2:0").read()


def test_a_usb_camera_that_does_not_give_the_size_asked_for_says_so(
    usb: type[FakeCapture], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert open_camera("v4l2:0").complaints == ()  # type: ignore[attr-defined]
    monkeypatch.setattr(FakeCapture, "wide", 640.0)
    assert "640x360, 1280x720 was asked for" in open_camera("v4l2:0").complaints[0]  # type: ignore[attr-defined]


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
