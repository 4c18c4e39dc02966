"""The audit on the screen: a line for each day, and one for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from kiosk import theme
from kiosk.buttons import Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.journal.audit import UNKNOWN, Audit, Day
from kiosk.screens import cards
from kiosk.screens.scene import Scene
from kiosk.service.audit import ROWS, AuditPage
from kiosk.service.screens.rows import draw_felt, draw_title, room
from kiosk.service.screens.words import decimal
from kiosk.service.trial import BACK
from kiosk.table import Table
from kiosk.words import Words, msg

COLUMNS = (
    msg("Games"),
    msg("Rolls"),
    msg("Questions"),
    msg("Contested"),
    msg("Corrected"),
    msg("Faults"),
    msg("Restarts"),
    msg("Hours"),
)
"""Restarts: those that nobody has asked for. Hours: how long the table ran."""
PARTS: Mapping[str, str] = {
    "camera": msg("camera"),
    "panel": msg("panel"),
    "journal": msg("journal"),
    "light": msg("light"),
}
_DAY = 300.0
"""Width of the first column, units."""


class AuditScreen(Scene):
    """Draws the page of days."""

    name = "service_audit"
    shown = (Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit, page: AuditPage) -> None:
        super().__init__(kit)
        self._page = page

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """Back; and where there are further days."""
        further = [button for button in (Button.RIGHT, Button.BANK) if self._page.may(button)]
        return dict.fromkeys((BACK, Button.CONFIRM, *further), Lamp.ON)

    def key(self, table: Table) -> tuple[object, ...]:
        """What was read, and which page of it."""
        return (id(self._page.opened), self._page.page)

    def beat(self, table: Table, now: float) -> object:
        """The journal is read beside the main loop."""
        return (super().beat(table, now), self.key(table))

    def paint(self, pen: Pen, table: Table) -> None:
        """The table of days, or why there is none."""
        words, page = table.words, self._page
        draw_title(pen, words.text("Audit"))
        whole = room(pen)
        box = draw_felt(pen, whole.top(whole.h - 70))
        audit = page.opened.audit if page.opened is not None else None
        if page.opened is None:
            pen.write(words.text("A moment ..."), box, theme.LARGE, align="centre")
        elif audit is None:
            pen.write(words.text("The journal cannot be read."), box, theme.LARGE, align="centre")
        else:
            _draw_days(pen, box, audit.total, page.shown, words)
            _draw_newest_fault(pen, Box(whole.x, whole.bottom - 54, whole.w, 54), audit, words)
        self._draw_cards(pen, words)

    def _draw_cards(self, pen: Pen, words: Words) -> None:
        cards.draw_rules(pen, words.text("Back"))
        if self._page.may(Button.RIGHT):
            cards.draw_next(pen, words.text("Older"))
        if self._page.may(Button.BANK):
            cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("Newer"))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Done"))

    def fault_place(self, pen: Pen) -> Box:
        """Where the newest fault is told."""
        return Box(theme.GAP, 0, 900 * pen.w / theme.WIDTH, room(pen).bottom)


def _draw_days(pen: Pen, box: Box, total: Day, days: Sequence[tuple[str, Day]], words: Words) -> None:
    tall = box.h / (ROWS + 2)
    _draw_line(pen, box.top(tall), words.text("Day"), [words.text(name) for name in COLUMNS], heading=True)
    rows = [(words.text("In all"), total), *((_day(words, name), day) for name, day in days)]
    for index, (name, day) in enumerate(rows):
        place = Box(box.x, box.y + (index + 1) * tall, box.w, tall)
        if index == 0:
            pen.panel(place.inset(-14, 2), theme.FELT_LIGHT, 10)
        _draw_line(pen, place, name, _figures(words, day))


def _day(words: Words, name: str) -> str:
    return words.text("unknown") if name == UNKNOWN else name


def _figures(words: Words, day: Day) -> list[str]:
    counts = (*day.counts, day.crashes + day.power_cuts)
    return [*(words.number(count) for count in counts), decimal(words, day.uptime / 3600, 1)]


def _draw_line(pen: Pen, box: Box, first: str, rest: Sequence[str], heading: bool = False) -> None:
    colour = theme.PAPER_DIM if heading else theme.PAPER
    size = theme.SMALL if heading else theme.BODY
    pen.write(first, box.left(_DAY), size, colour=colour)
    for index, text in enumerate(rest):
        column = box.after(_DAY).column(index, len(rest), 12)
        pen.write(text, column, size, colour=colour, align="right")


def _draw_newest_fault(pen: Pen, box: Box, audit: Audit, words: Words) -> None:
    """Which part it was, and since when."""
    if not audit.faults:
        pen.write(words.text("No fault is known."), box, theme.BODY, colour=theme.PAPER_DIM)
        return
    fault = audit.faults[-1]
    part = words.text(PARTS[fault.part]) if fault.part in PARTS else fault.part
    when = datetime.fromtimestamp(fault.since).strftime("%Y-%m-%d %H:%M")
    text = words.text("Newest fault: {part}, {when}", part=part, when=when)
    if fault.until is not None:
        text = words.text(
            "{fault}; over after {minutes} min", fault=text, minutes=_minutes(fault.until, fault.since)
        )
    pen.write(text, box, theme.BODY, colour=theme.PAPER_DIM)


def _minutes(until: float, since: float) -> int:
    return max(1, round((until - since) / 60))
