"""The narrow column beside the tray: whose turn it is, a figure of it, how the turn before has ended."""

from __future__ import annotations

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.referee import laying
from kiosk.screens.dice_row import draw_crops
from kiosk.table import LastTurn, Table

PLAYER, FIGURE, LAST = 250.0, 280.0, 222.0
"""Where the player ends, where the figure begins, how tall the turn before is, units."""


def draw_player(pen: Pen, side: Box, seat: int, table: Table) -> None:
    """Whose turn it is."""
    box = side.top(PLAYER)
    draw_sign(pen, seat, Box(box.x, box.y + 10, box.w, 136))
    name = Box(box.x, box.y + 160, box.w, 70)
    pen.write(table.seats[seat].name, name, 46, face="bold", align="centre", lines=2)


def figure(side: Box) -> Box:
    """The place of the figure."""
    return Box(side.x, side.y + FIGURE, side.w, 170)


def draw_figure(pen: Pen, side: Box, number: str, label: str) -> None:
    """A number and what it counts."""
    box = figure(side)
    pen.write(number, box.top(64), 84, face="bold", colour=theme.BRASS, align="centre")
    pen.write(label, Box(box.x, box.y + 76, box.w, 44), theme.BODY, align="centre", lines=2)


def draw_last(pen: Pen, side: Box, table: Table, last: LastTurn, title: str, points: str) -> None:
    """The turn just ended, with the photographs it was read from."""
    box = Box(side.x, side.bottom - LAST, side.w, LAST)
    pen.panel(box, theme.FELT, 16)
    pen.outline(box, theme.LINE, 2, 16)
    inner = box.inset(14, 14)
    draw_sign(pen, last.seat, Box(inner.x, inner.y + 2, 34, 34))
    name = Box(inner.x + 44, inner.y, inner.w - 44, 38)
    pen.write(table.seats[last.seat].name, name, theme.SMALL, colour=theme.PAPER_DIM)
    pen.write(title, Box(inner.x, inner.y + 48, inner.w, 38), theme.BODY, face="bold")
    draw_crops(pen, laying.white(last.dice) or last.dice, Box(inner.x, inner.y + 92, inner.w, 38), 4)
    place = Box(inner.x, inner.bottom - 46, inner.w, 46)
    pen.write(points, place, theme.NUMBER, face="bold", colour=theme.BRASS)
