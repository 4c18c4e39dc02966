"""The staff's menu: STAFF held for two seconds leads here, and out again. A press a line; green is always safe."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.screens import cards, staff_lines, staff_words, turn_left
from kiosk.screens.game_cards import card_of
from kiosk.screens.scene import FOOT, Scene
from kiosk.screens.staff_lines import Line
from kiosk.table import Table


class StaffScreen(Scene):
    """What can be done to the game, and to the table."""

    name = "staff"
    shown = (*HOLDS, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def press(self, button: Button, table: Table) -> None:
        """HOLD n: line n. RIGHT: bring a game back. Yellow: lock or open the table. Green: out of here."""
        staff = table.staff
        if button in HOLDS:
            index = HOLDS.index(button)
            if _lines(table)[index].open:
                _doings(table)[index]()
        elif button is Button.RIGHT and staff.may_bring_back:
            staff.bring_back()
        elif button is Button.BANK:
            staff.unlock() if table.chosen.locked else staff.lock()
        elif button is Button.CONFIRM:
            staff.leave()

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """What can be done; green blinks, it is what people want who came here by a slip."""
        back = {Button.RIGHT: Lamp.ON} if table.staff.may_bring_back else {}
        both = {Button.BANK: Lamp.ON, Button.CONFIRM: Lamp.BLINK}
        return {**staff_lines.lamps(_lines(table)), **back, **both}

    def key(self, table: Table) -> tuple[object, ...]:
        """The match and what lies aside."""
        staff = table.staff
        return (table.match, staff.may_bring_back, staff.minutes_left, table.chosen.locked, staff.volume)

    def paint(self, pen: Pen, table: Table) -> None:
        """The lines, the game they are about, and what the other buttons do."""
        words, match = table.words, table.match
        aside = "" if match is None else staff_words.title(words, match)
        turn_left.draw_header(pen, table.notice or words.text("Staff: what shall be done?"), aside)
        staff_lines.draw_lines(pen, _lines(table))
        staff_lines.draw_game(pen, table)
        if table.staff.may_bring_back:
            staff_lines.draw_between(pen, _bring_back(table))
        lock = words.text("Open the table") if table.chosen.locked else words.text("Lock the table")
        cards.draw_words(pen, cards.card(pen, Button.BANK), lock, bright=table.chosen.locked)
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), _leave(table))

    def fault_place(self, pen: Pen) -> Box:
        """On the lines' lower edge."""
        return Box(turn_left.LEFT + 16, 0, turn_left.header(pen).w - 32, pen.h - FOOT - 28)


def _doings(table: Table) -> Sequence[Callable[[], None]]:
    """What each line does."""
    staff = table.staff
    return (
        staff.take_back,
        lambda: staff.ask("restart"),
        lambda: staff.ask("new_game"),
        lambda: table.show("staff_players"),
        lambda: table.show("staff_points"),
        lambda: table.show("staff_settings"),
    )


def _lines(table: Table) -> Sequence[Line]:
    words, match = table.words, table.staff.match
    played = match is not None
    last = staff_words.last_move(table) if table.steps else words.text("There is nothing to take back.")
    return (
        Line(words.text("Take back the last move"), last, bool(table.steps)),
        Line(words.text("Restart this game"), words.text("The same players, from the beginning"), played),
        Line(words.text("New game"), words.text("This one is put away"), table.match is not None),
        Line(words.text("Players"), words.text("One more, or one less"), played),
        Line(words.text("Put the points right"), words.text("The turn begins again"), played),
        Line(words.text("Sound and screen"), words.text("Volume, large type, less motion")),
    )


def _leave(table: Table) -> str:
    words = table.words
    if table.match is not None and not table.match.over:
        return words.text("Play on")
    return words.text("Leave it locked") if table.chosen.locked else words.text("Back")


def _bring_back(table: Table) -> str:
    """Which game lies aside, and for how long."""
    staff = table.staff
    aside = staff.may_bring_back
    assert aside is not None
    game = table.words.text(card_of(aside.game.match.game).title)
    return table.words.text("Bring back {game} ({minutes} min)", game=game, minutes=staff.minutes_left)


SCREEN = StaffScreen
