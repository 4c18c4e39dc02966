"""The tray's picture: the hero of the screen. What is known of the dice is drawn where they lie."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import pygame

from kiosk import theme
from kiosk.draw.box import Box, centred
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import polygon, ring, rounded_ring, soft_shadow
from kiosk.table import TableDie, TrayPicture
from vision.cameras.protocol import Image

SHOWN = (-7.0, 267.0)
"""The part of the tray that is shown, millimetres across and down: the felt and a little of the walls."""
FRAME = 12.0
"""Width of the drawn frame, units."""
DIE = 16.0
"""A d6's edge, millimetres."""
CAMERA, MIDDLE = 490.0, 130.0
"""The camera hangs so high above the felt's middle, millimetres."""
TAG = 46.0
"""Height of a value's tag, units."""

Spot: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class TrayView:
    """Where the tray is on the screen: millimetres to units."""

    box: Box

    @property
    def scale(self) -> float:
        """Units a millimetre."""
        return self.box.w / (SHOWN[1] - SHOWN[0])

    def top_of(self, x: float, y: float) -> tuple[float, float]:
        """Where the top face of a die that lies at a point of the tray is seen, in units.

        The picture is true at the felt; what is higher is nearer to the camera and seen further out.
        """
        seen_x, seen_y = (MIDDLE + (place - MIDDLE) * CAMERA / (CAMERA - DIE) for place in (x, y))
        return self.box.x + (seen_x - SHOWN[0]) * self.scale, self.box.y + (seen_y - SHOWN[0]) * self.scale


def tray_view(box: Box) -> TrayView:
    """The largest tray in the middle of a box, frame included."""
    side = min(box.w, box.h) - 2 * FRAME
    return TrayView(box.square(side))


def draw_frame(pen: Pen, view: TrayView) -> None:
    """The frame and its shadow on the table top: what stands still."""
    outer, spread = view.box.inset(-FRAME), 34.0
    around = outer.inset(-spread)
    pen.stamp(
        "tray shadow",
        Box(around.x, around.y + 10, around.w, around.h),
        lambda size: soft_shadow(
            (size[0] - 2 * pen.px(spread), size[1] - 2 * pen.px(spread)), pen.px(spread), theme.SHADOW, 0.75
        ),
    )
    pen.panel(outer, theme.mixed(theme.WALNUT_LIGHT, theme.WALNUT, 0.35), 14)
    pen.outline(outer, theme.BRASS_DIM, 2, 14)
    pen.fill(view.box, theme.FELT)


def draw_picture(pen: Pen, view: TrayView, picture: TrayPicture | None, dimmed: bool = False) -> None:
    """The picture as it is now; without a tray in sight the whole of what the camera sees."""
    if picture is None:
        return
    rect = pen.rect(view.box)
    key = (picture, rect.size, dimmed)
    made = pen.kit.slot("tray", key, rect.size, lambda kept: _prepare(kept, picture, dimmed))
    pen.surface.blit(made, rect)


def _prepare(kept: pygame.Surface, picture: TrayPicture, dimmed: bool) -> None:
    """Scale what is shown of the picture over the whole surface; beyond the picture there is felt."""
    height, width = picture.image.shape[:2]
    left, top, right, bottom = _part(picture, width, height)
    first = max(0, math.floor(left)), max(0, math.floor(top))
    last = min(width, math.ceil(right)), min(height, math.ceil(bottom))
    scale = kept.get_width() / (right - left)
    seen = _scaled(picture.image[first[1] : last[1], first[0] : last[0]], scale, dimmed)
    kept.fill(theme.FELT)
    source = pygame.image.frombuffer(seen.tobytes(), (seen.shape[1], seen.shape[0]), "BGR")
    kept.blit(source, (round((first[0] - left) * scale), round((first[1] - top) * scale)))


def _scaled(image: Image, scale: float, dimmed: bool) -> Image:
    size = tuple(max(1, round(side * scale)) for side in image.shape[1::-1])
    made = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 0.6 else cv2.INTER_LINEAR)
    return np.asarray(cv2.convertScaleAbs(made, alpha=0.35) if dimmed else made, np.uint8)


