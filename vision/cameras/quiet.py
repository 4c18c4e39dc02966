"""Keeps OpenCV and the libraries below it from talking: people get one plain line, made by us."""

from __future__ import annotations

import os

import cv2

_ERRORS_ONLY = 2
"""OpenCV's LOG_LEVEL_ERROR."""


def hush() -> None:
    """No warnings from OpenCV, nothing from FFmpeg, for the rest of this process."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # The setter's place differs: `cv2.setLogLevel` in 4.x, `cv2.utils.logging.setLogLevel` in 5.
    holder = cv2 if hasattr(cv2, "setLogLevel") else getattr(cv2.utils, "logging", None)
    if holder is not None:
        holder.setLogLevel(_ERRORS_ONLY)
