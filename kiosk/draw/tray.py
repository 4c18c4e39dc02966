"""The tray's picture: the hero of the screen. What is known of the dice is drawn where they lie."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

from kiosk import theme
from kiosk.draw.box import Box, centred
from kiosk.draw.pen import Pen
from kiosk.draw.photos import to_surface
from kiosk.draw.shapes import polygon, ring, rounded_ring, soft_shadow
from kiosk.table import TableDie, TrayPicture

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
    pen.outline(outer, theme.BRASS, 2, 14, alpha=150)
    pen.fill(view.box, theme.FELT)


def draw_picture(pen: Pen, view: TrayView, picture: TrayPicture | None, dimmed: bool = False) -> None:
    """The picture as it is now; without a tray in sight the whole of what the camera sees."""
    if picture is None:
        return
    rect = pen.rect(view.box)
    made = pen.kit.slot(
        "tray", (picture, rect.size, dimmed), lambda: _prepared(picture, rect.size, pen.surface, dimmed)
    )
    pen.surface.blit(made, rect)


def _prepared(
    picture: TrayPicture, size: tuple[int, int], like: pygame.Surface, dimmed: bool
) -> pygame.Surface:
    source = to_surface(picture.image)
    out = pygame.Surface(size, 0, like)
    out.fill(theme.FELT)
    _place(source, _part(picture, source.get_rect()), out)
    if dimmed:
        out.fill((90, 90, 90), special_flags=pygame.BLEND_RGB_MULT)
    return out


def _part(picture: TrayPicture, whole: pygame.Rect) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is shown, in the picture's pixels; may reach beyond it."""
    first, last = picture.pixel(SHOWN[0], SHOWN[0]), picture.pixel(SHOWN[1], SHOWN[1])
    if first is None or last is None:
        side = max(whole.size)
        return (whole.w - side) / 2, (whole.h - side) / 2, (whole.w + side) / 2, (whole.h + side) / 2
    return (*first, *last)


def _place(source: pygame.Surface, part: tuple[float, float, float, float], out: pygame.Surface) -> None:
    """Scale a part of the source over the whole of `out`; what lies outside the source stays as it is."""
    left, top, right, bottom = part
    scale = out.get_width() / (right - left)
    seen = pygame.Rect(math.floor(left), math.floor(top), math.ceil(right - left), math.ceil(bottom - top))
    seen = seen.clip(source.get_rect())
    size = (max(1, round(seen.w * scale)), max(1, round(seen.h * scale)))
    scaled = pygame.transform.smoothscale(source.subsurface(seen), size)
    out.blit(scaled, (round((seen.x - left) * scale), round((seen.y - top) * scale)))


def draw_values(pen: Pen, view: TrayView, dice: Sequence[TableDie]) -> None:
    """Each die's value beside it; a kept die is framed as well."""
    lying = [die for die in dice if die.rolled]
    middles = [view.top_of(die.x, die.y) for die in lying]
    tags: list[tuple[float, float]] = []
    for die, middle in zip(lying, middles, strict=True):
        if die.kept:
            _draw_clasp(pen, view, middle)
        spot = _free_spot(middle, [*middles, *tags], view)
        tags.append(spot)
        _draw_tag(pen, str(die.value), spot, theme.BRASS if die.kept else theme.PAPER)


def _draw_clasp(pen: Pen, view: TrayView, middle: tuple[float, float]) -> None:
    side = DIE * view.scale * 1.62
    pen.stamp(
        "clasp",
        centred(*middle, side),
        lambda size: rounded_ring(size, round(size[0] * 0.3), pen.px(5), theme.BRASS),
    )


def _draw_tag(pen: Pen, text: str, middle: tuple[float, float], colour: theme.Colour) -> None:
    box = centred(*middle, TAG * 0.86, TAG)
    pen.panel(Box(box.x + 2, box.y + 3, box.w, box.h), theme.SHADOW, 12, alpha=110)
    pen.panel(box, colour, 12)
    pen.write(text, box, 38, face="bold", colour=theme.INK, align="centre")


def _free_spot(
    middle: tuple[float, float], taken: Iterable[tuple[float, float]], view: TrayView
) -> tuple[float, float]:
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


def draw_marks(pen: Pen, view: TrayView, marks: Iterable[tuple[float, float]], beat: float) -> None:
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
