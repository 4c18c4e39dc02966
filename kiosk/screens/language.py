"""Which language the table speaks. RIGHT changes it at once; green goes on."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.screens import cards
from kiosk.screens.scene import FOOT, Scene
from kiosk.table import LANGUAGES, Table
from kiosk.words import Words

NAMES: Mapping[str, str] = {"da": "Dansk", "nb": "Norsk", "en": "English"}
"""Each language by its own name."""


def next_language(code: str) -> str:
    """The language to the right of this one."""
    return LANGUAGES[(LANGUAGES.index(code) + 1) % len(LANGUAGES)]


class LanguageScreen(Scene):
    """Three cards; the one that is spoken lies in the light."""

    name = "language"
    shown = (Button.LEFT, Button.RIGHT, Button.CONFIRM)

    def press(self, button: Button, table: Table) -> None:
        """RIGHT changes the language, green goes on, LEFT shows the rules."""
        if button is Button.RIGHT:
            table.set_language(next_language(table.language))
        elif button is Button.LEFT:
            table.look_up("rules")
        elif button is Button.CONFIRM:
            table.show("games")

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """All that can be pressed."""
        return {Button.LEFT: Lamp.ON, Button.RIGHT: Lamp.ON, Button.CONFIRM: Lamp.BLINK}

    def paint(self, pen: Pen, table: Table) -> None:
        """The cards and what the buttons do."""
        words = table.words
        box = Box(110, 110, pen.w - 220, pen.h - FOOT - 190)
        pen.write(words.text("Welcome"), box.top(130), 110, face="voice", align="centre")
        row = box.below(190)
        for index, code in enumerate(LANGUAGES):
            _draw_card(pen, row.column(index, len(LANGUAGES), 48), code, code == table.language)
        cards.draw_rules(pen, words.text("Rules"))
        cards.draw_next(pen, words.text("Next"))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Go on"))


def _draw_card(pen: Pen, box: Box, code: str, spoken: bool) -> None:
    pen.panel(box, theme.FELT_LIGHT if spoken else theme.FELT, 22)
    pen.outline(box, theme.BRASS if spoken else theme.LINE, 6 if spoken else 2, 22)
    colour = theme.PAPER if spoken else theme.PAPER_DIM
    inner = box.inset(36, 30)
    pen.write(NAMES[code], inner.row(0, 2), 92, face="voice", colour=colour, align="centre")
    line = Words(code).text("Real dice, and a table that counts.")
    pen.write(line, inner.row(1, 2), theme.LARGE, colour=colour, align="centre", lines=3, stand="top")


SCREEN = LanguageScreen
