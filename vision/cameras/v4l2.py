"""A USB camera through OpenCV and Video4Linux."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.opening import UnknownCamera, Wanted
from vision.cameras.protocol import CameraFault, Frame
from vision.cameras.quiet import hush

SIZE = (1280, 720)
FPS = 30.0
_PATIENCE = "2"
"""Seconds that a read may take. OpenCV's V4L2 knows no other time limit than this variable, read once."""


class V4l2Camera:
    """The frames of an opened `capture`, with the time `clock` shows when each arrives."""

    def __init__(self, capture: cv2.VideoCapture, device: Path, clock: Callable[[], float]) -> None:
        self._capture = capture
        self._device = device
        self._clock = clock
        self._began = clock()
        self._next = 0
        self.complaints = _complaints(capture)
        """What the camera does otherwise than it was asked to: one line each, for maintainers."""

    def read(self) -> Frame:
        """The next frame; CameraFault when none comes within two seconds or the camera is gone."""
        try:
            good, picture = self._capture.read()
        except cv2.error as problem:  # a frame that came in half
            raise CameraFault(
                f"the camera {self._device} gives spoilt pictures: is its cable in?"
            ) from problem
        if not good:
            raise CameraFault(f"the camera {self._device} gives no picture: is its cable in?")
        index = self._next
        self._next += 1
        return Frame(np.asarray(picture, np.uint8), self._clock() - self._began, index)

    def close(self) -> None:
        """Let go of the device."""
        self._capture.release()


def _complaints(capture: cv2.VideoCapture) -> tuple[str, ...]:
    """A camera that has no such size takes the nearest one that it has, without a word."""
    found = (int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)))
    if found == SIZE:
        return ()
    return (f"the camera gives pictures of {found[0]}x{found[1]}, {SIZE[0]}x{SIZE[1]} was asked for",)


def make(wanted: Wanted) -> V4l2Camera:
    """The camera `v4l2:N`, which is the device /dev/videoN."""
    match = re.fullmatch(r"v4l2:([0-9]{1,3})", wanted.spec)
    if not match:
        raise UnknownCamera(f"{wanted.spec!r} names no camera: expected v4l2:N, for example v4l2:0")
    device = Path(f"/dev/video{int(match[1])}")
    if not device.exists():
        raise UnknownCamera(f"there is no camera {device}: is its cable in?")
    return V4l2Camera(_opened(device, int(match[1]), wanted.fps or FPS), device, wanted.clock)


def _opened(device: Path, number: int, fps: float) -> cv2.VideoCapture:
    hush()
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", _PATIENCE)
    capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise CameraFault(f"the camera {device} cannot be opened: does another program use it?")
    # MJPG first: uncompressed, most USB cameras manage this size only at 10 frames a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
    capture.set(cv2.CAP_PROP_FPS, fps)
    # One buffer: a slow reader wants the newest picture, not a queue of old ones.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture
