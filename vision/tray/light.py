"""What the markers tell of the light and of the camera's focus: they are black on white, and their edges straight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.markers import Markers
from vision.reading import Problem
from vision.tray.cube import Points
from vision.tray.pose import TrayView

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
    """`white` is the colour (BGR, 0..255) of the markers' paper: that of the light; `blur` how far their edges are
    blurred (standard deviation, mm); `problems` what is wrong."""

    white: Points
    blur: float
    problems: tuple[Problem, ...]


def light_of(image: Image, markers: Markers, view: TrayView) -> Light:
    """The light in a picture with these markers (at least one)."""
    parts = _parts(image, np.array(list(markers.values())))
    white = _middle(_papers(parts))
    problems = []
    if white.max() < _DIM:
        problems.append(Problem("dark", _DIM_TEXT))
    blur = float(_middle(_blurs(parts))) / view.px_per_mm
    if blur > _WIDE:
        problems.append(Problem("blur", _BLUR_TEXT))
    return Light(white, blur, tuple(problems))


def _parts(image: Image, corners: Points) -> Image:
    """The pictures of markers with these corners (N x 4 x 2), one below the other in an N x side x side x 3."""
    low, high = corners.min(axis=1), corners.max(axis=1)
    limits = image.shape[1::-1]
    side = min(int(np.ceil((high - low).max())) + 1, *limits)
    first = np.minimum(np.maximum(low.astype(int), 0), np.array(limits) - side).tolist()
    return np.array([image[top : top + side, left : left + side] for left, top in first], np.uint8)


def _middle(values: Points) -> Points:
    """The median of values (N x any), over N."""
    count = len(values)
    return np.asarray(np.sort(values, axis=0)[(count - 1) // 2 : count // 2 + 1].mean(axis=0), np.float64)


def _papers(parts: Image) -> Points:
    """The mean colour of the lightest quarter of each part: N x 3."""
    pixels = parts[:, ::2, ::2].reshape(len(parts), -1, 3)
    sums = pixels.sum(axis=2, dtype=np.int16)
    dark = sums.shape[1] - max(1, sums.shape[1] // 4)
    lightest = np.argpartition(sums, dark, axis=1)[:, dark:]
    return np.asarray(pixels[np.arange(len(parts))[:, None], lightest].mean(axis=1), np.float64)


def _blurs(parts: Image) -> Points:
    """How far each marker's edges are blurred: the standard deviation of the blur, pixels.

    A step of height h blurred by a Gaussian of deviation s rises by h / (s sqrt(2 pi)) a pixel at most.
    """
    count, side = parts.shape[:2]
    grey = np.asarray(cv2.cvtColor(parts.reshape(-1, side, 3), cv2.COLOR_BGR2GRAY)).reshape(count, side, side)
    dark, light = _ranked(grey[:, ::2, ::2], (0.05, 0.95))
    # Two pixels apart: half the difference is the slope, and noise counts less.
    (steep,) = _ranked(cv2.absdiff(grey[:, 2:], grey[:, :-2])[:, ::2], (_STEEP,))
    return np.asarray((light - dark) / np.maximum(steep / 2 * np.sqrt(2 * np.pi), 1e-6))


def _ranked(tones: NDArray[Any], shares: tuple[float, ...]) -> Points:
    """The tones than which these shares of all tones are darker, in each of N pictures: shares x N."""
    flat = tones.reshape(len(tones), -1)
    ranks = [int(share * flat.shape[1]) for share in shares]
    return np.asarray(np.partition(flat, ranks, axis=1)[:, ranks].T, np.float64)
