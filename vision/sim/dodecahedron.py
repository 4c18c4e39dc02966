"""A d12 as a shape: its faces and corners, how it lies with a value up, how makers number it.

Own frame: millimetres about the die's middle. World frame as in `vision.sim.measures` (up is -z).
"""

from __future__ import annotations

import math

import numpy as np

from vision.sim.measures import UP, Floats, turn_about

ACROSS = 20.0
"""From a face to the opposite one, mm."""
INSIDE = ACROSS / 2
_GOLD = (1 + math.sqrt(5)) / 2
OUTSIDE = INSIDE * math.sqrt(3 * (5 - 2 * math.sqrt(5)))
"""From the middle to a corner, mm: 1.2584 times as far as to a face."""
FACE = math.sqrt(OUTSIDE**2 - INSIDE**2)
"""From the middle of a face to its corners, mm."""
BEND = math.acos(1 / math.sqrt(5))
"""The angle between the normals of two faces that share an edge, radians."""

Ring = tuple[int, int, int, int, int]
RINGS: tuple[Ring, ...] = ((2, 8, 4, 6, 10), (11, 10, 9, 8, 7), (7, 4, 8, 3, 11), (11, 5, 9, 6, 10))
"""How makers number d12: what stands around the 12, clockwise seen from outside. One of each pair that sums to 13; the
others lie opposite."""


def _normals() -> Floats:
    half = np.array(
        [(0, 1, _GOLD), (0, -1, _GOLD), (1, _GOLD, 0), (-1, _GOLD, 0), (_GOLD, 0, 1), (-_GOLD, 0, 1)]
    )
    return np.asarray(np.vstack([half, -half]) / math.hypot(1, _GOLD))


def _corners() -> Floats:
    small = np.array([(0, _GOLD, 1 / _GOLD), (0, _GOLD, -1 / _GOLD)])
    edges = np.vstack([np.roll(small, k, axis=1) for k in range(3)])
    cube = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return np.asarray(OUTSIDE * np.vstack([edges, -edges, cube]) / math.sqrt(3))


NORMALS = _normals()
"""The outward normals of the faces, 12 x 3; face k + 6 lies opposite face k."""
CORNERS = _corners()
"""20 x 3 mm."""


def face_corners(face: int) -> Floats:
    """The corners of a face, 5 x 3 mm, clockwise seen from outside."""
    own = CORNERS[np.argsort(CORNERS @ NORMALS[face])[-5:]]
    right, down = frame(face, own[0])
    turns = np.arctan2(own @ down, own @ right)
    return np.asarray(own[np.argsort(turns)])


def frame(face: int, away: Floats) -> tuple[Floats, Floats]:
    """Unit vectors in a face's plane as seen from outside: to the right, and down, which is opposite to `away`."""
    normal = NORMALS[face]
    down = -(away - (away @ normal) * normal)
    down = down / np.linalg.norm(down)
    return np.cross(down, -normal), down


def numbering(ring: Ring) -> tuple[int, ...]:
    """What is written on each of the twelve faces."""
    if sorted(min(value, 13 - value) for value in ring) != [2, 3, 4, 5, 6]:
        raise ValueError(f"a ring has one number of each pair that sums to 13: {ring}")
    values = [0] * 12
    values[0], values[6] = 12, 1
    right, down = frame(0, face_corners(0)[0])
    around = [k for k in range(12) if k not in (0, 6) and NORMALS[k] @ NORMALS[0] > 0]
    around.sort(key=lambda k: math.atan2(float(NORMALS[k] @ down), float(NORMALS[k] @ right)))
    for face, value in zip(around, ring, strict=True):
        values[face], values[(face + 6) % 12] = value, 13 - value
    return tuple(values)


def flat_turn(face: int, yaw: float) -> Floats:
    """The rotation that lays the die flat with this face up, turned by `yaw` radians about the vertical."""
    up = NORMALS[face]
    axis = np.cross(up, UP)
    length = float(np.linalg.norm(axis))
    if length < 1e-9:
        over = np.eye(3) if up @ UP > 0 else turn_about(np.array([1.0, 0.0, 0.0]), math.pi)
    else:
        over = turn_about(axis / length, math.atan2(length, float(up @ UP)))
    return np.asarray(turn_about(np.array([0.0, 0.0, 1.0]), yaw) @ over)


def top_face(turn: Floats) -> int:
    """The face that looks most nearly up."""
    return int(np.argmax(NORMALS @ turn.T @ UP))


def tilt(turn: Floats) -> float:
    """Degrees between the vertical and the normal of the topmost face."""
    return math.degrees(math.acos(min(1.0, float((NORMALS @ turn.T @ UP).max()))))


def reach(turn: Floats, direction: Floats) -> float:
    """How far the die extends from its middle in a unit direction, mm."""
    return float((CORNERS @ turn.T @ direction).max())


def upward(turn: Floats) -> float:
    """How far the die extends upwards (and downwards) from its middle, mm: the middle's height at rest."""
    return reach(turn, UP)
