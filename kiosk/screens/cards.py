"""The cards at the foot of a screen: what a button does, written right above where the button is."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import Button
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.pen import Pen
from kiosk.screens.scene import foot

WIDTHS: Mapping[Button, float] = {
    Button.LEFT: 104.0,
    Button.RIGHT: 104.0,
    Button.BANK: 320.0,
    Button.CONFIRM: 288.0,
}
"""How wide a card may be above each button, units."""
ARROW_TEXT = 32.0
SHIFTS: Mapping[Button, float] = {Button.LEFT: -10.0, Button.RIGHT: 10.0}
"""How far from its button's middle: so that the words of two neighbours do not touch."""


def card(pen: Pen, button: Button) -> Box:
    """The place for words above a button."""
    width = WIDTHS[button]
    middle = PLACES[button] * pen.w / theme.WIDTH + SHIFTS.get(button, 0.0)
    return Box(middle - width / 2, foot(pen).y + 10, width, 98)


def draw_words(pen: Pen, box: Box, text: str, bright: bool = True) -> None:
    """A card's words, in up to two lines."""
    colour = theme.PAPER if bright else theme.PAPER_DIM
    pen.write(
        text, box, theme.BODY, face="bold" if bright else "text", colour=colour, align="centre", lines=2
    )


def draw_rules(pen: Pen, text: str) -> None:
    """Above LEFT, which leads to the rules from wherever one is."""
    pen.write(text, card(pen, Button.LEFT), ARROW_TEXT, colour=theme.PAPER_DIM, align="centre", lines=2)


def draw_next(pen: Pen, text: str) -> None:
    """Above RIGHT, which goes on to the next of several."""
    pen.write(text, card(pen, Button.RIGHT), ARROW_TEXT, colour=theme.PAPER_DIM, align="centre", lines=2)


def draw_points(pen: Pen, box: Box, name: str, points: str) -> None:
    """What is done and, large, how many points it brings."""
    pen.write(name, box.top(36), theme.BODY, face="bold", align="centre")
    pen.write(points, box.below(40), theme.NUMBER, face="bold", colour=theme.BRASS, align="centre")
