"""What the lessons of the table's own dice share on the screen: the camera's picture, the sentence, a card beside."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.kit import Kit
from kiosk.draw.pen import Pen
from kiosk.screens.scene import Scene
from kiosk.service.lesson_page import LessonPage
from kiosk.service.screens.menu import BUTTONS
from kiosk.service.screens.picture import draw_bare
from kiosk.service.screens.rows import draw_felt, draw_title, room
from kiosk.service.screens.trial_views import sentence
from kiosk.service.trial import Saying
from kiosk.table import Table
from kiosk.words import Words

_ASIDE = 640.0
"""Width of the card, units of a screen 1920 wide."""


Shown = TypeVar("Shown", bound=LessonPage)


class LessonScreen(Scene, Generic[Shown]):
    """Draws a lesson; each kind has a title, what it asks for, a card and what its buttons do."""

    shown = BUTTONS

    def __init__(self, kit: Kit, lesson: Shown) -> None:
        super().__init__(kit)
        self.lesson = lesson

    @abstractmethod
    def title(self, words: Words) -> str:
        """What is taught."""

    @abstractmethod
    def asked(self, words: Words) -> Mapping[str, object]:
        """What the sentences name as to be laid."""

    @abstractmethod
    def draw_aside(self, pen: Pen, box: Box, words: Words) -> None:
        """What is known."""

    @abstractmethod
    def draw_cards(self, pen: Pen, words: Words) -> None:
        """What the buttons do."""

    def key(self, table: Table) -> tuple[object, ...]:
        """Whatever the lesson has to say."""
        return (id(self.lesson), self.lesson.changes)

    def beat(self, table: Table, now: float) -> object:
        """An answer that does not come is said by time alone."""
        return (super().beat(table, now), self.key(table))

    def paint(self, pen: Pen, table: Table) -> None:
        """Title, picture, the sentence, the card, what the buttons do."""
        words = table.words
        draw_title(pen, self.title(words))
        whole = room(pen)
        aside = _ASIDE * pen.w / theme.WIDTH
        left = whole.left(whole.w - aside - 36)
        draw_bare(pen, left.top(whole.h - 112), self.lesson.picture)
        self._draw_saying(pen, Box(left.x, left.bottom - 100, left.w, 100), words)
        self.draw_aside(pen, draw_felt(pen, whole.after(whole.w - aside)), words)
        self.draw_cards(pen, words)

    def _draw_saying(self, pen: Pen, box: Box, words: Words) -> None:
        says, warns = self.lesson.says, self.lesson.warns
        if warns:
            pen.panel(box.left(10), theme.WARN, 5)
        filled = Saying(says.text, {**self.asked(words), **says.numbers})
        pen.write(sentence(words, filled), box.after(28 if warns else 0), 40, lines=2)

    def fault_place(self, pen: Pen) -> Box:
        """In the strip above the buttons, where no HOLD button is drawn."""
        return Box(theme.GAP, 0, 900 * pen.w / theme.WIDTH, pen.h - 24)
