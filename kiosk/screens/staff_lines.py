"""Numbered lines, and the same numbers above the HOLD buttons: how everything is chosen that only staff can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.pen import Pen
from kiosk.screens import turn_left
from kiosk.screens.boards import board_of
from kiosk.screens.scene import FOOT, foot
from kiosk.table import Table

TALL = 112.0
"""A line is at most so tall, units."""
WIDE = 250.0
"""Room for words between the HOLD buttons and the yellow one, units."""


@dataclass(frozen=True)
class Line:
    """What a HOLD button does, and a quieter line about it; `open`: whether it can be done now."""

    title: str
    about: str
    open: bool = True


def lamps(lines: Sequence[Line]) -> Mapping[Button, Lamp]:
    """The buttons of what can be done."""
    return {button: Lamp.ON for button, line in zip(HOLDS, lines, strict=False) if line.open}


def panel(pen: Pen) -> Box:
    """The left half below the headline."""
    top = turn_left.header(pen).bottom + 6
    return Box(turn_left.LEFT, top, turn_left.header(pen).w, pen.h - FOOT - top - 16)


def draw_panel(pen: Pen) -> Box:
    """Its felt; gives the room on it."""
    box = panel(pen)
    pen.panel(box, theme.FELT, 18)
    pen.outline(box, theme.LINE, 2, 18)
    return box.inset(26, 14)


def draw_lines(pen: Pen, lines: Sequence[Line]) -> None:
    """All lines on their felt, and the numbers above the buttons."""
    room = draw_panel(pen)
    tall = min(TALL, room.h / len(lines))
    for index, line in enumerate(lines):
        _draw_line(pen, Box(room.x, room.y + index * tall, room.w, tall), index + 1, line)
        _draw_number(pen, index, line.open)


def _draw_line(pen: Pen, box: Box, number: int, line: Line) -> None:
    colour = theme.PAPER if line.open else theme.mixed(theme.PAPER_DIM, theme.FELT, 0.45)
    if number > 1:
        pen.fill(Box(box.x, box.y, box.w, 1), theme.LINE)
    pen.write(
        str(number),
        box.left(70),
        theme.NUMBER,
        face="bold",
        colour=theme.BRASS if line.open else colour,
        align="centre",
    )
    text = box.after(94)
    pen.write(line.title, Box(text.x, text.y + 12, text.w, 46), theme.LARGE, face="bold", colour=colour)
    about = theme.PAPER_DIM if line.open else colour
    pen.write(line.about, Box(text.x, text.y + 60, text.w, 38), theme.SMALL, colour=about)


def _draw_number(pen: Pen, index: int, open_: bool) -> None:
    place = Box(PLACES[HOLDS[index]] * pen.w / theme.WIDTH - 60, foot(pen).y + 18, 120, 84)
    colour = theme.PAPER if open_ else theme.mixed(theme.PAPER_DIM, theme.SHADOW, 0.6)
    pen.write(str(index + 1), place, theme.NUMBER, face="bold", colour=colour, align="centre")


def draw_game(pen: Pen, table: Table) -> None:
    """The right half: whose game it is, and the scores that are at stake."""
    turn_left.draw_sheet_frame(pen)
    box, match = turn_left.sheet_box(pen), table.match
    if match is None:
        text = table.words.text("No game is under way.")
        pen.write(text, box.inset(60, 60), theme.LARGE, colour=theme.PAPER_DIM, align="centre", lines=3)
        return
    board = board_of(match)
    board.draw(pen, box, table, match, board.page_of(match.player or 0))


def draw_between(pen: Pen, text: str) -> None:
    """What RIGHT does, where LEFT does nothing: there is room for more words."""
    middle = (PLACES[Button.LEFT] + PLACES[Button.RIGHT]) / 2 * pen.w / theme.WIDTH
    box = Box(middle - WIDE / 2 + 4, foot(pen).y + 10, WIDE - 8, 98)
    pen.write(text, box, theme.SMALL, colour=theme.PAPER, align="centre", lines=3)
