"""What the pips say: the best of the six known layouts of a d6, wherever and however turned it lies.

A layout is laid through pairs of pips that could be its diagonal, and every pip inside the face it predicts
must be explained: a missing or an extra pip makes the fit doubtful, never another number. Given the picture,
the tones of the face are asked as a second witness (see `vision.witness`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

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
    if grey is not None:
        fits = [_heard(fit, grey) for fit in fits]
    # A fit that explains more pips is the better one unless it is much less sure.
    return _without_rivals(sorted(fits, key=lambda fit: fit.confidence * len(fit.pips), reverse=True))


def _heard(fit: FaceFit, grey: Grey) -> FaceFit:
    """The fit after the second witness was heard."""
    if fit.confidence < _HOPELESS:
        return fit
    return replace(fit, confidence=fit.confidence * agreement(grey, fit))


def _without_rivals(fits: list[FaceFit]) -> list[FaceFit]:
    """Of fits that lie on each other only the best; the best one of another value becomes its rival."""
    kept: list[FaceFit] = []
    for fit in fits:
        winner = next((i for i, other in enumerate(kept) if _clash(fit, other)), None)
        if winner is None:
            kept.append(fit)
        elif kept[winner].value != fit.value and fit.confidence > (kept[winner].rival or (0, 0.0))[1]:
            kept[winner] = replace(kept[winner], rival=(fit.value, fit.confidence))
    return sorted(kept, key=lambda fit: fit.confidence, reverse=True)


def _clash(one: FaceFit, other: FaceFit) -> bool:
    apart = np.hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1])
    return bool(apart < 0.75 * max(one.edge, other.edge)) or bool(set(one.pips) & set(other.pips))


class _Scene:
    """The pips of one picture in edges, with what fitting needs at hand."""

    def __init__(self, pips: Sequence[Pip], edge_px: float, tolerance: float) -> None:
        self.pips = pips
        self.edge = edge_px
        self.tolerance = tolerance
        self.xy = np.array([(pip.x, pip.y) for pip in pips], np.float64).reshape(-1, 2) / edge_px
        self.r = np.array([pip.r for pip in pips], np.float64) / edge_px
        self.contrast = np.array([pip.contrast for pip in pips], np.float64)
        self.shape = np.array([_likeness(pip) for pip in pips], np.float64)

    def diagonals(self) -> list[tuple[int, int]]:
        """Pairs of good pips that lie as far apart as opposite corners of a layout, and are alike."""
        if len(self.pips) < 2:
            return []
        gaps = self.xy[:, None, :] - self.xy[None, :, :]
        far = np.hypot(gaps[..., 0], gaps[..., 1])
        low, high = _DIAGONAL[0] * (1 - self.tolerance), _DIAGONAL[1] * (1 + self.tolerance)
        good = (
            (far > low) & (far < high) & (self.shape[:, None] > _HOPELESS) & (self.shape[None, :] > _HOPELESS)
        )
        good &= np.minimum.outer(self.r, self.r) > 0.6 * np.maximum.outer(self.r, self.r)
        good &= np.minimum.outer(self.contrast, self.contrast) > 0.4 * np.maximum.outer(
            self.contrast, self.contrast
        )
        good &= np.minimum.outer(self.r, self.r) > _RADIUS[0] * far / SPREAD / np.sqrt(8)
        good &= np.maximum.outer(self.r, self.r) < _RADIUS[1] * far / SPREAD / np.sqrt(8)
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
        confidence = float(self.shape[i]) * self._size_fits(i, 1.0) * _against_extras(extra)
        # One spot is no layout: it has to be as dark as pips are.
        confidence *= _ramp(-pip.contrast, -0.55, -0.35)
        spread = SPREAD * self.edge
        return FaceFit(
            1, confidence, (pip.x, pip.y), self.edge, 0.0, 0.0, (pip,), 1.0, (spread, spread), 0, extra
        )

    def _judged(
        self, value: int, taken: list[Node], missing: int, on_face: list[int], members: list[int]
    ) -> FaceFit:
        shape = _shape(taken, self.xy[members])
        scale = shape.scale / SPREAD
        extra = self._weight_of_extras([k for k in on_face if k not in members], members)
        confidence = (
            float(np.prod(self.shape[members]))
            * min(self._size_fits(k, scale) for k in members)
            * self._alike(members)
            * _ramp(shape.residual / scale, 0.035, 0.075)
            * _ramp(1 - shape.squareness, 0.12, 0.26)
            * _ramp(abs(np.log(scale)), 0.12 + self.tolerance, 0.2 + self.tolerance)
            * 0.1**missing
            * _against_extras(extra)
        )
        return FaceFit(
            value,
            confidence,
            (float(shape.centre[0] * self.edge), float(shape.centre[1] * self.edge)),
            scale * self.edge,
            shape.rotation,
            shape.residual / scale,
            tuple(self.pips[k] for k in members),
            shape.squareness,
            (shape.spread[0] * self.edge, shape.spread[1] * self.edge),
            missing,
            extra,
        )

    def _size_fits(self, k: int, scale: float) -> float:
        """Whether a spot has the size of a pip on a face of `scale` times the expected edge."""
        size = float(self.r[k]) / scale
        return _ramp(size, 0.15, _RADIUS[1]) * _ramp(-size, -0.065, -_RADIUS[0])

    def _alike(self, members: list[int]) -> float:
        """Pips of one face are of one size and one darkness."""
        r, contrast = self.r[members], self.contrast[members]
        return _ramp(float(r.max() / r.min()), 1.35, 1.9) * _ramp(
            float(contrast.max() / contrast.min()), 1.6, 2.6
        )

    def _weight_of_extras(self, extras: list[int], members: list[int]) -> float:
        """How many pips too many there are; spots much fainter or smaller than the face's pips count less."""
        if not extras:
            return 0.0
        small = np.minimum(1.0, self.r[extras] / (0.75 * float(np.median(self.r[members]))))
        faint = np.minimum(1.0, self.contrast[extras] / (0.6 * float(np.median(self.contrast[members]))))
        return float((small**2 * faint**2).sum())


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
        off = float(np.hypot(u - node[0], v - node[1])) * SPREAD
        if off < _NEAR and off < best.get(node, (_NEAR, -1))[0]:
            best[node] = (off, k)
    return {node: k for node, (_, k) in best.items()}


