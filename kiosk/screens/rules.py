"""The rules of a game in pictures. LEFT leads here from everywhere, and back again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens import cards, game_cards
from kiosk.screens.dice_row import tile
from kiosk.screens.rule_pages import Page, draw_page, pages_of
from kiosk.screens.scene import FOOT, Scene
from kiosk.table import Table

ASIDE = HOLDS[-1]
"""Puts the game under way aside: far from the buttons that lead back to it."""


class RulesScreen(Scene):
    """Of the game that is played, with its house rules; without one, of any game: HOLD chooses."""

    name = "rules"
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._page = 0

    def enter(self, table: Table) -> None:
        """From the first picture on."""
        super().enter(table)
        self._page = 0

    def press(self, button: Button, table: Table) -> None:
        """RIGHT: the next picture. LEFT: back. Yellow: a reading is doubted. HOLD6: put aside. Green: play."""
        chosen = _others(table)
        if button is Button.RIGHT:
            self._page = (self._page + 1) % len(_pages(table))
        elif button is Button.LEFT:
            table.back()
        elif button is Button.CONFIRM:
            table.back() if table.match is not None else table.show("players")
        elif button is Button.BANK and table.contested:
            table.show("contest")
        elif button is ASIDE and _under_way(table):
            table.put_aside()
        elif button in chosen:
            table.choose_game(chosen[button])
            self._page = 0

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """All that can be pressed."""
        lamps = {Button.LEFT: Lamp.ON, Button.RIGHT: Lamp.ON, Button.CONFIRM: Lamp.BLINK}
        if table.contested:
            lamps[Button.BANK] = Lamp.ON
        if _under_way(table):
            lamps[ASIDE] = Lamp.ON
        return {**lamps, **dict.fromkeys(_others(table), Lamp.ON)}

    def key(self, table: Table) -> tuple[object, ...]:
        """The game and the picture."""
        return (table.match, table.game, self._page)

    def paint(self, pen: Pen, table: Table) -> None:
        """The picture, its title, and what the buttons do."""
        words, pages = table.words, _pages(table)
        page = pages[min(self._page, len(pages) - 1)]
        game = words.text(game_cards.card_of(_game(table)).title)
        title = f"{game}: {words.text(page.title)}"
        pen.write(title, Box(110, 26, pen.w - 420, 100), 76, face="voice")
        _draw_place(pen, Box(pen.w - 290, 26, 180, 100), self._page, len(pages))
        panel = Box(70, 136, pen.w - 140, pen.h - FOOT - 136 - 24)
        pen.panel(panel, theme.FELT, 22)
        pen.outline(panel, theme.LINE, 2, 22)
        draw_page(pen, panel.inset(44, 22), page, words)
        cards.draw_rules(pen, words.text("Back"))
        cards.draw_next(pen, words.text("More"))
        if table.contested:
            cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("Does a die show something else?"))
        if table.match is None:
            game_cards.draw_names(pen, table)
        elif _under_way(table):
            _draw_aside(pen, words.text("Put the game aside"))
        play = words.text("Play") if table.match is None else words.text("Play on")
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), play)

    def fault_place(self, pen: Pen) -> Box:
        """Above the names."""
        return Box(theme.GAP, 0, pen.w * 0.42, pen.h - FOOT - 8)


def _game(table: Table) -> str:
    return table.game if table.match is None else table.match.game


def _under_way(table: Table) -> bool:
    """Whether there is a game to be left: who goes home makes room, and nothing is lost."""
    return table.match is not None and not table.match.over


def _draw_aside(pen: Pen, text: str) -> None:
    place = tile(pen, HOLDS.index(ASIDE)).inset(-14, 0)
    pen.write(text, place, cards.ARROW_TEXT, colour=theme.PAPER_DIM, align="centre", lines=2)


def _pages(table: Table) -> Sequence[Page]:
    return pages_of(_game(table), table.options)


def _others(table: Table) -> Mapping[Button, str]:
    """While nobody plays the rules of every game can be read."""
    return game_cards.buttons(table) if table.match is None else {}


def _draw_place(pen: Pen, box: Box, page: int, count: int) -> None:
    """Which of the pictures this is."""
    for index in range(count):
        dot = Box(box.right - (count - index) * 44, box.cy - 12, 24, 24)
        if index == page:
            pen.panel(dot, theme.BRASS, 12)
        else:
            pen.outline(dot, theme.PAPER_DIM, 3, 12)


SCREEN = RulesScreen
