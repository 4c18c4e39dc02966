"""Rows of equal faces: keys, beads, switches, the panes of a strip. Dice of one number hardly ever lie like that.

Of 578 dice in photographs four have a neighbour in line, and no three lie in a row, whatever they show.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from vision.photo.close_look import Candidate

_PITCH, _ASIDE, _TURN = (0.9, 1.3), 0.12, 8.0
"""Faces in a row are so many edges apart, at most so many out of line at each step, and turned alike within so many
degrees."""


def is_in_a_row(look: Candidate, looks: Sequence[Candidate]) -> bool:
    """Whether a face is one of three in a row that show the same number, `looks` being all faces of its picture."""
    alike = [other for other in looks if other is not look and other.fit.value == look.fit.value]
    steps = {_step(look, other) for other in alike} - {None}
    # Three in line: the next on both sides, or the next two on one.
    return any(
        {(axis, one), (axis, two)} <= steps for axis in (0, 1) for one, two in ((-1, 1), (1, 2), (-1, -2))
    )


def _step(look: Candidate, other: Candidate) -> tuple[int, int] | None:
    """In line with which axis of a face (0 or 1) another one lies, and how many places on: -2 to 2."""
    border = look.outline
    if abs((other.outline.rotation - border.rotation + 45.0) % 90.0 - 45.0) > _TURN:
        return None
    x, y = (b - a for a, b in zip(look.fit.centre, other.fit.centre, strict=True))
    turn = radians(border.rotation)
    ways = (x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn))
    for axis, (along, across) in enumerate((ways, ways[::-1])):
        for places in (-2, -1, 1, 2):
            pitch = along / border.edge / places
            if _PITCH[0] < pitch < _PITCH[1] and abs(across) < _ASIDE * abs(places) * border.edge:
                return axis, places
    return None
