"""What is known of a table's own dice, kept beside its calibration: the colour of the d6, the faces of the d12."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vision.d6 import colour
from vision.d6.colour import Colour, ColourFault
from vision.d12 import taught
from vision.d12.taught import Taught, TaughtFault


@dataclass(frozen=True, eq=False)
class OwnDice:
    """`d6` None: they are white. `d12` None: nothing has been learnt of them."""

    d6: Colour | None = None
    d12: Taught | None = None


def own_dice(calibration: Path | None, broken: Callable[[str], None]) -> OwnDice:
    """What is kept beside this calibration. `broken` is told in one line of a file that cannot be used; unless it
    raises, the dice are taken for the usual ones."""
    return OwnDice(_d6(calibration, broken), _d12(calibration, broken))


def _d6(calibration: Path | None, broken: Callable[[str], None]) -> Colour | None:
    try:
        return colour.beside(calibration)
    except ColourFault as fault:
        broken(str(fault))
        return None


def _d12(calibration: Path | None, broken: Callable[[str], None]) -> Taught | None:
    try:
        return taught.beside(calibration)
    except TaughtFault as fault:
        broken(str(fault))
        return None