def _part(picture: TrayPicture, width: int, height: int) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is shown, in the picture's pixels; may reach beyond it."""
    first, last = picture.pixel(SHOWN[0], SHOWN[0]), picture.pixel(SHOWN[1], SHOWN[1])
    if first is None or last is None:
        side = max(width, height)
        return (width - side) / 2, (height - side) / 2, (width + side) / 2, (height + side) / 2
    return (*first, *last)


def draw_values(pen: Pen, view: TrayView, dice: Sequence[TableDie]) -> None:
    """Each die's value beside it; a kept die is framed as well, more quietly once it is set aside."""
    middles = tuple(view.top_of(die.x, die.y) for die in dice)
    spots = pen.kit.layout(("tags", middles, view), lambda: _free_spots(middles, view))
    for die, middle, spot in zip(dice, middles, spots, strict=True):
        if not die.rolled:
            continue
        brass = theme.BRASS_DIM if die.aside else theme.BRASS
        if die.kept:
            _draw_clasp(pen, view, middle, brass)
        _draw_tag(pen, str(die.value), spot, brass if die.kept else theme.PAPER)


def _draw_clasp(pen: Pen, view: TrayView, middle: tuple[float, float], colour: theme.Colour) -> None:
    side = DIE * view.scale * 1.62
    pen.stamp(
        ("clasp", colour),
        centred(*middle, side),
        lambda size: rounded_ring(size, round(size[0] * 0.3), pen.px(5), colour),
    )


def _draw_tag(pen: Pen, text: str, middle: tuple[float, float], colour: theme.Colour) -> None:
    box = centred(*middle, TAG * 0.86, TAG)
    pen.panel(Box(box.x + 2, box.y + 3, box.w, box.h), theme.SHADOW, 12, alpha=110)
    pen.panel(box, colour, 12)
    pen.write(text, box, 38, face="bold", colour=theme.INK, align="centre")


def _free_spots(middles: Sequence[Spot], view: TrayView) -> list[Spot]:
    """A place for each die's tag."""
    tags: list[Spot] = []
    for middle in middles:
        tags.append(_free_spot(middle, [*middles, *tags], view))
    return tags


def _free_spot(middle: tuple[float, float], taken: Iterable[Spot], view: TrayView) -> tuple[float, float]:
    """A place near the die, away from the others and inside the picture; first choice above right."""
    reach = DIE * view.scale * 0.5 + TAG * 0.72
    others = [place for place in taken if place != middle]
    inside = view.box.inset(TAG * 0.6)

    def room(angle: float) -> float:
        x, y = middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)
        if not (inside.x <= x <= inside.right and inside.y <= y <= inside.bottom):
            return -1.0
        nearest = min((math.dist((x, y), other) for other in others), default=reach * 3)
        return min(nearest, reach * 1.9)

    angle = max((math.radians(turn) for turn in range(-45, 315, 30)), key=room)
    return middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)


def draw_marks(pen: Pen, view: TrayView, marks: Iterable[Spot], beat: float) -> None:
    """Where a hand is needed: a ring with a pointer. `beat` from 0 to 1 widens it for a moment."""
    for mark in marks:
        x, y = view.top_of(*mark)
        side = DIE * view.scale * (1.9 + 0.5 * beat)
        pen.stamp("mark dark", centred(x, y, side + 6), lambda size: ring(size[0], pen.px(13), theme.SHADOW))
        pen.stamp("mark", centred(x, y, side), lambda size: ring(size[0], pen.px(7), theme.WARN))
        _draw_pointer(pen, x, y, side / 2 + 20, view.box)


def _draw_pointer(pen: Pen, x: float, y: float, away: float, inside: Box) -> None:
    """A triangle that points at a place: from above, or from below where there is no room above."""
    down = y - away - 20 > inside.y
    shape = ((0.1, 0.1), (0.9, 0.1), (0.5, 0.95)) if down else ((0.1, 0.9), (0.9, 0.9), (0.5, 0.05))
    tip = centred(x, y - away if down else y + away, 38)
    pen.stamp(("pointer", down), tip, lambda size: polygon(size[0], shape, theme.WARN))
