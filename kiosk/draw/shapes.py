"""Shapes with smooth edges: drawn larger and scaled down, or put together from smooth corners."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pygame
from numpy.typing import NDArray

from kiosk.theme import Colour

FINER = 4
"""How many times larger a shape is drawn before it is scaled down."""

Point = tuple[float, float]


def clear(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """A picture of nothing; it has the colour already, so that edges blend without a dark seam."""
    surface = pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA, 32)
    surface.fill((*colour, 0))
    return surface


def smooth(
    size: tuple[int, int], colour: Colour, paint: Callable[[pygame.Surface, float], None]
) -> pygame.Surface:
    """A shape in one colour: `paint(surface, factor)` draws it `factor` times larger."""
    large = clear((size[0] * FINER, size[1] * FINER), colour)
    paint(large, FINER)
    return pygame.transform.smoothscale(large, (max(1, size[0]), max(1, size[1])))


def disc(diameter: int, colour: Colour) -> pygame.Surface:
    """A filled circle."""

    def paint(surface: pygame.Surface, _: float) -> None:
        middle = surface.get_width() / 2
        pygame.draw.circle(surface, colour, (middle, middle), middle - FINER / 2)

    return smooth((diameter, diameter), colour, paint)


def polygon(size: int, points: Sequence[Point], colour: Colour) -> pygame.Surface:
    """A filled polygon; points in the unit square."""

    def paint(surface: pygame.Surface, factor: float) -> None:
        side = size * factor
        pygame.draw.polygon(surface, colour, [(x * side, y * side) for x, y in points])

    return smooth((size, size), colour, paint)


def rounded(size: tuple[int, int], radius: int, colour: Colour, alpha: int = 255) -> pygame.Surface:
    """A filled rectangle with round corners."""
    width, height = max(1, size[0]), max(1, size[1])
    radius = max(0, min(radius, width // 2, height // 2))
    surface = clear((width, height), colour)
    surface.fill((*colour, 255))
    if radius:
        _round_corners(surface, disc(2 * radius, colour), radius, colour)
    if alpha < 255:
        surface.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _round_corners(surface: pygame.Surface, round_: pygame.Surface, radius: int, colour: Colour) -> None:
    width, height = surface.get_size()
    for left, x in ((0, 0), (radius, width - radius)):
        for top, y in ((0, 0), (radius, height - radius)):
            surface.fill((*colour, 0), (x, y, radius, radius))
            surface.blit(round_, (x, y), (left, top, radius, radius))


def rounded_ring(size: tuple[int, int], radius: int, line: int, colour: Colour) -> pygame.Surface:
    """The edge of a rounded rectangle, `line` pixels wide."""
    surface = rounded(size, radius, colour)
    hole = rounded((size[0] - 2 * line, size[1] - 2 * line), radius - line, (0, 0, 0))
    surface.blit(hole, (line, line), special_flags=pygame.BLEND_RGBA_SUB)
    return surface


def ring(diameter: int, line: int, colour: Colour) -> pygame.Surface:
    """A circle's edge."""
    surface = disc(diameter, colour)
    hole = disc(max(1, diameter - 2 * line), (0, 0, 0))
    surface.blit(hole, (line, line), special_flags=pygame.BLEND_RGBA_SUB)
    return surface


def glow(diameter: int, colour: Colour, strength: float = 0.6) -> pygame.Surface:
    """Light that fades from the middle to nothing at the edge."""
    surface = clear((diameter, diameter), colour)
    across = np.linspace(-1, 1, max(1, diameter))
    far = np.hypot(across[:, None], across[None, :])
    alpha = 255 * strength * np.clip(1 - far, 0, 1) ** 2
    pygame.surfarray.pixels_alpha(surface)[:] = alpha.astype(np.uint8)
    return surface


def soft_shadow(size: tuple[int, int], spread: int, colour: Colour, strength: float) -> pygame.Surface:
    """The shadow of a rectangle, `spread` pixels wider on every side."""
    width, height = size[0] + 2 * spread, size[1] + 2 * spread
    down, across = _fade(height, spread), _fade(width, spread)
    surface = clear((width, height), colour)
    alpha = 255 * strength * across[:, None] * down[None, :]
    pygame.surfarray.pixels_alpha(surface)[:] = alpha.astype(np.uint8)
    return surface


def _fade(length: int, spread: int) -> NDArray[np.float64]:
    """From 0 at both ends to 1, smoothly."""
    place = np.arange(length) + 0.5
    near = np.clip(np.minimum(place, length - place) / (2 * spread + 1), 0, 1)
    return np.asarray(near * near * (3 - 2 * near))
