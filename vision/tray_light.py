"""What the markers tell of the light and of the camera's focus: they are black on white, and their edges straight."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.markers import Markers
from vision.reading import Problem
from vision.tray import TrayView

_WIDE = 1.15
"""Edges blurred by more than this (standard deviation, mm) drown pips: they are 2.5 to 4 mm wide."""
_STEEP = 0.96
"""So much of a marker is less steep than its edges."""
_DIM = 55.0
"""White paper darker than this (of 255) is too dark to read dice by."""

_BLUR_TEXT = "The picture is blurred: wipe the camera's lens, or have it focused."
_DIM_TEXT = "It is very dark over the tray: more light, and the dice are read."


@dataclass(frozen=True, eq=False)
class Light:
    """`white` is the colour (BGR, 0..255) of the markers' paper: that of the light; `problems` what is wrong."""

    white: NDArray[np.float64]
    problems: tuple[Problem, ...]


def light_of(image: Image, markers: Markers, view: TrayView) -> Light:
    """The light in a picture with these markers (at least one)."""
    parts = [_part(image, corners) for corners in markers.values()]
    white = np.median([_paper(part) for part in parts], axis=0)
    problems = []
    if white.max() < _DIM:
        problems.append(Problem("dark", _DIM_TEXT))
    if statistics.median(_blur(part) for part in parts) > _WIDE * view.px_per_mm:
        problems.append(Problem("blur", _BLUR_TEXT))
    return Light(np.asarray(white, np.float64), tuple(problems))


def _part(image: Image, corners: NDArray[np.float64]) -> Image:
    """The picture of one marker."""
    (left, top), (right, bottom) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
    return image[max(top, 0) : bottom + 1, max(left, 0) : right + 1]


def _paper(part: Image) -> NDArray[np.float64]:
    """The mean colour of the lightest quarter."""
    pixels = part[::2, ::2].reshape(-1, 3)
    sums = pixels.sum(axis=1, dtype=np.int32)
    lightest = np.argpartition(sums, len(sums) - len(sums) // 4 - 1)[len(sums) - len(sums) // 4 - 1 :]
    return np.asarray(pixels[lightest].mean(axis=0), np.float64)


def _blur(part: Image) -> float:
    """How far the marker's edges are blurred: the standard deviation of the blur, pixels.

    A step of height h blurred by a Gaussian of deviation s rises by h / (s sqrt(2 pi)) a pixel at most.
    """
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
    dark, light = _ranked(grey[::2, ::2], (0.05, 0.95))
    # Two pixels apart: half the difference is the slope, and noise counts less.
    (steep,) = _ranked(np.asarray(cv2.absdiff(grey[2::2], grey[:-2:2]), np.uint8), (_STEEP,))
    return float((light - dark) / max(steep / 2 * np.sqrt(2 * np.pi), 1e-6))


def _ranked(tones: NDArray[np.uint8], shares: tuple[float, ...]) -> list[int]:
    """The tones than which these shares of all tones are darker."""
    counts = np.bincount(tones.ravel(), minlength=256).cumsum()
    ranks = [int(share * tones.size) for share in shares]
    return [int(tone) for tone in np.searchsorted(counts, ranks, side="right")]
