"""Nobody has touched the table for long, and a game is under way. Any sign of life leads back to it."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.buttons import Button, Lamp
from kiosk.draw.pen import Pen
from kiosk.screens import cards, staff_lines, staff_words, turn_left
from kiosk.screens.scene import Scene
from kiosk.table import Table


class StillThereScreen(Scene):
    """Yellow makes room for others at once."""

    name = "still_there"
    shown = (Button.BANK, Button.CONFIRM)

    def press(self, button: Button, table: Table) -> None:
        """Yellow: the game is put aside. Any other button: yes, play on."""
        table.put_aside() if button is Button.BANK else table.back()

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """Green asks to be pressed."""
        return {Button.BANK: Lamp.ON, Button.CONFIRM: Lamp.BLINK}

    def key(self, table: Table) -> tuple[object, ...]:
        """The match."""
        return (table.match,)

    def paint(self, pen: Pen, table: Table) -> None:
        """The question, the game, what becomes of it."""
        words, match = table.words, table.match
        if match is None:
            return
        turn_left.draw_header(pen, words.text("Still there?"), "")
        room = staff_lines.draw_panel(pen).inset(44, 30)
        pen.write(staff_words.title(words, match), room.top(80), 60, face="voice")
        pen.write(staff_words.scores(table, match), room.below(96).top(130), 44, lines=2, stand="top")
        text = words.text(
            "Otherwise the game is put aside soon. Nothing is lost: it can be taken up again from the first screen."
        )
        pen.write(text, room.below(260), 44, lines=5, stand="top")
        staff_lines.draw_game(pen, table)
        cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("Put it aside"))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Yes, play on"))


SCREEN = StillThereScreen
