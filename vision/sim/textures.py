"""Wood and felt as pictures of light: made from noise, so that nothing has to be stored.

All textures are float32, height x width x 3 (BGR), linear, `SCALE` texels a millimetre.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.sim.light import Floats32, linear

SCALE = 4.0


def cloud(shape: tuple[int, int], cell: tuple[float, float], rng: np.random.Generator) -> Floats32:
    """Smooth noise around 0, about -1 to 1; `shape` in texels, `cell` (down, across) the size of its lumps in texels."""
    rows, columns = (max(4, round(size / step) + 3) for size, step in zip(shape, cell, strict=True))
    coarse = rng.normal(0.0, 0.5, (rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def wood(width: float, length: float, tone: tuple[float, float, float], rng: np.random.Generator) -> Floats32:
    """A board whose grain runs along its `length` (across the picture); `tone` is its BGR colour 0..255."""
    shape = (round(width * SCALE), round(length * SCALE))
    down = np.arange(shape[0], dtype=np.float32)[:, None] / SCALE
    sway = cloud(shape, (60 * SCALE / 4, 420.0), rng) * 9 + cloud(shape, (40.0, 160.0), rng) * 2.2
    rings = np.sin((down + sway) * rng.uniform(0.75, 1.0)) * 0.5 + np.sin((down + sway) * 0.31 + 1.7) * 0.5
    fibre = cloud(shape, (1.6, 90.0), rng) * 0.6 + cloud(shape, (3.0, 30.0), rng) * 0.4
    pores = np.clip(cloud(shape, (1.3, 34.0), rng) - 0.62, 0, None)
    lightness = 1 + 0.17 * rings + 0.13 * fibre - 0.9 * pores + 0.10 * cloud(shape, (50.0, 300.0), rng)
    warmth = 0.05 * rings
    colour = linear(*tone) * np.stack([lightness - warmth, lightness, lightness + 0.5 * warmth], axis=2)
    return np.clip(colour, 0, 1).astype(np.float32)


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
