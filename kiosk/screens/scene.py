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
from kiosk.screens.faults import draw_faults, is_away
from kiosk.table import Table

FOOT = 226.0
"""Height of the strip above the real buttons, units."""
SAYS = 800.0
"""How wide what is wrong is written, units of a screen 1920 wide: it stays left of what stands in the middle."""


class Scene:
    """A screen drawn in layers: `backdrop` and `paint` are kept as long as their keys stay, `live` is drawn anew."""

    name: ClassVar[str]
    shown: ClassVar[tuple[Button, ...]] = ()
    """The buttons that are drawn on this screen."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.now = 0.0
        """The moment that is drawn."""
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
        """Everything that `paint` depends on, besides the language, the size and whether the camera is away."""
        return ()

    def backdrop_key(self, table: Table) -> object:
        """What `backdrop` depends on, besides the size."""
        return None

    def backdrop(self, pen: Pen) -> None:
        """Draw what is the same for the whole of this screen, on the table top."""

    def paint(self, pen: Pen, table: Table) -> None:
        """Draw what stands still, on the backdrop."""

    def live(self, pen: Pen, table: Table, now: float) -> None:
        """Draw what may change from frame to frame."""

    def fault_place(self, pen: Pen) -> Box:
        """Where it says what is wrong, from the lower edge upwards: where no HOLD button is drawn."""
        return foot(pen).inset(theme.GAP, 24).left(SAYS * pen.w / theme.WIDTH)

    def beat(self, table: Table, now: float) -> object:
        """The moment of all motion at `now`: while it stays the same nothing moves."""
        return tuple(lit(lamp, now) for lamp in self._drawn_lamps(table).values() if lamp is Lamp.BLINK)

    def draw(self, surface: pygame.Surface, table: Table, now: float) -> None:
        """Draw everything."""
        comfort = table.chosen.comfort
        self.now, pen, size = now, Pen(surface, self.kit, large=comfort.large_type), surface.get_size()
        key = (self.name, table.language, table.notice, comfort, is_away(table), self.key(table))
        base = self.kit.slot("base", key, size, lambda kept: self._paint(kept, table))
        surface.blit(base, (0, 0))
        self.live(pen, table, now)
        draw_faults(pen, self.fault_place(pen), table)
        draw_buttons(pen, self._drawn_lamps(table), self.shown, now)
        self._drawn = self.beat(table, now)

    def still(self, table: Table, now: float) -> bool:
        """True while what was drawn last is what would be drawn now."""
        return self._drawn is not None and self._drawn == self.beat(table, now)

    def _paint(self, base: pygame.Surface, table: Table) -> None:
        backdrop_key = (self.name, self.backdrop_key(table))
        backdrop = self.kit.slot("backdrop", backdrop_key, base.get_size(), self._paint_backdrop)
        base.blit(backdrop, (0, 0))
        self.paint(Pen(base, self.kit, large=table.chosen.comfort.large_type), table)

    def _drawn_lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """The lamps as they are drawn: where motion is reduced what blinks on the panel shines here."""
        lamps = self.lamps(table)
        return dict.fromkeys(lamps, Lamp.ON) if is_calm(table) else lamps

    def _paint_backdrop(self, surface: pygame.Surface) -> None:
        pen = Pen(surface, self.kit)
        draw_table_top(pen)
        draw_foot(pen)
        self.backdrop(pen)


def is_calm(table: Table) -> bool:
    """Whether nothing is to move that does not have to."""
    return table.chosen.comfort.reduced_motion


def foot(pen: Pen) -> Box:
    """The strip above the real buttons."""
    return Box(0, pen.h - FOOT, pen.w, FOOT)


def draw_foot(pen: Pen) -> None:
    """The strip that belongs to the panel: darker, with a brass line above."""
    box = foot(pen)
    pen.panel(box, theme.SHADOW, 0, alpha=140)
    pen.panel(box.top(2), theme.BRASS, 0, alpha=120)
