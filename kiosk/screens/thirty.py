"""A turn of Thirty: dice are kept until all six are, and what is above thirty attacks."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.screens import cards, thirty_words, turn_side
from kiosk.screens.dice_row import Below
from kiosk.screens.game_cards import GameCard
from kiosk.screens.thirty_board import ThirtyBoard, draw_thirty
from kiosk.screens.thirty_rules import rules
from kiosk.screens.thirty_view import view_of
from kiosk.screens.turn import TurnScreen, asks, kept_lamps
from kiosk.table import Table
from kiosk.words import msg
from rules import Match
from rules.thirty import DICE, turn_of

RULES = rules
BOARD = ThirtyBoard()
KEPT, HITS = Below(aside=msg("Kept")), Below(aside=msg("Hit"))
CARD = GameCard(msg("Thirty"), msg("Collect thirty or more, and attack your neighbour."), (6, 6, 5, 5, 4, 4))


class ThirtyScreen(TurnScreen):
    """The sum, the attack and everybody's points left."""

    name = "thirty"
    board = BOARD
    dice = DICE
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def act(self, button: Button, table: Table, match: Match) -> None:
        """HOLD: keep a die. Green: these are kept."""
        if button in HOLDS:
            table.hold(HOLDS.index(button))
        elif button is Button.CONFIRM and table.may_confirm:
            table.keep()

    def own_lamps(self, table: Table, match: Match) -> Mapping[Button, Lamp]:
        """The dice kept, and green when there is something to agree to."""
        lamps = kept_lamps(table) if table.may_keep else {}
        return {**lamps, Button.CONFIRM: Lamp.BLINK} if table.may_keep and table.may_confirm else lamps

    def say(self, table: Table, match: Match) -> str:
        """The one thing to do now."""
        return thirty_words.say(table, match)

    def note(self, table: Table, match: Match) -> str:
        """Who is attacked, or who has gone out."""
        return thirty_words.note(table, match)

    def draw_side(self, pen: Pen, box: Box, table: Table, match: Match) -> None:
        """The points left, and how the turn before has ended."""
        left = match.scores[match.player or 0]
        turn_side.draw_figure(
            pen, box, table.words.number(left), table.words.plural("point left", "points left", left)
        )
        if table.last is not None:
            turn_side.draw_last(pen, box, table, table.last, *thirty_words.ended(table, table.last))

    def below(self, match: Match) -> Below:
        """Dice kept earlier stay kept; in an attack those set aside are hits."""
        return KEPT if turn_of(match).face is None else HITS

    def draw_board(self, pen: Pen, box: Box, table: Table, match: Match, page: int) -> None:
        """The sum or the attack, and everybody's points left."""
        draw_thirty(pen, box, table, match, view_of(table, match), page)

    def draw_cards(self, pen: Pen, table: Table, match: Match) -> None:
        """What green does."""
        if not table.may_keep or not table.may_confirm or asks(table):
            return
        words, left = table.words, view_of(table, match).left
        text = words.plural("Keep these, roll one die", "Keep these, roll {count} dice", left)
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), text if left else words.text("Keep all six"))


SCREEN = ThirtyScreen
