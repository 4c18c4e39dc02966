"""What the pips say: the best of the six known layouts of a d6, wherever and however turned it lies.

A layout is laid through pairs of pips that could be its diagonal, and every pip inside the face it predicts
must be explained: a missing or an extra pip makes the fit doubtful, never another number. Given the picture,
the tones of the face are asked as a second witness (see `vision.witness`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from math import hypot, log, sqrt
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.grid import grid_through
from vision.layouts import LAYOUTS, SPREAD, FaceFit, Node
from vision.pips import Grey, Pip
from vision.witness import agreement

__all__ = ["FaceFit", "fit_face", "fit_faces"]

Vector = NDArray[np.float64]
Indices = NDArray[np.intp]

_SQUARE: tuple[tuple[int, tuple[Node, ...]], ...] = (
    *((value, LAYOUTS[value]) for value in range(2, 7)),
    (6, tuple((y, x) for x, y in LAYOUTS[6])),
)
"""Layouts on a square grid. Seen from one diagonal the rows of a six may run either way."""
_TALL = ((6, LAYOUTS[6]),)
"""Layouts on a grid longer than wide: in some makers' sixes the rows of three stand close together."""
_TALL_RATIOS = (0.74, 0.56)
"""Width over length of such grids."""

_DIAGONAL = (0.60, 0.86)
"""Distance of two pips in opposite corners, edges: sqrt(8) times the spread, from flat to wide layouts."""
_RADIUS = (0.045, 0.175)
"""Radius of a pip, edges: nothing beyond is one. Bought dice lie between 0.08 and 0.15."""
_NEAR = 0.12
"""A pip belongs to a node when it lies within this distance (edges): half the grid's pitch."""
_FACE = 0.42
"""Spots within this distance of both middle lines (edges) lie on this face: the layout must explain them."""
_HOPELESS = 0.05
"""Fits below this confidence are not worth a second look."""


def fit_face(
    pips: Sequence[Pip],
    edge_px: float,
    near: tuple[float, float] | None = None,
    tolerance: float = 0.12,
    grey: Grey | None = None,
) -> FaceFit | None:
    """The best fit among `pips`, or the best whose face covers the point `near`; None when there is none.

    See `fit_faces` for the other arguments.
    """
    fits = fit_faces(pips, edge_px, tolerance, grey)
    if near is not None:
        fits = [
            fit for fit in fits if np.hypot(fit.centre[0] - near[0], fit.centre[1] - near[1]) < 0.5 * edge_px
        ]
    return fits[0] if fits else None


def fit_faces(
    pips: Sequence[Pip], edge_px: float, tolerance: float = 0.12, grey: Grey | None = None, least: int = 1
) -> list[FaceFit]:
    """All faces in a picture, the surest first: no two share a pip or overlap.

    `edge_px` is the edge of a top face in pixels, known within the share `tolerance`. With `grey` (the
    picture in whose pixels the pips are given) the confidence includes what the tones say. `least` is the
    least value looked for: 1 or 2. Raises ValueError when `edge_px` is not positive.
    """
    if edge_px <= 0:
        raise ValueError(f"the edge of a face must be more than 0 pixels, not {edge_px}")
    scene = _Scene(pips, edge_px, tolerance)
    fits = [fit for pair in scene.diagonals() if (fit := scene.fit_of_diagonal(*pair)) is not None]
    if least == 1:
        fits += [scene.fit_of_one(i) for i in range(len(pips))]
    return _without_rivals(fits, grey)


