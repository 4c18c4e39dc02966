"""Where in a tray a face of a d6 could lie, told by its spots alone; a close look decides (`tray_look`).

Two spots may be opposite corners of a layout: each such pair says where the face would lie and how it would be
turned, and all other spots on it speak for or against. A single spot on a light square may be a one. All pairs
are weighed at once: a tray holds hundreds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cube import EDGE, Points, turned
from vision.layouts import LAYOUTS, Node
from vision.tray_scene import Scene

_DIAGONAL = (9.2, 13.4)
"""Distance of pips in opposite corners, mm: 16 mm dice have 0.21 to 0.29 edges of spread, and glints shift pips."""
_NEAR = 1.5
"""A spot belongs to a place of the layout within this distance, mm."""
_ON_FACE = 6.4
"""A spot within this distance of both middle lines lies on the face, mm: outer pips lie at 4.6 at the most."""
_APART = 12.5
"""Two dice lie at least this far apart, mm (16 less what a rough guess may miss)."""
_LIGHT = 0.93
"""Least light share of a face."""
_LIGHT_ROUND = 0.88
"""The same of the circle in a face whose turn is not known."""
_SQUARE = 0.25
"""Least fit of the light square (0..1)."""
_EXTRA = 3.0
"""Weight of a spot that the layout does not explain: a pip half drowned in a glint still is one."""

_NODES: tuple[Node, ...] = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
_LAYOUTS: tuple[tuple[int, tuple[Node, ...]], ...] = (
    *((value, LAYOUTS[value]) for value in range(2, 7)),
    (6, tuple((y, x) for x, y in LAYOUTS[6])),
)
"""The layouts with pips in the corners (-1, -1) and (1, 1); the rows of a six may run either way."""
_VALUES = tuple(value for value, _ in _LAYOUTS)
_PATTERNS = np.array([[node in layout for node in _NODES] for _, layout in _LAYOUTS])
_INNER = np.array([(x, y) for x in np.linspace(-6.8, 6.8, 7) for y in np.linspace(-6.8, 6.8, 7)])
_ROUND = _INNER[np.hypot(*_INNER.T) < 7.4]
_BORDER = np.array(
    [(u, s) for u in np.linspace(-0.88, 0.88, 8) for s in (-1, 1)]
    + [(s, u) for u in np.linspace(-0.88, 0.88, 8) for s in (-1, 1)]
)
_INSIDE, _OUTSIDE = EDGE / 2 - 0.9, EDGE / 2 + 1.4
_ONE_SPREAD = 4.5
"""Where the other pips of a one would be, mm, if it were no one: its only pip often is a large one."""
_ONE = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
_TURNS = np.arange(0.0, 90.0, 5.0)


@dataclass(frozen=True, eq=False)
class Guess:
    """A face that may lie there: its middle (mm at the top face's height), turn (degrees), the spread of its outer
    pips (mm), and how much speaks for it. `support` says how well its spots fit each value from 1 to 6, as a share
    of the best."""

    centre: Points
    turn: float
    spread: float
    score: float
    support: tuple[float, ...]


def guesses_in(scene: Scene) -> list[Guess]:
    """The likeliest faces, the surest first; no two lie on each other."""
    found = _apart(_patterns(scene))
    free = np.ones(len(scene.spots), np.bool_)
    for face in found:
        free &= np.abs(turned(scene.spots[:, :2] - face.centre, -face.turn)).max(axis=1) > EDGE / 2
    return found + _apart(_ones(scene, scene.spots[free]), found)


def _apart(guesses: list[Guess], taken: list[Guess] | None = None) -> list[Guess]:
    """The best guesses that lie neither on each other nor on those `taken`."""
    chosen: list[Guess] = []
    for guess in sorted(guesses, key=lambda guess: -guess.score):
        others = chosen + (taken or [])
        if all(np.hypot(*(guess.centre - other.centre)) > _APART for other in others):
            chosen.append(guess)
    return chosen


def _patterns(scene: Scene) -> list[Guess]:
    """A guess for each pair of spots that could be the diagonal of a face."""
    places, strength = scene.spots[:, :2], scene.spots[:, 2]
    first, second = _diagonals(places)
    centre = (places[first] + places[second]) / 2
    half = (places[second] - places[first]) / 2
    turn = np.degrees(np.arctan2(half[:, 1], half[:, 0])) - 45
    light = _lightness(scene, _rotated(_INNER, turn) + centre[:, None])
    keep = light > _LIGHT
    centre, half, turn = centre[keep], half[keep], turn[keep]
    if not len(centre):
        return []
    spread = np.hypot(half[:, 0], half[:, 1]) / np.sqrt(2)
    weights = _explained(places, strength, centre, turn, spread)
    best = weights.max(axis=1)
    square = _squares(scene, centre, turn)
    return [
        Guess(
            centre[k],
            float(turn[k] % 90),
            float(spread[k]),
            float(best[k] * square[k]),
            tuple((weights[k] / best[k]).tolist()),
        )
        for k in np.nonzero((best > 0) & (square > _SQUARE))[0].tolist()
    ]


def _diagonals(places: Points) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    first, second = np.nonzero(np.triu((apart > _DIAGONAL[0]) & (apart < _DIAGONAL[1])))
    return first, second


def _rotated(points: Points, turns: Points) -> Points:
    """Points (K x 2 or N x K x 2), turned by each of N angles (degrees): N x K x 2."""
    turn = np.radians(turns)[:, None]
    x, y = points[..., 0], points[..., 1]
    return np.stack([x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)], axis=-1)


def _lightness(scene: Scene, points: Points) -> Points:
    """The light share of some places (N x K x 2): N."""
    return np.asarray((scene.at(scene.light, points) > 0).mean(axis=1))


def _explained(places: Points, strength: Points, centre: Points, turn: Points, spread: Points) -> Points:
    """How well each value from 1 to 6 explains the spots on the face of each guess: N x 6."""
    local = _rotated(places[None] - centre[:, None], -turn)
    grid = np.rint(local / spread[:, None, None])
    on_face = np.abs(local).max(axis=2) < _ON_FACE
    off = np.hypot(*(local - grid * spread[:, None, None]).transpose(2, 0, 1))
    at_node = on_face & (off < _NEAR) & (np.abs(grid).max(axis=2) <= 1)
    node = (grid[..., 0] + 1 + 3 * (grid[..., 1] + 1)).astype(np.intp)
    seen = np.stack([np.where(at_node & (node == k), strength, 0.0).max(axis=1) for k in range(9)], axis=1)
    stray = np.where(on_face & ~at_node, strength, 0.0).max(axis=1)
    weights = np.zeros((len(centre), 6))
    for value, pattern in zip(_VALUES, _PATTERNS, strict=True):
        weights[:, value - 1] = np.maximum(weights[:, value - 1], _weight(seen, stray, pattern))
    return weights


def _weight(seen: Points, stray: Points, pattern: NDArray[np.bool_]) -> Points:
    """What the spots say for one pattern: its pips' strengths less that of the strongest spot beside it."""
    own = seen[:, pattern]
    extra = stray if pattern.all() else np.maximum(stray, seen[:, ~pattern].max(axis=1))
    # Pips of one face are alike: the weakest counts for all of them, or a crumb would make a three of a two.
    weight = own.min(axis=1) * (1 + own.shape[1]) - _EXTRA * extra
    return np.where((own.min(axis=1) > 0) & (weight > 0), weight, 0.0)


def _squares(scene: Scene, centre: Points, turn: Points) -> Points:
    """How light the border of each face is inside, less how light it is around the die there."""
    camera = scene.view.camera
    # Seen from the camera the foot lies a little inward: look beyond the side faces there, not on them.
    shift = (camera[:2] - centre) * (EDGE / camera[2])
    border = _rotated(_BORDER, turn)
    along = ((border * shift[:, None]).sum(axis=2) > 0)[..., None]
    inside = border * _INSIDE + centre[:, None]
    around = border * _OUTSIDE + centre[:, None] + along * shift[:, None]
    light = scene.at(scene.light, np.stack([inside, around])) > 0
    return np.asarray(light[0].mean(axis=1) - light[1].mean(axis=1))


def _ones(scene: Scene, spots: Points) -> list[Guess]:
    """A guess for each spot that is not on a face yet: a one, turned as the light square around it lies."""
    spots = spots[_lightness(scene, _ROUND + spots[:, None, :2]) > _LIGHT_ROUND]
    if not len(spots):
        return []
    places, strength = spots[:, :2], spots[:, 2]
    every = np.repeat(places, len(_TURNS), axis=0), np.tile(_TURNS, len(places))
    fits = _squares(scene, *every).reshape(len(places), len(_TURNS))
    best = fits.argmax(axis=1)
    square = fits[np.arange(len(best)), best]
    return [
        Guess(places[k], float(_TURNS[best[k]]), _ONE_SPREAD, float(2 * strength[k] * square[k]), _ONE)
        for k in np.nonzero(square > _SQUARE)[0].tolist()
    ]
