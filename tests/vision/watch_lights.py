"""What light, camera and café do to a picture: made here from a plain one, as a function of picture and time."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from vision.cameras.protocol import Image

Light = Callable[[Image, float], Image]
"""A picture (BGR uint8) and its time in seconds become the picture in another light."""


def plain(image: Image, t: float) -> Image:
    """As it is."""
    return image


def gain(factor: float) -> Light:
    """Exposed so much more or less."""
    return lambda image, t: _times(image, factor)


def tinted(blue: float, green: float, red: float) -> Light:
    """Light of another colour, or white balance that is off."""
    return lambda image, t: np.asarray(cv2.multiply(image, (blue, green, red, 1.0)), np.uint8)


def one_sided(image: Image, t: float) -> Image:
    """A window on the left: bright there, dim on the right."""
    return _times(image, np.linspace(1.35, 0.5, image.shape[1], dtype=np.float32)[None, :, None])


def sunlit(image: Image, t: float) -> Image:
    """A hard edge of sun across the tray."""
    height, width = image.shape[:2]
    across = np.arange(width)[None, :] + 0.4 * np.arange(height)[:, None]
    return _times(image, np.where(across < 0.62 * width, 0.62, 1.25).astype(np.float32)[..., None])


def flicker(depth: float) -> Light:
    """A mains lamp under a rolling shutter: bands that wander and brightness that beats."""

    def lit(image: Image, t: float) -> Image:
        rows = np.arange(image.shape[0], dtype=np.float32)[:, None, None] / image.shape[0]
        return _times(image, (1 + depth * np.sin(2 * math.pi * (1.3 * rows + 2.7 * t))).astype(np.float32))

    return lit


def exposure_steps(image: Image, t: float) -> Image:
    """The camera's exposure control: a step up or down every two seconds, taken in a few frames."""
    part = t % 4.0
    up = min(1.0, part / 0.2) if part < 2.0 else 1.0 - min(1.0, (part - 2.0) / 0.2)
    return _times(image, 0.85 + 0.3 * up)


def white_balance_drift(image: Image, t: float) -> Image:
    """Red and blue wander against each other within seconds."""
    sway = 0.12 * math.sin(2 * math.pi * t / 7.0)
    return np.asarray(cv2.multiply(image, (1 - sway, 1.0, 1 + sway, 1.0)), np.uint8)


def passing_shadows(image: Image, t: float) -> Image:
    """Somebody walks past a lamp every three seconds: a wide soft shadow crosses the picture within one."""
    width = image.shape[1]
    middle = (t % 3.0) / 1.0 * 1.6 - 0.3
    across = (np.arange(width, dtype=np.float32) / width - middle) / 0.14
    return _times(image, (1 - 0.38 * np.exp(-(across**2)))[None, :, None])


def noisy(sigma: float, seed: int = 0) -> Light:
    """A dim café: less light and a sensor's noise on top, `sigma` picture values."""
    rng = np.random.default_rng(seed)
    tile: list[np.ndarray] = []

    def lit(image: Image, t: float) -> Image:
        height, width = image.shape[:2]
        if not tile or tile[0].shape[:2] != (height + 64, width + 64):
            tile.clear()
            grain = rng.standard_normal((height + 64, width + 64, 3), np.float32) * sigma
            tile.append(cv2.GaussianBlur(grain, (0, 0), 0.6).astype(np.float32) * 1.6)
        down, right = rng.integers(0, 64, 2)
        dim = cv2.convertScaleAbs(image, alpha=0.6)
        return np.asarray(
            cv2.add(dim, tile[0][down : down + height, right : right + width], dtype=cv2.CV_8U), np.uint8
        )

    return lit


def saved(quality: int) -> Light:
    """Kept as JPEG of this quality."""

    def lit(image: Image, t: float) -> Image:
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)

    return lit


def blurred(sigma: float) -> Light:
    """Out of focus by so many pixels."""
    return lambda image, t: np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)


LIGHTS: dict[str, Light] = {
    "plain": plain,
    "bright": gain(1.3),
    "dim": gain(0.6),
    "bulb": tinted(0.65, 0.92, 1.08),
    "bluish": tinted(1.15, 1.0, 0.82),
    "window": one_sided,
    "sun": sunlit,
    "noise": noisy(7.0),
    "flicker": flicker(0.06),
    "exposure": exposure_steps,
    "white balance": white_balance_drift,
    "shadows": passing_shadows,
    "jpeg": saved(50),
}
"""By name; every one of them is nothing to the watcher."""


def _times(image: Image, factor: float | np.ndarray) -> Image:
    if isinstance(factor, float):
        return np.asarray(cv2.convertScaleAbs(image, alpha=factor), np.uint8)
    return np.minimum(image * factor, np.float32(255)).astype(np.uint8)