def _without_rivals(fits: list[FaceFit], grey: Grey | None) -> list[FaceFit]:
    """Of fits that lie on each other only the best; the next one of another value becomes its rival.

    The second witness can only lower a confidence, so it is heard when a fit's turn has come.
    """
    kept: list[FaceFit] = []
    waiting = [
        (-_weight(fit), i, fit, grey is None or fit.confidence < _HOPELESS) for i, fit in enumerate(fits)
    ]
    heapify(waiting)
    while waiting:
        _, i, fit, heard = heappop(waiting)
        winner = next((k for k, other in enumerate(kept) if _clash(fit, other)), None)
        if winner is not None:
            if kept[winner].rival is None and kept[winner].value != fit.value:
                kept[winner] = replace(kept[winner], rival=(fit.value, fit.confidence))
        elif heard or grey is None:
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
    """The pips of one picture in edges, with what fitting needs at hand."""

    def __init__(self, pips: Sequence[Pip], edge_px: float, tolerance: float) -> None:
        self.pips = pips
        self.edge = edge_px
        self.tolerance = tolerance
        self.points = [(pip.x / edge_px, pip.y / edge_px) for pip in pips]
        self.xy = np.array(self.points, np.float64).reshape(-1, 2)
        self.r = [pip.r / edge_px for pip in pips]
        self.contrast = [pip.contrast for pip in pips]
        self.shape = [_likeness(pip) for pip in pips]

    def diagonals(self) -> list[tuple[int, int]]:
        """Pairs of good pips that lie as far apart as opposite corners of a layout, and are alike."""
        if len(self.pips) < 2:
            return []
        gaps = self.xy[:, None, :] - self.xy[None, :, :]
        far = np.hypot(gaps[..., 0], gaps[..., 1])
        edge = far / SPREAD / sqrt(8)
        shape, contrast = np.array(self.shape), np.array(self.contrast)
        tone = np.array([pip.tone for pip in self.pips])
        smaller, larger = np.minimum.outer(self.r, self.r), np.maximum.outer(self.r, self.r)
        good = (
            (far > _DIAGONAL[0] * (1 - self.tolerance))
            & (far < _DIAGONAL[1] * (1 + self.tolerance))
            & (np.minimum.outer(shape, shape) > _HOPELESS)
            & (smaller > 0.6 * larger)
            & (smaller > _RADIUS[0] * edge)
            & (larger < _RADIUS[1] * edge)
            & (np.minimum.outer(contrast, contrast) > 0.4 * np.maximum.outer(contrast, contrast))
            & (np.minimum.outer(tone, tone) > 0.5 * np.maximum.outer(tone, tone))
        )
        i, j = np.nonzero(np.triu(good, 1))
        return list(zip(i.tolist(), j.tolist(), strict=True))

    def fit_of_diagonal(self, i: int, j: int) -> FaceFit | None:
        """The fit with pips `i` and `j` in opposite corners: the best of the values 2 to 6, if any."""
        middle = (self.xy[i] + self.xy[j]) / 2
        half = (self.xy[j] - self.xy[i]) / 2
        near = np.nonzero(np.hypot(*(self.xy - middle).T) < _FACE * np.hypot(*half) / SPREAD)[0]
        fits = [self._best_layout(_SQUARE, near, middle, _axes(half, 1.0))]
        if len(near) >= 5:
            fits += [
                self._best_layout(_TALL, near, middle, _axes(half, ratio, mirrored))
                for ratio in _TALL_RATIOS
                for mirrored in (False, True)
            ]
        return max((fit for fit in fits if fit is not None), key=lambda fit: fit.confidence, default=None)

    def _best_layout(
        self, layouts: Sequence[tuple[int, tuple[Node, ...]]], near: Indices, middle: Vector, axes: Vector
    ) -> FaceFit | None:
        """The surest of some layouts on a grid with known middle and axes."""
        local = self.xy[near] - middle
        lengths = np.hypot(axes[0], axes[1])
        scale = float(np.hypot(*lengths)) / np.sqrt(2.0) / SPREAD
        on_face = near[np.abs(local @ (axes / lengths)).max(axis=1) < _FACE * scale]
        nodes = _nodes((self.xy[on_face] - middle) @ axes / lengths**2, on_face)
        best: FaceFit | None = None
        for value, layout in layouts:
            taken = [node for node in layout if node in nodes]
            # A missing pip and spots off the layout speak so strongly that measuring is not worth it.
            if len(taken) < len(layout) - 1 or len(on_face) > len(taken) + 2:
                continue
            fit = self._judged(
                value, taken, len(layout) - len(taken), on_face.tolist(), [nodes[node] for node in taken]
            )
            if best is None or fit.confidence > best.confidence:
                best = fit
        return best

    def fit_of_one(self, i: int) -> FaceFit:
        """The fit of a one in pip `i`; any other pip near it speaks against it."""
        pip = self.pips[i]
        far = np.hypot(*(self.xy - self.xy[i]).T)
        # A face's rotation cannot be seen from its middle: take the circle inside all of its squares.
        around = [k for k in np.nonzero(far < _FACE)[0].tolist() if k != i]
        extra = self._weight_of_extras(around, [i])
        confidence = self.shape[i] * self._size_fits(i, 1.0) * _against_extras(extra)
        # One spot is no layout: it has to be as dark as pips are.
        confidence *= _ramp(-pip.contrast, -0.55, -0.35)
        spread = SPREAD * self.edge
        return FaceFit(
            1, confidence, (pip.x, pip.y), self.edge, 0.0, 0.0, (pip,), 1.0, (spread, spread), 0, extra
        )

    def _judged(
        self, value: int, taken: list[Node], missing: int, on_face: list[int], members: list[int]
    ) -> FaceFit:
        grid = grid_through(taken, [self.points[k] for k in members])
        scale = grid.scale / SPREAD
        extra = self._weight_of_extras([k for k in on_face if k not in members], members)
        confidence = (
            self._roundness(members)
            * min(self._size_fits(k, scale) for k in members)
            * self._alike(members)
            * _ramp(grid.residual / scale, 0.035, 0.075)
            * _ramp(1 - grid.squareness, 0.12, 0.26)
            * _ramp(abs(log(scale)), 0.12 + self.tolerance, 0.2 + self.tolerance)
            * 0.1**missing
            * _against_extras(extra)
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
            missing,
            extra,
        )

    def _roundness(self, members: list[int]) -> float:
        """Of few pips each must be as round as seen from above; four and more show a side view by their layout,
        so they may be drawn out by light that fills half of a pip."""
        worst = min(self.shape[k] for k in members)
        return worst if len(members) < 4 else worst**0.35

    def _size_fits(self, k: int, scale: float) -> float:
        """Whether a spot has the size of a pip on a face of `scale` times the expected edge."""
        size = self.r[k] / scale
        return _ramp(size, 0.15, _RADIUS[1]) * _ramp(-size, -0.065, -_RADIUS[0])

    def _alike(self, members: list[int]) -> float:
        """Pips of one face are of one size and one darkness."""
        r = [self.r[k] for k in members]
        contrast = [self.contrast[k] for k in members]
        return _ramp(max(r) / min(r), 1.35, 1.9) * _ramp(max(contrast) / min(contrast), 1.6, 2.6)

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


