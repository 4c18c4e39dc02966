"""Lays a pip layout's grid through pips by least squares, and says how square and how exact it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot, sqrt

from vision.layouts import Node

Point = tuple[float, float]


@dataclass(frozen=True)
class Grid:
    """A grid through pips, lengths in the pips' own unit.

    `spread` is the step from node to node along both axes, `scale` their quadratic mean, `rotation` that of the
    first axis in degrees (0 to 90), `residual` the rms distance of the pips from their nodes. `squareness` is 1
    for a square grid, less the more it leans or is drawn out.
    """

    centre: Point
    scale: float
    spread: tuple[float, float]
    squareness: float
    rotation: float
    residual: float


def grid_through(nodes: Sequence[Node], points: Sequence[Point]) -> Grid:
    """The best grid with `nodes[i]` at `points[i]`: two free axes for a whole 4, 5 or 6, else equal and upright
    to each other. Needs two different nodes at least."""
    u_mean, v_mean = _mean(nodes)
    whole = len(nodes) >= 4 and u_mean == 0 == v_mean
    centre, first, second = _two_axes(nodes, points) if whole else _equal_axes(nodes, points)
    misses = [
        hypot(x - centre[0] - u * first[0] - v * second[0], y - centre[1] - u * first[1] - v * second[1])
        for (u, v), (x, y) in zip(nodes, points, strict=True)
    ]
    lengths = hypot(*first), hypot(*second)
    turn = degrees(atan2(first[1], first[0]))
    return Grid(
        centre,
        sqrt((lengths[0] ** 2 + lengths[1] ** 2) / 2),
        # Told as if turned by less than 90 degrees, the axes may change places.
        lengths[::-1] if (turn // 90.0) % 2 else lengths,
        _squareness(first, second, len(nodes)),
        turn % 90.0,
        sqrt(sum(miss**2 for miss in misses) / len(misses)),
    )


def _mean(points: Sequence[tuple[float, float]]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _two_axes(nodes: Sequence[Node], points: Sequence[Point]) -> tuple[Point, Point, Point]:
    """Centre and axes of the affine map; the nodes of a whole layout are their own orthogonal basis."""
    uu, vv = sum(u * u for u, _ in nodes), sum(v * v for _, v in nodes)
    pairs = list(zip(nodes, points, strict=True))
    first = sum(n[0] * p[0] for n, p in pairs) / uu, sum(n[0] * p[1] for n, p in pairs) / uu
    second = sum(n[1] * p[0] for n, p in pairs) / vv, sum(n[1] * p[1] for n, p in pairs) / vv
    return _mean(points), first, second


def _equal_axes(nodes: Sequence[Node], points: Sequence[Point]) -> tuple[Point, Point, Point]:
    """Centre and axes of the similarity (turned and scaled, not mirrored)."""
    u_mean, v_mean = _mean(nodes)
    x_mean, y_mean = _mean(points)
    size = dot = cross = 0.0
    for (u, v), (x, y) in zip(nodes, points, strict=True):
        du, dv, dx, dy = u - u_mean, v - v_mean, x - x_mean, y - y_mean
        size += du * du + dv * dv
        dot += du * dx + dv * dy
        cross += du * dy - dv * dx
    a, b = dot / size, cross / size
    return (x_mean - a * u_mean + b * v_mean, y_mean - b * u_mean - a * v_mean), (a, b), (-b, a)


def _squareness(first: Point, second: Point, count: int) -> float:
    """The rows of a six stand as far apart as the maker likes: its grid may be a rectangle."""
    lengths = sorted((hypot(*first), hypot(*second)))
    lean = abs(first[0] * second[0] + first[1] * second[1]) / (lengths[0] * lengths[1])
    return min(1.0, lengths[0] / lengths[1] + (0.45 if count == 6 else 0.0)) - lean
