"""Service mode's menu, and its list of tests with what came of each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from kiosk.buttons import Button, Lamp
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens.scene import Scene
from kiosk.service.menu import LINES, Menu
from kiosk.service.screens.rows import Row, draw_felt, draw_list_cards, draw_rows, draw_title, room
from kiosk.service.trial import Mark, Verdict
from kiosk.service.trials import Result, Trials
from kiosk.table import Table
from kiosk.words import Words, msg

BUTTONS = (Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)
LAMPS: Mapping[Button, Lamp] = {**dict.fromkeys(BUTTONS, Lamp.ON), Button.CONFIRM: Lamp.BLINK}
"""Everything can be pressed; green goes on."""
VERDICTS: Mapping[Verdict, str] = {
    "passed": msg("works"),
    "failed": msg("fault"),
    "absent": msg("not at this table"),
}
MARKS: Mapping[Verdict, Mark] = {"passed": "good", "failed": "bad", "absent": "absent"}


class MenuScreen(Scene):
    """Draws the menu."""

    name = "service_menu"
    shown = BUTTONS

    def __init__(self, kit: Kit, menu: Menu) -> None:
        super().__init__(kit)
        self._menu = menu

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """All four."""
        return LAMPS

    def key(self, table: Table) -> tuple[object, ...]:
        """The line that is chosen."""
        return (self._menu.at,)

    def paint(self, pen: Pen, table: Table) -> None:
        """The lines."""
        words = table.words
        draw_title(pen, words.text("Service"))
        rows = [Row(words.text(line.title), words.text(line.about)) for line in LINES]
        draw_rows(pen, draw_felt(pen, room(pen)), rows, self._menu.at, 134)
        draw_list_cards(pen, words, words.text("Leave"), words.text("Open"))


class TrialsScreen(Scene):
    """Draws the list of tests."""

    name = "service_tests"
    shown = BUTTONS

    def __init__(self, kit: Kit, tests: Trials) -> None:
        super().__init__(kit)
        self._tests = tests

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """All four."""
        return LAMPS

    def key(self, table: Table) -> tuple[object, ...]:
        """The test that is chosen, and what came of all."""
        return (self._tests.at, tuple(self._tests.results.items()))

    def paint(self, pen: Pen, table: Table) -> None:
        """The tests, each with its newest result."""
        words, tests = table.words, self._tests
        draw_title(pen, words.text("Tests"))
        rows = [_row(words, test.title, tests.results.get(test.name)) for test in tests.all]
        draw_rows(pen, draw_felt(pen, room(pen)), rows, tests.at, 80)
        draw_list_cards(pen, words, words.text("Back"), words.text("Test it"))


def _row(words: Words, title: str, result: Result | None) -> Row:
    if result is None:
        return Row(words.text(title), end=words.text("not tested yet"))
    day = datetime.fromtimestamp(result.wall).date().isoformat()
    if result.verdict == "absent":
        return Row(words.text(title), "", "absent", words.text(VERDICTS["absent"]))
    return Row(words.text(title), "", MARKS[result.verdict], f"{words.text(VERDICTS[result.verdict])}, {day}")