def _axes(half: Vector, ratio: float, mirrored: bool = False) -> Vector:
    """The axes (columns) of a grid whose corner lies at `half`; the second one is longer by 1 / `ratio`."""
    turn = np.arctan2(1.0, ratio) * (-1 if mirrored else 1)
    cos, sin = np.cos(turn), np.sin(turn)
    first = np.array([cos * half[0] + sin * half[1], cos * half[1] - sin * half[0]]) * abs(cos)
    return np.column_stack([first, np.array([-first[1], first[0]]) / ratio])


def _nodes(grid: Vector, on_face: Indices) -> dict[Node, int]:
    """Which pip lies at which node of the 3 x 3 grid (the nearest one, if near enough)."""
    best: dict[Node, tuple[float, int]] = {}
    for k, (u, v) in zip(on_face.tolist(), grid.tolist(), strict=True):
        node = (max(-1, min(1, round(u))), max(-1, min(1, round(v))))
        off = hypot(u - node[0], v - node[1]) * SPREAD
        if off < _NEAR and off < best.get(node, (_NEAR, -1))[0]:
            best[node] = (off, k)
    return {node: k for node, (_, k) in best.items()}


def _likeness(pip: Pip) -> float:
    """How much a spot's outline is like that of a pip seen from straight above."""
    return _ramp(-pip.roundness, -0.80, -0.62) * _ramp(-pip.solidity, -0.80, -0.6)


def _against_extras(extra: float) -> float:
    return float(0.12 ** min(extra, 3.0)) if extra > 0.1 else 1.0


def _ramp(value: float, good: float, bad: float) -> float:
    """1 up to `good`, falling smoothly to 0 at `bad`."""
    t = min(1.0, max(0.0, (value - good) / (bad - good)))
    return 1.0 - t * t * (3.0 - 2.0 * t)
