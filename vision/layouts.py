"""The six pip layouts of a d6, and a face as its pips tell it."""

from __future__ import annotations

from dataclasses import dataclass

from vision.photo.pips import Pip

Node = tuple[int, int]
"""A place on the face's 3 x 3 grid: -1, 0, 1 along both of its axes."""

CORNERS: tuple[Node, ...] = ((-1, -1), (1, 1), (-1, 1), (1, -1))
LAYOUTS: dict[int, tuple[Node, ...]] = {
    1: ((0, 0),),
    2: CORNERS[:2],
    3: (*CORNERS[:2], (0, 0)),
    4: CORNERS,
    5: (*CORNERS, (0, 0)),
    6: (*CORNERS, (-1, 0), (1, 0)),
}
"""The nodes that carry a pip, each value in one of its equivalent rotations."""

SPREAD = 0.25
"""Distance of an outer pip from the face's middle line, edges. Bought dice lie between 0.21 and 0.29."""


@dataclass(frozen=True)
class FaceFit:
    """One face as its pips tell it.

    `centre` and `edge` are in pixels of the picture the pips came from, `rotation` in degrees from 0 to 90
    (clockwise as seen, 0 = edges along the picture's; a one has no known rotation: 0), `residual` is the rms
    distance of the pips from the layout, in edges. `squareness` is 1 for a square layout, less when it is
    drawn out like a face seen from the side. `spread` is the half distance of the outer pips along both axes
    of the face, pixels.
    """

    value: int
    confidence: float
    centre: tuple[float, float]
    edge: float
    rotation: float
    residual: float
    pips: tuple[Pip, ...]
    squareness: float = 1.0
    spread: tuple[float, float] = (0.0, 0.0)
