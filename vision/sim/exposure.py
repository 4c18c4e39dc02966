"""From light to a picture: what exposure, white balance, focus, a flickering lamp, noise and JPEG make of it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.sim.light import Floats32, encode


@dataclass(frozen=True)
class Exposure:
    """`level` times the right exposure; `gains` of the colours (BGR); `blur` in pixels of 1280 (standard deviation);
    `flicker` the share of light lost in the dark bands of a lamp at mains frequency; `noise` in picture values
    (standard deviation); `jpeg` quality, 0: not packed."""

    level: float = 1.0
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur: float = 0.55
    flicker: float = 0.0
    noise: float = 2.0
    jpeg: int = 0


_BANDS = 3.4
"""Dark bands down the picture: 100 Hz light during a rolling shutter of some 1/30 s."""
_VIGNETTE = 0.16
"""Share of light that the corners lose."""


def developed(light: Floats32, exposure: Exposure, rng: np.random.Generator) -> Image:
    """The picture (BGR uint8) of linear light (HxWx3)."""
    high, wide = light.shape[:2]
    lit = light * np.array(exposure.gains, np.float32) * np.float32(exposure.level)
    y, x = np.ogrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    lit *= (1 - _VIGNETTE / 2 * (x**2 + y**2)).astype(np.float32)[..., None]
    if exposure.flicker:
        wave = 0.5 + 0.5 * np.sin(np.pi * _BANDS * y + rng.uniform(0, 2 * np.pi))
        lit *= (1 - exposure.flicker * wave).astype(np.float32)[..., None]
    if exposure.blur:
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), exposure.blur * wide / 1280), np.float32)
    clean = encode(np.minimum(lit, 1.0))
    grain = rng.standard_normal(clean.shape, np.float32) * np.float32(exposure.noise)
    picture = np.asarray(cv2.add(clean, grain, dtype=cv2.CV_8U), np.uint8)
    return _packed(picture, exposure.jpeg) if exposure.jpeg else picture


def _packed(picture: Image, quality: int) -> Image:
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
