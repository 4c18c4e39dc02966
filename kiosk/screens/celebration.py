"""A small celebration: the winners' signs fall once over the stage, and that is that."""

from __future__ import annotations

import math

from kiosk import theme
from kiosk.draw.box import Box, centred
from kiosk.draw.pen import Pen
from kiosk.draw.signs import draw_sign

LASTS = 5.0
"""Seconds from the first sign to the last."""
FALL = 2.6
"""Seconds that one sign takes."""
SIGNS = 30
MOMENTS = 40
"""Moments drawn a second."""


class Celebration:
    """Begins when it is first drawn."""

    def __init__(self) -> None:
        self._since: float | None = None

    def moment(self, now: float) -> int:
        """The moment reached; the same for ever once it is over."""
        if self._since is None:
            return 0
        return math.floor(min(now - self._since, LASTS) * MOMENTS)

    def draw(self, pen: Pen, box: Box, winners: tuple[int, ...], now: float) -> bool:
        """The signs as they are at this moment; whether there are any."""
        if self._since is None:
            self._since = now
        age = self.moment(now) / MOMENTS
        if age >= LASTS or not winners:
            return False
        surface = pen.surface
        surface.set_clip(pen.rect(box))
        for index in range(SIGNS):
            begun = (LASTS - FALL) * index / SIGNS
            if begun <= age < begun + FALL:
                _draw_falling(pen, box, winners[index % len(winners)], index, (age - begun) / FALL)
        surface.set_clip(None)
        return True


def _draw_falling(pen: Pen, box: Box, seat: int, index: int, fallen: float) -> None:
    """Spread evenly by the golden ratio; each sways a little in its own time. Dim, since numbers stand before them."""
    across = (index * 0.618034) % 1
    sway = 26 * math.sin(2 * math.pi * (1.4 * fallen + across))
    size = 30 + 8 * (index % 4)
    place = centred(box.x + across * box.w + sway, box.y - 40 + fallen * (box.h + 80), size)
    draw_sign(pen, seat, place, theme.mixed(theme.seat_style(seat).colour, theme.WALNUT, 0.5))
