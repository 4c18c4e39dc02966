"""The border of a top face: is there a square of one tone around these pips, and how large is it?

Seen along rays from its middle a face is of one tone up to its border, and darker beyond it: the side of the
die, its shadow, or the table. Neighbours that touch hide a part of that border, never all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.face_fit import FaceFit
from vision.photo.pips import Pip
from vision.ramps import climb

Numbers = NDArray[np.float64]
Picture = NDArray[np.uint8]
"""A picture, uint8: height x width (grey) or height x width x 3 (BGR)."""

_RAYS = 64
_STEPS = 64
_REACH = 1.28
"""Length of the rays, edges: far enough to see the end of a side face beyond the border."""
_UNLIKE = (0.07, 0.13, 0.2, 0.3, 0.42)
"""How unlike the face (as a share of its tone) the picture is beyond the border, each tried: from white on
white to white on black."""
_SLACK = 0.14
"""A ray ends on the square when it is at most this share longer or shorter."""
_ROUNDING = 1.25
"""Corners are rounded: they lie at most this many half edges from the middle (a sharp one: 1.41)."""
_TURNS = np.arange(_RAYS) * (2 * np.pi / _RAYS)
_CIRCLE = np.stack([np.cos(_TURNS), np.sin(_TURNS)])[:, :, None] * (np.arange(_STEPS) / _STEPS)
"""The rays' points on a disc of radius 1: 2 x rays x steps."""
_SEEN = {1: (0.5, 0.7), 2: (0.38, 0.6), 3: (0.38, 0.6), 4: (0.28, 0.48)}
"""Share of the border that has to be seen, doubtful and certain, for each value (4 stands for 4 to 6)."""
_HIDDEN = (0.18, 0.07)
"""Share of the rays that may end inside the face (glare, a shadow), doubtful and certain."""
_POINTED = (1.02, 1.045, 1.185, 1.24)
"""How much longer its corners' rays are: a disc's and a die's, a die's and a pattern's of squares. Dice in
photographs lie between 1.04 and 1.17, discs below 1.04."""
_SIDES = ((0.05, 0.2), (0.4, 0.6))
"""Share of the second and the third least seen side: doubtful and certain. Neighbours hide one side or two."""
_LEAST_ENDS = 16
"""Fewer rays that end on the border tell no circle from a square."""
_MOST_ENDS = 0.85
_SHORT = 1.2
"""Rays longer than this (edges) have no end."""
_LEAST_PLAIN = 26
"""Pips of a die in photographs leave at least 30 rays free, spots that cut the rim of a disc fewer."""
_MANY = 40
"""So many rays that end tell what is round; fewer may be two sides of a square."""
EDGES = (0.84, 0.9, 0.96, 1.02, 1.08, 1.14, 1.2)
"""Sizes tried when the edge is roughly known, as shares of it."""


@dataclass(frozen=True)
class Outline:
    """The square that fits the border best.

    `on` is the share of rays that end on it, `inside` the share that end before it. `edge` is in pixels,
    `rotation` in degrees (0 to 90). `step` is how unlike the face the picture is beyond it, 0..1. `pointed` is
    how much longer the rays to the corners are than those to the sides: 1 on a disc, 1.16 on a square with
    rounded corners. `sides` are the shares of rays that end on each of the four sides, the least first. `off_oval`
    is how far the border lies off the best oval on average, as a share of its radius: 0.01 for what is round,
    0.02 to 0.05 for a die, more where corners are sharp. `roundest` is the least of this at `step` and at all greater
    ones, without what pips hide; 0 when they hide more of it than of a die's, and for what is no border at all.
    """

    on: float
    inside: float
    edge: float
    rotation: float
    step: float
    pointed: float
    sides: tuple[float, ...]
    off_oval: float
    roundest: float = 0.0

    def confidence(self, value: int) -> float:
        """How surely this is the border of a face that shows `value`: 0..1.

        The fewer pips a layout has, the more the border has to prove: that a one sits in the middle.
        """
        doubtful, certain = _SEEN[min(value, 4)]
        low, round_enough, square_enough, high = _POINTED
        return (
            climb(self.on, doubtful, certain)
            * climb(self.inside, *_HIDDEN)
            * climb(self.pointed, low, round_enough)
            * climb(self.pointed, high, square_enough)
            * climb(self.sides[1], *_SIDES[0])
            * climb(self.sides[2], *_SIDES[1])
        )


