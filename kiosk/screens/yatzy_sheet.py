"""The score sheet as it is on paper: fields down, players across, up to four at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.table import Table
from kiosk.words import Words
from rules import Match
from rules.yatzy import FIELDS, UPPER, Summary, options_of, summary

AT_ONCE = 4
"""How many sheets are shown side by side."""
HEAD, TOTAL, ROW = 1.5, 1.7, 1.0
"""Heights in rows."""
LABEL = 276.0
"""Width of the fields' names, units."""
STRUCK = "–"
"""A field written for nothing: on paper it is struck out."""


@dataclass(frozen=True)
class SheetView:
    """What the sheet shows. `worth`: what the present dice give in the acting player's free fields, one
    `chosen`; `fresh`: seat and field written last."""

    match: Match
    page: int
    acting: int | None
    worth: Mapping[str, int] = field(default_factory=dict)
    chosen: str | None = None
    fresh: tuple[int, str] | None = None
    winners: tuple[int, ...] = ()

    @property
    def seats(self) -> range:
        """The seats on this page."""
        return range(self.page * AT_ONCE, min(len(self.match.players), (self.page + 1) * AT_ONCE))


def pages(match: Match) -> int:
    """How many pages the sheets take."""
    return -(-len(match.players) // AT_ONCE)


def page_of(seat: int) -> int:
    """The page on which a seat's sheet is."""
    return seat // AT_ONCE


class YatzyBoard:
    """The sheets as they are when nobody chooses."""

    ranks = False

    def pages(self, match: Match) -> int:
        """How many pages the sheets take."""
        return pages(match)

    def page_of(self, seat: int) -> int:
        """The page on which a seat's sheet is."""
        return page_of(seat)

    def draw(self, pen: Pen, box: Box, table: Table, match: Match, page: int) -> None:
        """The sheets."""
        draw_sheet(pen, box, SheetView(match, page, match.player, winners=match.winners), table.words)


def draw_sheet(pen: Pen, box: Box, view: SheetView, words: Words) -> None:
    """The whole sheet, on a felt that is there already."""
    pen.part(
        "sheet",
        (view, words.code),
        box.inset(14, 8),
        lambda inner, all_: _draw_inner(inner, all_, view, words),
    )


def _draw_inner(pen: Pen, inner: Box, view: SheetView, words: Words) -> None:
    pen.fill(inner, theme.FELT)
    rows = _rows(inner)
    _draw_columns(pen, inner, view)
    _draw_lines(pen, inner, rows)
    _draw_labels(pen, inner, rows, view, words)
    for place, seat in enumerate(view.seats):
        column = _column(inner, place, len(view.seats))
        _draw_head(pen, Box(column.x, rows["head"].y, column.w, rows["head"].h), seat, view)
        _draw_cells(pen, column, rows, seat, view, words)


ORDER = ("head", *UPPER, "sum", "bonus", *FIELDS[len(UPPER) :], "total")


def _rows(inner: Box) -> dict[str, Box]:
    """Each row's place, by name."""
    heights = {name: {"head": HEAD, "total": TOTAL}.get(name, ROW) for name in ORDER}
    unit, top, rows = inner.h / sum(heights.values()), inner.y, {}
    for name in ORDER:
        rows[name] = Box(inner.x, top, inner.w, heights[name] * unit)
        top += heights[name] * unit
    return rows


def _column(inner: Box, place: int, count: int) -> Box:
    return inner.after(LABEL).column(place, max(count, 2))


def _draw_columns(pen: Pen, inner: Box, view: SheetView) -> None:
    """The acting player's column lies in the light; winners' columns too."""
    for place, seat in enumerate(view.seats):
        if seat == view.acting or seat in view.winners:
            column = _column(inner, place, len(view.seats)).inset(2, 0)
            pen.panel(column, theme.FELT_LIGHT, 12)
            pen.panel(column.top(6).inset(10, 0), theme.seat_style(seat).colour, 3)


def _draw_lines(pen: Pen, inner: Box, rows: Mapping[str, Box]) -> None:
    for name, row in rows.items():
        if name in ("head", ORDER[1]):
            continue
        strong = name in ("sum", FIELDS[len(UPPER)], "total")
        colour = theme.mixed(theme.BRASS, theme.FELT, 0.45) if strong else theme.LINE
        pen.fill(Box(inner.x, row.y - (1 if strong else 0.5), inner.w, 2 if strong else 1), colour)


def _draw_labels(pen: Pen, inner: Box, rows: Mapping[str, Box], view: SheetView, words: Words) -> None:
    names = {name: words.text(FIELD_NAMES[name]) for name in FIELDS}
    names |= {"sum": words.text("Sum"), "bonus": words.text("Bonus"), "total": words.text("Total")}
    for name, text in names.items():
        place = Box(rows[name].x + 6, rows[name].y, LABEL - 18, rows[name].h)
        bright = name == view.chosen or name == "total"
        quiet = name in ("sum", "bonus")
        pen.write(
            text,
            place,
            theme.LARGE if name == "total" else theme.SMALL,
            face="bold" if bright else "text",
            colour=theme.PAPER_DIM if quiet else theme.PAPER,
        )
    if pages(view.match) > 1:
        _draw_page(pen, Box(rows["head"].x, rows["head"].y, LABEL - 12, rows["head"].h), view, words)


def _draw_page(pen: Pen, box: Box, view: SheetView, words: Words) -> None:
    text = words.text(
        "{first}–{last} of {all}",
        first=view.seats[0] + 1,
        last=view.seats[-1] + 1,
        all=len(view.match.players),
    )
    pen.write(text, box.inset(6, 0), theme.SMALL, colour=theme.PAPER_DIM)


def _draw_head(pen: Pen, box: Box, seat: int, view: SheetView) -> None:
    """The seat's sign and number."""
    sign, number = 38.0, str(seat + 1)
    bright = seat == view.acting or seat in view.winners
    width = sign + 10 + pen.width(number, theme.LARGE, "bold")
    left = box.cx - width / 2
    draw_sign(pen, seat, Box(left, box.cy - sign / 2 + 2, sign, sign))
    colour = theme.PAPER if bright else theme.PAPER_DIM
    pen.write(number, Box(left + sign + 10, box.y + 2, 90, box.h), theme.LARGE, face="bold", colour=colour)


def _draw_cells(
    pen: Pen, column: Box, rows: Mapping[str, Box], seat: int, view: SheetView, words: Words
) -> None:
    sums = summary(view.match, seat)

    def cell(name: str) -> Box:
        return Box(column.x, rows[name].y, column.w, rows[name].h)

    for name in FIELDS:
        if name in sums.filled:
            _draw_written(pen, cell(name), sums.filled[name], (seat, name) == view.fresh)
        elif seat == view.acting and name in view.worth:
            _draw_worth(pen, cell(name), view.worth[name], name == view.chosen)
    _draw_sum(pen, cell("sum"), str(sums.upper) if any(name in sums.filled for name in UPPER) else "")
    _draw_bonus(pen, cell("bonus"), sums, view, words)
    bright = seat == view.acting or seat in view.winners
    face: theme.Face = "bold" if bright else "text"
    pen.write(str(sums.total), cell("total"), 62, face=face, align="centre")


def _figure(
    pen: Pen,
    box: Box,
    text: str,
    size: float,
    face: theme.Face = "text",
    colour: theme.Colour = theme.PAPER,
) -> None:
    """Figures stand under each other by their last digit: two of them are centred."""
    wide = pen.width("00", size, face)
    place = Box(box.cx - wide / 2 - wide, box.y, 2 * wide, box.h)
    pen.write(text, place, size, face=face, colour=colour, align="right")


def _draw_written(pen: Pen, box: Box, points: int, fresh: bool) -> None:
    if fresh:
        pen.outline(box.inset(box.w / 2 - 50, 2), theme.PAPER, 2, 10)
    _figure(pen, box, str(points) if points else STRUCK, theme.BODY, "bold" if fresh else "text")


def _draw_worth(pen: Pen, box: Box, points: int, chosen: bool) -> None:
    """What may be written: in a frame of its own, so that it is never taken for written."""
    frame = box.inset(box.w / 2 - 50, 2)
    if chosen:
        pen.panel(frame, theme.BRASS, 10)
        _figure(pen, box, str(points), theme.BODY, "bold", theme.INK)
        return
    pen.outline(frame, theme.LINE, 2, 10)
    _figure(pen, box, str(points), theme.SMALL, colour=theme.BRASS if points else theme.PAPER_DIM)


def _draw_sum(pen: Pen, box: Box, text: str) -> None:
    _figure(pen, box, text, theme.SMALL, colour=theme.PAPER_DIM)


def _draw_bonus(pen: Pen, box: Box, sums: Summary, view: SheetView, words: Words) -> None:
    """The bonus once it is earned or lost, before that how far it is."""
    options = options_of(view.match)
    if sums.bonus:
        _figure(pen, box, f"+{sums.bonus}", theme.SMALL, "bold")
    elif all(name in sums.filled for name in UPPER):
        _figure(pen, box, STRUCK, theme.SMALL, colour=theme.PAPER_DIM)
    elif any(name in sums.filled for name in UPPER):
        text = words.text("{points} to go", points=options.bonus_at - sums.upper)
        pen.write(text, box.inset(4, 0), 30, colour=theme.PAPER_DIM, align="centre")
