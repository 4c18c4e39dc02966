"""The narrow column beside the tray: whose turn it is, how many rolls are left, what was written last."""

from __future__ import annotations

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import disc, ring
from kiosk.draw.signs import draw_sign
from kiosk.screens.dice_row import draw_crops
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.screens.yatzy_words import rolls_left
from kiosk.table import LastTurn, Table
from rules import Match
from rules.yatzy import ROLLS, turn_of


def draw_side(pen: Pen, box: Box, table: Table, match: Match) -> None:
    """The whole column."""
    seat = match.player
    if seat is None:
        return
    _draw_player(pen, box.top(250), seat, table)
    if match.roll_off is None:
        _draw_rolls(pen, Box(box.x, box.y + 280, box.w, 170), table, turn_of(match).rolls)
    if table.last is not None and match.expect.roll is not None:
        _draw_last(pen, Box(box.x, box.bottom - 222, box.w, 222), table.last, table)


def _draw_player(pen: Pen, box: Box, seat: int, table: Table) -> None:
    draw_sign(pen, seat, Box(box.x, box.y + 10, box.w, 136))
    name = Box(box.x, box.y + 160, box.w, 70)
    pen.write(table.seats[seat].name, name, 46, face="bold", align="centre", lines=2)


def _draw_rolls(pen: Pen, box: Box, table: Table, used: int) -> None:
    left = ROLLS - used
    pen.write(str(left), box.top(64), 84, face="bold", colour=theme.BRASS, align="centre")
    pen.write(rolls_left(table.words, left), Box(box.x, box.y + 76, box.w, 44), theme.BODY, align="centre")
    for index in range(ROLLS):
        dot = Box(box.cx - 46 + index * 36, box.y + 132, 20, 20)
        if index < used:
            pen.stamp("roll used", dot, lambda size: ring(size[0], max(1, pen.px(3)), theme.PAPER_DIM))
        else:
            pen.stamp("roll left", dot, lambda size: disc(size[0], theme.BRASS))


def _draw_last(pen: Pen, box: Box, last: LastTurn, table: Table) -> None:
    """The turn just written, with the photographs it was read from."""
    pen.panel(box, theme.FELT, 16)
    pen.outline(box, theme.LINE, 2, 16)
    inner = box.inset(14, 14)
    draw_sign(pen, last.seat, Box(inner.x, inner.y + 2, 34, 34))
    name = Box(inner.x + 44, inner.y, inner.w - 44, 38)
    pen.write(table.seats[last.seat].name, name, theme.SMALL, colour=theme.PAPER_DIM)
    field = table.words.text(FIELD_NAMES[last.field])
    pen.write(field, Box(inner.x, inner.y + 48, inner.w, 38), theme.BODY, face="bold")
    draw_crops(pen, last.dice, Box(inner.x, inner.y + 92, inner.w, 38), 4)
    points = Box(inner.x, inner.bottom - 46, inner.w, 46)
    pen.write(str(last.points), points, theme.NUMBER, face="bold", colour=theme.BRASS)
