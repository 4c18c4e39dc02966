"""Three figures of a turn side by side: what is at stake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen


@dataclass(frozen=True)
class Stake:
    """A figure: what it is, how much, and a quiet word about it."""

    label: str
    number: str
    note: str = ""
    bright: bool = False


def draw_stakes(pen: Pen, box: Box, stakes: Sequence[Stake]) -> None:
    """Label, number and note of each, in columns."""
    for index, stake in enumerate(stakes):
        column = box.column(index, len(stakes), 24)
        if index:
            pen.fill(Box(column.x - 13, box.y + 14, 2, box.h - 28), theme.LINE)
        pen.write(stake.label, column.top(44), theme.SMALL, colour=theme.PAPER_DIM, align="centre")
        number = Box(column.x, column.y + 46, column.w, 92)
        colour = theme.BRASS if stake.bright else theme.PAPER
        pen.write(stake.number, number, 92, face="bold", colour=colour, align="centre")
        note = Box(column.x, column.y + 142, column.w, column.h - 142)
        pen.write(stake.note, note, 32, colour=theme.PAPER_DIM, align="centre")
