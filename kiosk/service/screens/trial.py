"""A test of service mode on the screen: what is tried, how it went, the figures, and what the buttons do."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens import cards
from kiosk.screens.scene import FOOT, Scene, foot
from kiosk.service.parts.buttons import ButtonsTrial
from kiosk.service.parts.light import LightTrial
from kiosk.service.parts.screen import ScreenTrial
from kiosk.service.screens.menu import MARKS
from kiosk.service.screens.rows import draw_felt, draw_mark, draw_title, room
from kiosk.service.screens.trial_views import (
    draw_bars,
    draw_gauges,
    draw_items,
    draw_light,
    draw_plain,
    sentence,
)
from kiosk.service.trial import BACK
from kiosk.service.trials import TrialPage
from kiosk.table import Table
from kiosk.words import Words, msg

AFTER: Mapping[Button, str] = {Button.CONFIRM: msg("Next test"), Button.RIGHT: msg("Again")}
"""What the buttons do when there is a verdict."""
_ASIDE = 640.0
"""Width of the figures, units of a screen 1920 wide."""


class TrialScreen(Scene):
    """Draws whichever test runs."""

    name = "service_test"
    shown = (*HOLDS, Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit, page: TrialPage) -> None:
        super().__init__(kit)
        self._page = page

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """The test's own until there is a verdict; then green goes on."""
        if self._page.test.verdict is None:
            return self._page.test.lamps()
        return {BACK: Lamp.ON, Button.RIGHT: Lamp.ON, Button.CONFIRM: Lamp.BLINK}

    def key(self, table: Table) -> tuple[object, ...]:
        """Whatever the test has to say."""
        return (id(self._page.test), self._page.test.changes)

    def beat(self, table: Table, now: float) -> object:
        """A test goes on by time alone, too."""
        return (super().beat(table, now), self.key(table))

    def draw(self, surface: pygame.Surface, table: Table, now: float) -> None:
        """Everything; or the one picture that is to be looked at."""
        test = self._page.test
        picture = test.picture if isinstance(test, ScreenTrial) else "start"
        if picture == "start":
            super().draw(surface, table, now)
            return
        draw_plain(Pen(surface, self.kit), picture, table.words)
        self._drawn = self.beat(table, now)

    def paint(self, pen: Pen, table: Table) -> None:
        """Title, what is tried, figures, the sentence, and what the buttons do."""
        words, test = table.words, self._page.test
        draw_title(pen, words.text(test.title))
        whole = room(pen)
        aside = _ASIDE * pen.w / theme.WIDTH if test.gauges() or isinstance(test, LightTrial) else -36.0
        left = whole.left(whole.w - aside - 36)
        self._draw_tried(pen, draw_felt(pen, left.top(whole.h - 112)), words)
        self._draw_saying(pen, Box(left.x, left.bottom - 100, left.w, 100), words)
        if aside > 0:
            self._draw_aside(pen, draw_felt(pen, whole.after(whole.w - aside)), words)
        if isinstance(test, ButtonsTrial) and test.verdict is None:
            _draw_panel_marks(pen, test)
        else:
            self._draw_cards(pen, words)

    def _draw_tried(self, pen: Pen, box: Box, words: Words) -> None:
        test = self._page.test
        if test.items():
            draw_items(pen, box, test.items(), words)
        bars = test.bars()
        if bars is not None:
            draw_bars(pen, box, bars, words)

    def _draw_aside(self, pen: Pen, box: Box, words: Words) -> None:
        test = self._page.test
        if isinstance(test, LightTrial):
            draw_light(pen, box, test.shown)
        else:
            draw_gauges(pen, box, test.gauges(), words)

    def _draw_saying(self, pen: Pen, box: Box, words: Words) -> None:
        """The one sentence; with a mark of its own when there is a verdict."""
        test = self._page.test
        if test.verdict is not None:
            draw_mark(pen, Box(box.x, box.cy - 24, 48, 48), MARKS[test.verdict])
            box = box.after(72)
        pen.write(sentence(words, test.says), box, 40, lines=2)

    def _draw_cards(self, pen: Pen, words: Words) -> None:
        test = self._page.test
        doings = test.doings() if test.verdict is None else AFTER
        cards.draw_rules(pen, words.text("Stop") if test.verdict is None else words.text("Back"))
        if Button.RIGHT in doings:
            cards.draw_next(pen, words.text(doings[Button.RIGHT]))
        for button in (Button.BANK, Button.CONFIRM):
            if button in doings:
                cards.draw_words(pen, cards.card(pen, button), words.text(doings[button]))

    def fault_place(self, pen: Pen) -> Box:
        """On the lower edge of what is tried."""
        whole = room(pen)
        return Box(whole.x + 16, 0, 900 * pen.w / theme.WIDTH, pen.h - FOOT - 144)


def _draw_panel_marks(pen: Pen, test: ButtonsTrial) -> None:
    """Above each button as it lies: whether it has been felt."""
    for button, middle in PLACES.items():
        x, y = middle * pen.w / theme.WIDTH, foot(pen).y + 60
        mark = test.mark(button)
        if mark is not None:
            draw_mark(pen, Box(x - 22, y - 22, 44, 44), mark)
        else:
            pen.outline(Box(x - 18, y - 18, 36, 36), theme.PAPER_DIM, 3, 18)
