"""Whether a face goes on beyond one of its sides: then it is a part of something larger, not the top of a die.

Half a domino, a tile among tiles, the end of a card: their long sides run on straight. Two dice that lie against
each other in line look alike, but their rounded corners leave a notch at both ends of the seam.
"""

from __future__ import annotations

import numpy as np

from vision.photo.levelled import PX, Numbers, between, levelled
from vision.photo.pips import Grey

_BEYOND = (1.5, 2.0)
"""Where the face would go on, half edges from its middle: a side of a die in sight is shorter than that."""
_LIKE = 0.75
"""It goes on where it is at least this share as light as the face, along its long sides where no pips are."""
_STRAIGHT = 0.8
"""A long side runs on when it is dark along this share of its length."""
_NOTCH = 0.1
"""At both ends of a seam between two dice the dark is this much wider than in its middle, half edges."""
_MOST_NEIGHBOURS = 2
"""A die in a row has so many in line with it; more are a pattern of tiles."""


def runs_on(grey: Grey, centre: tuple[float, float], edge: float, rotation: float, step: float) -> bool:
    """Whether the face goes on beyond a side, straight and without notches, or beyond more than two sides.

    `centre` and `edge` are pixels of `grey`, `rotation` degrees; beyond its border the picture is darker than
    the face by the share `step` at least.
    """
    flat = levelled(grey, centre, edge, rotation)
    face = float(np.percentile(between(flat, (-0.9, 0.9), (-0.9, 0.9)), 60))
    sides = [np.rot90(flat, turns) for turns in range(4)]
    ends = [[_End(half, face, step) for half in (side, side[::-1])] for side in sides]
    on = [pair for pair in ends if all(end.runs_on for end in pair)]
    return len(on) > _MOST_NEIGHBOURS or any(not any(end.has_notch for end in pair) for pair in on)


class _End:
    """The lower end of the right side of a levelled face: does the long side that meets it there run on?"""

    def __init__(self, flat: Numbers, face: float, step: float) -> None:
        inside = float(between(flat, _BEYOND, (0.65, 0.85)).mean(axis=1).max())
        outside = between(flat, _BEYOND, (0.95, 1.3))
        darkest = outside[outside.mean(axis=1).argmin()]
        limit = (inside + float(darkest.mean())) / 2
        drop = inside - float(darkest.mean())
        is_straight = drop > 0.7 * step * face and float((darkest < limit).mean()) > _STRAIGHT
        self.runs_on = is_straight and inside > _LIKE * face
        """Whether the face goes on to the right, and its lower border with it."""
        dark = between(flat, (0.7, 1.3), (-0.6, 0.94)) < limit
        seam, end = dark[: round(1.2 * PX)].sum(axis=1), dark[-2:].sum(axis=1)
        self.has_notch = bool(end.mean() - np.median(seam) > _NOTCH * PX)
        """Whether the dark between the face and what follows to the right widens towards its lower end."""
