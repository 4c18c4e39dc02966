"""The table top behind everything: dark walnut in lamp light, made from noise once a size."""

from __future__ import annotations

import numpy as np
import pygame
from numpy.typing import NDArray

from kiosk.draw.pen import Pen
from kiosk.theme import WALNUT, WALNUT_LIGHT

Floats = NDArray[np.float64]
SEED = 7
COARSE = 4
"""Pixels of one noise cell: wood is soft, and a quarter of the size is sixteen times quicker."""


def draw_table_top(pen: Pen) -> None:
    """Fill the whole surface with it. Kept small: a screen's backdrop holds it in full already."""
    size = pen.surface.get_size()
    small = pen.kit.picture(("table top", size), lambda: table_top(size, pen.surface))
    pygame.transform.smoothscale(small, size, pen.surface)


def table_top(size: tuple[int, int], like: pygame.Surface) -> pygame.Surface:
    """Walnut with its grain along the screen, darker towards the edges; a quarter of the size, in `like`'s format."""
    width, height = (side // COARSE + 1 for side in size)
    rng = np.random.default_rng(SEED)
    light = np.clip(_lamp(width, height) * (0.42 + 0.34 * _grain(width, height, rng)), 0, 1)
    dark, pale = (np.array(colour, float) for colour in (WALNUT, WALNUT_LIGHT))
    pixels = dark * 0.62 + light[..., None] * (pale - dark * 0.62) * 0.62
    small = pygame.surfarray.make_surface(pixels.clip(0, 255).astype(np.uint8))
    out = pygame.Surface(small.get_size(), 0, like)
    out.blit(small, (0, 0))
    return out


def _lamp(width: int, height: int) -> Floats:
    """Brightest above the middle, as under a lamp."""
    x, y = np.linspace(-1, 1, width)[:, None], np.linspace(-1, 1, height)[None, :]
    return np.asarray(1.0 - 0.30 * x**2 - 0.28 * (y + 0.2) ** 2)


def _grain(width: int, height: int, rng: np.random.Generator) -> Floats:
    """Long streaks and slow growth rings, about -1 to 1."""
    wide = _stretched(rng, width, height, (width // 90 + 2, height // 7 + 2))
    fine = _stretched(rng, width, height, (width // 30 + 2, height + 1))
    grown = np.linspace(0, 9, height)[None, :] + 1.5 * _stretched(rng, width, height, (4, 6))
    return np.asarray(0.42 * wide + 0.42 * fine + 0.26 * np.sin(5.5 * grown))


def _stretched(rng: np.random.Generator, width: int, height: int, cells: tuple[int, int]) -> Floats:
    """Noise of so many cells, stretched over the surface, about -1 to 1."""
    noise = (rng.random(cells) * 255).astype(np.uint8)
    small = pygame.surfarray.make_surface(np.repeat(noise[..., None], 3, axis=2))
    large = pygame.transform.smoothscale(small, (width, height))
    return np.asarray(pygame.surfarray.pixels3d(large)[..., 0] / 127.5 - 1)
