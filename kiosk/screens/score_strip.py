"""Everybody's scores in a row: always in sight, six at once."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.words import Words
from rules import Match

AT_ONCE = 6
"""How many players are shown side by side."""
FEWEST = 3
"""Columns are no wider than for so many."""


def pages(match: Match) -> int:
    """How many pages the scores take."""
    return -(-len(match.players) // AT_ONCE)


def page_of(seat: int) -> int:
    """The page on which a seat is."""
    return seat // AT_ONCE


def seats_on(match: Match, page: int) -> range:
    """The seats on a page."""
    return range(page * AT_ONCE, min(len(match.players), (page + 1) * AT_ONCE))


def page_text(match: Match, page: int, words: Words) -> str:
    """Which seats are shown; nothing where all are."""
    if pages(match) == 1:
        return ""
    seats = seats_on(match, page)
    return words.text(
        "{first}–{last} of {all}", first=seats[0] + 1, last=seats[-1] + 1, all=len(match.players)
    )


def draw_strip(
    pen: Pen, box: Box, match: Match, page: int, words: Words, waiting: tuple[int, ...] = ()
) -> None:
    """Sign, number and points of each seat; who plays lies in the light, who still has a turn has a brass dot."""
    key = (match.scores, match.player, page, waiting, words.code)
    pen.part("strip", key, box, lambda part, whole: _draw_seats(part, whole, match, page, words, waiting))
    if text := page_text(match, page, words):
        _draw_page(pen, box, text)


def _draw_seats(pen: Pen, box: Box, match: Match, page: int, words: Words, waiting: tuple[int, ...]) -> None:
    pen.fill(box, theme.FELT)
    for seat, column in columns(box, match, page):
        _draw_seat(pen, column, seat, match, words, seat in waiting)


def columns(box: Box, match: Match, page: int) -> Iterator[tuple[int, Box]]:
    """Each seat of a page and its column."""
    seats = seats_on(match, page)
    width = box.w * len(seats) / max(len(seats), FEWEST)
    whole = Box(box.cx - width / 2, box.y, width, box.h)
    for place, seat in enumerate(seats):
        yield seat, whole.column(place, len(seats)).inset(4, 0)


def _draw_page(pen: Pen, box: Box, text: str) -> None:
    """Upon the line above the scores."""
    wide = pen.width(text, theme.SMALL) + 24
    place = Box(box.right - wide, box.y - 28, wide, 40)
    pen.fill(place, theme.FELT)
    pen.write(text, place, theme.SMALL, colour=theme.PAPER_DIM, align="right")


def _draw_seat(pen: Pen, box: Box, seat: int, match: Match, words: Words, waiting: bool) -> None:
    acting = seat == match.player
    if acting:
        pen.panel(box, theme.FELT_LIGHT, 12)
        pen.panel(box.top(6).inset(10, 0), theme.seat_style(seat).colour, 3)
    head = Box(box.x, box.y + 14, box.w, 46)
    number = str(seat + 1)
    left = head.cx - (48 + pen.width(number, theme.LARGE, "bold")) / 2
    draw_sign(pen, seat, Box(left, head.y + 4, 38, 38))
    colour = theme.PAPER if acting else theme.PAPER_DIM
    pen.write(number, Box(left + 48, head.y, 90, head.h), theme.LARGE, face="bold", colour=colour)
    if waiting:
        pen.panel(Box(box.right - 26, head.y + 2, 16, 16), theme.BRASS, 8)
    points = Box(box.x, head.bottom + 4, box.w, box.bottom - head.bottom - 10)
    face: theme.Face = "bold" if acting else "text"
    pen.write(words.number(match.scores[seat]), points.inset(6, 0), 56, face=face, align="centre")
