"""Teaching the black dice on the screen: the camera's picture, the twelve faces and which are known, what to lay."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import Button, Lamp
from kiosk.draw.box import Box
from kiosk.draw.dice import draw_die
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens import cards
from kiosk.screens.scene import Scene
from kiosk.service.screens.figures import Figure, draw_figures
from kiosk.service.screens.picture import draw_bare
from kiosk.service.screens.rows import draw_felt, draw_mark, draw_title, room
from kiosk.service.screens.trial_views import sentence
from kiosk.service.teaching import Teaching
from kiosk.service.trial import BACK, Saying
from kiosk.table import Table
from kiosk.words import Words
from vision.d12.taught import FACES

ACROSS = 4
"""Faces in a row."""
_ASIDE = 640.0
"""Width of the faces, units of a screen 1920 wide."""


class TeachScreen(Scene):
    """Draws the lessons."""

    name = "service_teach"
    shown = (Button.LEFT, Button.RIGHT, Button.BANK, Button.CONFIRM)

    def __init__(self, kit: Kit, teaching: Teaching) -> None:
        super().__init__(kit)
        self._teaching = teaching

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """What can be pressed; green blinks."""
        teaching = self._teaching
        if not teaching.may_learn:
            return {BACK: Lamp.ON}
        hand = {Button.RIGHT: Lamp.ON} if teaching.simulated else {}
        return {BACK: Lamp.ON, Button.BANK: Lamp.ON, Button.CONFIRM: Lamp.BLINK, **hand}

    def key(self, table: Table) -> tuple[object, ...]:
        """Whatever the lessons have to say."""
        return (id(self._teaching), self._teaching.changes)

    def beat(self, table: Table, now: float) -> object:
        """An answer that does not come is said by time alone."""
        return (super().beat(table, now), self.key(table))

    def paint(self, pen: Pen, table: Table) -> None:
        """Title, picture, faces, the sentence, and what the buttons do."""
        words, teaching = table.words, self._teaching
        draw_title(pen, words.text("Teach the black dice"))
        whole = room(pen)
        aside = _ASIDE * pen.w / theme.WIDTH
        left = whole.left(whole.w - aside - 36)
        draw_bare(pen, left.top(whole.h - 112), teaching.picture)
        self._draw_saying(pen, Box(left.x, left.bottom - 100, left.w, 100), words)
        self._draw_faces(pen, draw_felt(pen, whole.after(whole.w - aside)), words)
        self._draw_cards(pen, words)

    def _draw_saying(self, pen: Pen, box: Box, words: Words) -> None:
        says, warns = self._teaching.says, self._teaching.warns
        if warns:
            pen.panel(box.left(10), theme.WARN, 5)
        filled = Saying(says.text, {"face": self._teaching.face, **says.numbers})
        pen.write(sentence(words, filled), box.after(28 if warns else 0), 40, lines=2)

    def _draw_faces(self, pen: Pen, box: Box, words: Words) -> None:
        """The twelve faces, those that are known with a mark, the one that is asked for on brass."""
        down = FACES // ACROSS
        grid = box.top(box.h - 140)
        for index in range(FACES):
            cell = grid.row(index // ACROSS, down, 14).column(index % ACROSS, ACROSS, 14)
            self._draw_face(pen, cell, index + 1)
        count = FACES - len(self._teaching.taught.missing())
        told = words.text("{right} of {faces}", right=count, faces=FACES)
        line = Figure(words.text("Faces learnt"), told, count / FACES)
        draw_figures(pen, box.below(box.h - 110), [line])

    def _draw_face(self, pen: Pen, cell: Box, face: int) -> None:
        known = face in self._teaching.taught.values
        draw_die(pen, face, cell.inset(12), "d12")
        if not known:
            pen.panel(cell.inset(6), theme.FELT, 12, alpha=150)
        if face == self._teaching.face:
            pen.outline(cell, theme.BRASS, 4, 16)
        if known:
            draw_mark(pen, Box(cell.right - 34, cell.y + 6, 28, 28), "good")

    def _draw_cards(self, pen: Pen, words: Words) -> None:
        teaching = self._teaching
        cards.draw_rules(pen, words.text("Back"))
        if teaching.may_learn and teaching.simulated:
            cards.draw_next(pen, words.text("Lay them"))
        if teaching.may_learn:
            cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("Leave it out"))
        green = words.text("Learn")
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), green, bright=teaching.may_learn)

    def fault_place(self, pen: Pen) -> Box:
        """In the strip above the buttons, where no HOLD button is drawn."""
        return Box(theme.GAP, 0, 900 * pen.w / theme.WIDTH, pen.h - 24)
