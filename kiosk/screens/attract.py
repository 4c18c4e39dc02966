"""Nobody plays: a quiet invitation that never stands still, so that the screen does not burn in."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw import tray
from kiosk.draw.box import Box
from kiosk.draw.lines import SOFT
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.draw.tumble import STEP, draw_tumble, moment
from kiosk.honours import Honour
from kiosk.screens import cards, game_cards, staff_words
from kiosk.screens.faults import is_away
from kiosk.screens.language import NAMES, next_language
from kiosk.screens.scene import FOOT, Scene, foot, is_calm
from kiosk.table import LANGUAGES, Table
from rules import Match

DRIFT = (26.0, 18.0)
"""How far everything wanders to each side, units."""
SWAY = (311.0, 233.0)
"""Seconds of one wandering across and down: long, and never the same way twice."""

MINUTE = 60.0
WINNERS = 3
"""How many of the last winners are shown."""


def drift(now: float) -> tuple[int, int]:
    """Where everything has wandered to, in whole steps of 2 units."""
    x, y = (reach * math.sin(2 * math.pi * now / sway) for reach, sway in zip(DRIFT, SWAY, strict=True))
    return 2 * round(x / 2), 2 * round(y / 2)


class AttractScreen(Scene):
    """The name, five dice, the tray as it is, and how to begin."""

    name = "attract"
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def press(self, button: Button, table: Table) -> None:
        """HOLD n: that game, at once. Green: the games. LEFT: the rules. RIGHT changes the language at once.

        Yellow: the game that was put aside goes on.
        """
        if button is Button.CONFIRM:
            table.show("games")
        elif button in game_cards.buttons(table):
            table.choose_game(game_cards.buttons(table)[button])
            table.show("players")
        elif button is Button.LEFT:
            table.look_up("rules")
        elif button is Button.RIGHT:
            table.set_language(next_language(table.language))
            table.show("language")
        elif button is Button.BANK and table.aside is not None:
            table.take_up()

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """Green asks to be pressed, as long as dice can be seen."""
        green = Lamp.ON if is_away(table) else Lamp.BLINK
        aside = (Button.BANK,) if table.aside is not None else ()
        others = (*game_cards.buttons(table), Button.LEFT, Button.RIGHT, *aside)
        return {Button.CONFIRM: green, **dict.fromkeys(others, Lamp.ON)}

    def key(self, table: Table) -> tuple[object, ...]:
        """Where it has wandered to."""
        line = table.chosen.announcement.in_language(table.language)
        return (drift(self.now), table.aside, table.honours.last_winners(WINNERS), line)

    def paint(self, pen: Pen, table: Table) -> None:
        """The words."""
        words, (x, y) = table.words, drift(self.now)
        left = Box(110 + x, 150 + y, 860, 640)
        pen.write("Raflebord", left.top(190), 190, face="voice", least=120)
        announced = table.chosen.announcement.in_language(table.language)
        line = announced or words.text("Real dice, and a table that counts.")
        colour = theme.PAPER if announced else theme.PAPER_DIM
        pen.write(line, Box(left.x + 6, left.y + 208, left.w, 124), 52, lines=2, colour=colour)
        winners = table.honours.last_winners(WINNERS)
        if winners:
            _draw_winners(pen, Box(left.x + 6, 714 + y, left.w, 116), table, winners)
        tray.draw_frame(pen, self._view(pen))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Play"))
        game_cards.draw_names(pen, table)
        cards.draw_rules(pen, words.text("Rules"))
        if table.aside is None:
            _draw_languages(pen, table.language)
            return
        cards.draw_next(pen, NAMES[next_language(table.language)])
        _draw_aside(pen, table, table.aside.game.match)

    def fault_place(self, pen: Pen) -> Box:
        """On the tray: whatever is wrong, its picture matters less."""
        return self._view(pen).box.inset(16, 12)

    def live(self, pen: Pen, table: Table, now: float) -> None:
        """The dice that turn, and the tray."""
        tray.draw_picture(pen, self._view(pen), table.tray)
        x, y = drift(now)
        draw_tumble(pen, Box(114 + x, 560 + y, 800, 136), _time(table, now))

    def beat(self, table: Table, now: float) -> object:
        """Something moves all the time, but not every moment."""
        return (super().beat(table, now), moment(_time(table, now)), drift(now), table.tray)

    def _view(self, pen: Pen) -> tray.TrayView:
        x, y = drift(self.now)
        box = Box(1060 * pen.w / theme.WIDTH + x, 60 + y, 780 * pen.w / theme.WIDTH, pen.h - FOOT - 120)
        return tray.tray_view(box)


def _draw_winners(pen: Pen, box: Box, table: Table, winners: Sequence[Honour]) -> None:
    """Who has won lately: sign, game, points."""
    words = table.words
    pen.write(words.text("Last winners"), box.top(36), theme.SMALL, colour=theme.PAPER_DIM)
    for index, honour in enumerate(winners):
        place = box.below(44).column(index, WINNERS, 12)
        draw_sign(pen, honour.seat, Box(place.x, place.cy - 24, 48, 48))
        room = place.after(60)
        name = words.text(game_cards.card_of(honour.game).title).replace(SOFT, "")
        pen.write(name, room.top(34), theme.SMALL, colour=theme.PAPER_DIM)
        pen.write(words.number(honour.points), room.below(36), theme.BODY, face="bold")


def _time(table: Table, now: float) -> float:
    """The dice's own time: where motion is reduced one of them lies otherwise once a minute, and none flies."""
    return (now // MINUTE + 0.9) * STEP if is_calm(table) else now


def _draw_aside(pen: Pen, table: Table, match: Match) -> None:
    """The game that can be taken up again, and how it stood."""
    box, words = cards.card(pen, Button.BANK), table.words
    pen.write(words.text("Go on with the game"), box.top(40), theme.BODY, face="bold", align="centre")
    told = f"{staff_words.title(words, match)}: {staff_words.points(table, match)}"
    pen.write(told, box.below(42), theme.SMALL, colour=theme.PAPER_DIM, align="centre", lines=2)


def _draw_languages(pen: Pen, spoken: str) -> None:
    """From above RIGHT on, in the order in which it goes through them."""
    at = cards.card(pen, Button.RIGHT).x + 6
    for code in LANGUAGES:
        width, now = pen.width(NAMES[code], theme.BODY, "bold"), code == spoken
        place = Box(at, foot(pen).y + 26, width + 4, 60)
        colour = theme.PAPER if now else theme.PAPER_DIM
        pen.write(NAMES[code], place, theme.BODY, face="bold" if now else "text", colour=colour)
        if now:
            pen.panel(Box(at, place.bottom - 8, width, 4), theme.BRASS, 2)
        at += width + 30


SCREEN = AttractScreen
