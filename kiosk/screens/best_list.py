"""The most points that were ever reached in a game, at this table or in the house, in the place of the final sheets."""

from __future__ import annotations

import time
from collections.abc import Sequence

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.honours import Honour
from kiosk.listed import LISTED
from kiosk.table import Table
from kiosk.words import Words

HEAD, TALL = 84.0, 78.0
"""Heights of the title and of a row at most, units."""


def place_of(honours: Sequence[Honour]) -> int | None:
    """The best place of the game whose result is shown; None if it is not on the list."""
    return next((index + 1 for index, honour in enumerate(honours) if honour.now), None)


def draw_best(pen: Pen, box: Box, table: Table, title: str, honours: Sequence[Honour]) -> None:
    """Place, sign, day and points, in the house the table as well; those of this game in the light."""
    inner = box.inset(28, 14)
    pen.write(title, inner.top(HEAD), theme.LARGE, face="voice")
    room = inner.below(HEAD)
    tall = min(TALL, room.h / LISTED)
    for index, honour in enumerate(honours):
        row = Box(room.x, room.y + index * tall, room.w, tall - 6)
        _draw_row(pen, row, index + 1, honour, table)


def _draw_row(pen: Pen, row: Box, place: int, honour: Honour, table: Table) -> None:
    if honour.now:
        pen.panel(row, theme.FELT_LIGHT, 12)
        pen.outline(row, theme.BRASS, 3, 12)
    words = table.words
    colour = theme.PAPER if honour.now else theme.PAPER_DIM
    pen.write(f"{place}.", Box(row.x + 18, row.y, 60, row.h), theme.BODY, colour=theme.PAPER_DIM)
    draw_sign(pen, honour.seat, Box(row.x + 92, row.cy - 22, 44, 44))
    when = words.text("now") if honour.now else day(words, honour.wall)
    told = f"{honour.table}, {when}" if honour.table else when
    pen.write(told, Box(row.x + 160, row.y, row.w - 400, row.h), theme.BODY, colour=colour)
    points = Box(row.right - 220, row.y, 196, row.h)
    pen.write(words.number(honour.points), points, 54, face="bold", colour=colour, align="right")


def day(words: Words, wall: float) -> str:
    """The day of a moment, as it is written."""
    when = time.localtime(wall)
    return words.text("{day}/{month} {year}", day=when.tm_mday, month=when.tm_mon, year=when.tm_year)
