"""The six pip layouts of a d6."""

from __future__ import annotations

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
