"""The panel's buttons as they are: place, colour, lamp. The real ones lie right below the screen.

Seen from the front, left to right: HOLD1..HOLD6 under the dice, LEFT, RIGHT, BANK (yellow), CONFIRM (green).
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from kiosk import theme
from kiosk.buttons import HOLDS, Button, Lamp
from kiosk.draw.box import Box, centred
from kiosk.draw.pen import Pen
from kiosk.draw.shapes import disc, glow, polygon
from kiosk.theme import Colour

FIRST_HOLD, PITCH = 106.0, 164.0
PLACES: Mapping[Button, float] = {
    **{button: FIRST_HOLD + PITCH * index for index, button in enumerate(HOLDS)},
    Button.LEFT: 1090.0,
    Button.RIGHT: 1190.0,
    Button.BANK: 1424.0,
    Button.CONFIRM: 1750.0,
}
"""Middle of each button from the screen's left edge, units of a screen 1920 wide."""
COLOURS: Mapping[Button, Colour] = {Button.CONFIRM: theme.GREEN, Button.BANK: theme.YELLOW}
DIAMETER = 66.0
FOOT = 52.0
"""How far the buttons' middle is from the lower edge."""
ARROWS = {
    Button.LEFT: ((0.62, 0.24), (0.62, 0.76), (0.24, 0.5)),
    Button.RIGHT: ((0.38, 0.24), (0.38, 0.76), (0.76, 0.5)),
}
RIM: Colour = (20, 16, 14)
METAL: Colour = (120, 104, 84)


def place(pen: Pen, button: Button, diameter: float = DIAMETER) -> Box:
    """Where a button is drawn."""
    return centred(PLACES[button] * pen.w / theme.WIDTH, pen.h - FOOT, diameter)


def lit(lamp: Lamp, now: float) -> bool:
    """Whether a lamp shines at this moment."""
    return lamp is Lamp.ON or (lamp is Lamp.BLINK and now % theme.BLINK < theme.BLINK / 2)


def draw_button(pen: Pen, button: Button, shines: bool, box: Box) -> None:
    """One button in a square box, its lamp on or off."""
    colour = COLOURS.get(button, theme.WHITE)
    if shines:
        halo = box.inset(-box.w * 0.45)
        pen.stamp(("halo", colour), halo, lambda size: glow(size[0], colour, 0.75))
    pen.stamp(("button", colour, shines), box, lambda size: _dome(size[0], colour, shines))
    if button in ARROWS:
        ink = theme.INK if shines else theme.mixed(theme.WHITE, theme.WALNUT, 0.35)
        pen.stamp(("arrow", button, ink), box, lambda size: polygon(size[0], ARROWS[button], ink))


def _dome(size: int, colour: Colour, shines: bool) -> pygame.Surface:
    """A metal rim round a dome of coloured plastic, from within or by the room's light."""
    body = colour if shines else theme.mixed(colour, theme.WALNUT, 0.72)
    top = theme.mixed(body, (255, 255, 255), 0.55 if shines else 0.12)
    surface = disc(size, METAL)
    for share, paint in ((0.93, RIM), (0.82, theme.mixed(body, RIM, 0.25)), (0.77, body)):
        inner = disc(round(size * share), paint)
        surface.blit(inner, inner.get_rect(center=(size // 2, size // 2)))
    shine = glow(round(size * 0.7), top, 0.9)
    surface.blit(shine, shine.get_rect(center=(size // 2, round(size * 0.42))))
    return surface


def draw_buttons(pen: Pen, lamps: Mapping[Button, Lamp], shown: tuple[Button, ...], now: float) -> None:
    """These buttons of the panel with their lamps as they are now."""
    for button in shown:
        draw_button(pen, button, lit(lamps.get(button, Lamp.OFF), now), place(pen, button))
