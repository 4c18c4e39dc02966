"""The cards at the foot of a screen: what a button does, written right above where the button is."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk import theme
from kiosk.buttons import Button
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.pen import Pen
from kiosk.screens.scene import foot

WIDTHS: Mapping[Button, float] = {Button.BANK: 320.0, Button.CONFIRM: 288.0}
"""How wide a card may be above each button, units."""


def card(pen: Pen, button: Button) -> Box:
    """The place for words above a button."""
    width = WIDTHS[button]
    middle = PLACES[button] * pen.w / theme.WIDTH
    return Box(middle - width / 2, foot(pen).y + 10, width, 98)


def arrows_card(pen: Pen) -> Box:
    """The place for words above LEFT and RIGHT."""
    left, right = (PLACES[button] * pen.w / theme.WIDTH for button in (Button.LEFT, Button.RIGHT))
    return Box(left - 58, foot(pen).y + 10, right - left + 116, 98)


def draw_words(pen: Pen, box: Box, text: str, bright: bool = True) -> None:
    """A card's words, in up to two lines."""
    colour = theme.PAPER if bright else theme.PAPER_DIM
    pen.write(
        text, box, theme.BODY, face="bold" if bright else "text", colour=colour, align="centre", lines=2
    )


def draw_points(pen: Pen, box: Box, name: str, points: str) -> None:
    """What is done and, large, how many points it brings."""
    pen.write(name, box.top(36), theme.BODY, face="bold", align="centre")
    pen.write(points, box.below(40), theme.NUMBER, face="bold", colour=theme.BRASS, align="centre")
