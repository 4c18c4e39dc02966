"""Staff have locked the table: it is closed until they open it again. Nothing a guest presses does anything."""

from __future__ import annotations

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.screens.attract import drift
from kiosk.screens.scene import FOOT, Scene
from kiosk.table import Table


class LockedScreen(Scene):
    """Wanders slowly, so that it does not burn in."""

    name = "locked"

    def key(self, table: Table) -> tuple[object, ...]:
        """Where it has wandered to."""
        return (drift(self.now),)

    def paint(self, pen: Pen, table: Table) -> None:
        """That it is closed, and who opens it."""
        words, (x, y) = table.words, drift(self.now)
        box = Box(110 + x, 90 + y, pen.w - 220, pen.h - FOOT - 180)
        pen.write(words.text("The table is closed."), box.row(0, 2), 130, face="voice", align="centre")
        below = Box(box.x, box.row(1, 2).y, box.w, 140)
        text = words.text("Ask the staff if you would like to play.")
        pen.write(text, below, 56, colour=theme.PAPER_DIM, align="centre", lines=2)

    def beat(self, table: Table, now: float) -> object:
        """It only wanders."""
        return (super().beat(table, now), drift(now))


SCREEN = LockedScreen
