"""What the tests of service mode draw: things that are tried, bars, the tray's light, whole screens in one colour."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk import theme
from kiosk.draw.box import Box, centred
from kiosk.draw.pen import Pen
from kiosk.light.messages import Pattern
from kiosk.light.wanted import LEVEL, Wanted
from kiosk.service.parts.screen import Picture
from kiosk.service.screens.figures import Figure, draw_figures
from kiosk.service.screens.rows import draw_mark
from kiosk.service.screens.words import decimal
from kiosk.service.trial import Bars, Gauge, Item, Saying
from kiosk.theme import Colour
from kiosk.words import Words

ONE_COLUMN = 6
"""More things than this stand in two columns."""
TALL = 96.0
"""A thing's line is at most so tall, units."""
_MARK = 64.0
"""Room for a thing's mark, units."""
BAR = 44.0
"""A bar is at most so wide, units."""
CORNER, LINE = 120.0, 4.0
"""Length and width of the frame's corner marks, units."""


def sentence(words: Words, saying: Saying) -> str:
    """A saying in the table's language."""
    names = words.joined([words.text(name) for name in saying.names])
    return words.text(saying.text, names=names, **saying.numbers) if saying.text else ""


def draw_items(pen: Pen, box: Box, items: Sequence[Item], words: Words) -> None:
    """The things that are tried, each with its mark and figure."""
    columns = 1 if len(items) <= ONE_COLUMN else 2
    down = -(-len(items) // columns)
    tall, size = min(TALL, box.h / down), _name_size(pen, box.column(0, columns, 40).w, items, words)
    for index, item in enumerate(items):
        column = box.column(index // down, columns, 40)
        line = Box(column.x, column.y + index % down * tall, column.w, tall)
        _draw_item(pen, line, item, words, size)


def _name_size(pen: Pen, wide: float, items: Sequence[Item], words: Words) -> float:
    """The size of type in which every name fits into a line so wide: a list has one size."""
    rooms = ((wide - _MARK - _figure(pen, wide - _MARK, item, words)[1] - 12, item) for item in items)
    shares = (room / max(pen.width(words.text(item.name), theme.LARGE), 1.0) for room, item in rooms)
    return theme.LARGE * min([1.0, *shares])


def _figure(pen: Pen, wide: float, item: Item, words: Words) -> tuple[str, float]:
    """A thing's figure, and its width."""
    figure = "" if item.figure is None else sentence(words, item.figure)
    return figure, min(wide * 0.55, pen.width(figure, theme.SMALL) + 4) if figure else 0.0


def _draw_item(pen: Pen, box: Box, item: Item, words: Words, size: float) -> None:
    if item.mark == "now":
        pen.panel(box.inset(-10, 4), theme.FELT_LIGHT, 12)
    if item.mark is not None:
        draw_mark(pen, Box(box.x + 6, box.cy - 17, 34, 34), item.mark)
    else:
        pen.outline(Box(box.x + 8, box.cy - 15, 30, 30), theme.PAPER_DIM, 3, 15)
    text = box.after(_MARK)
    figure, wide = _figure(pen, text.w, item, words)
    dim = item.mark in (None, "absent")
    colour = theme.PAPER_DIM if dim else theme.PAPER
    pen.write(words.text(item.name), text.left(text.w - wide - 12), size, colour=colour)
    pen.write(figure, text.after(text.w - wide), theme.SMALL, colour=theme.PAPER_DIM, align="right")


def draw_bars(pen: Pen, box: Box, bars: Bars, words: Words) -> None:
    """The values as bars on a line, the limit across them."""
    pen.write(words.text(bars.name), box.top(48), theme.SMALL, colour=theme.PAPER_DIM)
    ground = box.below(64)
    count = max(len(bars.shares), 1)
    wide = min(BAR, ground.w / count)
    for index, share in enumerate(bars.shares):
        high = max(6.0, share * ground.h)
        over = bars.limit is not None and share > bars.limit
        place = Box(ground.x + index * wide, ground.bottom - high, max(3.0, wide - 6), high)
        pen.panel(place, theme.WARN if over else theme.BRASS, 4)
    pen.fill(Box(ground.x, ground.bottom, ground.w, 3), theme.PAPER_DIM)
    if bars.limit is not None:
        pen.fill(Box(ground.x, ground.bottom - bars.limit * ground.h, ground.w, 3), theme.PAPER)


def draw_gauges(pen: Pen, box: Box, gauges: Sequence[Gauge], words: Words) -> None:
    """The figures with their bars."""
    lines = [Figure(words.text(one.name), _value(words, one), one.share, one.good) for one in gauges]
    draw_figures(pen, box, lines)


def _value(words: Words, gauge: Gauge) -> str:
    return "–" if gauge.value is None else f"{decimal(words, gauge.value, gauge.places)}{gauge.unit}"


def draw_light(pen: Pen, box: Box, wanted: Wanted) -> None:
    """The tray from above as it should look: its halves, and the ring round it."""
    side = min(box.w, box.h) - 60
    tray = box.square(side)
    ring = wanted.ring
    tone = theme.LINE if ring.pattern is Pattern.OFF else theme.BRASS
    tone = theme.WARN if ring.pattern is Pattern.FAULT else tone
    pen.outline(tray.inset(-24), tone, 12, 40)
    pen.outline(tray, theme.WALNUT_LIGHT, 14, 20)
    felt = tray.inset(14)
    for index, level in enumerate((wanted.light.left, wanted.light.right)):
        colour = theme.mixed(theme.SHADOW, theme.PAPER, min(1.0, level / LEVEL) * 0.85)
        pen.fill(felt.column(index, 2), colour)


def draw_plain(pen: Pen, picture: Picture, words: Words) -> None:
    """The whole screen in one colour; or the frame with its corners, on black."""
    if isinstance(picture, tuple):
        pen.surface.fill(picture)
        return
    pen.surface.fill((0, 0, 0))
    whole = Box(0, 0, pen.w, pen.h)
    _draw_frame(pen, whole, theme.WHITE)
    text = words.text("All four edges and corners must be seen. Green: yes. Yellow: no.")
    pen.write(text, centred(whole.cx, whole.cy, whole.w * 0.7, 160), theme.LARGE, align="centre", lines=2)


def _draw_frame(pen: Pen, box: Box, colour: Colour) -> None:
    """A thin line on the outermost pixels, and thick corners."""
    width, height = pen.surface.get_size()
    for edge in ((0, 0, width, 1), (0, height - 1, width, 1), (0, 0, 1, height), (width - 1, 0, 1, height)):
        pen.surface.fill(colour, edge)
    for x in (box.x, box.right - CORNER):
        for y in (box.y, box.bottom - LINE):
            pen.fill(Box(x, y, CORNER, LINE), colour)
    for x in (box.x, box.right - LINE):
        for y in (box.y, box.bottom - CORNER):
            pen.fill(Box(x, y, LINE, CORNER), colour)
