"""The seats' signs: plain shapes that stay different when small, far away or without colour."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import FINER, Point, disc, polygon, rounded, smooth
from kiosk.theme import Colour, Sign, seat_style


def _star() -> list[Point]:
    points = []
    for corner in range(10):
        reach = 0.52 if corner % 2 == 0 else 0.24
        angle = math.pi * (corner / 5 - 0.5)
        points.append((0.5 + reach * math.cos(angle), 0.54 + reach * math.sin(angle)))
    return points


def _heart() -> list[Point]:
    """The curve x = 16 sin^3 t, y = 13 cos t - 5 cos 2t - 2 cos 3t - cos 4t, scaled to the unit square."""
    points = []
    for step in range(60):
        t = 2 * math.pi * step / 60
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        points.append((0.5 + x / 35, 0.46 - y / 34))
    return points


def _cross() -> list[Point]:
    a, b, c, d = 0.06, 0.34, 0.66, 0.94
    return [(b, a), (c, a), (c, b), (d, b), (d, c), (c, c), (c, d), (b, d), (b, c), (a, c), (a, b), (b, b)]


def _moon(size: int, colour: Colour) -> pygame.Surface:
    """A disc with a smaller disc taken out of its upper right."""

    def paint(surface: pygame.Surface, factor: float) -> None:
        side = size * factor
        pygame.draw.circle(surface, colour, (side * 0.46, side * 0.5), side * 0.46)
        pygame.draw.circle(surface, (*colour, 0), (side * 0.70, side * 0.38), side * 0.38)

    return smooth((size, size), colour, paint)


def _square(size: int, colour: Colour) -> pygame.Surface:
    surface = rounded((size * FINER, size * FINER), 0, colour, 0)
    edge = round(size * FINER * 0.08)
    surface.fill((*colour, 0))
    surface.fill((*colour, 255), surface.get_rect().inflate(-2 * edge, -2 * edge))
    return pygame.transform.smoothscale(surface, (size, size))


def _from(points: list[Point]) -> Callable[[int, Colour], pygame.Surface]:
    return lambda size, colour: polygon(size, points, colour)


SHAPES: dict[Sign, Callable[[int, Colour], pygame.Surface]] = {
    "circle": disc,
    "square": _square,
    "star": _from(_star()),
    "triangle": _from([(0.5, 0.06), (1.0, 0.93), (0.0, 0.93)]),
    "heart": _from(_heart()),
    "moon": _moon,
    "diamond": _from([(0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5)]),
    "cross": _from(_cross()),
}


def draw_sign(pen: Pen, seat: int, box: Box, colour: Colour | None = None) -> None:
    """A seat's sign in its colour (or another) as a square in the middle of a box."""
    style = seat_style(seat)
    paint = colour or style.colour
    side = min(box.w, box.h)
    pen.stamp(("sign", style.sign, paint), box.square(side), lambda size: SHAPES[style.sign](size[0], paint))
