"""A turn of a push game: dice are set aside by button or in the lane, then rolled on with or banked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.screens import cards, push_words, turn_side
from kiosk.screens.dice_row import Below
from kiosk.screens.push_board import draw_push
from kiosk.screens.push_rules import rules
from kiosk.screens.push_view import ranked, view_of
from kiosk.screens.score_rows import RowsBoard
from kiosk.screens.turn import TurnScreen, asks, kept_lamps
from kiosk.table import LastTurn, Table
from kiosk.words import msg
from rules import Match
from rules.farkle import Farkled
from rules.push import DICE
from rules.ten_thousand import Bust

RULES = rules
BOARD = RowsBoard()
BELOW = Below(kept=msg("Chosen"))


class PushScreen(TurnScreen):
    """What the screens of both push games share."""

    board = BOARD
    dice = DICE
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    bust: ClassVar[str]
    """What a roll that scores nothing is called: a message."""

    nothing: ClassVar[type[Bust | Farkled]]
    """What the rules tell of such a roll."""

    def lost(self, last: LastTurn) -> int | None:
        """The points lost by a roll that scored nothing; None when the turn was banked."""
        told = last.told(self.nothing)
        return None if told is None else told.lost

    def act(self, button: Button, table: Table, match: Match) -> None:
        """HOLD marks dice, RIGHT walks over all choices. Green: set aside, roll on. Yellow: and stop."""
        if button in HOLDS:
            table.hold(HOLDS.index(button))
        elif button is Button.CONFIRM and table.may_keep:
            table.keep()
        elif button is Button.BANK:
            table.bank()
        elif button is Button.RIGHT and table.may_keep:
            self._walk(table, match)

    def _walk(self, table: Table, match: Match) -> None:
        """Mark the next choice of the list; the first when what is marked is none."""
        keeps, now = [keep for keep, _ in ranked(match)], view_of(table, match).marked
        table.mark(keeps[(keeps.index(now) + 1) % len(keeps)] if now in keeps else keeps[0])

    def own_lamps(self, table: Table, match: Match) -> Mapping[Button, Lamp]:
        """What may be agreed to or banked, the arrows, the dice marked."""
        if match.roll_off is not None:
            return {}
        lamps, may_bank = kept_lamps(table), view_of(table, match).may_bank
        if may_bank:
            lamps[Button.BANK] = Lamp.ON
        if table.may_keep and table.may_confirm:
            lamps[Button.CONFIRM] = Lamp.ON if may_bank else Lamp.BLINK
        if len(ranked(match)) > 1:
            lamps[Button.RIGHT] = Lamp.ON
        return lamps

    def say(self, table: Table, match: Match) -> str:
        """The one thing to do now."""
        return push_words.say(table, match)

    def note(self, table: Table, match: Match) -> str:
        """What the rules demand, or that the turn before came to nothing."""
        lost = self.lost(table.last) if table.last is not None else None
        return push_words.note(table, match, lost)

    def draw_side(self, pen: Pen, box: Box, table: Table, match: Match) -> None:
        """The player's points, and the turn just ended."""
        points = table.words.number(match.scores[match.player or 0])
        turn_side.draw_figure(pen, box, points, table.words.text("points"))
        if table.last is not None:
            ended = push_words.ended(table.words, table.last, self.lost(table.last), self.bust)
            turn_side.draw_last(pen, box, table, table.last, *ended)

    def below(self, match: Match) -> Below:
        """Marked dice are only chosen: what scores nothing can be marked too."""
        return BELOW

    def draw_board(self, pen: Pen, box: Box, table: Table, match: Match, page: int) -> None:
        """What is at stake, all choices, all scores."""
        draw_push(pen, box, table, match, view_of(table, match), page)

    def draw_cards(self, pen: Pen, table: Table, match: Match) -> None:
        """Other choices, the bank, the dice to roll on with."""
        words, view = table.words, view_of(table, match)
        if len(view.options) > 1:
            cards.draw_next(pen, words.text("Other choice"))
        if view.may_bank:
            cards.draw_points(
                pen, cards.card(pen, Button.BANK), words.text("Bank"), words.number(view.points)
            )
        if table.may_keep and table.may_confirm and not asks(table) and view.gain is not None:
            text = words.plural(
                "Set {points} aside, roll one die",
                "Set {points} aside, roll {count} dice",
                view.left,
                points=words.number(view.gain),
            )
            cards.draw_words(pen, cards.card(pen, Button.CONFIRM), text)
