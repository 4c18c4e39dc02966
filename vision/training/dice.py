"""Draws a d6 seen from above in all the ways they are made and lit: body, sides, rim, pips, shadow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.sim.die_picture import PIP_SPREAD, PIPS
from vision.training.canvas import Plane, Points, Rng, area, box, disc, lay, rotation, shade, soft

Grid = tuple[float, float]
LAYOUTS: dict[int, tuple[Grid, ...]] = {
    value: tuple((x / PIP_SPREAD, y / PIP_SPREAD) for x, y in pips) for value, pips in PIPS.items()
}
"""Value -> its pips on the grid -1, 0, 1."""
CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
_OUTWARD = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)])


@dataclass(frozen=True)
class Make:
    """How a set of dice is made and lit.

    Tones 0..1; `ink` and `sides` are shares of the face's tone; lengths in edges: radius of a pip, how far the outer
    pips lie from the middle (across, along), radius of the corners, softness of the rim; `drill` says how
    much lighter one side of a pip is; `lone` is how much larger the pip of a one is.
    """

    paper: float
    ink: float
    sides: tuple[float, ...]
    pip: float
    spread: Grid
    corner: float
    rim: float
    drill: float
    lone: float
    shape: float
    rows: float


def a_make(rng: Rng) -> Make:
    """White or ivory dice with black, grey or worn pips."""
    ink = rng.uniform(0.03, 0.4) if rng.random() < 0.75 else rng.uniform(0.4, 0.78)
    spread = rng.uniform(0.18, 0.325)
    least = rng.uniform(0.3, 0.95)
    sides = tuple(rng.uniform(least, 1.05, 4).tolist())
    return Make(
        paper=rng.uniform(0.4, 1.0),
        ink=ink,
        sides=sides,
        pip=rng.uniform(0.06, min(0.13, 0.43 * spread)),
        spread=(spread, spread * rng.uniform(0.85, 1.1)),
        corner=rng.uniform(0.02, 0.2) if rng.random() < 0.6 else rng.uniform(0.15, 0.38),
        rim=rng.uniform(0.0, 0.07),
        drill=rng.uniform(0.0, 0.85) if rng.random() < 0.5 else 0.0,
        lone=rng.uniform(1.2, 1.8) if rng.random() < 0.15 else 1.0,
        shape=rng.uniform(1.0, 1.25) if rng.random() < 0.3 else 1.0,
        rows=rng.uniform(0.55, 1.0) if rng.random() < 0.6 else 1.0,
    )


@dataclass(frozen=True, eq=False)
class Place:
    """Where a die lies: middle and turn (radians) of its top face, how far its foot is seen beside it (edges)."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    foot: Grid = (0.0, 0.0)

    def at(self, points: Points) -> Points:
        """Points of the face (edges) on the canvas."""
        return np.asarray(points @ rotation(self.turn) + (self.x, self.y))


def a_foot(rng: Rng) -> Grid:
    """How far a foot is seen beside the top face: little over the middle of a tray, more in an oblique view."""
    far = rng.uniform(0, 0.4) if rng.random() < 0.8 else rng.uniform(0.3, 0.9)
    turn = rng.uniform(0, 2 * np.pi)
    return float(far * np.cos(turn)), float(far * np.sin(turn))


def draw_die(rng: Rng, canvas: Plane, make: Make, place: Place, pips: Sequence[Grid]) -> None:
    """A die with these pips on top."""
    outline = box(1, 1, make.corner)
    top = place.at(outline)
    foot = (top - (place.x, place.y)) * rng.uniform(0.92, 1.0) + (place.x, place.y) + place.foot
    _cast_shadow(rng, canvas, foot)
    _draw_sides(rng, canvas, make, place, top, foot)
    lay(canvas, soft(area(top), make.rim) if make.rim > 0.02 else area(top), make.paper)
    if rng.random() < 0.4:
        _draw_rim(rng, canvas, make, place, outline)
    _draw_pips(rng, canvas, make, place, pips)


def _cast_shadow(rng: Rng, canvas: Plane, foot: Points) -> None:
    if rng.random() < 0.85:
        far = rng.uniform(0, 0.7) * rotation(rng.uniform(0, 2 * np.pi))[0]
        reach = _hull(np.concatenate([foot, foot + far]))
        shade(canvas, soft(area(reach), rng.uniform(0.01, 0.15)), rng.uniform(0.1, 0.75))
    if rng.random() < 0.6:
        shade(canvas, soft(area(foot), 0.05), rng.uniform(0.1, 0.5))


def _hull(points: Points) -> Points:
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), np.float64)


def _draw_sides(rng: Rng, canvas: Plane, make: Make, place: Place, top: Points, foot: Points) -> None:
    lay(canvas, area(_hull(np.concatenate([top, foot]))), make.paper * min(make.sides))
    high, low = place.at(CORNERS), place.at(CORNERS) * 0.97 + np.array(place.foot)
    ways = _OUTWARD @ rotation(place.turn)
    reach = ways @ np.array(place.foot)
    for k in np.flatnonzero(reach > 0.02):
        quad = np.array([high[k], high[(k + 1) % 4], low[(k + 1) % 4], low[k]])
        lay(canvas, area(quad), make.paper * make.sides[k])
        _draw_side_pips(rng, canvas, make, quad, make.paper * make.sides[k])


def _draw_side_pips(rng: Rng, canvas: Plane, make: Make, quad: Points, paper: float) -> None:
    way = cv2.getPerspectiveTransform(CORNERS.astype(np.float32), quad.astype(np.float32))
    pips = LAYOUTS[int(rng.integers(1, 7))]
    outlines = [
        cv2.perspectiveTransform(disc((make.spread[0] * x, make.spread[0] * y), make.pip)[None], way)[0]
        for x, y in pips
    ]
    lay(canvas, area(*outlines), paper * make.ink)


def _draw_rim(rng: Rng, canvas: Plane, make: Make, place: Place, outline: Points) -> None:
    """The rounded edge catches the light on one side, or all around, or lies in the shade."""
    inner = outline * rng.uniform(0.82, 0.97)
    ring = np.maximum(area(place.at(outline)) - soft(area(place.at(inner)), 0.02), 0)
    lay(canvas, ring, make.paper * rng.uniform(0.7, 1.2))


def _draw_pips(rng: Rng, canvas: Plane, make: Make, place: Place, pips: Sequence[Grid]) -> None:
    turn = rng.uniform(0, 2 * np.pi)
    # Rows must stay apart by more than a pip.
    rows = max(make.rows * make.spread[0], 1.35 * make.pip) if len(pips) == 6 else make.spread[0]
    for x, y in pips:
        spot = np.array([(rows * x, make.spread[1] * y)]) + rng.normal(0, 0.006, (1, 2))
        middle = place.at(spot)[0]
        radius = make.pip * (make.lone if len(pips) == 1 else 1.0) * rng.uniform(0.93, 1.07)
        ink = make.ink if rng.random() < 0.85 else min(0.82, make.ink * rng.uniform(1, 2))
        lay(canvas, area(disc(middle, radius, make.shape, turn)), make.paper * ink)
        if make.drill:
            far = 0.35 * radius * rotation(turn)[0]
            lit = soft(area(disc(middle + far, 0.6 * radius)), 0.02)
            lay(canvas, lit, make.paper * (ink + make.drill * (1 - ink) * rng.uniform(0.3, 1)))