def outline_of(image: Picture, fit: FaceFit, edges: Sequence[float] = EDGES) -> Outline:
    """The border around a fitted face; sizes are tried as shares (`edges`) of the fit's edge.

    `image` (BGR or grey) is the picture in whose pixels the fit is given; best with an edge of 30 to 60.
    """
    angles = np.array([fit.rotation]) if fit.value > 1 else np.arange(0.0, 90.0, 6.0)
    rays = _rays(image, fit)
    lengths = _lengths(rays)
    squares = _squares(np.array(edges), angles).reshape(-1, _RAYS)
    off = lengths[:, None, :] / squares[None, :, :] - 1.0
    on = (np.abs(off) < _SLACK).mean(axis=2)
    inside = (off < -_SLACK).mean(axis=2)
    # Of squares that as many rays end on, the one they end on most exactly has the right size.
    exact = np.maximum(0.0, 1.0 - np.abs(off) / _SLACK).mean(axis=2)
    best, square = np.unravel_index(int(np.argmax(on + exact - 2.0 * inside)), on.shape)
    size, turn = divmod(int(square), len(angles))
    ends = np.abs(off[best, square]) < _SLACK
    aside = _TURNS - np.radians(angles[turn])
    border = Outline(
        float(on[best, square]),
        float(inside[best, square]),
        float(edges[size]) * fit.edge,
        float(angles[turn]),
        _UNLIKE[int(best)],
        _pointed(lengths[best], ends, aside),
        _seen_of_sides(ends, aside),
        _off_oval(lengths[best][ends], _TURNS[ends]),
    )
    return (
        replace(border, roundest=_roundest(lengths[best:], fit)) if border.confidence(fit.value) else border
    )


def _pointed(lengths: Numbers, ends: NDArray[np.bool_], aside: Numbers) -> float:
    """Mean length of the rays towards corners over that of the rays towards sides, of those on the border."""
    to_corner = np.cos(4 * aside) < 0
    corners, sides = lengths[ends & to_corner], lengths[ends & ~to_corner]
    return float(corners.mean() / sides.mean()) if corners.size and sides.size else 1.0


def _seen_of_sides(ends: NDArray[np.bool_], aside: Numbers) -> tuple[float, ...]:
    """The share of the rays towards each side that end on the border, the least first."""
    side = np.rint(aside / (np.pi / 2)).astype(int) % 4
    return tuple(sorted(float(ends[side == one].mean()) for one in range(4)))


def _off_oval(lengths: Numbers, turns: Numbers) -> float:
    """The mean distance of the rays' ends from their best oval, as a share of its radius; the worst sixth of
    them is left out."""
    ends = np.stack([lengths * np.cos(turns), lengths * np.sin(turns)], axis=1)
    if len(ends) < _LEAST_ENDS:
        return 0.0
    off = np.zeros(len(ends))
    for _ in range(2):
        off = _off(ends, cv2.fitEllipse(ends[off <= np.quantile(off, _MOST_ENDS)].astype(np.float32)))
    return float(off[off <= np.quantile(off, _MOST_ENDS)].mean())


def _roundest(lengths: Numbers, fit: FaceFit) -> float:
    """The least that what the rays end on lies off an oval at any of some limits, the weakest first.

    A ring just inside a button's rim, or its thickness, are as little unlike it as a die's rounded edge is: taken for
    the border, they look like anything. At a stronger limit the rim itself is seen.
    """
    plain = (lengths < _SHORT) & ~_at_pips(lengths, fit)
    if plain[0].sum() < _LEAST_PLAIN:
        return 0.0
    enough = plain.sum(axis=1) >= _MANY
    offs = (
        _off_oval(row[here], _TURNS[here]) for row, here in zip(lengths[enough], plain[enough], strict=True)
    )
    return min(offs, default=1.0)


def _at_pips(lengths: Numbers, fit: FaceFit) -> NDArray[np.bool_]:
    """Whether rays (limits x rays, edges) end where a pip has been painted over: what lies there is not known."""
    x, y = fit.edge * lengths * np.cos(_TURNS), fit.edge * lengths * np.sin(_TURNS)
    pips = np.array([(pip.x - fit.centre[0], pip.y - fit.centre[1], _painted(pip)) for pip in fit.pips])
    u, v, r = (column[:, None, None] for column in pips.T)
    return np.asarray((np.hypot(x - u, y - v) < r + 1.5).any(axis=0), np.bool_)


