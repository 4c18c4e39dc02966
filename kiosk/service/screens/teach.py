"""Teaching the black dice on the screen: the camera's picture, the twelve faces and which are known, what to lay."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.dice import draw_die
from kiosk.draw.pen import Pen
from kiosk.screens import cards
from kiosk.service.screens.figures import Figure, draw_figures
from kiosk.service.screens.lesson import LessonScreen
from kiosk.service.screens.rows import draw_mark
from kiosk.service.teaching import Teaching
from kiosk.service.trial import BACK
from kiosk.table import Table
from kiosk.words import Words
from vision.d12.taught import FACES

ACROSS = 4
"""Faces in a row."""


class TeachScreen(LessonScreen[Teaching]):
    """Draws the lessons of the numerals."""

    name = "service_teach"

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """What can be pressed; green blinks."""
        teaching = self.lesson
        if not teaching.may_learn:
            return {BACK: Lamp.ON}
        hand = {Button.RIGHT: Lamp.ON} if teaching.simulated else {}
        return {BACK: Lamp.ON, Button.BANK: Lamp.ON, Button.CONFIRM: Lamp.BLINK, **hand}

    def title(self, words: Words) -> str:
        """What is taught."""
        return words.text("Teach the black dice")

    def asked(self, words: Words) -> Mapping[str, object]:
        """The face to be laid."""
        return {"face": self.lesson.face}

    def draw_aside(self, pen: Pen, box: Box, words: Words) -> None:
        """The twelve faces, those that are known with a mark, the one that is asked for on brass."""
        down = FACES // ACROSS
        grid = box.top(box.h - 140)
        for index in range(FACES):
            cell = grid.row(index // ACROSS, down, 14).column(index % ACROSS, ACROSS, 14)
            self._draw_face(pen, cell, index + 1)
        count = FACES - len(self.lesson.taught.missing())
        told = words.text("{right} of {faces}", right=count, faces=FACES)
        line = Figure(words.text("Faces learnt"), told, count / FACES)
        draw_figures(pen, box.below(box.h - 110), [line])

    def _draw_face(self, pen: Pen, cell: Box, face: int) -> None:
        known = face in self.lesson.taught.values
        draw_die(pen, face, cell.inset(12), "d12")
        if not known:
            pen.panel(cell.inset(6), theme.FELT, 12, alpha=150)
        if face == self.lesson.face:
            pen.outline(cell, theme.BRASS, 4, 16)
        if known:
            draw_mark(pen, Box(cell.right - 34, cell.y + 6, 28, 28), "good")

    def draw_cards(self, pen: Pen, words: Words) -> None:
        """What the buttons do."""
        teaching = self.lesson
        cards.draw_rules(pen, words.text("Back"))
        if teaching.may_learn and teaching.simulated:
            cards.draw_next(pen, words.text("Lay them"))
        if teaching.may_learn:
            cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("Leave it out"))
        green = words.text("Learn")
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), green, bright=teaching.may_learn)
