"""Somebody sees the last roll differently: its photographs, large, and what can be done about it.

Any player may set what a die really shows, or have it rolled again. In Yatzy the turn just written may be played again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.dice import draw_die
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.draw.photos import draw_photo
from kiosk.match.contest import Doubted
from kiosk.screens import cards, turn_left
from kiosk.screens.boards import board_of
from kiosk.screens.dice_row import draw_set
from kiosk.screens.scene import FOOT, Scene
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.table import Table
from rules import Match
from rules.moves import SIDES
from rules.yatzy import FieldScored

EVIDENCE = 338.0
"""Height of a die's photograph, its star and what it counts as, units."""


class ContestScreen(Scene):
    """HOLD turns the die above it to its next value; green agrees to what is shown."""

    name = "contest"
    shown = (*HOLDS, Button.LEFT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._values: list[int] = []
        self._match: Match | None = None

    def enter(self, table: Table) -> None:
        """What was read stands, until somebody says otherwise."""
        super().enter(table)
        self._match = table.match
        self._values = [doubted.die.value for doubted in table.contested]

    def _dice(self, table: Table) -> Sequence[Doubted]:
        """The dice in doubt; none any more once the next roll has come."""
        return table.contested if table.match is self._match else ()

    def press(self, button: Button, table: Table) -> None:
        """HOLD: another value. Green: so it is. Yellow: again. LEFT: nothing happens."""
        dice = self._dice(table)
        if button is Button.LEFT or not dice:
            table.back()
        elif button in HOLDS:
            self._turn(HOLDS.index(button), dice)
        elif button is Button.BANK:
            table.dispute() if may_doubt(table) else table.roll_again()
        elif button is Button.CONFIRM:
            self._agree(table, dice)

    def _turn(self, place: int, dice: Sequence[Doubted]) -> None:
        if place < len(dice) and dice[place].rolled:
            self._values[place] = self._values[place] % SIDES[dice[place].die.kind] + 1

    def _agree(self, table: Table, dice: Sequence[Doubted]) -> None:
        if self._changed(dice):
            pairs = zip(self._values, dice, strict=True)
            table.correct([value for value, doubted in pairs if doubted.rolled])
        else:
            table.back()

    def _changed(self, dice: Sequence[Doubted]) -> bool:
        return self._values != [doubted.die.value for doubted in dice]

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """The dice whose values can be set; no answer is the better one."""
        dice = self._dice(table)
        holds = {hold: Lamp.ON for hold, doubted in zip(HOLDS, dice, strict=False) if doubted.rolled}
        again = {Button.BANK: Lamp.ON} if dice else {}
        return {Button.CONFIRM: Lamp.ON, Button.LEFT: Lamp.ON, **again, **holds}

    def key(self, table: Table) -> tuple[object, ...]:
        """The roll in doubt and the values set."""
        return (table.match, table.last, tuple(self._values))

    def paint(self, pen: Pen, table: Table) -> None:
        """The question, the photographs, the scores."""
        match, words, dice = table.match, table.words, self._dice(table)
        if match is None:
            return
        turn_left.draw_sheet_frame(pen)
        seat = table.last.seat if table.last is not None else match.player or 0
        board = board_of(match)
        board.draw(pen, turn_left.sheet_box(pen), table, match, board.page_of(seat))
        cards.draw_rules(pen, words.text("Back"))
        if not dice:
            turn_left.draw_header(pen, words.text("The next roll has come, so the turn stands."), "")
            cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Play on"))
            return
        turn_left.draw_header(pen, words.text("What do the dice really show?"), _what(table))
        top = turn_left.header(pen).bottom + 6
        box = Box(turn_left.LEFT, top, turn_left.header(pen).w, pen.h - FOOT - top - 16)
        self._draw_dice(pen, box, dice, table)
        again = words.text("Play the turn again") if may_doubt(table) else words.text("Roll again")
        cards.draw_words(pen, cards.card(pen, Button.BANK), again)
        agree = words.text("So it is") if self._changed(dice) else words.text("It is right")
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), agree)

    def fault_place(self, pen: Pen) -> Box:
        """Below the dice, above the buttons."""
        return Box(turn_left.LEFT + 16, 0, turn_left.header(pen).w - 32, pen.h - FOOT - 28)

    def _draw_dice(self, pen: Pen, box: Box, dice: Sequence[Doubted], table: Table) -> None:
        pen.panel(box, theme.FELT, 18)
        pen.outline(box, theme.LINE, 2, 18)
        for hold, doubted, value in zip(HOLDS, dice, self._values, strict=False):
            middle = PLACES[hold] * pen.w / theme.WIDTH
            _draw_evidence(pen, Box(middle - 79, box.y + 34, 158, EVIDENCE), doubted, value)
        text = box.below(384).inset(34, 16)
        pen.write(_how(table), text, 40, lines=4)


def may_doubt(table: Table) -> bool:
    """Whether a turn has just been written that may be played again."""
    return table.last is not None and table.last.told(FieldScored) is not None


def _what(table: Table) -> str:
    """Whose turn it was, and what was written."""
    last = table.last
    written = last.told(FieldScored) if last is not None else None
    if last is None or written is None:
        return ""
    field = table.words.text(FIELD_NAMES[written.field])
    return f"{table.seats[last.seat].name}: {field}, {written.points}"


def _how(table: Table) -> str:
    """What people can do."""
    words, last = table.words, table.last
    written = last.told(FieldScored) if last is not None else None
    if last is None or written is None:
        return words.text("Look together. The button below a die sets what it shows; it gets a star.")
    return words.text(
        "Look together. The button below a die sets what it shows. If you still disagree, {name} plays the turn "
        "again for {field}.",
        name=table.seats[last.seat].name,
        field=words.text(FIELD_NAMES[written.field]),
    )


def _draw_evidence(pen: Pen, box: Box, doubted: Doubted, value: int) -> None:
    """A die's photograph above what it counts as; a star where people say otherwise than was read."""
    side, die = box.w, doubted.die
    if die.crop is not None:
        draw_photo(pen, die.crop, Box(box.cx - side / 2, box.y, side, side), 14)
    shown = Box(box.cx - side * 0.43, box.bottom - side * 0.86, side * 0.86, side * 0.86)
    draw_die(pen, value, shown, die.kind)
    if die.entered or value != (die.value if die.read is None else die.read):
        draw_set(pen, Box(shown.cx - 18, shown.y - 40, 36, 36))
    if not doubted.rolled:
        pen.panel(box, theme.FELT, 14, alpha=150)


SCREEN = ContestScreen
