"""The turn just written is doubted: its photographs, large, and whether it shall be played again."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.dice import draw_die
from kiosk.draw.pen import Pen
from kiosk.draw.photos import draw_photo
from kiosk.draw.signs import draw_sign
from kiosk.screens import cards, turn_left
from kiosk.screens.scene import FOOT, Scene
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.screens.yatzy_sheet import SheetView, draw_sheet, page_of
from kiosk.table import LastTurn, Table, TableDie
from rules.yatzy import FieldScored


class DisputeScreen(Scene):
    """Look at the photographs together; green plays the turn again."""

    name = "dispute"
    shown = (Button.BANK, Button.CONFIRM)

    def press(self, button: Button, table: Table) -> None:
        """Green: again. Yellow or the arrow that led here: it stands."""
        if button is Button.CONFIRM and table.last is not None:
            table.dispute()
        elif button in (Button.BANK, Button.LEFT, Button.CONFIRM):
            go_back(table)
        elif button is Button.STAFF:
            table.show("end_game")

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """Neither answer is the better one."""
        lamps = {Button.CONFIRM: Lamp.ON}
        return {**lamps, Button.BANK: Lamp.ON} if table.last is not None else lamps

    def key(self, table: Table) -> tuple[object, ...]:
        """The turn in doubt."""
        return (table.match, table.last)

    def paint(self, pen: Pen, table: Table) -> None:
        """The question, the photographs, the sheet."""
        match, last, words = table.match, table.last, table.words
        if match is None:
            return
        written = last.told(FieldScored) if last is not None else None
        if last is None or written is None:
            turn_left.draw_header(pen, words.text("The next roll has come, so the turn stands."), "")
            cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Play on"))
            return
        turn_left.draw_header(pen, words.text("Play this turn again?"), "")
        top = turn_left.header(pen).bottom
        box = Box(turn_left.LEFT, top, turn_left.header(pen).w, pen.h - FOOT - top - 16)
        _draw_turn(pen, box, last, written, table)
        view = SheetView(match, page_of(last.seat), last.seat, fresh=(last.seat, written.field))
        turn_left.draw_sheet_frame(pen)
        draw_sheet(pen, turn_left.sheet_box(pen), view, words)
        cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("No, it stands"))
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), words.text("Yes, again"))


def may_doubt(table: Table) -> bool:
    """Whether a turn has just been written that may be played again."""
    return table.last is not None and table.last.told(FieldScored) is not None


def go_back(table: Table) -> None:
    """To the game, or to its result."""
    if table.match is None:
        table.show("attract")
    else:
        table.show("result" if table.match.over else table.match.game)


def _draw_turn(pen: Pen, box: Box, last: LastTurn, written: FieldScored, table: Table) -> None:
    pen.panel(box, theme.FELT, 18)
    pen.outline(box, theme.LINE, 2, 18)
    inner, words = box.inset(44, 32), table.words
    field = words.text(FIELD_NAMES[written.field])
    draw_sign(pen, last.seat, Box(inner.x, inner.y + 8, 64, 64))
    points = str(written.points)
    wide = pen.width(points, 96, "bold")
    who = Box(inner.x + 88, inner.y, inner.w - 88 - wide - 30, 80)
    pen.write(f"{table.seats[last.seat].name}: {field}", who, 52, face="bold")
    pen.write(points, Box(inner.right - wide, inner.y, wide + 4, 80), 96, face="bold", colour=theme.BRASS)
    row = Box(inner.x, inner.y + 116, inner.w, 350)
    for index, die in enumerate(last.dice):
        _draw_evidence(pen, row.column(index, len(last.dice), 18), die)
    text = words.text(
        "Look at the dice together. If you still disagree, {name} plays the turn again for {field}.",
        name=table.seats[last.seat].name,
        field=field,
    )
    pen.write(text, Box(inner.x, row.bottom + 8, inner.w, inner.bottom - row.bottom - 8), 40, lines=3)


def _draw_evidence(pen: Pen, box: Box, die: TableDie) -> None:
    """A die's photograph above what was read from it."""
    side = min(box.w, 170.0)
    if die.crop is not None:
        draw_photo(pen, die.crop, Box(box.cx - side / 2, box.y, side, side), 14)
    draw_die(pen, die.value, Box(box.cx - side * 0.33, box.y + side + 22, side * 0.66, side * 0.66))


SCREEN = DisputeScreen
