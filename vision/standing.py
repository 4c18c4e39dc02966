"""Tells dice from flat things with spots: a die is a solid with rounded corners, and the dice of one photograph are
alike.

A face stands by itself when its border is rounded as a die's, or when a side face or a shadow shows that it
lies high above its ground. One that shows neither (a neighbour or glare may hide it) needs a face of the same size
that does. What is round is never a die.
"""

from __future__ import annotations

from collections.abc import Sequence

from vision.cameras.protocol import Image
from vision.close_look import Candidate
from vision.relief import relief_of

_OVAL = 0.0145
"""A border that lies less off the best oval (radii) is round. Drawn discs and ovals lie up to 0.012 off it, 98 of
100 dice in photographs at least 0.019."""
_ROUNDED = 0.0475
"""A square with a die's rounding lies at most this far off it: 0.021 to 0.055 in photographs. Sharp corners lie
0.056 to 0.075 off it, corners rounded by 6 % of the edge about 0.05."""
_CLEARLY_ROUNDED = 0.0425
"""When one side cannot be seen the others have to be rounded so much."""
_SHARPEST = 0.07
"""Farther off it lies no single square."""
_SEEN = (0.48, 0.55)
"""Share of the least and the second least seen side that must be seen."""
_RELIEF = 0.2
"""Width of a side face or a shadow (edges) that no flat thing has."""
_RELIEF_OF_ONE = 0.1
"""A one says little by itself: rounded keys have one spot as well. It needs a band at least so wide."""
_PIXELS = 1.5
"""Blur widens a band by so many pixels."""
_SAME_SIZE = 0.75
"""The edges of dice of one set, the smaller over the larger."""


def without_flat(image: Image, looks: Sequence[Candidate], sure: float) -> list[Candidate]:
    """Candidates of a photograph (BGR); those that are `sure` but flat or round are doubted."""
    told = [look for look in looks if look.confidence >= sure and not _is_round(look)]
    standing = [look for look in told if _stands(image, look)]
    kept = [look for look in told if any(_like(look, other) for other in standing)]
    return [look if look.confidence < sure or look in kept else look.doubted() for look in looks]


def _is_round(look: Candidate) -> bool:
    return look.outline.off_oval < _OVAL


def _stands(image: Image, look: Candidate) -> bool:
    """Whether a face is seen to be the top of a solid."""
    border = look.outline
    if border.sides[1] < _SEEN[1] or border.off_oval > _SHARPEST:
        return False
    relief = relief_of(image, look.fit.centre, border.edge, border.rotation, border.step)
    rounded = border.off_oval <= (_ROUNDED if border.sides[0] >= _SEEN[0] else _CLEARLY_ROUNDED)
    if look.fit.value == 1 and (
        border.sides[0] < _SEEN[0] or relief < _RELIEF_OF_ONE + _PIXELS / border.edge
    ):
        return False
    return rounded or (border.sides[0] >= _SEEN[0] and relief > _RELIEF + _PIXELS / border.edge)


def _like(look: Candidate, other: Candidate) -> bool:
    """Whether two faces are as large as dice of one set are."""
    smaller, larger = sorted((look.outline.edge, other.outline.edge))
    return smaller > _SAME_SIZE * larger
