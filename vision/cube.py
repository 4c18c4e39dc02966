"""A flat-lying die as the camera sees it: which part of the picture its top face and its side faces must fill.

The camera is no telescope: of a die away from the point below it, it sees the side faces that look towards that
point. Where they end is known to a fraction of a millimetre, so a die that leans gives itself away.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

EDGE = 16.0
"""Edge of a white d6, mm."""
_CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
SIDES = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)], np.float64)
"""Outward directions of the four sides in the die's own axes."""


def turned(points: Points, degrees: float) -> Points:
    """Points (any shape x 2) turned clockwise as seen (x right, y down)."""
    turn = np.radians(degrees)
    return np.asarray(points @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]))


def top_face(centre: Points, degrees: float) -> Points:
    """The corners of the top face, 4 x 2, mm at its own height."""
    return turned(_CORNERS * EDGE / 2, degrees) + centre


def foot(centre: Points, degrees: float, camera: Points) -> Points:
    """The corners of the bottom face as they appear at the height of the top face: 4 x 2, mm.

    A point on the felt, seen from a camera at height h, lies on the top face's plane (h - EDGE) / h of its way
    out from the point below the camera.
    """
    below = camera[:2]
    return np.asarray(below + (top_face(centre, degrees) - below) * (camera[2] - EDGE) / camera[2])


def overhangs(centres: Points, degrees: Points, camera: Points) -> Points:
    """How far each side face of flat dice reaches beyond the top face's edge, as seen at its height: N x 4, mm.

    Negative: the side face is hidden, its foot lies so far within the top face. `centres` are N x 2 mm, `degrees`
    N. A level square seen from above keeps its shape: the foot is the top face, a little smaller and moved towards
    the point below the camera.
    """
    share = EDGE / camera[2]
    inward = (camera[:2] - centres) * share
    outward = np.stack([turned(SIDES, turn) for turn in degrees.tolist()])
    return np.asarray((outward * inward[:, None]).sum(axis=2) - share * EDGE / 2)
