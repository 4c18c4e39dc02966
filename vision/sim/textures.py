"""Wood and felt as pictures of light: made from noise, so that nothing has to be stored.

All textures are float32, height x width x 3 (BGR), linear, `SCALE` texels a millimetre.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.sim.light import Floats32, linear

SCALE = 4.0


def cloud(shape: tuple[int, int], cell: tuple[float, float], rng: np.random.Generator) -> Floats32:
    """Smooth noise, about -1 to 1; `shape` and `cell`, the size of its lumps (down, across), in texels."""
    rows, columns = (max(4, round(size / step) + 3) for size, step in zip(shape, cell, strict=True))
    coarse = rng.normal(0.0, 0.5, (rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def wood(
    width: float,
    length: float,
    tone: tuple[float, float, float],
    rng: np.random.Generator,
    scale: float = SCALE,
) -> Floats32:
    """A board whose grain runs along its `length` (across the picture); `tone` is its BGR colour 0..255."""
    shape = (round(width * scale), round(length * scale))

    def noise(down: float, along: float, strength: float) -> Floats32:
        return strength * cloud(shape, (down * scale, along * scale), rng)

    across = np.arange(shape[0], dtype=np.float32)[:, None] / scale
    grown = across + noise(15.0, 105.0, 9.0) + noise(10.0, 40.0, 2.2)
    rings = cv2.addWeighted(_sine(grown, rng.uniform(0.75, 1.0)), 0.5, _sine(grown, 0.31), 0.5, 0.0)
    lightness = 1 + 0.14 * rings + noise(0.4, 22.0, 0.08) + noise(0.8, 8.0, 0.05) + noise(12.0, 75.0, 0.10)
    lightness -= np.maximum(noise(0.33, 8.5, 0.9) - 0.56, 0)
    warmth = 0.05 * rings
    grain = cv2.merge([lightness - warmth, lightness, lightness + 0.5 * warmth])
    return np.asarray(grain * linear(*tone), np.float32)


def _sine(values: Floats32, rate: float) -> Floats32:
    """Sine of values times a rate, from a table: numpy's own is slow on whole pictures."""
    table = np.sin(np.arange(1024, dtype=np.float32) * np.float32(2 * np.pi / 1024))
    return np.asarray(
        table[(values * np.float32(rate * 1024 / (2 * np.pi))).astype(np.int32) & 1023], np.float32
    )


def felt(side: float, tone: tuple[float, float, float], rng: np.random.Generator) -> Floats32:
    """Wool felt: fine fibres in all directions, a soft mottle where hands have brushed it."""
    size = round(side * SCALE)
    grain = rng.normal(0.0, 1.0, (size, size)).astype(np.float32)
    fibres = sum(_brushed(grain, angle) for angle in np.linspace(0, np.pi, 5)[:-1])
    mottle = cloud((size, size), (130.0, 130.0), rng) * 0.07 + cloud((size, size), (30.0, 30.0), rng) * 0.035
    lightness = 1 + 0.10 * fibres + mottle + 0.05 * grain
    return np.asarray(linear(*tone) * lightness[..., None], np.float32)


def _brushed(grain: Floats32, angle: float) -> Floats32:
    """Noise smeared along a direction, of unit deviation."""
    kernel = np.zeros((11, 11), np.float32)
    step = (5 * np.cos(angle), 5 * np.sin(angle))
    ends = [tuple(round(5 + sign * part) for part in step) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    out = cv2.filter2D(grain, -1, kernel)
    return np.asarray(out / out.std() / 2, np.float32)
