"""Which game: a card for each. A HOLD button takes one at once; RIGHT and green do as well."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.dice import draw_die
from kiosk.draw.pen import Pen
from kiosk.screens import cards, game_cards
from kiosk.screens.scene import FOOT, SAYS, Scene, foot
from kiosk.table import Table
from kiosk.words import Words
from vision.reading import Kind


class GamesScreen(Scene):
    """The game that was played last lies in the light until another is chosen."""

    name = "games"
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.CONFIRM)

    def press(self, button: Button, table: Table) -> None:
        """HOLD n: that game. RIGHT: the next card. Green: the game in the light. LEFT: its rules."""
        chosen = game_cards.buttons(table)
        if button in chosen:
            table.choose_game(chosen[button])
            table.show("players")
        elif button is Button.LEFT:
            table.look_up("rules")
        elif button is Button.RIGHT:
            table.choose_game(table.games[(table.games.index(table.game) + 1) % len(table.games)])
        elif button is Button.CONFIRM:
            table.show("players")

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """All that can be pressed."""
        others = (*game_cards.buttons(table), Button.LEFT, Button.RIGHT)
        return {Button.CONFIRM: Lamp.BLINK, **dict.fromkeys(others, Lamp.ON)}

    def key(self, table: Table) -> tuple[object, ...]:
        """The game in the light."""
        return (table.game, table.games)

    def fault_place(self, pen: Pen) -> Box:
        """Above the names."""
        return Box(theme.GAP, 0, SAYS * pen.w / theme.WIDTH, foot(pen).y - 8)

    def paint(self, pen: Pen, table: Table) -> None:
        """The question, the cards, and what the buttons do."""
        words = table.words
        title = Box(110, 50, pen.w - 220, 110)
        pen.write(words.text("What shall we play?"), title, 96, face="voice", align="centre")
        row = Box(70, 200, pen.w - 140, pen.h - FOOT - 200 - 110)
        for index, game in enumerate(table.games):
            place = row.column(index, len(table.games), 36)
            _draw_card(pen, place, game_cards.card_of(game), words, game == table.game)
        game_cards.draw_names(pen, table)
        cards.draw_rules(pen, words.text("Rules"))
        cards.draw_next(pen, words.text("Next game"))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Go on"))


def _draw_card(pen: Pen, box: Box, card: game_cards.GameCard, words: Words, chosen: bool) -> None:
    pen.panel(box, theme.FELT_LIGHT if chosen else theme.FELT, 22)
    pen.outline(box, theme.BRASS if chosen else theme.LINE, 6 if chosen else 2, 22)
    inner = box.inset(30, 34)
    colour = theme.PAPER if chosen else theme.PAPER_DIM
    pen.write(words.text(card.title), inner.top(110), 72, face="voice", colour=colour, align="centre")
    _draw_dice(pen, Box(inner.x, inner.y + 140, inner.w, 60), card)
    line = Box(inner.x, inner.y + 240, inner.w, inner.h - 240)
    pen.write(words.text(card.line), line, theme.LARGE, colour=colour, align="centre", lines=5, stand="top")


def _draw_dice(pen: Pen, box: Box, card: game_cards.GameCard) -> None:
    dice: list[tuple[int, Kind]] = [(value, "d6") for value in card.dice] + [
        (value, "d12") for value in card.black
    ]
    side = min(box.h, (box.w - 8 * (len(dice) - 1)) / len(dice))
    left = box.cx - (len(dice) * (side + 8) - 8) / 2
    for index, (value, kind) in enumerate(dice):
        draw_die(pen, value, Box(left + index * (side + 8), box.cy - side / 2, side, side), kind)


SCREEN = GamesScreen
