"""What d6 are made of: the colours of their bodies and pips. The table's own are white; a café may own others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.sim.light import Floats32, linear

IVORY = linear(208, 225, 232)
"""The bodies of white dice: no plastic is as white as paper."""
INK = linear(26, 24, 24)
_BRIGHT = linear(214, 224, 228)
"""White paint in pips."""


@dataclass(frozen=True, eq=False)
class Dye:
    """Linear colours (BGR, 3) of a die's body and of its pips."""

    paper: Floats32
    ink: Floats32


WHITE = Dye(IVORY, INK)
DYES: Mapping[str, Dye] = {
    "white": WHITE,
    "ivory": Dye(IVORY * linear(205, 232, 244), INK),
    "red": Dye(linear(44, 40, 190), _BRIGHT),
    "blue": Dye(linear(170, 84, 36), _BRIGHT),
    "green": Dye(linear(70, 130, 40), _BRIGHT),
    "black": Dye(linear(34, 32, 32), _BRIGHT),
}
"""By the name that `sim:dice=NAME` has."""
