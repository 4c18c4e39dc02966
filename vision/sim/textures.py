"""Wood and felt as pictures of light: made from noise, so that nothing has to be stored.

All textures are float32, height x width x 3 (BGR), linear, with `scale` texels a millimetre.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.sim.light import Floats32, linear


def cloud(shape: tuple[int, int], cell: tuple[float, float], rng: np.random.Generator) -> Floats32:
    """Smooth noise, about -1 to 1; `shape` and `cell`, the size of its lumps (down, across), in texels."""
    rows, columns = (max(4, round(size / step) + 3) for size, step in zip(shape, cell, strict=True))
    coarse = rng.normal(0.0, 0.5, (rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


@dataclass(frozen=True)
class Workshop:
    """Makes boards and cloth with `scale` texels a millimetre; chance comes from `rng`."""

    scale: float
    rng: np.random.Generator

    def coarser(self, times: float) -> Workshop:
        """The same with larger texels."""
        return replace(self, scale=self.scale / times)

    def texels(self, length: float) -> int:
        """How many texels a length in mm has."""
        return max(1, round(length * self.scale))

    def wood(self, width: float, length: float, tone: tuple[float, float, float]) -> Floats32:
        """A board whose grain runs along its `length` (across the picture); `tone` is BGR, 0..255."""
        shape = (self.texels(width), self.texels(length))
        across = np.arange(shape[0], dtype=np.float32)[:, None] / np.float32(self.scale)
        grown = across + self._noise(shape, 15.0, 105.0, 9.0) + self._noise(shape, 10.0, 40.0, 2.2)
        rings = 0.5 * _sine(grown, self.rng.uniform(0.75, 1.0)) + 0.5 * _sine(grown, 0.31)
        fibres = self._noise(shape, 0.4, 22.0, 0.08) + self._noise(shape, 0.8, 8.0, 0.05)
        pores = np.maximum(self._noise(shape, 0.33, 8.5, 0.9) - 0.56, 0)
        lightness = 1 + 0.14 * rings + fibres - pores + self._noise(shape, 12.0, 75.0, 0.10)
        warmth = 0.05 * rings
        grain = cv2.merge([lightness - warmth, lightness, lightness + 0.5 * warmth])
        return np.asarray(grain * linear(*tone), np.float32)

    def felt(self, side: float, tone: tuple[float, float, float]) -> Floats32:
        """Wool felt: fine fibres in all directions, a soft mottle where hands have brushed it."""
        shape = (self.texels(side), self.texels(side))
        grain = self.rng.standard_normal(shape, np.float32)
        fibres = sum(_brushed(grain, angle, 1.25 * self.scale) for angle in np.linspace(0, np.pi, 5)[:-1])
        mottle = self._noise(shape, 32.0, 32.0, 0.07) + self._noise(shape, 7.5, 7.5, 0.035)
        lightness = 1 + 0.10 * fibres + mottle + 0.05 * grain
        return np.asarray(linear(*tone) * lightness[..., None], np.float32)

    def _noise(self, shape: tuple[int, int], down: float, along: float, strength: float) -> Floats32:
        """Smooth noise with lumps of `down` x `along` mm."""
        return np.float32(strength) * cloud(shape, (down * self.scale, along * self.scale), self.rng)


def _sine(values: Floats32, rate: float) -> Floats32:
    """Sine of values times a rate, from a table: numpy's own is slow on whole pictures."""
    table = np.sin(np.arange(1024, dtype=np.float32) * np.float32(2 * np.pi / 1024))
    steps = (values * np.float32(rate * 1024 / (2 * np.pi))).astype(np.int32)
    return np.asarray(table[steps & 1023], np.float32)


def _brushed(grain: Floats32, angle: float, length: float) -> Floats32:
    """Noise smeared along a direction by `length` texels to both sides, of half a unit's deviation."""
    middle = math.ceil(length)
    kernel = np.zeros((2 * middle + 1, 2 * middle + 1), np.float32)
    step = np.array([math.cos(angle), math.sin(angle)]) * length
    ends = [tuple(int(value) for value in np.rint(middle + sign * step)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    out = cv2.filter2D(grain, -1, kernel)
    return np.asarray(out / out.std() / 2, np.float32)
