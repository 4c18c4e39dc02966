"""What the pips say: the best of the six known layouts of a d6, wherever and however turned it lies.

A layout is laid through pairs of pips that could be its diagonal, and every pip inside the face it predicts
must be explained: a missing or an extra pip makes the fit doubtful, never another number. Given the picture,
the tones of the face are asked as a second witness (see `vision.photo.witness`).
"""

from __future__ import annotations

from cmath import phase, rect
from collections.abc import Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from math import atan, hypot, log, sqrt
from statistics import fmean, median

import numpy as np

from vision.layouts import LAYOUTS, SPREAD, Node
from vision.photo.face_fit import FaceFit
from vision.photo.grid import grid_through
from vision.photo.pips import Grey, Pip
from vision.photo.witness import agreement
from vision.ramps import ramp

Layout = tuple[int, tuple[Node, ...]]
"""A value and the nodes of its pips."""

_SQUARE: tuple[Layout, ...] = (
    *((value, LAYOUTS[value]) for value in range(2, 7)),
    (6, tuple((y, x) for x, y in LAYOUTS[6])),
)
"""Layouts on a square grid. Seen from one diagonal the rows of a six may run either way."""
_TALL: tuple[Layout, ...] = ((6, LAYOUTS[6]),)
"""Layouts on a grid longer than wide: in some makers' sixes the rows of three stand close together."""
_TALL_RATIOS = (0.74, 0.56, -0.74, -0.56)
"""Width over length of such grids (negative: the mirrored one)."""

_DIAGONAL = (0.60, 0.86)
"""Distance of two pips in opposite corners, edges: sqrt(8) times the spread, from flat to wide layouts."""
_RADIUS = (0.045, 0.175)
"""Radius of a pip, edges: nothing beyond is one. Bought dice lie between 0.08 and 0.15."""
_NEAR = 0.12
"""A pip belongs to a node when it lies within this distance (edges): half the grid's pitch."""
_FACE = 0.42
"""Spots within this distance of both middle lines (edges) lie on this face: the layout must explain them."""
_CROWD = 12
"""More spots than this around a middle are a texture, not a face."""
_OFF = 0.3
"""A face's middle lies at most this far (edges) from where it was expected."""
_RESIDUAL = (0.012, 0.03)
"""Pips lie within this distance (rms, edges) of their layout, certain and doubtful: at most 0.006 on dice in
photographs."""
_HOPELESS = 0.05
"""Fits below this confidence are not worth a second look."""
_TEXTURE = 200
"""More pairs of pips that could be diagonals are a texture: in photographs of dice there are at most 115."""


def fit_face(
    pips: Sequence[Pip], edge_px: float, near: tuple[float, float], tolerance: float, grey: Grey
) -> FaceFit | None:
    """The best fit whose middle lies within 0.3 edges of the point `near`; None when there is none.

    See `fit_faces` for the other arguments.
    """
    fits = _Scene(pips, edge_px, tolerance).fits(near)
    return next(iter(_surest(fits, grey)), None)


def fit_faces(pips: Sequence[Pip], edge_px: float, tolerance: float, grey: Grey) -> list[FaceFit]:
    """All faces of two pips and more in a picture, the surest first: no two share a pip or overlap.

    `edge_px` is the edge of a top face in pixels, known within the share `tolerance`; `grey` is the picture in
    whose pixels the pips are given.
    """
    return _surest(_Scene(pips, edge_px, tolerance).fits(), grey)


def _surest(fits: list[FaceFit], grey: Grey) -> list[FaceFit]:
    """Of fits that lie on each other only the best.

    The second witness can only lower a confidence, so it is heard when a fit's turn has come.
    """
    kept: list[FaceFit] = []
    waiting = [(-_weight(fit), i, fit, fit.confidence < _HOPELESS) for i, fit in enumerate(fits)]
    heapify(waiting)
    while waiting:
        _, i, fit, heard = heappop(waiting)
        if any(_clash(fit, other) for other in kept):
            continue
        if heard:
            kept.append(fit)
        else:
            fit = replace(fit, confidence=fit.confidence * agreement(grey, fit))
            heappush(waiting, (-_weight(fit), i, fit, True))
    return sorted(kept, key=lambda fit: fit.confidence, reverse=True)


def _weight(fit: FaceFit) -> float:
    """A fit that explains more pips is the better one unless it is much less sure."""
    return fit.confidence * len(fit.pips)


def _clash(one: FaceFit, other: FaceFit) -> bool:
    apart = hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1])
    return apart < 0.75 * max(one.edge, other.edge) or not set(one.pips).isdisjoint(other.pips)


