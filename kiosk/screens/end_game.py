"""Staff only (held button): end the game, take the last move back, or play on."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.screens import cards, turn_left
from kiosk.screens.boards import board_of
from kiosk.screens.scene import FOOT, Scene
from kiosk.table import Table


class EndGameScreen(Scene):
    """Green is the safe answer, so that no game is lost by a slip."""

    name = "end_game"
    shown = (Button.LEFT, Button.BANK, Button.CONFIRM)

    def press(self, button: Button, table: Table) -> None:
        """Green: play on. Yellow: end it. Left: take the last move back."""
        if button in (Button.CONFIRM, Button.STAFF):
            table.back()
        elif button is Button.BANK:
            table.end_game()
        elif button is Button.LEFT and table.steps:
            table.undo()

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """Green blinks: it is what people want unless they mean it."""
        lamps = {Button.CONFIRM: Lamp.BLINK, Button.BANK: Lamp.ON}
        return {**lamps, Button.LEFT: Lamp.ON} if table.steps else lamps

    def key(self, table: Table) -> tuple[object, ...]:
        """The match, and whether anything can be taken back."""
        return (table.match, bool(table.steps))

    def paint(self, pen: Pen, table: Table) -> None:
        """The question, what each answer means, and the sheet that is at stake."""
        words, match = table.words, table.match
        turn_left.draw_header(pen, words.text("End this game?"), "")
        top = turn_left.header(pen).bottom
        box = Box(turn_left.LEFT, top, turn_left.header(pen).w, pen.h - FOOT - top - 16)
        pen.panel(box, theme.FELT, 18)
        pen.outline(box, theme.LINE, 2, 18)
        text = words.text("The scores are put away and nobody wins. The game cannot be taken up again.")
        pen.write(text, box.inset(70, 60), 56, lines=5, align="centre")
        if match is not None:
            board = board_of(match)
            turn_left.draw_sheet_frame(pen)
            board.draw(pen, turn_left.sheet_box(pen), table, match, board.page_of(match.player or 0))
        if table.steps:
            place = cards.card(pen, Button.LEFT)
            wide = Box(place.cx - 150, place.y, 300, place.h)
            cards.draw_words(pen, wide, words.text("Take back the last move"), bright=False)
        cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("End the game"))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Play on"))


SCREEN = EndGameScreen
