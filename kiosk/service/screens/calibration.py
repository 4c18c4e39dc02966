"""The calibration wizard on the table's own screen: the picture, the figures with their limits, what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from kiosk import theme
from kiosk.buttons import Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.dice import draw_die
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens import cards
from kiosk.screens.scene import FOOT, Scene
from kiosk.service.calibration import Step, Wizard
from kiosk.service.screens.figures import draw_figures, figures
from kiosk.service.screens.picture import draw_picture
from kiosk.service.screens.words import TITLES, saying, warns
from kiosk.table import Table
from kiosk.words import Words, msg

STEPS: tuple[Step, ...] = ("tray", "white", "black", "compare")
"""What the row of dots counts."""
_ASIDE = 640.0
"""Width of the figures, units of a screen 1920 wide."""
_GREEN: Mapping[Step, str] = {
    "start": msg("Begin"),
    "card": msg("Measure the lens"),
    "tray": msg("Measure"),
    "white": msg("Check"),
    "black": msg("Check"),
    "compare": msg("Keep it"),
    "kept": msg("Done"),
}
_RIGHT: Mapping[Step, str] = {"start": msg("Lens"), "tray": msg("Clear it")}
_LAY = msg("Lay them")
_YELLOW: Mapping[Step, str] = {
    "start": msg("Use the one before"),
    "black": msg("No black dice here"),
    "kept": msg("Use the one before"),
}


class CalibrationScreen(Scene):
    """Draws the wizard; every button goes to it."""

    name: ClassVar[str] = "service_calibration"
    shown = (Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit, wizard: Wizard) -> None:
        super().__init__(kit)
        self._wizard = wizard

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """What can be pressed; green blinks when all is ready for it."""
        wizard = self._wizard
        lamps = {button: Lamp.ON for button in (Button.RIGHT, Button.BANK) if wizard.may(button)}
        if wizard.may(Button.CONFIRM):
            lamps[Button.CONFIRM] = Lamp.BLINK
        return {**lamps, Button.LEFT: Lamp.ON}

    def key(self, table: Table) -> tuple[object, ...]:
        """Whatever the wizard has to say."""
        return (id(self._wizard), self._wizard.changes)

    def paint(self, pen: Pen, table: Table) -> None:
        """Title, picture, figures, the sentence, and what the buttons do."""
        words, wizard = table.words, self._wizard
        pen.write(words.text(TITLES[wizard.step]), Box(70, 22, pen.w - 480, 92), 68, face="voice")
        if wizard.step in STEPS:
            _draw_dots(pen, Box(pen.w - 400, 22, 330, 92), STEPS.index(wizard.step))
        room = Box(70, 122, pen.w - 140, pen.h - FOOT - 122 - 20)
        aside = _ASIDE * pen.w / theme.WIDTH
        left = room.left(room.w - aside - 36)
        draw_picture(pen, left.top(room.h - 112), wizard)
        self._draw_saying(pen, Box(left.x, left.bottom - 100, left.w, 100), words)
        self._draw_aside(pen, room.after(room.w - aside), words)
        self._draw_cards(pen, words)

    def _draw_saying(self, pen: Pen, box: Box, words: Words) -> None:
        """The one sentence; with a mark of its own when something is in the way."""
        warn = warns(self._wizard)
        if warn:
            pen.panel(box.left(10), theme.WARN, 5)
        text = saying(words, self._wizard)
        pen.write(text, box.after(28 if warn else 0), 40, colour=theme.PAPER, lines=2)

    def _draw_aside(self, pen: Pen, box: Box, words: Words) -> None:
        pen.panel(box, theme.FELT, 18)
        pen.outline(box, theme.LINE, 2, 18)
        inner = box.inset(30, 20)
        asked = self._wizard.asked
        if asked is not None:
            self._draw_asked(pen, inner.top(110))
            inner = inner.below(140)
        draw_figures(pen, inner, figures(words, self._wizard))

    def _draw_asked(self, pen: Pen, box: Box) -> None:
        """The faces to be laid; those that are not read yet are dim."""
        asked, laying = self._wizard.asked, self._wizard.laying
        assert asked is not None
        seen = [face for face in laying.told if face is not None] if laying else []
        side = min(84.0, box.w / len(asked.faces) - 10)
        for index, face in enumerate(asked.faces):
            place = Box(box.x + index * (side + 10), box.y + 8, side, side)
            draw_die(pen, face, place, asked.kind)
            if face not in seen:
                pen.panel(place, theme.FELT, 12, alpha=165)

    def _draw_cards(self, pen: Pen, words: Words) -> None:
        wizard = self._wizard
        cards.draw_rules(pen, words.text("Leave") if wizard.step in ("start", "kept") else words.text("Stop"))
        if wizard.may(Button.RIGHT):
            cards.draw_next(pen, words.text(_RIGHT.get(wizard.step, _LAY)))
        if wizard.may(Button.BANK):
            cards.draw_words(pen, cards.card(pen, Button.BANK), words.text(_YELLOW[wizard.step]))
        green = words.text("Again") if wizard.said else words.text(_GREEN[wizard.step])
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), green, bright=wizard.may(Button.CONFIRM))

    def fault_place(self, pen: Pen) -> Box:
        """In the strip above the buttons, where no HOLD button is drawn."""
        return Box(theme.GAP, 0, 900 * pen.w / theme.WIDTH, pen.h - 24)


def _draw_dots(pen: Pen, box: Box, at: int) -> None:
    """Which of the steps this is."""
    for index in range(len(STEPS)):
        dot = Box(box.right - (len(STEPS) - index) * 52, box.cy - 14, 28, 28)
        if index <= at:
            pen.panel(dot, theme.BRASS if index == at else theme.BRASS_DIM, 14)
        else:
            pen.outline(dot, theme.PAPER_DIM, 3, 14)
