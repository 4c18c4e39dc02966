"""Everybody's scores under each other, with names: large enough to be the whole of the screen's right half."""

from __future__ import annotations

from collections.abc import Callable

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.screens import score_strip
from kiosk.screens.score_strip import page_text, seats_on
from kiosk.table import Table
from rules import Match

TALL = 118.0
"""A row is at most so tall, units."""


class RowsBoard:
    """The scores of a game that has no sheet (see `boards.Board`): names and points."""

    ranks = True

    def pages(self, match: Match) -> int:
        """How many pages the scores take."""
        return score_strip.pages(match)

    def page_of(self, seat: int) -> int:
        """The page on which a seat is."""
        return score_strip.page_of(seat)

    def draw(self, pen: Pen, box: Box, table: Table, match: Match, page: int) -> None:
        """A page of them."""
        draw_rows(pen, box, table, match, page, lambda pen, row, seat: self.draw_more(pen, row, match, seat))

    def draw_more(self, pen: Pen, row: Box, match: Match, seat: int) -> None:
        """What the game shows between name and points."""


def draw_rows(
    pen: Pen,
    box: Box,
    table: Table,
    match: Match,
    page: int,
    more: Callable[[Pen, Box, int], None] = lambda pen, box, seat: None,
) -> None:
    """A row for each seat of the page; winners and who plays in the light. `more` draws between name and points."""
    inner, seats = box.inset(28, 22), seats_on(match, page)
    if text := page_text(match, page, table.words):
        pen.write(text, inner.top(44), theme.SMALL, colour=theme.PAPER_DIM, align="right")
        inner = inner.below(52)
    tall = min(TALL, inner.h / len(seats))
    for place, seat in enumerate(seats):
        row = Box(inner.x, inner.y + place * tall, inner.w, tall - 8)
        _draw_row(pen, row, table, match, seat)
        more(pen, row, seat)


def _draw_row(pen: Pen, box: Box, table: Table, match: Match, seat: int) -> None:
    lit = seat == match.player or seat in match.winners
    out = seat in match.details.out
    if lit:
        pen.panel(box, theme.FELT_LIGHT, 14)
        pen.panel(box.left(6).inset(0, 10), theme.seat_style(seat).colour, 3)
    side = min(54.0, box.h * 0.6)
    dim = theme.mixed(theme.PAPER_DIM, theme.FELT, 0.45)
    colour = dim if out else theme.PAPER if lit else theme.PAPER_DIM
    draw_sign(pen, seat, Box(box.x + 26, box.cy - side / 2, side, side), dim if out else None)
    face: theme.Face = "bold" if lit else "text"
    name = Box(box.x + 104, box.y, 230, box.h)
    pen.write(table.seats[seat].name, name, theme.LARGE, face=face, colour=colour)
    points = Box(box.right - 220, box.y, 196, box.h)
    pen.write(table.words.number(match.scores[seat]), points, 72, face=face, colour=colour, align="right")
