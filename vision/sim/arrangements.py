"""How dice come to lie when something is in their way: against walls, on edges, on each other, in rows and heaps."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import numpy as np

from vision.sim.die import Pose, flat_turn, lying, reach, upward
from vision.sim.measures import EDGE, FELT, RAIL_HEIGHT, RAIL_LEFT, RAIL_RIGHT, Floats, turn_about

Wall = Literal["left", "top", "right", "bottom"]
WALLS: dict[Wall, float] = {"left": math.pi, "top": -math.pi / 2, "right": 0.0, "bottom": math.pi / 2}
"""The walls and the directions towards them, radians."""
_TOUCH = 0.15
"""Things that touch are so far apart, mm."""


def towards(angle: float) -> Floats:
    """The level unit vector (3) of a direction."""
    return np.array([math.cos(angle), math.sin(angle), 0.0])


def tipped(value: int, way: float, tilt: float, twist: float = 0.0) -> Floats:
    """The rotation of a die that had `value` on top and was square to the direction `way` (radians; turned from that
    by `twist`) before its far side was raised by `tilt` degrees."""
    out = towards(way)
    axis = np.array([out[1], -out[0], 0.0])
    return np.asarray(turn_about(axis, -math.radians(tilt)) @ flat_turn(value, way + twist))


def on_felt(turn: Floats, x: float, y: float, floor: float = 0.0) -> Pose:
    """A die turned like that whose lowest point is `floor` mm above the felt."""
    return Pose(np.array([x, y, -floor - upward(turn)]), turn)


def against_wall(value: int, wall: Wall, along: float, tilt: float, twist: float = 0.0) -> Pose:
    """Leaning on a wall, `along` mm from its left or upper end."""
    way = WALLS[wall]
    turn = tipped(value, way, tilt, twist)
    off = reach(turn, towards(way)) + _TOUCH
    x, y = {
        "left": (off, along),
        "right": (FELT - off, along),
        "top": (along, off),
        "bottom": (along, FELT - off),
    }[wall]
    return on_felt(turn, x, y)


def propped(value: int, edge: tuple[float, float], way: float, tilt: float, height: float) -> Pose:
    """One edge on the felt, the underside on an edge `height` mm high at (x, y) = `edge`, in the direction `way`."""
    angle = math.radians(tilt)
    behind = height / math.tan(angle) - EDGE / 2 * (math.cos(angle) - math.sin(angle))
    x, y = np.array(edge) - behind * towards(way)[:2]
    return on_felt(tipped(value, way, tilt), float(x), float(y))


def flattest(height: float) -> float:
    """The least tilt (degrees) of a die that is propped up by an edge so high: the edge is at its far end."""
    return math.degrees(math.asin(min(1.0, height / EDGE)))


def on_rail(value: int, along: float, tilt: float, from_lane: bool) -> Pose:
    """Its underside on the rail's upper edge; at least 30 degrees."""
    edge, way = (RAIL_RIGHT, math.pi) if from_lane else (RAIL_LEFT, 0.0)
    return propped(value, (edge, along), way, tilt, RAIL_HEIGHT)


def leaning_on(value: int, other: Pose, way: float, tilt: float, aside: float = 0.0) -> Pose:
    """Leaning on a flat die towards `way` (radians), shifted along it by `aside` mm."""
    turn = tipped(value, way, tilt)
    apart = reach(turn, towards(way)) + reach(other.turn, towards(way)) + _TOUCH
    x, y = other.centre[:2] - towards(way)[:2] * apart + towards(way + math.pi / 2)[:2] * aside
    return on_felt(turn, float(x), float(y))


def row(values: list[int], x: float, y: float, yaw: float, gap: float) -> Iterator[Pose]:
    """Dice side by side from (x, y) on."""
    step = (EDGE + gap) * towards(yaw)
    for index, value in enumerate(values):
        yield lying(value, x + index * step[0], y + index * step[1], yaw + index * math.pi / 2)


def heap(values: list[int], x: float, y: float, yaw: float, rng: np.random.Generator) -> Iterator[Pose]:
    """Dice close together in two rows, shifted against each other, about (x, y)."""
    ahead, aside = (EDGE + _TOUCH) * towards(yaw), (EDGE + _TOUCH) * towards(yaw + math.pi / 2)
    shifts = rng.uniform(-4, 4, 2)
    for index, value in enumerate(values):
        line, place = index % 2, index // 2
        at = np.array([x, y, 0.0]) + (place - 1) * ahead + shifts[line] / EDGE * ahead + (line - 0.5) * aside
        yield lying(value, float(at[0]), float(at[1]), yaw + int(rng.integers(4)) * math.pi / 2)
