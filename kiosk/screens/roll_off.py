"""Who begins: every seat's die with its photograph, and who is still to roll."""

from __future__ import annotations

import math

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.dice import draw_die
from kiosk.draw.pen import Pen
from kiosk.draw.photos import draw_photo
from kiosk.draw.signs import draw_sign
from kiosk.table import Table, TableDie
from rules.roll_off import RollOff


def latest_dice(table: Table) -> dict[int, TableDie]:
    """Each seat's latest die."""
    return {step.seat: step.dice[0] for step in table.steps if step.seat is not None and step.dice}


def draw_roll_off(pen: Pen, box: Box, table: Table, roll_off: RollOff) -> None:
    """A place for each seat, on a felt that is there already."""
    dice, title = latest_dice(table), Box(box.x + 30, box.y + 14, box.w - 60, 70)
    tied, words = roll_off.waiting[0] in dice, table.words
    told = words.text("A tie: the highest roll again") if tied else words.text("The highest die begins")
    colour = theme.PAPER if tied else theme.PAPER_DIM
    pen.write(told, title, theme.LARGE, face="bold" if tied else "text", colour=colour)
    grid = box.below(90).inset(24, 8)
    count = len(roll_off.roll_off)
    columns = 1 if count <= 4 else 2 if count <= 12 else math.ceil(count / 10)
    rows = max(3, math.ceil(count / columns))
    for seat in range(count):
        place = grid.column(seat // rows, columns, 16).row(seat % rows, rows, 12)
        _draw_seat(pen, place, seat, roll_off, dice.get(seat))


def _draw_seat(pen: Pen, box: Box, seat: int, roll_off: RollOff, die: TableDie | None) -> None:
    acting, taking_part = seat == roll_off.waiting[0], seat in roll_off.rolling
    if acting:
        pen.panel(box, theme.FELT_LIGHT, 14)
        pen.outline(box, theme.seat_style(seat).colour, 3, 14)
    side = min(box.h * 0.72, 84.0)
    draw_sign(pen, seat, Box(box.x + 14, box.cy - side * 0.36, side * 0.72, side * 0.72))
    colour = theme.PAPER if taking_part else theme.PAPER_DIM
    number = Box(box.x + 14 + side * 0.86, box.y, side, box.h)
    pen.write(str(seat + 1), number, side * 0.66, face="bold", colour=colour, least=20)
    if die is None:
        return
    right = box.right - 14 - side
    if die.crop is not None:
        draw_photo(pen, die.crop, Box(right - side - 10, box.cy - side / 2, side, side), 10)
    draw_die(pen, die.value, Box(right, box.cy - side / 2, side, side))
