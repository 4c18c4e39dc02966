"""Dice drawn: a white face with black pips, as the real ones are."""

from __future__ import annotations

import pygame

from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import clear, disc, rounded
from kiosk.theme import Colour

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


def draw_die(pen: Pen, value: int, box: Box) -> None:
    """A d6 showing `value` as a square in the middle of a box."""
    pen.stamp(("die", value), box.square(min(box.w, box.h)), lambda size: face(size[0], value))
