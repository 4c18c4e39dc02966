"""A roll that no camera reads: people enter what the dice show, one press a die.

The number above a HOLD button is what it enters, for one die after the other. Turning each die to its value, as on
the contest's screen, would take two to three times as many presses; there one die of several is wrong, here all are
missing.
"""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.dice import draw_die
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens import cards, turn_left
from kiosk.screens.boards import board_of
from kiosk.screens.dice_row import draw_set
from kiosk.screens.scene import FOOT, Scene, foot
from kiosk.table import Table
from rules import RollWanted
from rules.moves import SIDES

FACE = 84.0
"""How large the values to choose from are drawn, units."""


class ByHandScreen(Scene):
    """HOLD enters a value. LEFT takes the last one back. Green agrees once all are there."""

    name = "by_hand"
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._values: list[int] = []
        self._first = 1

    def enter(self, table: Table) -> None:
        """Nothing is entered yet."""
        super().enter(table)
        self._values, self._first = [], 1

    def press(self, button: Button, table: Table) -> None:
        """HOLD: the value above it. RIGHT: the other six values. LEFT: one back. Green: so they lie."""
        wanted = table.entry
        if wanted is None:
            table.back()
        elif button in HOLDS:
            self._add(self._first + HOLDS.index(button), wanted)
        elif button is Button.RIGHT and _pages(wanted) > 1:
            self._first = 1 if self._first > 1 else 1 + len(HOLDS)
        elif button is Button.LEFT:
            self._take_back(table)
        elif button is Button.CONFIRM and len(self._values) == wanted.count:
            table.enter(self._values)

    def _add(self, value: int, wanted: RollWanted) -> None:
        if len(self._values) < wanted.count:
            self._values.append(value)

    def _take_back(self, table: Table) -> None:
        if self._values:
            self._values.pop()
        else:
            table.back()

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """The values as long as dice are missing; then green."""
        wanted = table.entry
        if wanted is None:
            return {Button.LEFT: Lamp.ON}
        if len(self._values) == wanted.count:
            return {Button.LEFT: Lamp.ON, Button.CONFIRM: Lamp.BLINK}
        more = {Button.RIGHT: Lamp.ON} if _pages(wanted) > 1 else {}
        return {Button.LEFT: Lamp.ON, **more, **dict.fromkeys(HOLDS, Lamp.ON)}

    def key(self, table: Table) -> tuple[object, ...]:
        """What is entered, and what can be."""
        return (table.match, table.entry, tuple(self._values), self._first)

    def paint(self, pen: Pen, table: Table) -> None:
        """The question, the dice entered, the values to choose from, everybody's scores."""
        match, words, wanted = table.match, table.words, table.entry
        if match is None or wanted is None:
            return
        title = words.plural("What does the die show?", "What do the {count} dice show?", wanted.count)
        turn_left.draw_header(pen, title, _whose(table))
        top = turn_left.header(pen).bottom + 6
        box = Box(turn_left.LEFT, top, turn_left.header(pen).w, pen.h - FOOT - top - 16)
        self._draw_entered(pen, box, table, wanted)
        self._draw_values(pen, wanted)
        board = board_of(match)
        turn_left.draw_sheet_frame(pen)
        board.draw(pen, turn_left.sheet_box(pen), table, match, board.page_of(match.player or 0))
        cards.draw_rules(pen, words.text("Take back") if self._values else words.text("Back"))
        if _pages(wanted) > 1:
            other = words.text("1 to 6") if self._first > 1 else words.text("7 to 12")
            cards.draw_next(pen, other)
        if len(self._values) == wanted.count:
            cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("So it is"))

    def fault_place(self, pen: Pen) -> Box:
        """Below the dice, above the buttons."""
        return Box(turn_left.LEFT + 16, 0, turn_left.header(pen).w - 32, pen.h - FOOT - 28)

    def _draw_entered(self, pen: Pen, box: Box, table: Table, wanted: RollWanted) -> None:
        """A place for each die; the next one to be entered lies in the light."""
        pen.panel(box, theme.FELT, 18)
        pen.outline(box, theme.LINE, 2, 18)
        row = Box(box.x + 34, box.y + 60, box.w - 68, 150)
        for index in range(wanted.count):
            place = row.column(index, max(wanted.count, 5)).square(132)
            if index < len(self._values):
                draw_die(pen, self._values[index], place, wanted.kind)
                draw_set(pen, Box(place.cx - 20, place.y - 48, 40, 40))
            else:
                lit = index == len(self._values)
                pen.outline(place, theme.BRASS if lit else theme.LINE, 5 if lit else 2, 18)
        text = table.words.text(
            "Roll the dice first. Then press the button below each number that they show, in any order. "
            "What is entered by hand has a star."
        )
        pen.write(text, box.below(240).inset(34, 16).top(box.h - 372), 40, lines=5, stand="top")

    def _draw_values(self, pen: Pen, wanted: RollWanted) -> None:
        """The values, each above the button that enters it."""
        for place, button in enumerate(HOLDS):
            middle = PLACES[button] * pen.w / theme.WIDTH
            box = Box(middle - FACE / 2, foot(pen).y + 16, FACE, FACE)
            draw_die(pen, self._first + place, box, wanted.kind)


def _pages(wanted: RollWanted) -> int:
    return SIDES[wanted.kind] // len(HOLDS)


def _whose(table: Table) -> str:
    """Who has rolled."""
    match = table.match
    if table.staff.joining is not None and match is not None:
        return table.words.text("The new player's black dice")
    return "" if match is None or match.player is None else table.seats[match.player].name


SCREEN = ByHandScreen
