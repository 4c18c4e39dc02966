"""Rows of which one is chosen, and the marks of what was tried: shared by the pages of service mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk import theme
from kiosk.buttons import Button
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.signs import SHAPES
from kiosk.screens import cards
from kiosk.screens.scene import FOOT
from kiosk.service.trial import Mark
from kiosk.theme import Colour, Sign
from kiosk.words import Words

SIGNS: dict[Mark, tuple[Sign, Colour]] = {
    "good": ("circle", theme.GREEN),
    "bad": ("triangle", theme.WARN),
    "now": ("diamond", theme.BRASS),
    "absent": ("cross", theme.PAPER_DIM),
}
"""A shape beside each colour, for eyes that do not tell green from red."""


@dataclass(frozen=True)
class Row:
    """A line, a quieter one below it (empty: none), and at its end a mark with words."""

    title: str
    about: str = ""
    mark: Mark | None = None
    end: str = ""


def room(pen: Pen) -> Box:
    """Below the title, above the buttons."""
    return Box(70, 122, pen.w - 140, pen.h - FOOT - 122 - 20)


def draw_title(pen: Pen, text: str) -> None:
    """What this page is."""
    pen.write(text, Box(70, 22, pen.w - 140, 92), 68, face="voice")


def draw_felt(pen: Pen, box: Box) -> Box:
    """A panel of felt; gives the room on it."""
    pen.panel(box, theme.FELT, 18)
    pen.outline(box, theme.LINE, 2, 18)
    return box.inset(30, 20)


def draw_mark(pen: Pen, box: Box, mark: Mark) -> None:
    """A mark in a square box."""
    sign, tone = SIGNS[mark]
    pen.stamp(("sign", sign, tone), box, lambda size: SHAPES[sign](size[0], tone))


def draw_rows(pen: Pen, box: Box, rows: Sequence[Row], at: int, tall: float) -> None:
    """The rows, the chosen one on brass."""
    tall = min(tall, box.h / len(rows))
    for index, row in enumerate(rows):
        place = Box(box.x, box.y + index * tall, box.w, tall)
        if index == at:
            pen.panel(place.inset(-14, 3), theme.FELT_LIGHT, 14)
            pen.outline(place.inset(-14, 3), theme.BRASS, 3, 14)
        _draw_row(pen, place.inset(14, 0), row)


def _draw_row(pen: Pen, box: Box, row: Row) -> None:
    end = 420.0 if row.end else 0.0
    text = box.left(box.w - end)
    title = Box(text.x, text.y, text.w, text.h * 0.5 if row.about else text.h)
    pen.write(row.title, title, theme.LARGE, face="bold", stand="bottom" if row.about else "middle")
    if row.about:
        about = text.below(text.h * 0.6)
        pen.write(row.about, about, theme.SMALL, colour=theme.PAPER_DIM, stand="top")
    if row.mark is not None:
        draw_mark(pen, Box(box.right - end, box.cy - 16, 32, 32), row.mark)
    pen.write(row.end, box.after(box.w - end + 52), theme.SMALL, colour=theme.PAPER_DIM)


def draw_list_cards(pen: Pen, words: Words, back: str, green: str) -> None:
    """What the buttons do on a page with rows."""
    cards.draw_rules(pen, back)
    cards.draw_next(pen, words.text("Down"))
    cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("Up"))
    cards.draw_words(pen, cards.card(pen, Button.CONFIRM), green)
