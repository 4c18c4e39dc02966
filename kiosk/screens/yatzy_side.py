"""Yatzy's part of the column beside the tray: how many rolls are left, and what was written last."""

from __future__ import annotations

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import disc, ring
from kiosk.screens import turn_side
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.screens.yatzy_words import rolls_left
from kiosk.table import Table
from rules import Match
from rules.yatzy import ROLLS, FieldScored, turn_of


def draw_side(pen: Pen, side: Box, table: Table, match: Match) -> None:
    """Rolls left, and the turn just written."""
    used = turn_of(match).rolls
    turn_side.draw_figure(pen, side, str(ROLLS - used), rolls_left(table.words, ROLLS - used))
    _draw_dots(pen, turn_side.figure(side), used)
    written = table.last.told(FieldScored) if table.last is not None else None
    if table.last is not None and written is not None and match.expect.roll is not None:
        field = table.words.text(FIELD_NAMES[written.field])
        turn_side.draw_last(pen, side, table, table.last, field, str(written.points))


def _draw_dots(pen: Pen, box: Box, used: int) -> None:
    for index in range(ROLLS):
        dot = Box(box.cx - 46 + index * 36, box.y + 132, 20, 20)
        if index < used:
            pen.stamp("roll used", dot, lambda size: ring(size[0], max(1, pen.px(3)), theme.PAPER_DIM))
        else:
            pen.stamp("roll left", dot, lambda size: disc(size[0], theme.BRASS))