def _off(ends: Numbers, oval: Any) -> Numbers:
    """How far points lie off an oval (as `cv2.fitEllipse` tells it) seen from its middle, radii."""
    (x, y), (wide, high), turn = oval
    u, v = ends[:, 0] - x, ends[:, 1] - y
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    along, across = (u * cos + v * sin) / max(wide, 1e-3), (v * cos - u * sin) / max(high, 1e-3)
    return np.asarray(np.abs(2 * np.hypot(along, across) - 1.0), np.float64)


def _rays(image: Picture, fit: FaceFit) -> Numbers:
    """How unlike the face the picture is along rays from its middle (rays x steps), pips painted over."""
    reach = _REACH * fit.edge
    left, top = (max(0, int(c - reach) - 2) for c in fit.centre)
    patch = image[top : int(fit.centre[1] + reach) + 3, left : int(fit.centre[0] + reach) + 3].copy()
    face = _tone(patch, fit, (left, top))
    for pip in fit.pips:
        _paint_over(patch, pip, face.tolist(), (left, top))
    x, y = (np.array(fit.centre) - (left, top))[:, None, None] + reach * _CIRCLE
    # Nothing is known outside the picture: it must not look like a border.
    tones = cv2.remap(
        patch,
        np.asarray(x, np.float32),
        np.asarray(y, np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=face.tolist(),
    ).reshape(_RAYS, _STEPS, -1)
    change = (face - tones) / np.maximum(face, 24.0)
    # Glare makes parts of a face brighter: that tells less than darkness does.
    return np.asarray(np.where(change > 0, change, -0.5 * change).max(axis=2), np.float64)


def _tone(patch: Picture, fit: FaceFit, origin: tuple[int, int]) -> Numbers:
    """The median tone (of each channel) of the middle of the face without its pips."""
    mask = np.zeros(patch.shape[:2], np.uint8)
    middle = (round(fit.centre[0] - origin[0]), round(fit.centre[1] - origin[1]))
    cv2.circle(mask, middle, round(0.4 * fit.edge), 255, cv2.FILLED)
    for pip in fit.pips:
        _paint_over(mask, pip, [0], origin)
    # Every third pixel will do for a median.
    face = patch[mask > 0][::3].reshape(-1, 1 if patch.ndim == 2 else patch.shape[2])
    return np.asarray(np.median(face, axis=0) if face.size else np.zeros(face.shape[1]), np.float64)


def _paint_over(patch: Picture, pip: Pip, tone: list[float], origin: tuple[int, int]) -> None:
    centre = (round(pip.x - origin[0]), round(pip.y - origin[1]))
    cv2.circle(patch, centre, int(_painted(pip)), tone, cv2.FILLED)


def _painted(pip: Pip) -> float:
    """The radius that is painted over, pixels: the pip and its soft rim."""
    return 1.25 * pip.r + 2


def _lengths(rays: Numbers) -> Numbers:
    """How far each ray stays like the face, in edges, for each limit of likeness: limits x rays.

    Specks of one or two steps don't end a ray. It ends between two steps, where the limit is crossed: whole steps
    would make a circle as ragged as a square.
    """
    limits = np.array(_UNLIKE)[:, None, None]
    other = rays > limits
    lasting = other[..., :-2] & other[..., 1:-1] & other[..., 2:]
    first = np.where(lasting.any(axis=2), lasting.argmax(axis=2), _STEPS)
    step, ray = np.clip(first, 1, _STEPS - 1), np.arange(_RAYS)
    before, after = rays[ray, step - 1], rays[ray, step]
    short = np.clip((after - limits[..., 0]) / np.maximum(after - before, 1e-6), 0.0, 1.0)
    return np.asarray((first - np.where(first == step, short, 0.0)) * (_REACH / _STEPS), np.float64)


def _squares(edges: Numbers, angles: Numbers) -> Numbers:
    """How far the border of a square lies along each ray, in edges: edges x angles x rays."""
    turned = _TURNS - np.radians(angles)[:, None]
    flat = np.minimum(1.0 / np.maximum(np.abs(np.cos(turned)), np.abs(np.sin(turned))), _ROUNDING)
    return np.asarray(0.5 * edges[:, None, None] * flat, np.float64)
