"""How many play: a number by one press, more with the arrows. Green begins."""

from __future__ import annotations

import math
from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.screens import cards
from kiosk.screens.game_cards import card_of
from kiosk.screens.scene import FOOT, SAYS, Scene, foot
from kiosk.table import Table
from rules import GAMES

USUAL = 2


class PlayersScreen(Scene):
    """One sign for each player."""

    name = "players"
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._count = USUAL
        self._roll_off = False

    def enter(self, table: Table) -> None:
        """Two players, who begin as the game's rules say, until somebody says otherwise."""
        super().enter(table)
        self._count, self._roll_off = USUAL, GAMES[table.game].options().roll_off

    def press(self, button: Button, table: Table) -> None:
        """HOLD n: n players. Arrows: fewer, more; back to the games from the fewest. Yellow: roll for who begins."""
        if button in HOLDS:
            self._set(table, HOLDS.index(button) + 1)
        elif button is Button.LEFT and self._count == fewest(table):
            table.show("games")
        elif button in (Button.LEFT, Button.RIGHT):
            self._set(table, self._count + (1 if button is Button.RIGHT else -1))
        elif button is Button.BANK and self._count > 1:
            self._roll_off = not self._roll_off
        elif button is Button.CONFIRM:
            options = {"roll_off": self._roll_off} if self._count > 1 else {}
            table.begin(table.game, self._count, options)

    def _set(self, table: Table, count: int) -> None:
        if count in GAMES[table.game].seats:
            self._count = count

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """The number chosen, whether it is rolled for who begins, and green."""
        lamps = {Button.CONFIRM: Lamp.BLINK, Button.LEFT: Lamp.ON}
        if self._count <= len(HOLDS):
            lamps[HOLDS[self._count - 1]] = Lamp.ON
        if self._roll_off and self._count > 1:
            lamps[Button.BANK] = Lamp.ON
        lamps |= {Button.RIGHT: Lamp.ON} if self._count < GAMES[table.game].seats[-1] else {}
        return lamps

    def key(self, table: Table) -> tuple[object, ...]:
        """What has been chosen."""
        return (table.game, self._count, self._roll_off)

    def paint(self, pen: Pen, table: Table) -> None:
        """The question, the signs, and what the buttons do."""
        words, foot_box = table.words, foot(pen)
        title = Box(110, 50, pen.w - 220, 100)
        game = words.text(card_of(table.game).title)
        asked = words.text("{game}: how many are playing?", game=game)
        pen.write(asked, title, 84, face="voice", align="centre")
        middle = Box(110, 176, pen.w - 220, pen.h - FOOT - 176 - 130)
        _draw_seats(pen, middle, self._count)
        self._draw_number(pen, Box(middle.x, middle.bottom + 10, middle.w, 110), table)
        for index, button in enumerate(HOLDS):
            if index + 1 not in GAMES[table.game].seats:
                continue
            place = Box(PLACES[button] * pen.w / theme.WIDTH - 60, foot_box.y + 18, 120, 84)
            chosen = index + 1 == self._count
            colour = theme.PAPER if chosen else theme.PAPER_DIM
            face: theme.Face = "bold" if chosen else "text"
            pen.write(str(index + 1), place, theme.NUMBER, face=face, colour=colour, align="centre")
        least = self._count == fewest(table)
        arrows = words.text("Games or more players") if least else words.text("Fewer or more")
        cards.draw_words(pen, cards.arrows_card(pen), arrows, bright=False)
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Begin"))
        if self._count > 1:
            self._draw_roll_off(pen, table)

    def fault_place(self, pen: Pen) -> Box:
        """Beside the number."""
        return Box(theme.GAP, 0, SAYS * pen.w / theme.WIDTH, foot(pen).y - 8)

    def _draw_number(self, pen: Pen, box: Box, table: Table) -> None:
        label = table.words.plural("player", "players", self._count)
        number = str(self._count)
        wide, after = pen.width(number, 104, "bold"), pen.width(label, 56)
        left = box.cx - (wide + 22 + after) / 2
        pen.write(number, Box(left, box.y, wide + 4, box.h), 104, face="bold", colour=theme.BRASS)
        pen.write(label, Box(left + wide + 22, box.y + 13, after + 4, box.h), 56)

    def _draw_roll_off(self, pen: Pen, table: Table) -> None:
        words = table.words
        text = words.text("You roll for who begins") if self._roll_off else words.text("Roll for who begins?")
        cards.draw_words(pen, cards.card(pen, Button.BANK), text, bright=self._roll_off)


def fewest(table: Table) -> int:
    """As few may play the game that is chosen."""
    return GAMES[table.game].seats[0]


def _draw_seats(pen: Pen, box: Box, count: int) -> None:
    """The signs in as few rows as look well."""
    columns = count if count <= 6 else math.ceil(math.sqrt(count * box.w / box.h))
    rows = math.ceil(count / columns)
    cell = min(box.w / columns, box.h / rows, 330.0)
    top = box.cy - cell * rows / 2
    for seat in range(count):
        row, place = divmod(seat, columns)
        in_row = min(columns, count - row * columns)
        left = box.cx - cell * in_row / 2
        _draw_seat(pen, Box(left + place * cell, top + row * cell, cell, cell), seat)


def _draw_seat(pen: Pen, box: Box, seat: int) -> None:
    card = box.inset(box.w * 0.06)
    pen.panel(card, theme.FELT, card.w * 0.14)
    draw_sign(pen, seat, Box(card.x, card.y + card.h * 0.14, card.w, card.h * 0.5))
    number = Box(card.x, card.bottom - card.h * 0.32, card.w, card.h * 0.26)
    pen.write(str(seat + 1), number, card.h * 0.24, face="bold", align="centre", least=16)


SCREEN = PlayersScreen
