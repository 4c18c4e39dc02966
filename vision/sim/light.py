"""The lamps over the table and how linear light becomes picture values."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.measures import Floats

Floats32 = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Lamp:
    """A soft lamp at `place` (world frame, mm). `strength` is its share of the light on a level surface,
    `softness` how much wider its shadow's edge grows for a millimetre of height, in mm."""

    place: Floats
    strength: float
    softness: float


LAMPS = (
    Lamp(np.array([-70.0, -150.0, -560.0]), 0.62, 0.16),
    Lamp(np.array([360.0, 250.0, -520.0]), 0.24, 0.26),
)
AMBIENT = 0.26


def encode(linear: Floats32) -> NDArray[np.uint8]:
    """Linear light (1 = white) as picture values; a gamma of two: close to sRGB and one square root."""
    return np.asarray(cv2.convertScaleAbs(cv2.sqrt(np.maximum(linear, 0)), alpha=255.0), np.uint8)


def linear(*bgr: float) -> Floats32:
    """Picture values 0..255 as linear light."""
    return np.asarray(np.square(np.array(bgr, dtype=np.float32) / 255.0), np.float32)
