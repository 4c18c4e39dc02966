"""A regular dodecahedron as the camera sees it: where its corners, edges and faces must lie for a given pose.

Lengths are millimetres. World: tray x right, y down, z up from the felt. All that is seen is told on the plane of a
flat die's top face, `ACROSS` above the felt ("seen" mm): a point below that plane is seen nearer to the point beneath
the camera.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ACROSS = 20.0
"""Distance of opposite faces of a d12, mm."""
_GOLD = (1 + math.sqrt(5)) / 2
TOP_RADIUS = ACROSS / _GOLD**2
"""From the middle of a face to its corners, mm: 7.64. Seen from above the twenty corners lie on two circles, of this
radius (top and bottom face) and of `BELT`; heights above the middle are ACROSS / 2 and ACROSS / 2 / _GOLD**3."""
BELT = ACROSS / _GOLD
"""From the upright axis to the corners of the side faces, mm: 12.36."""
_HIGH, _LOW = ACROSS / 2, ACROSS / 2 / _GOLD**3
FIFTH = 72.0
"""Degrees by which a die that stands on a face looks the same again, but for its numerals."""
FACES = 6
"""A camera above sees the top face (0) and five sides (1 to 5); side k lies between the top's corners k - 1 and k."""


def _ring(radius: float, height: float, shift: float) -> Floats:
    angle = np.radians(np.arange(5) * FIFTH - 90 + shift)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle), np.full(5, height)])


TOP = _ring(TOP_RADIUS, _HIGH, 0.0)
"""The top face's corners in the die's own axes (origin in its middle), the first pointing up the picture: 5 x 3."""
UPPER = _ring(BELT, _LOW, 0.0)
"""The side faces' upper outer corners, one outside each of `TOP`: 5 x 3."""
LOWER = _ring(BELT, -_LOW, FIFTH / 2)
"""Their lowest corners, k between k and k + 1 of `UPPER`: 5 x 3."""
CORNERS = np.vstack([TOP, UPPER, LOWER, _ring(TOP_RADIUS, -_HIGH, FIFTH / 2)])
"""All corners: 20 x 3."""
OUTLINES = np.stack(
    [TOP, *(np.stack([TOP[k], TOP[(k + 1) % 5], UPPER[(k + 1) % 5], LOWER[k], UPPER[k]]) for k in range(5))]
)
"""The corners of the six faces that can be seen: 6 x 5 x 3."""
MIDDLES = OUTLINES.mean(axis=1)
"""The middles of these faces: 6 x 3."""

X, Y, YAW, LEAN_X, LEAN_Y, SIZE = range(6)
"""Columns of poses (N x 6): the middle of the die (mm); the turn of the top face's first corner, clockwise as seen
(degrees); the way its upright axis leans (x, y; degrees); its size over `ACROSS`."""


def turns_of(poses: Floats) -> Floats:
    """The rotation of each pose from the die's own axes to the tray's: N x 3 x 3."""
    yaw = np.radians(poses[:, YAW])
    lean = np.radians(poses[:, LEAN_X : LEAN_Y + 1])
    far = np.hypot(lean[:, 0], lean[:, 1])
    ax, ay = (lean / np.maximum(far, 1e-9)[:, None]).T
    cosine, sine = np.cos(far), np.sin(far)
    spare = 1 - cosine
    turn, over = np.zeros((2, len(poses), 3, 3))
    turn[:, 0, 0] = turn[:, 1, 1] = np.cos(yaw)
    turn[:, 1, 0] = np.sin(yaw)
    turn[:, 0, 1] = -turn[:, 1, 0]
    turn[:, 2, 2] = 1.0
    # The upright axis goes to (ax sin, ay sin, cos); what lies across the lean stays.
    over[:, 0, 0], over[:, 1, 1], over[:, 2, 2] = 1 - ax * ax * spare, 1 - ay * ay * spare, cosine
    over[:, 0, 1] = over[:, 1, 0] = -ax * ay * spare
    over[:, 0, 2], over[:, 1, 2] = ax * sine, ay * sine
    over[:, 2, 0], over[:, 2, 1] = -ax * sine, -ay * sine
    return np.asarray(over @ turn)


def seen(poses: Floats, points: Floats, camera: Floats) -> NDArray[np.float32]:
    """Where the camera (its place, mm) sees points (M x 3) of dice that stand on the felt in these poses (N x 6):
    N x 2 x M, seen mm."""
    if not poses[:, LEAN_X : LEAN_Y + 1].any() and (poses[:, SIZE] == poses[:1, SIZE]).all():
        return _seen_upright(poses, points, camera)
    turns = turns_of(poses) * poses[:, SIZE, None, None]
    # It stands on its lowest corner.
    middle = -(turns[:, 2] @ CORNERS.T).min(axis=1)
    # One product for all: many small ones take several times as long.
    placed = (turns.reshape(-1, 3).astype(np.float32) @ points.T.astype(np.float32)).reshape(
        len(poses), 3, len(points)
    )
    high = np.float32(camera[2] - ACROSS)
    share = high / ((camera[2] - middle).astype(np.float32)[:, None] - placed[:, 2])
    flat = placed[:, :2]
    flat += (poses[:, :2] - camera[:2]).astype(np.float32)[:, :, None]
    flat *= share[:, None]
    flat += camera[:2].astype(np.float32)[:, None]
    return np.asarray(flat)


def _seen_upright(poses: Floats, points: Floats, camera: Floats) -> NDArray[np.float32]:
    """The same for dice of one size that do not lean: every point keeps its height, so that one product is enough."""
    size = float(poses[0, SIZE]) if len(poses) else 1.0
    x, y, z = points.T * size
    share = (camera[2] - ACROSS) / (camera[2] - _HIGH * size - z)
    yaw = np.radians(poses[:, YAW])
    ways = np.empty((len(poses), 2, 4))
    ways[:, 0, 0], ways[:, 0, 1], ways[:, 1, 0], ways[:, 1, 1] = (
        np.cos(yaw),
        -np.sin(yaw),
        np.sin(yaw),
        np.cos(yaw),
    )
    ways[:, :, 2], ways[:, :, 3] = poses[:, :2] - camera[:2], camera[:2]
    spread = np.stack([x * share, y * share, share, np.ones_like(x)]).astype(np.float32)
    flat = ways.reshape(-1, 4).astype(np.float32) @ spread
    return np.asarray(flat.reshape(len(poses), 2, len(points)))


def tilt_of(poses: Floats) -> Floats:
    """How far each die leans: N, degrees."""
    return np.hypot(poses[:, LEAN_X], poses[:, LEAN_Y])
