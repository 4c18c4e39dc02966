"""The left part of every screen of a turn: what to do, the tray, the dice in a row."""

from __future__ import annotations

from kiosk import theme
from kiosk.draw import tray
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.screens.faults import is_away
from kiosk.screens.scene import FOOT
from kiosk.table import Table

LEFT, WIDE, SIDE = theme.GAP, 984.0, 236.0
HEADER = 128.0
RIGHT = 1032.0
"""Where the sheet begins, units of a screen 1920 wide."""


def header(pen: Pen) -> Box:
    """The place for the one thing to do now."""
    return Box(LEFT, 18, WIDE * pen.w / theme.WIDTH, HEADER)


def side(pen: Pen) -> Box:
    """The narrow column beside the tray."""
    top = header(pen).bottom + 6
    return Box(LEFT, top, SIDE, pen.h - FOOT - 16 - top)


def view(pen: Pen) -> tray.TrayView:
    """Where the tray is."""
    column = side(pen)
    right = header(pen).right
    left = column.right + 14
    return tray.tray_view(Box(left, column.y, right - left, column.h))


def sheet_box(pen: Pen) -> Box:
    """The place of the score sheet."""
    left = RIGHT * pen.w / theme.WIDTH
    return Box(left, 18, pen.w - left - theme.GAP, pen.h - FOOT - 16 - 18)


def draw_sheet_frame(pen: Pen) -> None:
    """The felt on which the score sheet, or the roll-off, is written."""
    pen.panel(sheet_box(pen), theme.FELT, 18)
    pen.outline(sheet_box(pen), theme.BRASS_DIM, 2, 18)


def draw_header(pen: Pen, text: str, aside: str) -> None:
    """The headline, and a quieter line below it if there is one."""
    box = header(pen)
    if aside:
        pen.write(text, box.top(80), theme.HEADLINE, face="voice", lines=2, least=36)
        pen.write(aside, box.below(91), theme.BODY, colour=theme.PAPER_DIM)
        return
    pen.write(text, box, theme.HEADLINE, face="voice", lines=2, least=40)


def draw_tray(pen: Pen, table: Table, beat: float) -> None:
    """The tray as it is now, the values at the dice, marks where a hand is needed."""
    place, away = view(pen), is_away(table)
    tray.draw_picture(pen, place, table.tray, dimmed=away)
    quiet = table.state not in ("hand", "rolling")
    if quiet and not away:
        tray.draw_values(pen, place, table.there)
    if table.advice is not None and not away:
        tray.draw_marks(pen, place, table.advice.marks, beat)
