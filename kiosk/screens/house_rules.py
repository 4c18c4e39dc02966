"""House rules: what a table may decide about the game chosen, as the rules declare it. Only for those who want it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk import theme
from kiosk.buttons import Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens import cards
from kiosk.screens.game_cards import card_of
from kiosk.screens.option_words import said
from kiosk.screens.scene import FOOT, Scene
from kiosk.table import Table
from rules import GAMES, Option
from rules.options import Value, declared

SHARES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
"""What a number may be set to, in shares of its usual value."""
WITHOUT_DEFAULT = (0, 500, 1000, 1500)
"""The same for points that are usually none."""
TALL, VALUE = 84.0, 340.0
"""A line is at most so tall, and its value has so much room, units."""


def settings(option: Option) -> Sequence[Value]:
    """The values that yellow goes through: all of them, or sensible numbers."""
    if isinstance(option.allowed, tuple):
        return option.allowed
    usual = int(option.default)
    step = option.allowed.step
    wanted = [round(usual * share / step) * step for share in SHARES] if usual else WITHOUT_DEFAULT
    none = [0] if option.allowed[0] == 0 else []
    return sorted({number for number in (*none, *wanted) if number in option.allowed})


class HouseRulesScreen(Scene):
    """A line for each option; one lies in the light."""

    name = "house_rules"
    shown = (Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._line = 0

    def enter(self, table: Table) -> None:
        """From the first line on."""
        super().enter(table)
        self._line = 0

    def press(self, button: Button, table: Table) -> None:
        """RIGHT: the next line. Yellow: its next value. Green: done. LEFT: the rules as they are now."""
        options = _options(table)
        if button is Button.RIGHT:
            self._line = (self._line + 1) % len(options)
        elif button is Button.BANK:
            option = options[self._line]
            values = settings(option)
            at = values.index(table.house_rules.get(option.name, option.default))
            table.set_house_rule(option.name, values[(at + 1) % len(values)])
        elif button is Button.CONFIRM:
            table.show("players")
        elif button is Button.LEFT:
            table.look_up("rules")

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """All that can be pressed."""
        others = (Button.LEFT, Button.RIGHT, Button.BANK)
        return {Button.CONFIRM: Lamp.BLINK, **dict.fromkeys(others, Lamp.ON)}

    def key(self, table: Table) -> tuple[object, ...]:
        """The line in the light, and what is set."""
        return (table.game, self._line, tuple(table.house_rules.items()))

    def paint(self, pen: Pen, table: Table) -> None:
        """The lines, and what the buttons do."""
        words, options = table.words, _options(table)
        title = words.text("{game}: house rules", game=words.text(card_of(table.game).title))
        pen.write(title, Box(110, 30, pen.w - 220, 100), 76, face="voice", align="centre")
        room = Box(110, 146, pen.w - 220, pen.h - FOOT - 146 - 24)
        tall = min(TALL, room.h / len(options))
        for index, option in enumerate(options):
            line = Box(room.x, room.y + index * tall, room.w, tall - 8)
            value = table.house_rules.get(option.name, option.default)
            own, meaning = value != option.default, words.text(option.meaning)
            _draw_line(pen, line, said(words, option, value), meaning, index == self._line, own)
        cards.draw_rules(pen, words.text("Rules"))
        cards.draw_next(pen, words.text("Next line"))
        cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("Change it"))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Done"))


def _options(table: Table) -> Sequence[Option]:
    return declared(GAMES[table.game].options)


def _draw_line(pen: Pen, box: Box, value: str, meaning: str, chosen: bool, own: bool) -> None:
    """What it means, and what it is now: bold where it is the table's own."""
    pen.panel(box, theme.FELT_LIGHT if chosen else theme.FELT, 14)
    pen.outline(box, theme.BRASS if chosen else theme.LINE, 5 if chosen else 2, 14)
    inner = box.inset(26, 4)
    text = Box(inner.x, inner.y, inner.w - VALUE, inner.h)
    pen.write(meaning, text, theme.SMALL, colour=theme.PAPER if chosen else theme.PAPER_DIM)
    place = Box(inner.right - VALUE + 20, inner.y, VALUE - 20, inner.h)
    colour = theme.BRASS if own else theme.PAPER
    pen.write(value, place, theme.BODY, face="bold", colour=colour, align="right")


SCREEN = HouseRulesScreen
