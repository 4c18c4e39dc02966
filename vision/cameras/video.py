"""A video file as a camera."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.opening import UnknownCamera, Wanted
from vision.cameras.protocol import Frame, Image
from vision.cameras.quiet import hush

USUAL_FPS = 25.0
"""For a file that does not say."""
_FASTEST = 1000.0


class VideoCamera:
    """The `first` picture and the rest of an opened `capture`, `fps` of them a second by count."""

    def __init__(self, capture: cv2.VideoCapture, first: Image, fps: float) -> None:
        self._capture = capture
        self._picture: Image | None = first
        self._fps = fps
        self._next = 0

    def read(self) -> Frame | None:
        """The next frame; None at the end of the file, and where it is damaged beyond reading."""
        picture, index = self._picture, self._next
        if picture is None:
            return None
        self._picture = _next_picture(self._capture)
        self._next += 1
        return Frame(picture, index / self._fps, index)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


def make(wanted: Wanted) -> VideoCamera:
    """The video file `wanted.spec`; UnknownCamera when it is none."""
    hush()
    path = Path(wanted.spec).resolve()
    # FFmpeg by name: left to choose, OpenCV would take a single photograph for a film of numbered pictures.
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    first = _next_picture(capture) if capture.isOpened() else None
    if first is None:
        capture.release()
        raise UnknownCamera(
            f"{wanted.spec} is no video that can be read: expected a film such as .mp4 or .avi"
        )
    return VideoCamera(capture, first, wanted.fps or _own_fps(capture))


def _next_picture(capture: cv2.VideoCapture) -> Image | None:
    good, picture = capture.read()
    return np.asarray(picture, np.uint8) if good else None


def _own_fps(capture: cv2.VideoCapture) -> float:
    fps = float(capture.get(cv2.CAP_PROP_FPS))
    return fps if math.isfinite(fps) and 0 < fps <= _FASTEST else USUAL_FPS
