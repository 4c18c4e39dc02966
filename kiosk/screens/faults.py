"""Parts of the table that are away, in its own words: the same strips on every screen."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk import theme
from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.table import Table
from kiosk.theme import Colour
from kiosk.words import msg

FAULTS = {
    "camera": msg("The camera is away. Dice are entered by hand until it is back."),
    "panel": msg("The buttons do not answer. Please tell the staff; nothing is lost."),
    "light": msg("The table's light does not answer. Play on; it comes back by itself."),
    "journal": msg("The game cannot be stored just now. Play on."),
}
DRIFTED = msg("The camera wants to be calibrated. Please tell the staff; play on.")
"""Said between games: the dice are still read as well as they can be, and nobody at play can do anything about it."""
RENEWED = msg("An unreadable list of games was put aside; a new one has begun.")
HEIGHT, GAP = 84.0, 8.0
"""Of a strip, and between two, units."""


def is_away(table: Table) -> bool:
    """Whether no dice can be read just now: what needs them must not invite."""
    return "camera" in table.faults


def draw_faults(pen: Pen, place: Box, table: Table) -> None:
    """What is wrong, in strips as wide as `place`, one above the other from its lower edge."""
    bottom = place.bottom
    for text, colour in told(table):
        strip = Box(place.x, bottom - HEIGHT, place.w, HEIGHT)
        pen.panel(strip, theme.SHADOW, 14, alpha=215)
        pen.panel(strip.left(8), colour, 4)
        pen.write(text, strip.inset(24, 6), theme.BODY, lines=2)
        bottom = strip.y - GAP


def told(table: Table) -> Iterator[tuple[str, Colour]]:
    """What there is to say, and in which colour; the lowest first."""
    for part, text in FAULTS.items():
        if part in table.faults:
            yield table.words.text(text), theme.WARN
    if table.drift and (table.match is None or table.match.over):
        yield table.words.text(DRIFTED), theme.BRASS
    if table.renewed:
        yield table.words.text(RENEWED), theme.BRASS
