"""Staff put the points right: those of every player, or in Yatzy the fields of every sheet.

What is set is tried by the rules before anything is changed; until yellow is pressed the game is as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens import cards, staff_lines, turn_left
from kiosk.screens.scene import Scene, foot
from kiosk.screens.staff_scores import Scores
from kiosk.screens.staff_sheets import Sheets
from kiosk.table import Table
from kiosk.words import Words
from rules import Match


class Repair(Protocol):
    """Points that are being set."""

    @property
    def key(self) -> object:
        """Everything that `draw` depends on."""

    @property
    def changed(self) -> bool:
        """Whether anything is other than in the game."""

    def labels(self, words: Words) -> tuple[str, ...]:
        """What each HOLD button does."""

    def press(self, index: int) -> None:
        """HOLD `index`."""

    def next_seat(self) -> None:
        """The next player's."""

    def draw(self, pen: Pen, box: Box, table: Table) -> None:
        """The points as they are set, on the felt of the left half."""

    def apply(self, table: Table) -> None:
        """Make them the game's."""


def repair_of(match: Match) -> Repair:
    """The points of a match, to be set."""
    return Sheets(match) if match.sheets else Scores(match)


class StaffPointsScreen(Scene):
    """HOLD does what stands above it to the player in the light."""

    name = "staff_points"
    shown = (*HOLDS, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._repair: Repair | None = None

    def enter(self, table: Table) -> None:
        """As the game stands."""
        super().enter(table)
        match = table.staff.match
        self._repair = None if match is None else repair_of(match)

    def press(self, button: Button, table: Table) -> None:
        """HOLD: what stands above it. RIGHT: the next player. Yellow: so it shall be. Green: as it was."""
        repair = self._repair
        if repair is None or button is Button.CONFIRM:
            table.show("staff")
        elif button in HOLDS:
            repair.press(HOLDS.index(button))
        elif button is Button.RIGHT:
            repair.next_seat()
        elif button is Button.BANK and repair.changed:
            repair.apply(table)

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """Yellow only once something is changed."""
        if self._repair is None:
            return {Button.CONFIRM: Lamp.BLINK}
        lamps = {**dict.fromkeys(HOLDS, Lamp.ON), Button.RIGHT: Lamp.ON}
        if self._repair.changed:
            return {**lamps, Button.BANK: Lamp.BLINK, Button.CONFIRM: Lamp.ON}
        return {**lamps, Button.CONFIRM: Lamp.BLINK}

    def key(self, table: Table) -> tuple[object, ...]:
        """What is set."""
        return (table.match, None if self._repair is None else self._repair.key)

    def paint(self, pen: Pen, table: Table) -> None:
        """The points to be set, the game as it is, what the buttons do."""
        words, repair = table.words, self._repair
        what = words.text("The turn under way begins again.")
        turn_left.draw_header(pen, table.notice or words.text("Put the points right"), what)
        room = staff_lines.draw_panel(pen)
        staff_lines.draw_game(pen, table)
        if repair is None:
            return
        repair.draw(pen, room, table)
        for button, label in zip(HOLDS, repair.labels(words), strict=True):
            place = Box(PLACES[button] * pen.w / theme.WIDTH - 78, foot(pen).y + 10, 156, 98)
            pen.write(label, place, theme.LARGE, face="bold", align="centre", lines=2)
        staff_lines.draw_between(pen, words.text("Next player"))
        if repair.changed:
            cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("So it shall be"))
        leave = words.text("Leave it as it was") if repair.changed else words.text("Back")
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), leave)


SCREEN = StaffPointsScreen
