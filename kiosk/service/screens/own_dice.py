"""The table's own dice on the screen: what is known of them, and the lesson of their colour."""

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
from kiosk.service.dice_colour import ColourPage
from kiosk.service.dice_page import Answer, Choice, DicePage
from kiosk.service.screens.lesson import LessonScreen
from kiosk.service.screens.menu import BUTTONS, LAMPS
from kiosk.service.screens.rows import Row, draw_felt, draw_list_cards, draw_rows, draw_title, room
from kiosk.service.trial import BACK
from kiosk.table import Table
from kiosk.theme import Colour as Tone
from kiosk.words import Words, msg
from vision.d6.colour import Colour, Three
from vision.d6.lesson import ASKED
from vision.d12.taught import FACES

TITLES: Mapping[Choice, tuple[str, str]] = {
    "colour": (msg("Colour of the six dice"), msg("White, unless this café has others")),
    "marks": (msg("The black dice show"), msg("Numerals, or 1 to 12 spots, which are counted")),
    "numerals": (msg("Teach the black dice"), msg("So that this café's own dice are read more surely")),
}
_GREEN: Mapping[Choice, str] = {"colour": msg("Open"), "marks": msg("Change"), "numerals": msg("Open")}
_ANSWERS: Mapping[Answer, str] = {
    "": "",
    "sure": msg("What was learnt of the black dice is forgotten then. Press Change once more to do it."),
    "full": msg("It could not be stored. Is the disk full?"),
    "counted": msg("These dice have spots, which are counted: there is nothing to learn."),
}
_WHITE: Three = (0.87, 0.95, 0.97)
_DARK: Three = (0.1, 0.1, 0.1)
"""Bodies and pips of white dice."""


class DiceScreen(Scene):
    """Draws the list."""

    name = "service_dice"
    shown = BUTTONS

    def __init__(self, kit: Kit, page: DicePage) -> None:
        super().__init__(kit)
        self._page = page

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """All four."""
        return LAMPS

    def key(self, table: Table) -> tuple[object, ...]:
        """What is chosen, what is known, what is said."""
        return (self._page.at, id(self._page.own), self._page.answer)

    def paint(self, pen: Pen, table: Table) -> None:
        """The lines, and the sentence below."""
        words, page = table.words, self._page
        draw_title(pen, words.text("The table's own dice"))
        box = draw_felt(pen, room(pen))
        rows = [
            Row(words.text(TITLES[one][0]), words.text(TITLES[one][1]), None, _end(words, page, one))
            for one in TITLES
        ]
        draw_rows(pen, box.top(box.h - 130), rows, page.at, 134)
        if page.answer:
            said = box.below(box.h - 110)
            pen.panel(said.left(10), theme.WARN, 5)
            pen.write(words.text(_ANSWERS[page.answer]), said.after(28), 40, lines=2)
        draw_list_cards(pen, words, words.text("Back"), words.text(_GREEN[page.choice]))


def _end(words: Words, page: DicePage, choice: Choice) -> str:
    """What is known."""
    if choice == "colour":
        return named(words, page.own.d6)
    spotted = page.blacks.spotted
    if choice == "marks":
        return words.text("spots") if spotted else words.text("numerals")
    if spotted:
        return words.text("not needed")
    return words.text("{right} of {faces}", right=FACES - len(page.blacks.missing()), faces=FACES)


def named(words: Words, colour: Colour | None) -> str:
    """What such dice are called."""
    if colour is None:
        return words.text("white dice")
    return words.text("ivory dice") if colour.make == "pale" else words.text("coloured dice")


class ColourScreen(LessonScreen[ColourPage]):
    """Draws the lesson of the colour."""

    name = "service_colour"

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """What can be pressed; green blinks."""
        page = self.lesson
        lamps = {BACK: Lamp.ON}
        if page.may_forget:
            lamps[Button.BANK] = Lamp.ON
        if page.may_learn:
            lamps[Button.CONFIRM] = Lamp.BLINK
        return {**lamps, Button.RIGHT: Lamp.ON} if page.may_learn and page.simulated else lamps

    def title(self, words: Words) -> str:
        """What is taught."""
        return words.text("Colour of the six dice")

    def asked(self, words: Words) -> Mapping[str, object]:
        """The faces to be laid."""
        return {"faces": words.joined([str(face) for face in ASKED.faces])}

    def draw_aside(self, pen: Pen, box: Box, words: Words) -> None:
        """The faces to be laid, and the colour that is known."""
        side = min(84.0, box.w / len(ASKED.faces) - 10)
        for index, face in enumerate(ASKED.faces):
            draw_die(pen, face, Box(box.x + index * (side + 10), box.y + 8, side, side), ASKED.kind)
        colour = self.lesson.colour
        body, pips = (colour.body, colour.pips) if colour is not None else (_WHITE, _DARK)
        rest = box.below(150)
        pen.write(words.text("The table's own dice"), rest.top(50), theme.SMALL, colour=theme.PAPER_DIM)
        pen.write(named(words, colour), rest.below(54).top(56), theme.LARGE, face="bold")
        for index, (name, tone) in enumerate(((words.text("Body"), body), (words.text("Pips"), pips))):
            place = rest.below(150).column(index, 2, 30)
            pen.panel(place.top(150), _shown(tone), 18)
            pen.outline(place.top(150), theme.LINE, 2, 18)
            pen.write(name, Box(place.x, place.y + 158, place.w, 46), theme.SMALL, align="centre")

    def draw_cards(self, pen: Pen, words: Words) -> None:
        """What the buttons do."""
        page = self.lesson
        cards.draw_rules(pen, words.text("Back"))
        if page.may_learn and page.simulated:
            cards.draw_next(pen, words.text("Lay them"))
        if page.may_forget:
            cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("They are white"))
        green = words.text("Learn")
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), green, bright=page.may_learn)


def _shown(share: Three) -> Tone:
    """A colour as the screen shows it beside white paper."""
    blue, green, red = (min(255, round(240 * part)) for part in share)
    return (red, green, blue)
