"""Light that a glossy d12 mirrors: a sheen over the whole top, stripes and spots of lamps, rings; up to a face that
mirrors the lamp itself."""

from __future__ import annotations

import numpy as np

from vision.training.canvas import HALF, SIDE, Plane, Rng, area, cloud, disc, rotation, soft
from vision.training.d12.die import PENTAGON

_GRID = np.linspace(-HALF, HALF, SIDE, dtype=np.float32)


def gloss(rng: Rng, canvas: Plane, bare: Plane, ink: Plane, size: float, turn: float) -> None:
    """Adds the same light to the die with its ink (`canvas`) and without (`bare`); ink mirrors less than the body."""
    mirrored = _sheen(rng) * area(PENTAGON @ rotation(turn) * size * 0.99)
    for _ in range(int(rng.choice(4, p=(0.45, 0.3, 0.15, 0.1)))):
        mirrored = mirrored + _lamp(rng, size)
    dull = np.float32(rng.uniform(0.0, 0.9))
    canvas += mirrored * (1 - dull * ink)
    bare += mirrored
    np.clip(canvas, 0, 1, out=canvas)
    np.clip(bare, 0, 1, out=bare)


def _sheen(rng: Rng) -> Plane:
    """Even or uneven light over the whole face."""
    kind = rng.random()
    strength = 0.0 if kind < 0.35 else rng.uniform(0, 0.25) if kind < 0.9 else rng.uniform(0.25, 1.2)
    way = rotation(rng.uniform(0, 2 * np.pi))[0].astype(np.float32)
    slope = 1 + np.float32(rng.uniform(0, 0.9)) * (way[0] * _GRID[None] + way[1] * _GRID[:, None])
    plane = np.float32(strength) * np.clip(slope, 0, None)
    if rng.random() < 0.25:
        plane = plane * np.clip(
            1 + np.float32(rng.uniform(0, 0.5)) * cloud(rng, rng.uniform(0.3, 1)), 0, None
        )
    return np.asarray(plane, np.float32)


def _lamp(rng: Rng, size: float) -> Plane:
    """A stripe, a spot or a part of a ring."""
    kind, at = rng.random(), rng.uniform(-1.1, 1.1, 2) * size
    strength = np.float32(np.exp(rng.uniform(np.log(0.04), np.log(0.9))))
    if kind < 0.4:
        long, wide = rng.uniform(0.3, 2.5), rng.uniform(0.03, 0.3)
        corners = np.array([(-long, -wide), (long, -wide), (long, wide), (-long, wide)]) * size / 2
        shape = area(corners @ rotation(rng.uniform(0, np.pi)) + at)
    elif kind < 0.75:
        shape = area(disc(at, rng.uniform(0.05, 0.35) * size, rng.uniform(1, 2.5), rng.uniform(0, np.pi)))
    else:
        radius = rng.uniform(0.3, 1.2) * size
        shape = area(disc(at, radius)) - area(disc(at, radius * rng.uniform(0.75, 0.93)))
    return strength * soft(np.clip(shape, 0, 1), rng.uniform(0.01, 0.12) * size)