@dataclass(frozen=True)
class _Shape:
    """A layout laid through its pips; lengths in edges, `scale` the mean spread."""

    centre: Vector
    scale: float
    spread: tuple[float, float]
    squareness: float
    rotation: float
    residual: float


def _shape(nodes: list[Node], xy: Vector) -> _Shape:
    """Least squares: a full affine map where the layout has enough pips for it, else a similarity."""
    grid = np.array(nodes, np.float64)
    centre, axes = _affine(grid, xy) if len(nodes) >= 4 else _similarity(grid, xy)
    misses = xy - (centre + grid @ axes.T)
    lengths = np.hypot(axes[0], axes[1])
    turn = float(np.degrees(np.arctan2(axes[1, 0], axes[0, 0])))
    spread = (float(lengths[0]), float(lengths[1]))
    if (turn // 90.0) % 2:  # told as if turned by less than 90 degrees: the axes change places
        spread = spread[::-1]
    return _Shape(
        centre,
        float(np.hypot(lengths[0], lengths[1]) / np.sqrt(2.0)),
        spread,
        _squareness(axes, lengths, len(nodes)),
        turn % 90.0,
        float(np.sqrt((misses**2).sum(axis=1).mean())),
    )


def _squareness(axes: Vector, lengths: Vector, count: int) -> float:
    """1 for a square grid, less the more it leans or is drawn out.

    The rows of a six stand as far apart as the maker likes, so its grid may be a rectangle.
    """
    lean = abs(float(axes[:, 0] @ axes[:, 1])) / float(lengths[0] * lengths[1])
    ratio = float(lengths.min() / lengths.max())
    return min(1.0, ratio + (0.45 if count == 6 else 0.0)) - lean


def _affine(grid: Vector, xy: Vector) -> tuple[Vector, Vector]:
    """The best centre and two free axes for pips `xy` at the nodes `grid`."""
    columns = np.column_stack([np.ones(len(grid)), grid])
    solution = np.asarray(np.linalg.lstsq(columns, xy, rcond=None)[0], np.float64)
    return solution[0], solution[1:].T


def _similarity(grid: Vector, xy: Vector) -> tuple[Vector, Vector]:
    """The best centre and turned, equally scaled axes for pips `xy` at the nodes `grid`."""
    g, p = grid - grid.mean(axis=0), xy - xy.mean(axis=0)
    size = float((g**2).sum())
    a = float((g * p).sum()) / size
    b = float((g[:, 0] * p[:, 1] - g[:, 1] * p[:, 0]).sum()) / size
    axes = np.array([[a, -b], [b, a]])
    return xy.mean(axis=0) - axes @ grid.mean(axis=0), axes


def _likeness(pip: Pip) -> float:
    """How much a spot's outline is like that of a pip seen from straight above."""
    return _ramp(-pip.roundness, -0.80, -0.62) * _ramp(-pip.solidity, -0.80, -0.6)


def _against_extras(extra: float) -> float:
    return float(0.12 ** min(extra, 3.0)) if extra > 0.1 else 1.0


def _ramp(value: float, good: float, bad: float) -> float:
    """1 up to `good`, falling smoothly to 0 at `bad`."""
    t = min(1.0, max(0.0, (value - good) / (bad - good)))
    return 1.0 - t * t * (3.0 - 2.0 * t)
