"""Drawn dice that turn over one after the other until all show six: what Yatzy is, without a word."""

from __future__ import annotations

import math

import pygame

from kiosk.draw.box import Box
from kiosk.draw.dice import draw_die, face
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import soft_shadow
from kiosk.theme import SHADOW

STEP = 1.6
"""Seconds from one die to the next."""
HOP = 0.55
"""Seconds that a die is in the air."""
MOMENTS = 24
"""Moments drawn a second while one is."""
ROWS: tuple[tuple[int, ...], ...] = (
    (2, 5, 3, 6, 4),
    (2, 6, 3, 6, 4),
    (2, 6, 3, 6, 6),
    (6, 6, 3, 6, 6),
    (6, 6, 6, 6, 6),
    (6, 6, 6, 6, 6),
    (6, 6, 6, 1, 6),
    (3, 6, 6, 1, 6),
    (3, 6, 2, 1, 6),
    (3, 5, 2, 1, 6),
    (3, 5, 2, 1, 4),
    (3, 5, 2, 6, 4),
    (2, 5, 2, 6, 4),
)
"""What lies there, step by step; from one row to the next one die turns."""


def moment(now: float) -> tuple[int, float]:
    """The step, and how far the die that turns is on its way (0 to 1; 1 for most of the time)."""
    step, age = divmod(now, STEP)
    flight = min(1.0, math.floor(age * MOMENTS) / MOMENTS / HOP)
    return int(step) % len(ROWS), flight


def draw_tumble(pen: Pen, box: Box, now: float) -> None:
    """Five dice in a box as they are at this moment."""
    step, flight = moment(now)
    before, after = ROWS[step - 1], ROWS[step]
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        place = box.column(index, len(after), 30).square(min(box.h, (box.w - 120) / 5))
        if old == new or flight >= 1.0:
            _draw_shadow(pen, place)
            draw_die(pen, new, place)
        else:
            _draw_flying(pen, place, old if flight < 0.5 else new, flight)


def _draw_shadow(pen: Pen, place: Box) -> None:
    spread = 14.0
    around = Box(place.x - spread + 4, place.y - spread + 8, place.w + 2 * spread, place.h + 2 * spread)
    inner = (pen.px(place.w), pen.px(place.h))
    pen.stamp("die shadow", around, lambda _: soft_shadow(inner, pen.px(spread), SHADOW, 0.6))


def _draw_flying(pen: Pen, place: Box, value: int, flight: float) -> None:
    """A quarter turn in the air."""
    high = math.sin(math.pi * flight)
    size = pen.px(place.w)
    turn = 90 * (flight if flight < 0.5 else flight - 1)
    key = ("flying", value, size, round(turn, 1))
    turned = pen.kit.picture(
        key, lambda: pygame.transform.rotozoom(face(size, value), -turn, 1 + 0.12 * high)
    )
    middle = (pen.px(place.cx), pen.px(place.cy - 34 * high))
    pen.surface.blit(turned, turned.get_rect(center=middle))
