"""Before staff restart a game or put it away: whose game it is, how it stands, and that it can be undone."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.buttons import Button, Lamp
from kiosk.draw.pen import Pen
from kiosk.pause import UNDO
from kiosk.screens import cards, staff_lines, staff_words, turn_left
from kiosk.screens.scene import Scene
from kiosk.table import Table


class StaffSureScreen(Scene):
    """Yellow does it, green does not."""

    name = "staff_sure"
    shown = (Button.BANK, Button.CONFIRM)

    def press(self, button: Button, table: Table) -> None:
        """Yellow: yes. Green: play on."""
        staff = table.staff
        if button is Button.BANK:
            staff.restart() if staff.asking == "restart" else staff.new_game()
        elif button is Button.CONFIRM:
            staff.leave()

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """Green blinks: it is the safe answer."""
        return {Button.BANK: Lamp.ON, Button.CONFIRM: Lamp.BLINK}

    def key(self, table: Table) -> tuple[object, ...]:
        """The match and the question."""
        return (table.match, table.staff.asking)

    def paint(self, pen: Pen, table: Table) -> None:
        """The question, the game, what becomes of it."""
        words, match, restart = table.words, table.match, table.staff.asking == "restart"
        asked = words.text("Restart this game?") if restart else words.text("Put this game away?")
        turn_left.draw_header(pen, asked, "")
        room = staff_lines.draw_panel(pen).inset(44, 30)
        if match is not None:
            pen.write(staff_words.title(words, match), room.top(80), 60, face="voice")
            pen.write(staff_words.scores(table, match), room.below(96).top(130), 44, lines=2, stand="top")
        text = words.text(
            "Staff can bring it back as it is for {minutes} minutes, from the staff's menu.",
            minutes=round(UNDO / 60),
        )
        pen.write(text, room.below(260), 44, lines=4, stand="top")
        staff_lines.draw_game(pen, table)
        yes = words.text("Restart") if restart else words.text("Put it away")
        cards.draw_words(pen, cards.card(pen, Button.BANK), yes)
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("No, play on"))


SCREEN = StaffSureScreen
