"""Dice drawn as the real ones are: a white face with black pips; a black dodecahedron with a white numeral."""

from __future__ import annotations

import math
from functools import partial

import pygame

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import FINER, Point, clear, disc, polygon, rounded, smooth
from kiosk.theme import Colour
from vision.reading import Kind

LOW, MID, HIGH = 0.26, 0.5, 0.74
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((MID, MID),),
    2: ((LOW, LOW), (HIGH, HIGH)),
    3: ((LOW, LOW), (MID, MID), (HIGH, HIGH)),
    4: ((LOW, LOW), (HIGH, LOW), (LOW, HIGH), (HIGH, HIGH)),
    5: ((LOW, LOW), (HIGH, LOW), (MID, MID), (LOW, HIGH), (HIGH, HIGH)),
    6: ((LOW, LOW), (HIGH, LOW), (LOW, MID), (HIGH, MID), (LOW, HIGH), (HIGH, HIGH)),
}
PIP = 0.19
"""A pip's width in die widths."""
FACE: Colour = (247, 241, 229)
EDGE: Colour = (203, 192, 172)
SPOT: Colour = (30, 26, 24)


def face(size: int, value: int) -> pygame.Surface:
    """A d6's face, `size` pixels wide."""
    surface = clear((size, size), EDGE)
    radius, lip = round(size * 0.2), max(1, round(size * 0.045))
    surface.blit(rounded((size, size), radius, EDGE), (0, 0))
    surface.blit(rounded((size - lip, size - lip), radius, FACE), (0, 0))
    pip = round(size * PIP)
    for x, y in PIPS[value]:
        surface.blit(disc(pip, SPOT), (round(x * (size - lip) - pip / 2), round(y * (size - lip) - pip / 2)))
    return surface


BODY: Colour = (38, 35, 36)
RIM: Colour = (112, 106, 100)
TOP: Colour = (20, 18, 19)
INNER = 0.62
"""How far the top face's corners reach, seen from above, where the outline's reach 1."""
MARKED = (6, 9)
"""Numerals with a line below, so that they can be told apart."""


def _corners(count: int, reach: float) -> list[Point]:
    """Of a regular polygon in the unit square, one corner at the top."""
    turns = [2 * math.pi * corner / count for corner in range(count)]
    return [(0.5 + reach * math.sin(turn), 0.5 - reach * math.cos(turn)) for turn in turns]


def body(size: int) -> pygame.Surface:
    """A d12 seen from above, `size` pixels wide: ten corners, a pentagon on top, an edge to each of its corners."""

    def paint(surface: pygame.Surface, factor: float) -> None:
        side, line = size * factor, max(FINER, round(size * factor * 0.022))
        outline, top = (
            [(x * side, y * side) for x, y in _corners(count, reach)]
            for count, reach in ((10, 0.49), (5, 0.49 * INNER))
        )
        pygame.draw.polygon(surface, BODY, outline)
        pygame.draw.polygon(surface, TOP, top)
        for edge in (outline, top):
            pygame.draw.polygon(surface, RIM, edge, line)
        for corner, inner in zip(outline[::2], top, strict=True):
            pygame.draw.line(surface, RIM, corner, inner, line)

    return smooth((size, size), BODY, paint)


def draw_die(pen: Pen, value: int, box: Box, kind: Kind = "d6") -> None:
    """A die showing `value` as a square in the middle of a box."""
    place = box.square(min(box.w, box.h))
    if kind == "d6":
        pen.stamp(("die", value), place, lambda size: face(size[0], value))
        return
    pen.stamp("d12", place, lambda size: body(size[0]))
    _write_numeral(pen, value, place, 0.46)


def draw_token(pen: Pen, value: int, box: Box) -> None:
    """A d12 in a small place: no more than its outline and its value."""
    place = box.square(min(box.w, box.h))
    for name, reach, colour in (("rim", 0.49, RIM), ("body", 0.46, TOP)):
        shape = _corners(10, reach)
        pen.stamp(("d12 token", name), place, partial(_polygon, points=shape, colour=colour))
    _write_numeral(pen, value, place, 0.68)


def _polygon(size: tuple[int, int], points: list[Point], colour: Colour) -> pygame.Surface:
    return polygon(size[0], points, colour)


def _write_numeral(pen: Pen, value: int, place: Box, share: float) -> None:
    size = place.w * share
    pen.write(
        str(value), place.inset(-4, 0), size, face="bold", colour=theme.WHITE, align="centre", least=size
    )
    if value in MARKED:
        wide = size * 0.44
        pen.fill(Box(place.cx - wide / 2, place.cy + size * 0.42, wide, size * 0.07), theme.WHITE)
