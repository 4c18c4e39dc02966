"""A turn of Target Dice: white dice are marked until their sum is a target, or several."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.referee import laying
from kiosk.referee.laying import Dice
from kiosk.screens import cards, target_words, turn_side
from kiosk.screens.dice_row import Below, draw_dice_row
from kiosk.screens.game_cards import GameCard
from kiosk.screens.target_board import TargetBoard, draw_targets
from kiosk.screens.target_rules import rules
from kiosk.screens.target_view import TargetView, Way, dice_of, labels, view_of
from kiosk.screens.turn import TurnScreen, asks, kept_lamps
from kiosk.table import Table
from kiosk.words import msg
from rules import Keep, Match, Matching, Pass
from rules.target_dice import TARGETS, WHITE

RULES = rules
BOARD = TargetBoard()
USED = Below(aside=msg("Used"))
CARD = GameCard(
    msg("Target Dice"), msg("Find the sums that make your black dice. First to 100."), (2, 5), (7,)
)


class TargetDiceScreen(TurnScreen):
    """The targets, what makes them, and the scores."""

    name = "target_dice"
    board = BOARD
    dice = WHITE.count
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._chosen: tuple[Match, Way] | None = None
        self._viewed: tuple[Match, Dice, Way, TargetView] | None = None

    def view(self, table: Table, match: Match) -> TargetView:
        """What is to be seen now: worked out once for all that is drawn of it."""
        chosen = self._chosen[1] if self._chosen is not None and self._chosen[0] is match else ()
        known = self._viewed
        if known is not None and known[0] is match and known[1] is table.dice and known[2] == chosen:
            return known[3]
        view = view_of(table, match, chosen)
        self._viewed = match, table.dice, chosen, view
        return view

    def act(self, button: Button, table: Table, match: Match) -> None:
        """HOLD builds a sum, RIGHT walks over what can be matched. Green: match. Yellow: stop, where one may."""
        view = self.view(table, match)
        if button in HOLDS:
            table.hold(HOLDS.index(button))
        elif button is Button.CONFIRM and view.ready:
            table.play(Matching(view.way))
        elif button is Button.BANK and view.may_pass:
            table.play(Pass())
        elif button is Button.RIGHT and view.choices:
            at = view.choices.index(view.way) + 1 if view.way in view.choices and not view.rest else 0
            self._chosen = match, view.choices[at % len(view.choices)]
            table.mark(Keep(dice_of(self._chosen[1])))

    def own_lamps(self, table: Table, match: Match) -> Mapping[Button, Lamp]:
        """The dice marked, what can be matched, whether one may stop."""
        if match.roll_off is not None:
            return {}
        lamps, view = kept_lamps(table) if table.may_keep else {}, self.view(table, match)
        if view.ready:
            lamps[Button.CONFIRM] = Lamp.BLINK
        if view.may_pass:
            lamps[Button.BANK] = Lamp.ON
        if len(view.choices) > 1:
            lamps[Button.RIGHT] = Lamp.ON
        return lamps

    def own_key(self, table: Table) -> object:
        """What the arrow has gone to."""
        return self._chosen

    def say(self, table: Table, match: Match) -> str:
        """The one thing to do now."""
        return target_words.say(table, match, self.view(table, match))

    def note(self, table: Table, match: Match) -> str:
        """What is special."""
        return target_words.note(table, match, self.view(table, match))

    def draw_side(self, pen: Pen, box: Box, table: Table, match: Match) -> None:
        """The player's points, and the turn just ended."""
        points = table.words.number(match.scores[match.player or 0])
        turn_side.draw_figure(pen, box, points, table.words.text("points"))
        if table.last is not None:
            turn_side.draw_last(pen, box, table, table.last, *target_words.ended(table.words, table.last))

    def draw_board(self, pen: Pen, box: Box, table: Table, match: Match, page: int) -> None:
        """The targets, and everybody's."""
        draw_targets(pen, box, table, match, self.view(table, match), page)

    def draw_row(self, pen: Pen, table: Table, match: Match) -> None:
        """The white dice, each with its target; while only black ones are rolled, these."""
        white, wanted = laying.white(table.dice), match.expect.roll
        if wanted is not None and wanted.kind == "d12" and not white:
            draw_dice_row(pen, (), TARGETS, table.words)
            return
        found = labels(white, self.view(table, match)) if table.may_keep else {}
        draw_dice_row(pen, white, self.dice, table.words, found, USED)

    def draw_cards(self, pen: Pen, table: Table, match: Match) -> None:
        """Other sums, what is matched, and the end of the turn."""
        words, view = table.words, self.view(table, match)
        if len(view.choices) > 1:
            cards.draw_next(pen, words.text("Other choice"))
        if view.may_pass:
            cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("Stop here"))
        if view.ready and not asks(table):
            points = words.number(sum(pair.target for pair in view.way))
            cards.draw_points(pen, cards.card(pen, Button.CONFIRM), words.text("Match"), points)


SCREEN = TargetDiceScreen
