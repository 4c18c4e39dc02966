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
from kiosk.service.screens.menu import BUTTONS, LAMPS
from kiosk.service.screens.picture import draw_bare
from kiosk.service.screens.rows import Row, draw_felt, draw_list_cards, draw_rows, draw_title, room
from kiosk.service.screens.trial_views import sentence
from kiosk.service.trial import BACK, Saying
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
_ASIDE = 640.0
"""Width of the colours, units of a screen 1920 wide."""


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


class ColourScreen(Scene):
    """Draws the lesson."""

    name = "service_colour"
    shown = BUTTONS

    def __init__(self, kit: Kit, page: ColourPage) -> None:
        super().__init__(kit)
        self._page = page

    def lamps(self, table: Table) -> Mapping[Button, Lamp]:
        """What can be pressed; green blinks."""
        page = self._page
        lamps = {BACK: Lamp.ON}
        if page.may_forget:
            lamps[Button.BANK] = Lamp.ON
        if page.may_learn:
            lamps[Button.CONFIRM] = Lamp.BLINK
        return {**lamps, Button.RIGHT: Lamp.ON} if page.may_learn and page.simulated else lamps

    def key(self, table: Table) -> tuple[object, ...]:
        """Whatever the lesson has to say."""
        return (id(self._page), self._page.changes)

    def beat(self, table: Table, now: float) -> object:
        """An answer that does not come is said by time alone."""
        return (super().beat(table, now), self.key(table))

    def paint(self, pen: Pen, table: Table) -> None:
        """Title, picture, what is to be laid, what is known, the sentence, what the buttons do."""
        words, page = table.words, self._page
        draw_title(pen, words.text("Colour of the six dice"))
        whole = room(pen)
        aside = _ASIDE * pen.w / theme.WIDTH
        left = whole.left(whole.w - aside - 36)
        draw_bare(pen, left.top(whole.h - 112), page.picture)
        self._draw_saying(pen, Box(left.x, left.bottom - 100, left.w, 100), words)
        self._draw_aside(pen, draw_felt(pen, whole.after(whole.w - aside)), words)
        self._draw_cards(pen, words)

    def _draw_saying(self, pen: Pen, box: Box, words: Words) -> None:
        says, warns = self._page.says, self._page.warns
        if warns:
            pen.panel(box.left(10), theme.WARN, 5)
        faces = words.joined([str(face) for face in ASKED.faces])
        filled = Saying(says.text, {"faces": faces, **says.numbers})
        pen.write(sentence(words, filled), box.after(28 if warns else 0), 40, lines=2)

    def _draw_aside(self, pen: Pen, box: Box, words: Words) -> None:
        """The faces to be laid, and the colour that is known."""
        side = min(84.0, box.w / len(ASKED.faces) - 10)
        for index, face in enumerate(ASKED.faces):
            draw_die(pen, face, Box(box.x + index * (side + 10), box.y + 8, side, side), ASKED.kind)
        colour = self._page.colour
        body, pips = (colour.body, colour.pips) if colour is not None else (_WHITE, _DARK)
        rest = box.below(150)
        pen.write(words.text("The table's own dice"), rest.top(50), theme.SMALL, colour=theme.PAPER_DIM)
        pen.write(named(words, colour), rest.below(54).top(56), theme.LARGE, face="bold")
        for index, (name, tone) in enumerate(((words.text("Body"), body), (words.text("Pips"), pips))):
            place = rest.below(150).column(index, 2, 30)
            pen.panel(place.top(150), _shown(tone), 18)
            pen.outline(place.top(150), theme.LINE, 2, 18)
            pen.write(name, Box(place.x, place.y + 158, place.w, 46), theme.SMALL, align="centre")

    def _draw_cards(self, pen: Pen, words: Words) -> None:
        page = self._page
        cards.draw_rules(pen, words.text("Back"))
        if page.may_learn and page.simulated:
            cards.draw_next(pen, words.text("Lay them"))
        if page.may_forget:
            cards.draw_words(pen, cards.card(pen, Button.BANK), words.text("They are white"))
        green = words.text("Learn")
        cards.draw_words(pen, cards.card(pen, Button.CONFIRM), green, bright=page.may_learn)

    def fault_place(self, pen: Pen) -> Box:
        """In the strip above the buttons, where no HOLD button is drawn."""
        return Box(theme.GAP, 0, 900 * pen.w / theme.WIDTH, pen.h - 24)


def _shown(share: Three) -> Tone:
    """A colour as the screen shows it beside white paper."""
    blue, green, red = (min(255, round(240 * part)) for part in share)
    return (red, green, blue)