class _Scene:
    """The pips of one picture, lengths in edges of the expected face."""

    def __init__(self, pips: Sequence[Pip], edge_px: float, tolerance: float) -> None:
        self.pips = pips
        self.edge = edge_px
        self.tolerance = tolerance
        self.points = [complex(pip.x, pip.y) / edge_px for pip in pips]
        self.r = [pip.r / edge_px for pip in pips]
        self.contrast = [pip.contrast for pip in pips]
        self.shape = [_likeness(pip) for pip in pips]

    def fits(self, near: tuple[float, float] | None = None) -> list[FaceFit]:
        """Fits of two pips and more anywhere; with `near` (pixels) only around that point, ones as well. None
        in a texture."""
        here = None if near is None else complex(*near) / self.edge
        pairs = self._diagonals(here)
        if len(pairs) > _TEXTURE:
            return []
        ones = [] if here is None else [i for i, point in enumerate(self.points) if abs(point - here) < _OFF]
        fits = [self._fit_of_diagonal(i, j) for i, j in pairs]
        return [fit for fit in fits if fit is not None] + [self._fit_of_one(i) for i in ones]

    def _diagonals(self, here: complex | None) -> list[tuple[int, int]]:
        """Pairs of good pips that lie as far apart as opposite corners of a layout, and are alike: all of them, or
        those around a place."""
        xy = np.array(self.points)
        far = np.abs(xy[:, None] - xy[None, :])
        low, high = _DIAGONAL[0] * (1 - self.tolerance), _DIAGONAL[1] * (1 + self.tolerance)
        pairs = (far > low) & (far < high)
        if here is not None:
            pairs &= np.abs((xy[:, None] + xy[None, :]) / 2 - here) < _OFF
        i, j = np.nonzero(np.triu(pairs, 1))
        return [pair for pair in zip(i.tolist(), j.tolist(), strict=True) if self._can_be_diagonal(*pair)]

    def _can_be_diagonal(self, i: int, j: int) -> bool:
        edge = abs(self.points[i] - self.points[j]) / SPREAD / sqrt(8)
        smaller, larger = sorted((self.r[i], self.r[j]))
        fainter, darker = sorted((self.contrast[i], self.contrast[j]))
        dimmer, lighter = sorted((self.pips[i].tone, self.pips[j].tone))
        return (
            min(self.shape[i], self.shape[j]) > _HOPELESS
            and smaller > 0.6 * larger
            and _RADIUS[0] * edge < smaller
            and larger < _RADIUS[1] * edge
            and fainter > 0.4 * darker
            and dimmer > 0.5 * lighter
        )

    def _fit_of_diagonal(self, i: int, j: int) -> FaceFit | None:
        """The fit with pips `i` and `j` in opposite corners: the best of the values 2 to 6, if any."""
        middle = (self.points[i] + self.points[j]) / 2
        half = (self.points[j] - self.points[i]) / 2
        reach = _FACE * abs(half) / SPREAD
        near = [k for k, point in enumerate(self.points) if abs(point - middle) < reach]
        if len(near) > _CROWD:
            return None
        fits = [self._best_layout(_SQUARE, near, middle, half, 1.0)]
        if len(near) >= 5:
            fits += [self._best_layout(_TALL, near, middle, half, ratio) for ratio in _TALL_RATIOS]
        return max((fit for fit in fits if fit is not None), key=lambda fit: fit.confidence, default=None)

    def _best_layout(
        self, layouts: tuple[Layout, ...], near: list[int], middle: complex, half: complex, ratio: float
    ) -> FaceFit | None:
        """The surest of some layouts on a grid with a corner at `half` from its middle, its first axis `ratio`
        times as long as its second (negative: mirrored)."""
        turn = atan(1 / ratio)
        first = rect(1.0, phase(half) - turn)
        corner = half / first
        limit = _FACE * abs(half) / sqrt(2.0) / SPREAD
        local = {k: (self.points[k] - middle) / first for k in near}
        on_face = {k: z for k, z in local.items() if max(abs(z.real), abs(z.imag)) < limit}
        nodes = _nodes({k: (z.real / corner.real, z.imag / corner.imag) for k, z in on_face.items()})
        best: FaceFit | None = None
        for value, layout in layouts:
            taken = [node for node in layout if node in nodes]
            # A missing pip and spots off the layout speak so strongly that measuring is not worth it.
            if len(taken) < len(layout) - 1 or len(on_face) > len(taken) + 2:
                continue
            members = [nodes[node] for node in taken]
            fit = self._judged(value, taken, members, [k for k in on_face if k not in members])
            if best is None or fit.confidence > best.confidence:
                best = fit
        return best

    def _fit_of_one(self, i: int) -> FaceFit:
        """The fit of a one in pip `i`; any other pip near it speaks against it."""
        pip = self.pips[i]
        # A face's rotation cannot be seen from its middle: take the circle inside all of its squares.
        around = [k for k, point in enumerate(self.points) if k != i and abs(point - self.points[i]) < _FACE]
        extra = self._weight_of_extras(around, [i])
        confidence = self.shape[i] * self._size_fits(i, 1.0) * _against_extras(extra)
        # One spot is no layout: it has to be as dark as pips are, all over.
        confidence *= ramp(-pip.contrast, -0.55, -0.35) * self._filled([i])
        spread = SPREAD * self.edge
        return FaceFit(1, confidence, (pip.x, pip.y), self.edge, 0.0, 0.0, (pip,), 1.0, (spread, spread))

    def _judged(self, value: int, taken: list[Node], members: list[int], extras: list[int]) -> FaceFit:
        """The fit of a value whose `taken` nodes hold the pips `members`, with `extras` beside them."""
        grid = grid_through(taken, [(self.points[k].real, self.points[k].imag) for k in members])
        scale = grid.scale / SPREAD
        missing = len(LAYOUTS[value]) - len(taken)
        confidence = (
            self._roundness(members)
            * self._filled(members)
            * min(self._size_fits(k, scale) for k in members)
            * self._alike(members)
            * ramp(grid.residual / scale, *_RESIDUAL)
            * ramp(1 - grid.squareness, 0.12, 0.26)
            * ramp(abs(log(scale)), 0.12 + self.tolerance, 0.2 + self.tolerance)
            * 0.1**missing
            * _against_extras(self._weight_of_extras(extras, members))
        )
        return FaceFit(
            value,
            confidence,
            (grid.centre[0] * self.edge, grid.centre[1] * self.edge),
            scale * self.edge,
            grid.rotation,
            grid.residual / scale,
            tuple(self.pips[k] for k in members),
            grid.squareness,
            (grid.spread[0] * self.edge, grid.spread[1] * self.edge),
        )

    def _roundness(self, members: list[int]) -> float:
        """Of few pips each must be as round as seen from above; four and more show a side view by their layout,
        so they may be drawn out by light that fills half of a pip."""
        worst = min(self.shape[k] for k in members)
        return worst if len(members) < 4 else worst**0.35

    def _filled(self, members: list[int]) -> float:
        """Letters are round and dark as well, but not dark all over; a glint may sit in some pips."""
        return ramp(-fmean(self.pips[k].filled for k in members), -0.85, -0.6)

    def _size_fits(self, k: int, scale: float) -> float:
        """Whether a spot has the size of a pip on a face of `scale` times the expected edge."""
        size = self.r[k] / scale
        return ramp(size, 0.15, _RADIUS[1]) * ramp(-size, -0.065, -_RADIUS[0])

    def _alike(self, members: list[int]) -> float:
        """Pips of one face are of one size and one darkness."""
        r = [self.r[k] for k in members]
        contrast = [self.contrast[k] for k in members]
        return ramp(max(r) / min(r), 1.35, 1.9) * ramp(max(contrast) / min(contrast), 1.6, 2.6)

    def _weight_of_extras(self, extras: list[int], members: list[int]) -> float:
        """How many pips too many there are; spots much fainter or smaller than the face's pips count less."""
        if not extras:
            return 0.0
        r = median(self.r[k] for k in members)
        contrast = median(self.contrast[k] for k in members)
        return sum(
            min(1.0, self.r[k] / (0.75 * r)) ** 2 * min(1.0, self.contrast[k] / (0.6 * contrast)) ** 2
            for k in extras
        )


def _nodes(grid: dict[int, tuple[float, float]]) -> dict[Node, int]:
    """Which pip lies at which node of the 3 x 3 grid (the nearest one, if near enough)."""
    best: dict[Node, tuple[float, int]] = {}
    for k, (u, v) in grid.items():
        node = (max(-1, min(1, round(u))), max(-1, min(1, round(v))))
        off = hypot(u - node[0], v - node[1]) * SPREAD
        if off < best.get(node, (_NEAR, -1))[0]:
            best[node] = (off, k)
    return {node: k for node, (_, k) in best.items()}


def _likeness(pip: Pip) -> float:
    """How much a spot's outline is like that of a pip seen from above, some of it in hard light."""
    return ramp(-pip.roundness, -0.66, -0.46) * ramp(-pip.solidity, -0.80, -0.6)


def _against_extras(extra: float) -> float:
    return float(0.12 ** min(extra, 3.0)) if extra > 0.1 else 1.0
