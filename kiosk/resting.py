"""The screen of a table that rests because it has failed too often: says so in all languages, and whom to call.

It needs nothing but a display: no camera, no buttons, no journal.
"""

from __future__ import annotations

import pygame

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.draw.wood import draw_table_top
from kiosk.screens.attract import drift
from kiosk.screens.language import NAMES
from kiosk.table import LANGUAGES
from kiosk.words import Words, msg

HEADLINE = msg("The table is resting.")
CALL = msg("Please tell the staff. Games are stored; the table goes on by itself as soon as it can.")
STAFF = msg("Staff: switch the table off and on again. If that does not help, somebody has to look at it.")


class RestingScreen:
    """Draws on a surface of any size. `contact`: whom to call, "" if nobody was named."""

    def __init__(self, contact: str) -> None:
        self._contact = contact
        self._kit = Kit()

    @property
    def cut(self) -> list[str]:
        """Texts that did not fit."""
        return self._kit.cut

    def draw(self, surface: pygame.Surface, now: float) -> None:
        """All of it; it wanders slowly, so that nothing burns in."""
        pen = Pen(surface, self._kit)
        draw_table_top(pen)
        x, y = drift(now)
        whole = Box(130 + x, 96 + y, pen.w - 260, pen.h - 192)
        pen.write("Raflebord", whole.top(70), 56, face="voice", colour=theme.BRASS)
        rows = Box(whole.x, whole.y + 106, whole.w, 600)
        for index, code in enumerate(LANGUAGES):
            _draw_language(pen, rows.row(index, len(LANGUAGES), 34), code)
        if self._contact:
            foot = Box(whole.x, whole.bottom - 150, whole.w, 150)
            pen.panel(foot.top(3), theme.BRASS, 0)
            pen.write(self._contact, foot.below(28), 76, face="bold", least=36)


def _draw_language(pen: Pen, box: Box, code: str) -> None:
    words = Words(code)
    pen.panel(box.left(6), theme.BRASS_DIM, 3)
    column = box.after(36)
    pen.write(words.text(HEADLINE), column.top(76), 66, face="voice", least=40)
    pen.write(NAMES[code], column.top(76), theme.SMALL, colour=theme.PAPER_DIM, align="right")
    pen.write(words.text(CALL), column.below(80).top(46), theme.BODY)
    pen.write(words.text(STAFF), column.below(130).top(46), theme.SMALL, colour=theme.PAPER_DIM)
