"""The look in one place: colours, seats, type and the time that motion takes. A Nordic café in the evening.

Lengths are *units*: a screen is 1920 units wide or 1080 high, whichever fits; at 1920x1080 one is a pixel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Colour: TypeAlias = tuple[int, int, int]
Sign: TypeAlias = Literal["circle", "square", "star", "triangle", "heart", "moon", "diamond", "cross"]
Face: TypeAlias = Literal["text", "bold", "voice"]
"""`text` and `bold` for everything that is read, `voice` for what the table says."""

WIDTH, HEIGHT = 1920, 1080
"""The screen in units; another shape has more of one of the two."""

# The room: dark walnut, felt in shadow, a brass line, paper in lamp light.
WALNUT: Colour = (35, 25, 19)
WALNUT_LIGHT: Colour = (92, 62, 43)
FELT: Colour = (22, 38, 32)
FELT_LIGHT: Colour = (33, 55, 46)
LINE: Colour = (64, 82, 71)
BRASS: Colour = (222, 178, 98)
BRASS_DIM: Colour = (150, 124, 74)
PAPER: Colour = (245, 236, 219)
PAPER_DIM: Colour = (190, 181, 163)
INK: Colour = (38, 30, 26)
SHADOW: Colour = (8, 6, 5)
WARN: Colour = (255, 166, 122)
"""Marks where something needs a hand; always with a word and a shape of its own."""

# The panel's real buttons.
GREEN: Colour = (86, 190, 108)
YELLOW: Colour = (245, 200, 66)
WHITE: Colour = (240, 236, 228)

SIGNS: tuple[Sign, ...] = ("circle", "square", "star", "triangle", "heart", "moon", "diamond", "cross")
COLOURS: tuple[Colour, ...] = (
    (154, 208, 245),
    (235, 154, 85),
    (248, 224, 138),
    (111, 227, 176),
    (226, 86, 156),
    (169, 125, 240),
    (223, 74, 50),
)
"""Told apart with any kind of colour vision (a test holds it), and never alone: each seat has its sign."""

# Type sizes in units. At 1.5 m from a 24 inch screen 34 units are read without leaning forward.
HEADLINE = 60
LARGE = 44
BODY = 36
SMALL = 34
LEAST = 28
"""What text may shrink to before it is set in more lines; in English, Danish and Norwegian little does."""
NUMBER = 64
LARGER = 1.25
"""How much larger type is where staff have chosen large type, as far as there is room for it."""

GAP = 24
"""The margin round everything."""

PULSE = 1.2
"""Seconds of one beat of a mark or a lamp."""
ATTENTION = 4 * PULSE
"""How long a mark beats before it stays lit."""
ARRIVE = 0.25
"""How long something takes to come in."""
BLINK = 1.0
"""Seconds of one blink of a lamp, half of it lit."""


@dataclass(frozen=True)
class Style:
    """How a seat looks."""

    colour: Colour
    sign: Sign


def seat_style(index: int) -> Style:
    """A seat's colour and sign: 7 colours and 8 signs, so that 56 seats differ."""
    return Style(COLOURS[index % len(COLOURS)], SIGNS[index % len(SIGNS)])


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: all `one` at share 0, all `other` at 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
