"""Staff add a player to the game that is played, or take one out of it."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign
from kiosk.screens import cards, staff_lines, turn_left
from kiosk.screens.scene import Scene, foot
from kiosk.table import Table
from rules import Match


class StaffPlayersScreen(Scene):
    """The seats stand above their buttons, six at once. One that is chosen can be taken out."""

    name = "staff_players"
    shown = (*HOLDS, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._first = 0
        self._chosen: int | None = None

    def enter(self, table: Table) -> None:
        """Nobody is chosen."""
        super().enter(table)
        self._first, self._chosen = 0, None

    def press(self, button: Button, table: Table) -> None:
        """HOLD: this player, or not. RIGHT: the next six. Yellow: one more, or this one out. Green: back."""
        match = table.staff.match
        if match is None or button is Button.CONFIRM:
            table.show("staff")
        elif button in HOLDS:
            self._choose(self._first + HOLDS.index(button), match)
        elif button is Button.RIGHT and len(match.players) > len(HOLDS):
            self._first = (self._first + len(HOLDS)) % (-(-len(match.players) // len(HOLDS)) * len(HOLDS))
            self._chosen = None
        elif button is Button.BANK and self._chosen is None and table.staff.may_add():
            table.staff.add_player()
        elif button is Button.BANK and self._chosen is not None and table.staff.may_remove():
            table.staff.remove_player(self._chosen)

    def _choose(self, seat: int, match: Match) -> None:
        if seat < len(match.players):
            self._chosen = None if seat == self._chosen else seat

    def _may(self, table: Table) -> bool:
        return table.staff.may_add() if self._chosen is None else table.staff.may_remove()

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """Everybody, and what can be done."""
        match = table.staff.match
        if match is None:
            return {Button.CONFIRM: Lamp.BLINK}
        seats = len(match.players) - self._first
        lamps = {**dict.fromkeys(HOLDS[:seats], Lamp.ON), Button.CONFIRM: Lamp.BLINK}
        more = {Button.RIGHT: Lamp.ON} if len(match.players) > len(HOLDS) else {}
        return {**lamps, **more, **({Button.BANK: Lamp.ON} if self._may(table) else {})}

    def key(self, table: Table) -> tuple[object, ...]:
        """Who plays, and who is chosen."""
        return (table.match, self._first, self._chosen)

    def paint(self, pen: Pen, table: Table) -> None:
        """What can be done, who plays, what the others keep."""
        words, match = table.words, table.staff.match
        turn_left.draw_header(pen, table.notice or words.text("One more player, or one less?"), "")
        room = staff_lines.draw_panel(pen).inset(44, 30)
        text = words.text(
            "Yellow adds a player, who sits down last. To take somebody out, press the button below first. The "
            "others keep their points; the turn under way begins again."
        )
        pen.write(text, room.top(330), 44, lines=6, stand="top")
        staff_lines.draw_game(pen, table)
        if match is None:
            return
        self._draw_seats(pen, match)
        if len(match.players) > len(HOLDS):
            staff_lines.draw_between(pen, words.text("The next six"))
        if self._may(table):
            cards.draw_words(pen, cards.card(pen, Button.BANK), self._yellow(table))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Back"))

    def _yellow(self, table: Table) -> str:
        if self._chosen is None:
            return table.words.text("Add a player")
        return table.words.text("Take {name} out", name=table.seats[self._chosen].name)

    def _draw_seats(self, pen: Pen, match: Match) -> None:
        for place, button in enumerate(HOLDS):
            seat = self._first + place
            if seat >= len(match.players):
                return
            box = Box(PLACES[button] * pen.w / theme.WIDTH - 70, foot(pen).y + 12, 140, 96)
            if seat == self._chosen:
                pen.panel(box, theme.FELT_LIGHT, 14)
                pen.outline(box, theme.BRASS, 5, 14)
            draw_sign(pen, seat, Box(box.x + 18, box.cy - 26, 52, 52))
            number = Box(box.x + 76, box.y, 60, box.h)
            pen.write(str(seat + 1), number, theme.NUMBER, face="bold", least=theme.SMALL)


SCREEN = StaffPlayersScreen
