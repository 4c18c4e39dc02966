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


def turned_each(points: Points, degrees: Points) -> Points:
    """Groups of points (N x K x 2, or K x 2 for all groups), each group turned clockwise as seen by its own angle
    (N): N x K x 2."""
    # As complex numbers: a turn is one product.
    seen = np.ascontiguousarray(points, np.float64).view(np.complex128)[..., 0]
    done = seen * np.exp(np.radians(degrees) * 1j)[:, None]
    return done.view(np.float64).reshape(*done.shape, 2)


def top_face(centre: Points, degrees: float) -> Points:
    """The corners of the top face, 4 x 2, mm at its own height."""
    return turned(_CORNERS * EDGE / 2, degrees) + centre


def beneath(points: Points, camera: Points) -> Points:
    """Where the camera sees what lies on the felt below points (any shape x 2) of a top face's edge: mm at that
    height.

    A point on the felt, seen from a camera at height h, lies on the top face's plane (h - EDGE) / h of its way
    out from the point below the camera.
    """
    return np.asarray(camera[:2] + (points - camera[:2]) * ((camera[2] - EDGE) / camera[2]))


def overhangs(centres: Points, degrees: Points, camera: Points) -> Points:
    """How far each side face of flat dice reaches beyond the top face's edge, as seen at its height: N x 4, mm.

    Negative: the side face is hidden, its foot lies so far within the top face. `centres` are N x 2 mm, `degrees`
    N. A level square seen from above keeps its shape: the foot is the top face, a little smaller and moved towards
    the point below the camera.
    """
    share = EDGE / camera[2]
    inward = turned_each(((camera[:2] - centres) * share)[:, None], -degrees)[:, 0]
    return np.asarray(inward @ SIDES.T - share * EDGE / 2)
