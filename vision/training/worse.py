"""Pictures made worse as cameras and cafés do it, by chance: light, colour, focus, motion, noise, JPEG."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.training.canvas import Plane, Rng

_GAMMA = 2.2
_FINE = 8191
_LIGHT_OF = (np.arange(256, dtype=np.float32) / 255) ** np.float32(_GAMMA)
"""The light of each of 256 tones, and the tone (0..255) of so many steps of light: powers are slow."""
_TONE_OF = 255 * (np.arange(_FINE + 1, dtype=np.float32) / _FINE) ** np.float32(1 / _GAMMA)
_PIXELS = 1280
"""Blur is told in pixels of a picture so wide."""


def worsened(rng: Rng, image: Image, often: float = 0.3) -> Image:
    """A BGR picture after each kind of trouble has befallen it with the probability `often`; nothing moves."""
    lit: Plane = np.asarray(_LIGHT_OF[image], np.float32)
    for change in _OF_LIGHT:
        if rng.random() < often:
            lit = change(rng, lit)
    tones = _TONE_OF[np.asarray(_FINE * np.clip(lit, 0, 1), np.uint16)]
    if rng.random() < often:
        tones = tones + np.float32(rng.uniform(2, 12)) * rng.standard_normal(tones.shape, np.float32)
    picture = np.asarray(np.clip(tones, 0, 255), np.uint8)
    return _packed(picture, int(rng.integers(30, 90))) if rng.random() < often else picture


def shaded(rng: Rng, image: Image) -> Image:
    """A BGR picture with a shadow over a part of it, soft or sharp, that leaves half to a twelfth of the light; with
    the noise of a sensor and as a JPEG."""
    lit: Plane = np.asarray(_LIGHT_OF[image], np.float32)
    high, wide = lit.shape[:2]
    y, x = np.ogrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    turn, edge, left = rng.uniform(0, 2 * np.pi), rng.uniform(0.02, 0.5), rng.uniform(0.08, 0.5)
    away = (x * np.cos(turn) + y * np.sin(turn) - rng.uniform(-0.5, 0.5)) / edge
    share = left + (1 - left) / (1 + np.exp(-np.clip(away, -30, 30)))
    tones = _TONE_OF[np.asarray(_FINE * np.clip(lit * share[..., None], 0, 1), np.uint16)]
    tones = tones + np.float32(rng.uniform(0.5, 4)) * rng.standard_normal(tones.shape, np.float32)
    return _packed(np.asarray(np.clip(tones, 0, 255), np.uint8), int(rng.integers(60, 92)))


def _exposed(rng: Rng, lit: Plane) -> Plane:
    """Up to two stops too dark, one too light."""
    return np.asarray(lit * np.float32(2 ** rng.uniform(-2, 1)), np.float32)


def _tinted(rng: Rng, lit: Plane) -> Plane:
    return np.asarray(lit * np.exp(rng.normal(0, 0.2, 3)).astype(np.float32), np.float32)


def _curved(rng: Rng, lit: Plane) -> Plane:
    return np.asarray(lit ** np.float32(rng.uniform(0.7, 1.4)), np.float32)


def _one_sided(rng: Rng, lit: Plane) -> Plane:
    """Less light towards one side."""
    high, wide = lit.shape[:2]
    y, x = np.ogrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    turn = rng.uniform(0, 2 * np.pi)
    slope = 1 + rng.uniform(0.2, 0.6) * (x * np.cos(turn) + y * np.sin(turn)) / np.sqrt(2)
    return np.asarray(lit * slope.astype(np.float32)[..., None], np.float32)


def _out_of_focus(rng: Rng, lit: Plane) -> Plane:
    sigma = rng.uniform(0.5, 2.5) * lit.shape[1] / _PIXELS
    return np.asarray(cv2.GaussianBlur(lit, (0, 0), max(0.3, sigma)), np.float32)


def _shaken(rng: Rng, lit: Plane) -> Plane:
    half = max(1, round(rng.uniform(1, 4) * lit.shape[1] / _PIXELS))
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    turn = rng.uniform(0, np.pi)
    x, y = (round(half * float(way)) for way in (np.cos(turn), np.sin(turn)))
    cv2.line(kernel, (half - x, half - y), (half + x, half + y), 1.0)
    return np.asarray(cv2.filter2D(lit, -1, kernel / kernel.sum()), np.float32)


_OF_LIGHT: tuple[Callable[[Rng, Plane], Plane], ...] = (
    _exposed,
    _tinted,
    _curved,
    _one_sided,
    _out_of_focus,
    _shaken,
)


def _packed(picture: Image, quality: int) -> Image:
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
