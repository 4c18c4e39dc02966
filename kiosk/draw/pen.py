"""A pen draws on one surface in units; everything on a screen goes through it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal, TypeAlias

import pygame

from kiosk import theme
from kiosk.draw import shapes
from kiosk.draw.box import Box
from kiosk.draw.kit import CAPITALS, Kit
from kiosk.draw.lines import LEADING, Setting, block, setting
from kiosk.theme import Colour, Face

Align: TypeAlias = Literal["left", "centre", "right"]
Stand: TypeAlias = Literal["top", "middle", "bottom"]


ROOMY = 1.15
"""Larger type than usual is no larger than so many heights of its box, so that lines do not touch."""


class Pen:
    """Draws on `surface`. `w`, `h`: its size in units; `scale`: pixels a unit, by itself such that a screen fits.

    `large`: all type is larger where its box has room for it.
    """

    def __init__(
        self, surface: pygame.Surface, kit: Kit, scale: float | None = None, large: bool = False
    ) -> None:
        self.surface = surface
        self.kit = kit
        self.large = large
        width, height = surface.get_size()
        self.scale = scale or min(width / theme.WIDTH, height / theme.HEIGHT)
        self.w, self.h = width / self.scale, height / self.scale

    def px(self, units: float) -> int:
        """Units in whole pixels."""
        return round(units * self.scale)

    def rect(self, box: Box) -> pygame.Rect:
        """A box in pixels; boxes that touch in units touch here too."""
        left, top = self.px(box.x), self.px(box.y)
        return pygame.Rect(left, top, self.px(box.right) - left, self.px(box.bottom) - top)

    # -- text ------------------------------------------------------------------------------------------------

    def write(
        self,
        text: str,
        box: Box,
        size: float,
        *,
        face: Face = "text",
        colour: Colour = theme.PAPER,
        align: Align = "left",
        stand: Stand = "middle",
        lines: int = 1,
        least: float | None = None,
    ) -> float:
        """Write inside a box, smaller (to `least`) or in more lines if need be. Returns the width taken.

        With a `least` of `size` it is exactly so large.
        """
        if not text:
            return 0.0
        wished = size if least == size else min(self._wished(size), max(size, ROOMY * box.h))
        set_ = self._setting(text, box, wished, face, lines, theme.LEAST if least is None else least)
        sprites = [self._line(line, face, set_.size, colour) for line in set_.lines]
        font = self.kit.font(face, set_.size)
        baseline = self._first_baseline(box, face, set_, stand)
        for sprite in sprites:
            left = self._left(box, sprite.get_width(), align)
            self.surface.blit(sprite, (left, round(baseline) - font.get_ascent()))
            baseline += LEADING * set_.size
        return max(sprite.get_width() for sprite in sprites) / self.scale

    def width(self, text: str, size: float, face: Face = "text") -> float:
        """How wide a text is in one line, units."""
        return self.kit.font(face, self.px(self._wished(size))).size(text)[0] / self.scale

    def _wished(self, size: float) -> float:
        """How large type is to be, if there is room."""
        return size * theme.LARGER if self.large else size

    def _setting(self, text: str, box: Box, size: float, face: Face, lines: int, least: float) -> Setting:
        sizes = (self.px(size), min(self.px(least), self.px(size)))
        space = (self.px(box.w), self.px(box.h))
        key = (text, face, sizes, space, lines)
        found = self.kit.layout(key, lambda: setting(self.kit, text, face, sizes, space, lines))
        if not found.fits and text not in self.kit.cut:
            self.kit.cut.append(text)
        return found

    def _line(self, text: str, face: Face, size: int, colour: Colour) -> pygame.Surface:
        return self.kit.picture(
            ("text", text, face, size, colour),
            lambda: self.kit.font(face, size).render(text, True, colour),
        )

    def _first_baseline(self, box: Box, face: Face, set_: Setting, stand: Stand) -> float:
        tall = block(face, set_.size, len(set_.lines))
        room = box.h * self.scale - tall
        top = box.y * self.scale + {"top": 0.0, "middle": room / 2, "bottom": room}[stand]
        return top + CAPITALS[face] * set_.size

    def _left(self, box: Box, width: int, align: Align) -> int:
        room = self.px(box.w) - width
        return self.px(box.x) + {"left": 0, "centre": room // 2, "right": room}[align]

    # -- shapes and pictures ---------------------------------------------------------------------------------

    def fill(self, box: Box, colour: Colour) -> None:
        """A plain rectangle."""
        self.surface.fill(colour, self.rect(box))

    def panel(self, box: Box, colour: Colour, radius: float = 14, alpha: int = 255) -> None:
        """A rectangle with rounded corners."""
        rect = self.rect(box)
        round_ = max(0, min(self.px(radius), rect.w // 2, rect.h // 2))
        if alpha == 255 and min(rect.size) > 4 * round_:
            self._opaque(rect, colour, round_)
            return
        key = ("panel", rect.size, round_, colour, alpha)
        made = self.kit.picture(key, lambda: shapes.rounded(rect.size, round_, colour, alpha))
        self.surface.blit(made, rect)

    def _opaque(self, rect: pygame.Rect, colour: Colour, round_: int) -> None:
        """A large opaque panel: filled, which is many times quicker than blended; only its corners are."""
        self.surface.fill(colour, rect.inflate(-2 * round_, 0))
        if round_:
            for x in (rect.left, rect.right - round_):
                self.surface.fill(colour, (x, rect.top + round_, round_, rect.h - 2 * round_))
            corners = self.kit.picture(("corners", round_, colour), lambda: shapes.disc(2 * round_, colour))
            for left, x in ((0, rect.left), (round_, rect.right - round_)):
                for top, y in ((0, rect.top), (round_, rect.bottom - round_)):
                    self.surface.blit(corners, (x, y), (left, top, round_, round_))

    def outline(self, box: Box, colour: Colour, line: float = 3, radius: float = 14) -> None:
        """The edge of such a rectangle, inside the box."""
        rect, thick = self.rect(box), max(1, self.px(line))
        round_ = max(thick, min(self.px(radius), rect.w // 2, rect.h // 2))
        ring = self.kit.picture(
            ("ring", round_, thick, colour), lambda: shapes.ring(2 * round_, thick, colour)
        )
        for left, x in ((0, rect.left), (round_, rect.right - round_)):
            for top, y in ((0, rect.top), (round_, rect.bottom - round_)):
                self.surface.blit(ring, (x, y), (left, top, round_, round_))
        for y in (rect.top, rect.bottom - thick):
            self.surface.fill(colour, (rect.left + round_, y, rect.w - 2 * round_, thick))
        for x in (rect.left, rect.right - thick):
            self.surface.fill(colour, (x, rect.top + round_, thick, rect.h - 2 * round_))

    def stamp(self, key: Hashable, box: Box, make: Callable[[tuple[int, int]], pygame.Surface]) -> None:
        """A picture made once for this key and size (`make` gets pixels) and kept."""
        rect = self.rect(box)
        made = self.kit.picture((key, rect.size), lambda: make(rect.size))
        self.surface.blit(made, rect)

    def part(self, name: str, key: object, box: Box, paint: Callable[[Pen, Box], None]) -> None:
        """A part of the screen that is kept by itself, opaque, and painted again only when its key has changed."""
        rect, whole = self.rect(box), Box(0, 0, box.w, box.h)
        made = self.kit.slot(
            name,
            (key, self.large),
            rect.size,
            lambda kept: paint(Pen(kept, self.kit, self.scale, self.large), whole),
        )
        self.surface.blit(made, rect)
