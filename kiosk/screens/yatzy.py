"""A turn of Yatzy: the fields on the right, what each would give, and the one that is to be written."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens import cards, yatzy_words
from kiosk.screens.dice_row import draw_crops, tile
from kiosk.screens.game_cards import GameCard
from kiosk.screens.turn import TurnScreen, asks, kept_lamps
from kiosk.screens.yatzy_names import FIELD_NAMES
from kiosk.screens.yatzy_rules import rules
from kiosk.screens.yatzy_sheet import SheetView, YatzyBoard, draw_sheet
from kiosk.screens.yatzy_side import draw_side
from kiosk.table import Table
from kiosk.words import msg
from rules import Match, Score
from rules.yatzy import DICE, FieldScored, options_of, worth
from rules.yatzy_sheet import FORM

BACK = HOLDS[DICE]
"""No die stands above it: it goes through the fields the other way round."""
STEPS = {Button.RIGHT: 1, BACK: -1}
RULES = rules
BOARD = YatzyBoard()
CARD = GameCard(msg("Yatzy"), msg("Five dice, three rolls, fifteen fields."), (6, 6, 6, 6, 6))


class YatzyScreen(TurnScreen):
    """The turn and the sheet."""

    name = "yatzy"
    board = BOARD
    dice = DICE
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._choice: tuple[Match, str] | None = None

    def chosen(self, table: Table) -> str | None:
        """The field that BANK would write: the best at first, then where RIGHT has gone."""
        fields = ranked(table.match) if table.match is not None else []
        if self._choice is not None and self._choice[0] is table.match and self._choice[1] in fields:
            return self._choice[1]
        return fields[0] if fields else None

    def act(self, button: Button, table: Table, match: Match) -> None:
        """HOLD: keep. RIGHT, HOLD6: another field. Green: roll the rest. Yellow: write."""
        chosen = self.chosen(table)
        if button in STEPS and chosen is not None:
            fields = ranked(match)
            self._choice = (match, fields[(fields.index(chosen) + STEPS[button]) % len(fields)])
        elif button in HOLDS:
            table.hold(HOLDS.index(button))
        elif button is Button.CONFIRM and table.may_confirm:
            table.keep()
        elif button is Button.BANK and chosen is not None:
            table.play(Score(chosen))

    def own_lamps(self, table: Table, match: Match) -> Mapping[Button, Lamp]:
        """The dice kept, whether there are other fields, what may be written."""
        if not match.expect.choose:
            return {}
        lamps = {Button.BANK: Lamp.ON if table.may_confirm else Lamp.BLINK}
        if table.may_confirm:
            lamps[Button.CONFIRM] = Lamp.ON
        if len(worth(match)) > 1:
            lamps |= dict.fromkeys(STEPS, Lamp.ON)
        return lamps | kept_lamps(table)

    def own_key(self, table: Table) -> object:
        """The field chosen."""
        return self.chosen(table)

    def say(self, table: Table, match: Match) -> str:
        """The one thing to do now."""
        return yatzy_words.say(table, match)

    def note(self, table: Table, match: Match) -> str:
        """Why this turn is special."""
        return yatzy_words.note(table, match)

    def draw_side(self, pen: Pen, box: Box, table: Table, match: Match) -> None:
        """Rolls left, and the turn just written."""
        draw_side(pen, box, table, match)

    def draw_board(self, pen: Pen, box: Box, table: Table, match: Match, page: int) -> None:
        """The sheet."""
        written = table.last.told(FieldScored) if table.last is not None else None
        fresh = (table.last.seat, written.field) if table.last is not None and written is not None else None
        view = SheetView(match, page, match.player, worth(match), self.chosen(table), fresh)
        draw_sheet(pen, box, view, table.words)

    def draw_cards(self, pen: Pen, table: Table, match: Match) -> None:
        """The field, what it gives, and the dice to roll again."""
        chosen = self.chosen(table)
        if chosen is not None:
            if len(worth(match)) > 1:
                cards.draw_next(pen, table.words.text("Other field"))
                _draw_back(pen, table, match, chosen)
            _draw_write(pen, table, chosen, worth(match)[chosen])
        if table.may_confirm and not asks(table):
            rest = sum(not die.kept for die in table.dice)
            text = table.words.plural("Roll one die again", "Roll {count} dice again", rest)
            cards.draw_words(pen, cards.card(pen, Button.CONFIRM), text)


def ranked(match: Match) -> list[str]:
    """The fields that may be written, the one that gives most first: RIGHT goes through them in this order.

    Last come those that would be struck, the dearest of them first: the other way round the cheapest is one press away.
    """
    free, possible = worth(match), FORM.possible(options_of(match))
    return sorted(free, key=lambda field: (-free[field], -max(possible[field])))


def _draw_back(pen: Pen, table: Table, match: Match, chosen: str) -> None:
    """Above HOLD6: the field before, or to strike one."""
    fields, words = ranked(match), table.words
    gives = worth(match)[fields[fields.index(chosen) - 1]]
    text = words.text("Field before") if gives else words.text("Strike a field")
    pen.write(
        text, tile(pen, DICE).inset(4, 0), cards.ARROW_TEXT, colour=theme.PAPER_DIM, align="centre", lines=2
    )


def _draw_write(pen: Pen, table: Table, field: str, points: int) -> None:
    """What BANK writes: the field, the photographs it is read from, and what they give."""
    box = cards.card(pen, Button.BANK)
    title = table.words.text("Write {field}", field=table.words.text(FIELD_NAMES[field]))
    pen.write(title, box.top(38), theme.BODY, face="bold", align="centre")
    number = str(points)
    wide = pen.width(number, theme.NUMBER, "bold")
    crops = min(210.0, box.w - wide - 18)
    left = box.cx - (crops + 16 + wide) / 2
    line = box.below(44)
    taken = draw_crops(pen, table.dice, Box(left, line.y, crops, 46), 4)
    at = left + taken + 16
    place = Box(at, line.y, wide + 4, line.h)
    pen.write(number, place, theme.NUMBER, face="bold", colour=theme.BRASS)


SCREEN = YatzyScreen
