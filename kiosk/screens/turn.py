"""A turn of any game: headline, player, tray, dice above their buttons. The right half belongs to the game.

What may be done comes from the match. A game's screen fills in what it says, shows and does with its buttons.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw import tray
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens import cards, turn_left, turn_side, turn_words
from kiosk.screens.attention import Attention
from kiosk.screens.boards import Board
from kiosk.screens.dice_row import USUAL, Below, draw_dice_row
from kiosk.screens.faults import is_away
from kiosk.screens.roll_off import draw_roll_off
from kiosk.screens.scene import Scene, is_calm
from kiosk.table import Table
from rules import Match

ROLL_OFF_DICE = 1


class TurnScreen(Scene):
    """What the turns of all games have in common."""

    board: ClassVar[Board]
    dice: ClassVar[int]
    """How many dice the game is played with."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._turned: tuple[Match, int] | None = None
        self._attention = Attention()
        self._entered = False
        self._resumed: Match | None = None

    # -- what a game fills in --------------------------------------------------------------------------------

    @abstractmethod
    def act(self, button: Button, table: Table, match: Match) -> None:
        """A button went down that means something in this game only."""

    @abstractmethod
    def own_lamps(self, table: Table, match: Match) -> Mapping[Button, Lamp]:
        """The lamps of what `act` deals with."""

    @abstractmethod
    def say(self, table: Table, match: Match) -> str:
        """The one thing to do now, when nothing is wrong."""

    def note(self, table: Table, match: Match) -> str:
        """A quieter line below it."""
        return ""

    @abstractmethod
    def draw_side(self, pen: Pen, box: Box, table: Table, match: Match) -> None:
        """The column beside the tray, below the player."""

    @abstractmethod
    def draw_board(self, pen: Pen, box: Box, table: Table, match: Match, page: int) -> None:
        """The right half, on its felt."""

    def below(self, match: Match) -> Below:
        """What is said below dice that are kept or settled."""
        return USUAL

    def draw_row(self, pen: Pen, table: Table, match: Match) -> None:
        """The dice above their buttons. The die that decided who begins is none of them."""
        dice = () if table.steps and table.steps[-1].began else table.dice
        draw_dice_row(pen, dice, self.dice, table.words, below=self.below(match))

    @abstractmethod
    def draw_cards(self, pen: Pen, table: Table, match: Match) -> None:
        """What RIGHT, BANK and CONFIRM do in this game."""

    def own_key(self, table: Table) -> object:
        """What the game's part of the picture depends on besides match, dice and advice."""
        return None

    # -- what all have ---------------------------------------------------------------------------------------

    def enter(self, table: Table) -> None:
        """A game that is under way when this is first shown was taken up again after a restart: say so."""
        super().enter(table)
        if not self._entered and table.steps:
            self._resumed = table.match
        self._entered = True

    def headline(self, table: Table) -> str:
        """The one thing to do now."""
        return turn_words.headline(table, self.say)

    def press(self, button: Button, table: Table) -> None:
        """What the button does depends on what the match waits for."""
        match = table.match
        if match is None:
            return
        if button is Button.CONFIRM and asks(table):
            table.agree()
        elif button is Button.CONFIRM and table.may_enter:
            table.show("by_hand")
        elif button is Button.LEFT:
            table.look_up("rules")
        elif button is Button.RIGHT and match.expect.roll and self._has_more(match):
            self._turned = (match, (self.page(match) + 1) % self.board.pages(match))
        else:
            self.act(button, table, match)

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """Lit: what can be pressed, and the dice that are kept. Blinking: what the table waits for."""
        match = table.match
        if match is None:
            return {}
        lamps = {Button.LEFT: Lamp.ON, **self.own_lamps(table, match)}
        if match.expect.roll and self._has_more(match):
            lamps[Button.RIGHT] = Lamp.ON
        if asks(table):
            lamps[Button.CONFIRM] = Lamp.BLINK
        elif table.may_enter:
            lamps[Button.CONFIRM] = Lamp.BLINK if is_away(table) else Lamp.ON
        return lamps

    def key(self, table: Table) -> tuple[object, ...]:
        """All that is drawn but the tray."""
        return (
            table.match,
            table.seats,
            table.dice,
            table.last,
            table.advice,
            self._turned,
            self.own_key(table),
        )

    def backdrop(self, pen: Pen) -> None:
        """The tray's frame, and the felt of the right half."""
        tray.draw_frame(pen, turn_left.view(pen))
        turn_left.draw_sheet_frame(pen)

    def paint(self, pen: Pen, table: Table) -> None:
        """Headline, column, right half, dice row, cards."""
        match = table.match
        if match is None or match.player is None:
            return
        aside = turn_words.aside(table, self.note, resumed=match is self._resumed)
        turn_left.draw_header(pen, self.headline(table), aside)
        side, board = turn_left.side(pen), turn_left.sheet_box(pen)
        turn_side.draw_player(pen, side, match.player, table)
        if match.roll_off is not None:
            draw_roll_off(pen, board, table, match.roll_off)
            draw_dice_row(pen, (), ROLL_OFF_DICE, table.words)
        else:
            self.draw_side(pen, side, table, match)
            self.draw_board(pen, board, table, match, self.page(match))
            self.draw_row(pen, table, match)
            self.draw_cards(pen, table, match)
        cards.draw_rules(pen, table.words.text("Rules, doubt?"))
        if asks(table):
            cards.draw_words(pen, cards.card(pen, Button.CONFIRM), table.words.text("Yes"))
        elif table.may_enter:
            cards.draw_words(pen, cards.card(pen, Button.CONFIRM), table.words.text("Enter the dice"))

    def live(self, pen: Pen, table: Table, now: float) -> None:
        """The tray's picture, and marks that beat."""
        turn_left.draw_tray(pen, table, self._mark(table, now))

    def fault_place(self, pen: Pen) -> Box:
        """On the tray: whatever is wrong, its picture matters less."""
        return turn_left.view(pen).box.inset(16, 12)

    def beat(self, table: Table, now: float) -> object:
        """Lamps that blink, marks that beat, pictures that come in."""
        return (super().beat(table, now), self._mark(table, now), table.tray, table.state)

    def _mark(self, table: Table, now: float) -> float:
        """How far the beat of the marks is."""
        return 0.0 if is_calm(table) else self._attention.look(table.advice, now)

    def page(self, match: Match) -> int:
        """The page of the scores that is shown: the one of who plays, unless another was asked for."""
        if self._turned is not None and self._turned[0] is match:
            return self._turned[1]
        return self.board.page_of(match.player or 0)

    def _has_more(self, match: Match) -> bool:
        """Whether there are scores besides those shown."""
        return match.roll_off is None and self.board.pages(match) > 1


def asks(table: Table) -> bool:
    """Whether CONFIRM answers a question: only as long as the dice it is about can be seen."""
    return table.advice is not None and table.advice.question and not is_away(table)


def kept_lamps(table: Table) -> dict[Button, Lamp]:
    """HOLD buttons of dice that are kept and could be let go."""
    pairs = zip(HOLDS, table.dice, strict=False)
    return {button: Lamp.ON for button, die in pairs if die.kept and not die.aside}
