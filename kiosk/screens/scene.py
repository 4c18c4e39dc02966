"""What all screens have in common: a part that stands still, a part that lives, and the panel's buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pygame

from kiosk import theme
from kiosk.buttons import Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.buttons import draw_buttons, lit
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.draw.wood import draw_table_top
from kiosk.table import Table

FOOT = 226.0
"""Height of the strip above the real buttons, units."""


class Scene:
    """A screen drawn in two layers. `paint` draws what `key` decides and is kept; `live` draws the rest."""

    name: ClassVar[str]
    shown: ClassVar[tuple[Button, ...]] = ()
    """The buttons that are drawn on this screen."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._drawn: object = None

    def enter(self, table: Table) -> None:
        """Nothing to prepare."""
        self._drawn = None

    def press(self, button: Button, table: Table) -> None:
        """No button does anything here."""

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """All dark."""
        return {}

    def key(self, table: Table) -> tuple[object, ...]:
        """Everything that `paint` depends on, besides the language and the size."""
        return ()

    def paint(self, pen: Pen, table: Table) -> None:
        """Draw what stands still, on the table top."""

    def live(self, pen: Pen, table: Table, now: float) -> None:
        """Draw what may change from frame to frame."""

    def beat(self, table: Table, now: float) -> object:
        """The moment of all motion at `now`: while it stays the same nothing moves."""
        return tuple(lit(lamp, now) for lamp in self.lamps(table).values() if lamp is Lamp.BLINK)

    def draw(self, surface: pygame.Surface, table: Table, now: float) -> None:
        """Draw everything."""
        pen = Pen(surface, self.kit)
        key = (self.name, surface.get_size(), table.language, table.notice, table.faults, self.key(table))
        surface.blit(self.kit.slot("base", key, lambda: self._painted(surface, table)), (0, 0))
        self.live(pen, table, now)
        draw_buttons(pen, self.lamps(table), self.shown, now)
        self._drawn = self.beat(table, now)

    def still(self, table: Table, now: float) -> bool:
        """True while what was drawn last is what would be drawn now."""
        return self._drawn is not None and self._drawn == self.beat(table, now)

    def _painted(self, like: pygame.Surface, table: Table) -> pygame.Surface:
        pen = Pen(pygame.Surface(like.get_size(), 0, like), self.kit)
        draw_table_top(pen)
        self.paint(pen, table)
        return pen.surface


def foot(pen: Pen) -> Box:
    """The strip above the real buttons."""
    return Box(0, pen.h - FOOT, pen.w, FOOT)


def draw_foot(pen: Pen) -> Box:
    """The strip that belongs to the panel: darker, with a brass line above. Returns it."""
    box = foot(pen)
    pen.panel(Box(box.x - 40, box.y, box.w + 80, box.h + 40), theme.SHADOW, 0, alpha=140)
    pen.panel(box.top(2), theme.BRASS, 0, alpha=120)
    return box
