"""A game's rules in a few pictures: what they are made of, and how they are drawn. Each game's file has its `RULES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TypeAlias, cast

from kiosk import theme
from kiosk.buttons import Button
from kiosk.draw.box import Box
from kiosk.draw.buttons import draw_button
from kiosk.draw.dice import draw_die
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import polygon
from kiosk.draw.signs import draw_sign
from kiosk.words import Words
from rules import Options


@dataclass(frozen=True)
class Kept:
    """A die with the clasp of one that stays."""

    value: int


@dataclass(frozen=True)
class Black:
    """A black die."""

    value: int


@dataclass(frozen=True)
class Text:
    """A message, and the figures in it."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)

    def said(self, words: Words) -> str:
        """In the language spoken, numbers as they are written there."""
        shown = {
            name: words.number(value) if isinstance(value, int) else value
            for name, value in self.values.items()
        }
        return words.text(self.message, **shown)


@dataclass(frozen=True)
class Figure:
    """A number written large."""

    number: int
    sign: str = ""


@dataclass(frozen=True)
class Player:
    """The sign of a seat; one who is `out` in the colour of the wood."""

    seat: int
    out: bool = False


class Arrow:
    """What comes of it."""


ARROW = Arrow()
Item: TypeAlias = int | Kept | Black | Figure | Player | Arrow | Button | str
"""A number is a white die, a text a sign between two things."""


@dataclass(frozen=True)
class Line:
    """A drawing and what it means."""

    items: Sequence[Item]
    text: Text


@dataclass(frozen=True)
class Page:
    """One picture: a title over lines, in one column or two; or something a game draws by itself."""

    title: str
    lines: Sequence[Line] = ()
    columns: int = 1
    draw: Callable[[Pen, Box, Words], None] | None = None


Rules: TypeAlias = Callable[[Options], Sequence[Page]]
"""The pictures, by the options in effect."""
MOST_PAGES = 3
SIDE, GAP = 92.0, 12.0
"""Of a die, and between two things, units."""


def pages_of(game: str, options: Options) -> Sequence[Page]:
    """A game's pictures."""
    return cast(Rules, import_module(f"kiosk.screens.{game}").RULES)(options)


def draw_page(pen: Pen, box: Box, page: Page, words: Words) -> None:
    """All but the title."""
    if page.draw is not None:
        page.draw(pen, box, words)
        return
    rows = -(-len(page.lines) // page.columns)
    for index, line in enumerate(page.lines):
        place = box.column(index // rows, page.columns, 70).row(index % rows, rows, 10)
        _draw_line(pen, place, line, words, page.columns)


def _draw_line(pen: Pen, box: Box, line: Line, words: Words, columns: int) -> None:
    drawing = box.left(box.w * (0.46 if columns == 1 else 0.52))
    side = min(SIDE, box.h - 8, _side(pen, line.items, drawing.w, words))
    at = drawing.x
    for item in line.items:
        wide = _width(pen, item, side, words)
        _draw_item(pen, item, Box(at, box.cy - side / 2, wide, side), words)
        at += wide + GAP
    text = box.after(drawing.w + 30)
    pen.write(line.text.said(words), text, theme.LARGE if columns == 1 else theme.BODY, lines=3)


def _side(pen: Pen, items: Sequence[Item], room: float, words: Words) -> float:
    """As large as they fit."""
    whole = sum(_width(pen, item, SIDE, words) for item in items)
    return SIDE * min(1.0, (room - GAP * (len(items) - 1)) / whole)


def _width(pen: Pen, item: Item, side: float, words: Words) -> float:
    match item:
        case Figure(number, sign):
            return pen.width(f"{sign}{words.number(number)}", side * 0.8, "bold")
        case str():
            return pen.width(item, side * 0.7, "bold")
        case Button():
            return side * 0.8
        case _:
            return side


def _draw_item(pen: Pen, item: Item, box: Box, words: Words) -> None:
    match item:
        case int():
            draw_die(pen, item, box)
        case Kept(value):
            draw_die(pen, value, box.inset(box.w * 0.09))
            pen.outline(box, theme.BRASS, 5, box.w * 0.24)
        case Black(value):
            draw_die(pen, value, box, "d12")
        case Figure(number, sign):
            _write(pen, f"{sign}{words.number(number)}", box, 0.8, theme.BRASS)
        case Player(seat, out):
            draw_sign(pen, seat, box.inset(box.w * 0.08), theme.LINE if out else None)
        case str():
            _write(pen, item, box, 0.7, theme.PAPER)
        case Button():
            draw_button(pen, item, True, box.square(min(box.w, 74.0)))
        case _:
            side = box.w * 0.62
            pen.stamp(
                "rule arrow", box.square(side), lambda size: polygon(size[0], ARROW_SHAPE, theme.PAPER_DIM)
            )


def _write(pen: Pen, text: str, box: Box, share: float, colour: theme.Colour) -> None:
    size = box.h * share
    pen.write(text, box.inset(-6, 0), size, face="bold", colour=colour, align="centre", least=size * 0.8)


ARROW_SHAPE = ((0.0, 0.4), (0.55, 0.4), (0.55, 0.16), (1.0, 0.5), (0.55, 0.84), (0.55, 0.6), (0.0, 0.6))
