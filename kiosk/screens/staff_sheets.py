"""Fields to be set on the sheets of Yatzy: only to what dice can give, or free again."""

from __future__ import annotations

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.table import Table
from kiosk.words import Words
from rules import Match
from rules.yatzy import FIELDS, options_of
from rules.yatzy_sheet import FORM

HEAD = 70.0
"""Height of the player's name, units."""


class Sheets:
    """Every player's sheet, one at a time; one field lies in the light."""

    def __init__(self, match: Match) -> None:
        self._was = tuple(dict(sheet) for sheet in match.sheets)
        self._sheets = [dict(sheet) for sheet in match.sheets]
        self._seat = match.player or 0
        self._field = 0
        possible = FORM.possible(options_of(match))
        self._values = {field: sorted(possible[field]) for field in FIELDS}

    @property
    def key(self) -> object:
        """All fields, and what lies in the light."""
        return (tuple(tuple(sheet.items()) for sheet in self._sheets), self._seat, self._field)

    @property
    def changed(self) -> bool:
        """Whether a field is another one."""
        return tuple(self._sheets) != self._was

    def labels(self, words: Words) -> tuple[str, ...]:
        """Field up and down, value down and up, struck, free."""
        return ("↑", "↓", "−", "+", words.text("Strike"), words.text("Free"))

    def press(self, index: int) -> None:
        """Another field, or another value of it."""
        field, sheet = FIELDS[self._field], self._sheets[self._seat]
        match index:
            case 0 | 1:
                self._field = (self._field + 2 * index - 1) % len(FIELDS)
            case 2 | 3:
                sheet[field] = self._beside(field, 2 * index - 5)
            case 4:
                sheet[field] = 0
            case _:
                sheet.pop(field, None)

    def _beside(self, field: str, step: int) -> int:
        """The next higher or lower value that dice can give; round at the end."""
        values, now = self._values[field], self._sheets[self._seat].get(field)
        at = values.index(now) + step if now is not None else (1 if step > 0 else -1)
        return values[at % len(values)]

    def next_seat(self) -> None:
        """The next player's sheet."""
        self._seat = (self._seat + 1) % len(self._sheets)

    def draw(self, pen: Pen, box: Box, table: Table) -> None:
        """One sheet in two columns."""
        draw_sign(pen, self._seat, Box(box.x + 14, box.y + 8, 52, 52))
        name = Box(box.x + 86, box.y, box.w - 86, HEAD)
        pen.write(table.seats[self._seat].name, name, theme.LARGE, face="bold")
        rows, half = box.below(HEAD + 6), -(-len(FIELDS) // 2)
        for index, field in enumerate(FIELDS):
            place = rows.column(index // half, 2, 24).row(index % half, half, 4)
            self._draw_field(pen, place, field, index == self._field, table.words)

    def _draw_field(self, pen: Pen, box: Box, field: str, lit: bool, words: Words) -> None:
        now, was = self._sheets[self._seat].get(field), self._was[self._seat].get(field)
        if lit:
            pen.panel(box, theme.FELT_LIGHT, 10)
            pen.outline(box, theme.BRASS, 4, 10)
        name = Box(box.x + 14, box.y, box.w - 130, box.h)
        pen.write(words.text(FIELD_NAMES[field]), name, theme.BODY)
        text = "" if now is None else str(now) if now else "–"
        colour = theme.BRASS if now != was else theme.PAPER
        value = Box(box.right - 110, box.y, 92, box.h)
        pen.write(text or "·", value, theme.LARGE, face="bold", colour=colour, align="right")

    def apply(self, table: Table) -> None:
        """These are the sheets."""
        table.staff.repair(sheets=self._sheets)
