"""How many play: a number by one press, more with RIGHT. Green begins."""

from __future__ import annotations

import math
from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.screens import cards
from kiosk.screens.game_cards import card_of
from kiosk.screens.scene import FOOT, SAYS, Scene, foot
from kiosk.table import Table
from rules import GAMES


class PlayersScreen(Scene):
    """One sign for each player."""

    name = "players"
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def press(self, button: Button, table: Table) -> None:
        """HOLD n: n players. RIGHT: one more. LEFT: the rules. Yellow: house rules. Green: begin."""
        if button in HOLDS:
            table.choose_players(HOLDS.index(button) + 1)
        elif button is Button.LEFT:
            table.look_up("rules")
        elif button is Button.RIGHT:
            table.choose_players(table.player_count + 1)
        elif button is Button.BANK:
            table.show("house_rules")
        elif button is Button.CONFIRM:
            table.begin(table.game, table.player_count, table.house_rules)

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """All that can be pressed; which number is chosen stands on the screen."""
        seats = GAMES[table.game].seats
        holds = [hold for count, hold in enumerate(HOLDS, 1) if count in seats]
        more = [Button.RIGHT] if table.player_count < seats[-1] else []
        lit = dict.fromkeys((*holds, Button.LEFT, Button.BANK, *more), Lamp.ON)
        return {Button.CONFIRM: Lamp.BLINK, **lit}

    def key(self, table: Table) -> tuple[object, ...]:
        """What has been chosen."""
        return (table.game, table.player_count, tuple(table.house_rules.items()))

    def paint(self, pen: Pen, table: Table) -> None:
        """The question, the signs, and what the buttons do."""
        words, foot_box = table.words, foot(pen)
        title = Box(110, 50, pen.w - 220, 100)
        game = words.text(card_of(table.game).title)
        asked = words.text("{game}: how many are playing?", game=game)
        pen.write(asked, title, 84, face="voice", align="centre")
        middle = Box(110, 176, pen.w - 220, pen.h - FOOT - 176 - 130)
        _draw_seats(pen, middle, table.player_count)
        _draw_number(pen, Box(middle.x, middle.bottom + 10, middle.w, 110), table)
        for index, button in enumerate(HOLDS):
            if index + 1 not in GAMES[table.game].seats:
                continue
            place = Box(PLACES[button] * pen.w / theme.WIDTH - 60, foot_box.y + 18, 120, 84)
            chosen = index + 1 == table.player_count
            colour = theme.PAPER if chosen else theme.PAPER_DIM
            face: theme.Face = "bold" if chosen else "text"
            pen.write(str(index + 1), place, theme.NUMBER, face=face, colour=colour, align="centre")
        cards.draw_rules(pen, words.text("Rules, games"))
        if table.player_count < GAMES[table.game].seats[-1]:
            cards.draw_next(pen, words.text("One more"))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Begin"))
        _draw_house_rules(pen, table)

    def fault_place(self, pen: Pen) -> Box:
        """Beside the number."""
        return Box(theme.GAP, 0, SAYS * pen.w / theme.WIDTH, foot(pen).y - 8)


def _draw_number(pen: Pen, box: Box, table: Table) -> None:
    label = table.words.plural("player", "players", table.player_count)
    number = str(table.player_count)
    wide, after = pen.width(number, 104, "bold"), pen.width(label, 56)
    left = box.cx - (wide + 22 + after) / 2
    pen.write(number, Box(left, box.y, wide + 4, box.h), 104, face="bold", colour=theme.BRASS)
    pen.write(label, Box(left + wide + 22, box.y + 13, after + 4, box.h), 56)


def _draw_house_rules(pen: Pen, table: Table) -> None:
    """What yellow leads to; in the light when the table has some of its own."""
    own = table.options != GAMES[table.game].options()
    text = table.words.text("Your house rules") if own else table.words.text("House rules?")
    cards.draw_words(pen, cards.card(pen, Button.BANK), text, bright=own)


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
