"""Where in a tray a face of a d6 could lie, told by its spots alone; a close look decides (`look`).

Two spots may be opposite corners of a layout: each such pair says where the face would lie and how it would be
turned, and all other spots on it speak for or against. A single spot on a light square may be a one. All pairs
are weighed at once: a tray holds hundreds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.layouts import LAYOUTS, Node
from vision.tray.cube import EDGE, Points, turned_each
from vision.tray.scene import Scene

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
_CLEAR, _SQUARE, _CROWDED = 0.6, 0.25, 0.1
"""Fit of the light square (0..1): from which a face is there for certain; the least of one that stands free; the
least of one with others close around it, which is only believed where nothing else lies."""
_EXTRA = 3.0
"""Weight of a spot that the layout does not explain: a pip half drowned in a glint still is one."""

_NODES: tuple[Node, ...] = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
_LAYOUTS: tuple[tuple[Node, ...], ...] = (
    *(LAYOUTS[value] for value in range(2, 7)),
    tuple((y, x) for x, y in LAYOUTS[6]),
)
"""The layouts from 2 to 6 with pips in the corners (-1, -1) and (1, 1), and the other way in which a six may lie."""
_PATTERNS = np.array([[node in layout for node in _NODES] for layout in _LAYOUTS])
_PIPS = _PATTERNS.sum(axis=1)
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
_AS_GOOD, _ABOUT = 0.04, 20.0
"""Turns about the best, degrees, whose fit of the light square is less by this at most are as good: their middle is the
likeliest."""


@dataclass(frozen=True, eq=False)
class Guesses:
    """N faces that may lie there: their middles (N x 2, mm at the top face's height), turns (degrees), the spread of
    their outer pips (mm), how much speaks for each, and how well it fits the light square there (0..1). `support`
    (N x 6) says how well the spots fit each value from 1 to 6, as a share of the best.
    """

    centre: Points
    turn: Points
    spread: Points
    score: Points
    square: Points
    support: Points

    def __len__(self) -> int:
        return len(self.turn)

    def only(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Guesses:
        """Some of the guesses, in this order."""
        return Guesses(*(part[which] for part in vars(self).values()))


def guesses_in(scene: Scene) -> Guesses:
    """The likeliest faces, the surest first (ones last); no two lie on each other."""
    patterns = _patterns(scene)
    found = _apart(patterns.only(patterns.square > _SQUARE), np.zeros((0, 2)))
    found = found.only(found.square > _CLEAR)
    # The pip of a one and one of a side face look like a two that fits the light square badly.
    every = _both(patterns, _ones(scene, scene.spots[_free(scene, found)]))
    for more in (every.only(every.square > _SQUARE), every.only(every.square <= _SQUARE)):
        found = _both(found, _apart(more, found.centre))
    return found


def _both(one: Guesses, other: Guesses) -> Guesses:
    pairs = zip(vars(one).values(), vars(other).values(), strict=True)
    return Guesses(*(np.concatenate(pair) for pair in pairs))


def _free(scene: Scene, faces: Guesses) -> NDArray[np.bool_]:
    """Which spots lie on none of these faces."""
    off = scene.spots[None, :, :2] - faces.centre[:, None]
    return np.asarray((np.abs(turned_each(off, -faces.turn)).max(axis=2) > EDGE / 2).all(axis=0))


def _apart(guesses: Guesses, taken: Points) -> Guesses:
    """The best guesses that lie neither on each other nor on places taken (N x 2)."""
    order = np.argsort(-guesses.score, kind="stable")
    centre = guesses.centre[order]
    free = (_squared(centre[:, None] - taken) > _APART**2).all(axis=1)
    apart = _squared(centre[:, None] - centre) > _APART**2
    chosen = []
    while free.any():
        best = int(free.argmax())
        chosen.append(best)
        free &= apart[best]
    return guesses.only(order[chosen])


def _squared(offsets: Points) -> Points:
    """The squares of distances, from offsets (any shape x 2)."""
    return np.asarray(offsets[..., 0] ** 2 + offsets[..., 1] ** 2)


def _patterns(scene: Scene) -> Guesses:
    """A guess for each pair of spots that could be the diagonal of a face."""
    places, strength = scene.spots[:, :2], scene.spots[:, 2]
    first, second = _diagonals(places)
    centre = (places[first] + places[second]) / 2
    half = (places[second] - places[first]) / 2
    turn = np.degrees(np.arctan2(half[:, 1], half[:, 0])) - 45
    keep = _lightness(scene, turned_each(_INNER, turn) + centre[:, None]) > _LIGHT
    centre, half, turn = centre[keep], half[keep], turn[keep]
    spread = np.hypot(half[:, 0], half[:, 1]) / np.sqrt(2)
    weights = _explained(places, strength, centre, turn, spread)
    best = weights.max(axis=1)
    square = _squares(scene, centre, turn)
    support = weights / np.maximum(best, 1e-9)[:, None]
    found = Guesses(centre, turn % 90, spread, best * square, square, support)
    return found.only((best > 0) & (square > _CROWDED))


def _diagonals(places: Points) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    apart = np.triu(_squared(places[:, None] - places))
    first, second = np.nonzero((apart > _DIAGONAL[0] ** 2) & (apart < _DIAGONAL[1] ** 2))
    return first, second


def _lightness(scene: Scene, points: Points) -> Points:
    """The light share of some places (N x K x 2): N."""
    return np.asarray((scene.at(scene.light, points) > 0).mean(axis=1))


def _explained(places: Points, strength: Points, centre: Points, turn: Points, spread: Points) -> Points:
    """How well each value from 1 to 6 explains the spots on the face of each guess: N x 6."""
    face, spot = np.nonzero(_squared(places - centre[:, None]) < 2 * _ON_FACE**2)
    local = turned_each((places[spot] - centre[face])[:, None], -turn[face])[:, 0]
    on_face = np.abs(local).max(axis=1) < _ON_FACE
    face, spot, local = face[on_face], spot[on_face], local[on_face]
    grid = np.rint(local / spread[face, None])
    off = _squared(local - grid * spread[face, None])
    at_node = (off < _NEAR**2) & (np.abs(grid).max(axis=1) <= 1)
    node = (grid[:, 0] + 1 + 3 * (grid[:, 1] + 1)).astype(np.intp)
    seen = np.zeros((len(centre), 10))
    # The last column is for spots beside the layout's places.
    np.maximum.at(seen, (face, np.where(at_node, node, 9)), strength[spot])
    every = _weights(seen[:, :9], seen[:, 9])
    weights = np.zeros((len(centre), 6))
    weights[:, 1:] = every[:, :5]
    # The rows of a six may run either way.
    weights[:, 5] = np.maximum(weights[:, 5], every[:, 5])
    return weights


def _weights(seen: Points, stray: Points) -> Points:
    """What the spots say for each pattern: its pips' strengths less that of the strongest spot beside it: N x 6."""
    weakest = np.where(_PATTERNS, seen[:, None], np.inf).min(axis=2)
    beside = np.maximum(np.where(_PATTERNS, 0.0, seen[:, None]).max(axis=2), stray[:, None])
    # Pips of one face are alike: the weakest counts for all of them, or a crumb would make a three of a two.
    weights = weakest * (1 + _PIPS) - _EXTRA * beside
    return np.where(weakest > 0, np.maximum(weights, 0.0), 0.0)


def _squares(scene: Scene, centre: Points, turn: Points) -> Points:
    """How light the border of each face is inside, less how light it is around the die there."""
    camera = scene.view.camera
    # Seen from the camera the foot lies a little inward: look beyond the side faces there, not on them.
    shift = (camera[:2] - centre) * (EDGE / camera[2])
    border = turned_each(_BORDER, turn)
    along = ((border * shift[:, None]).sum(axis=2) > 0)[..., None]
    inside = border * _INSIDE + centre[:, None]
    around = border * _OUTSIDE + centre[:, None] + along * shift[:, None]
    return _lightness(scene, inside) - _lightness(scene, around)


def _ones(scene: Scene, spots: Points) -> Guesses:
    """A guess for each spot that is not on a face yet: a one, turned as the light square around it lies."""
    spots = spots[_lightness(scene, _ROUND + spots[:, None, :2]) > _LIGHT_ROUND]
    places, strength = spots[:, :2], spots[:, 2]
    every = np.repeat(places, len(_TURNS), axis=0), np.tile(_TURNS, len(places))
    fits = _squares(scene, *every).reshape(len(places), len(_TURNS))
    best, turn = fits.max(axis=1), _middle_turns(fits)
    spread, support = np.full(len(best), _ONE_SPREAD), np.tile(_ONE, (len(best), 1))
    found = Guesses(places, turn, spread, 2 * strength * best, best, support)
    return found.only(best > _CROWDED)


def _middle_turns(fits: Points) -> Points:
    """The turn (degrees) in the middle of those about the best that are as good, of each place (N x turns): N."""
    first = fits.argmax(axis=1)
    best = _TURNS[first]
    off = (_TURNS - best[:, None] + 45) % 90 - 45
    good = (fits >= fits[np.arange(len(first)), first][:, None] - _AS_GOOD) & (np.abs(off) <= _ABOUT)
    return np.asarray(best + (off * good).sum(axis=1) / good.sum(axis=1))
