"""Sensor noise: a few random tiles made once, laid over each frame at a fresh random offset."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cameras.protocol import Image

_SLACK = 96
_ROWS = 64
"""So many at a time: what all of them take in floating point would stay with the process for good."""
_SIGMA = 2.1
"""Standard deviation in picture values: a small sensor at the gain of a dim café."""


class SensorNoise:
    """Adds fresh noise to pictures of one size (width, height)."""

    def __init__(self, size: tuple[int, int], rng: np.random.Generator) -> None:
        self._rng = rng
        width, height = size
        shape = (height + _SLACK, width + _SLACK, 3)
        self._brighter, self._darker = np.empty(shape, np.uint8), np.empty(shape, np.uint8)
        for top in range(0, shape[0], _ROWS):
            rows = slice(top, min(top + _ROWS, shape[0]))
            grain = rng.standard_normal((rows.stop - top, *shape[1:]), np.float32) * _SIGMA
            grain = grain * 0.7 + grain.mean(axis=2, keepdims=True) * 0.7
            self._brighter[rows] = np.clip(np.round(grain), 0, 255)
            self._darker[rows] = np.clip(np.round(-grain), 0, 255)

    def add(self, picture: Image) -> Image:
        """A new picture with noise."""
        height, width = picture.shape[:2]
        down, right = (int(value) for value in self._rng.integers(0, _SLACK, 2))
        window = np.s_[down : down + height, right : right + width]
        out = cv2.add(picture, self._brighter[window])
        return np.asarray(cv2.subtract(out, self._darker[window], dst=out))
