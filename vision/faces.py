"""What the pips say: the best of the six known layouts of a d6, wherever and however turned it lies.

A layout is laid through pairs of pips that could be its diagonal, and every pip inside the face it predicts
must be explained: a missing or an extra pip makes the fit doubtful, never another number. Only geometry is
judged here; `vision.witness` looks at the tones of the face once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.pips import Pip

Vector = NDArray[np.float64]
Node = tuple[int, int]

_CORNERS: tuple[Node, ...] = ((-1, -1), (1, 1), (-1, 1), (1, -1))
LAYOUTS: dict[int, tuple[Node, ...]] = {
    1: ((0, 0),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (0, 0)),
    4: _CORNERS,
    5: (*_CORNERS, (0, 0)),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}
"""The nodes of a 3 x 3 grid that carry a pip, each value in one of its equivalent rotations."""

SPREAD = 0.25
"""Distance of an outer pip from the face's middle line, in edges. Bought dice lie between 0.22 and 0.29."""
_DIAGONAL = (0.60, 0.86)
"""Distance of two pips in opposite corners, in edges: sqrt(8) times the spread, from flat to wide layouts."""
_NEAR = 0.12
"""A pip belongs to a node when it lies within this distance (edges): half the grid's pitch."""
_FACE = 0.42
"""Spots within this distance of both middle lines (edges) lie on this face: the layout must explain them."""


@dataclass(frozen=True)
class FaceFit:
    """One face as its pips tell it.

    `centre` and `edge` are in pixels of the picture the pips came from, `rotation` in degrees from 0 to 90
    (clockwise as seen, 0 = edges along the picture's; a one has no known rotation: 0), `residual` is the rms
    distance of the pips from the layout, in edges. `squareness` is 1 for a square layout, less when it is
    drawn out like a face seen from the side. `spread` is the half distance of the outer pips along both axes
    of the face in pixels. `rival` is the next best value for the same pips and its confidence.
    """

    value: int
    confidence: float
    centre: tuple[float, float]
    edge: float
    rotation: float
    residual: float
    pips: tuple[Pip, ...]
    squareness: float = 1.0
    spread: tuple[float, float] = (0.0, 0.0)
    missing: int = 0
    extra: float = 0.0
    rival: tuple[int, float] | None = field(default=None)


def fit_face(
    pips: Sequence[Pip], edge_px: float, near: tuple[float, float] | None = None, tolerance: float = 0.12
) -> FaceFit | None:
    """The best fit among `pips`, or the best whose face covers the point `near`; None when there is none.

    `edge_px` is the edge of a top face in pixels, known within the share `tolerance`.
    """
    fits = fit_faces(pips, edge_px, tolerance)
    if near is not None:
        fits = [
            fit for fit in fits if np.hypot(fit.centre[0] - near[0], fit.centre[1] - near[1]) < 0.5 * edge_px
        ]
    return fits[0] if fits else None


def fit_faces(pips: Sequence[Pip], edge_px: float, tolerance: float = 0.12) -> list[FaceFit]:
    """All faces in a picture, the surest first: no two share a pip or overlap.

    Raises ValueError when `edge_px` is not positive.
    """
    if edge_px <= 0:
        raise ValueError(f"the edge of a face must be more than 0 pixels, not {edge_px}")
    scene = _Scene(pips, edge_px, tolerance)
    fits = [fit for pair in scene.diagonals() for fit in scene.fits_of_diagonal(*pair)]
    fits += [scene.fit_of_one(i) for i in range(len(pips))]
    return _without_rivals(sorted(fits, key=lambda fit: (fit.confidence, fit.value), reverse=True), edge_px)


def _without_rivals(fits: list[FaceFit], edge_px: float) -> list[FaceFit]:
    """Of fits that lie on each other only the best; the best one of another value becomes its rival."""
    kept: list[FaceFit] = []
    for fit in fits:
        winner = next((i for i, other in enumerate(kept) if _clash(fit, other, edge_px)), None)
        if winner is None:
            kept.append(fit)
        elif kept[winner].rival is None and kept[winner].value != fit.value:
            kept[winner] = replace(kept[winner], rival=(fit.value, fit.confidence))
    return kept


def _clash(one: FaceFit, other: FaceFit, edge_px: float) -> bool:
    apart = np.hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1])
    return bool(apart < 0.75 * edge_px) or bool(set(one.pips) & set(other.pips))


class _Scene:
    """The pips of one picture in edges, with what fitting needs at hand."""

    def __init__(self, pips: Sequence[Pip], edge_px: float, tolerance: float) -> None:
        self.pips = pips
        self.edge = edge_px
        self.tolerance = tolerance
        self.xy = np.array([(pip.x, pip.y) for pip in pips], np.float64).reshape(-1, 2) / edge_px
        self.quality = np.array([_likeness(pip, edge_px) for pip in pips], np.float64)

    def diagonals(self) -> list[tuple[int, int]]:
        """Pairs of good pips that lie as far apart as opposite corners of a layout, and are alike in size."""
        if len(self.pips) < 2:
            return []
        gaps = self.xy[:, None, :] - self.xy[None, :, :]
        far = np.hypot(gaps[..., 0], gaps[..., 1])
        r = np.array([pip.r for pip in self.pips])
        alike = np.minimum(r[:, None], r[None, :]) > 0.6 * np.maximum(r[:, None], r[None, :])
        good = (self.quality[:, None] > 0.05) & (self.quality[None, :] > 0.05)
        low, high = _DIAGONAL[0] * (1 - self.tolerance), _DIAGONAL[1] * (1 + self.tolerance)
        i, j = np.nonzero(np.triu((far > low) & (far < high) & alike & good, 1))
        return list(zip(i.tolist(), j.tolist(), strict=True))

    def fits_of_diagonal(self, i: int, j: int) -> list[FaceFit]:
        """The fit with pips `i` and `j` in opposite corners: the best of the values 2 to 6, if any."""
        middle = (self.xy[i] + self.xy[j]) / 2
        half = (self.xy[j] - self.xy[i]) / 2
        # The corner (1, 1) lies where `half` points: the axes are turned from it by 45 degrees.
        axis = np.array([half[0] + half[1], half[1] - half[0]]) / 2
        frame = np.column_stack([axis, (-axis[1], axis[0])])
        on_face = self._on_face(middle, frame)
        nodes = self._nodes(middle, frame, on_face)
        found = {}
        for value in range(2, 7):
            for turned in (False, True) if value == 6 else (False,):
                layout = [(y, x) if turned else (x, y) for x, y in LAYOUTS[value]]
                found[value, turned] = self._judge(value, layout, on_face, nodes)
        best = max(
            (fit for fit in found.values() if fit is not None), key=lambda fit: fit.confidence, default=None
        )
        return [] if best is None else [best]

    def fit_of_one(self, i: int) -> FaceFit:
        """The fit of a one in pip `i`; any other pip near it speaks against it."""
        pip = self.pips[i]
        far = np.hypot(*(self.xy - self.xy[i]).T)
        # A face's rotation cannot be seen from its middle: take the circle inside all of its squares.
        around = [k for k in np.nonzero(far < _FACE)[0].tolist() if k != i]
        extra = self._weight_of_extras(around, [i])
        confidence = float(self.quality[i]) * _against_extras(extra)
        spread = SPREAD * self.edge
        centre = (pip.x, pip.y)
        return FaceFit(1, confidence, centre, self.edge, 0.0, 0.0, (pip,), 1.0, (spread, spread), 0, extra)

    def _on_face(self, middle: Vector, frame: Vector) -> list[int]:
        scale = float(np.hypot(*frame[:, 0]))
        local = (self.xy - middle) @ frame / scale
        return [int(k) for k in np.nonzero(np.abs(local).max(axis=1) < _FACE * scale / SPREAD)[0]]

    def _nodes(self, middle: Vector, frame: Vector, on_face: list[int]) -> dict[Node, int]:
        """Which pip lies at which node of the 3 x 3 grid (the nearest one, if near enough)."""
        nodes: dict[Node, tuple[float, int]] = {}
        scale = float(np.hypot(*frame[:, 0]))
        for k in on_face:
            u, v = (self.xy[k] - middle) @ frame / scale**2
            node = (int(np.clip(np.round(u), -1, 1)), int(np.clip(np.round(v), -1, 1)))
            off = float(np.hypot(u - node[0], v - node[1])) * scale
            if off < _NEAR and (node not in nodes or off < nodes[node][0]):
                nodes[node] = (off, k)
        return {node: k for node, (_, k) in nodes.items()}

    def _judge(
        self, value: int, layout: list[Node], on_face: list[int], nodes: dict[Node, int]
    ) -> FaceFit | None:
        taken = [(node, nodes[node]) for node in layout if node in nodes]
        missing = len(layout) - len(taken)
        if missing > 1:
            return None
        members = [k for _, k in taken]
        shape = _shape([node for node, _ in taken], self.xy[members])
        extra = self._weight_of_extras([k for k in on_face if k not in members], members)
        confidence = (
            float(np.prod(self.quality[members]))
            * self._alike(members)
            * _ramp(shape.residual, 0.035, 0.075)
            * _ramp(1 - shape.squareness, 0.12, 0.26)
            * _ramp(abs(np.log(shape.scale / SPREAD)), 0.12 + self.tolerance, 0.2 + self.tolerance)
            * 0.1**missing
            * _against_extras(extra)
        )
        return FaceFit(
            value,
            confidence,
            (float(shape.centre[0] * self.edge), float(shape.centre[1] * self.edge)),
            shape.scale / SPREAD * self.edge,
            shape.rotation,
            shape.residual,
            tuple(self.pips[k] for k in members),
            shape.squareness,
            (shape.spread[0] * self.edge, shape.spread[1] * self.edge),
            missing,
            extra,
        )

    def _alike(self, members: list[int]) -> float:
        """Pips of one face are of one size."""
        r = np.array([self.pips[k].r for k in members])
        return _ramp(float(r.max() / r.min()), 1.35, 1.9)

    def _weight_of_extras(self, extras: list[int], members: list[int]) -> float:
        """How many pips too many there are; spots much fainter or smaller than the face's pips count less."""
        r = float(np.median([self.pips[k].r for k in members]))
        contrast = float(np.median([self.pips[k].contrast for k in members]))
        weights = [
            min(1.0, self.pips[k].r / (0.75 * r)) ** 2
            * min(1.0, self.pips[k].contrast / (0.6 * contrast)) ** 2
            for k in extras
        ]
        return float(sum(weights))


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
    plane = len(nodes) >= 4
    if plane:
        columns = np.column_stack([np.ones(len(nodes)), grid])
        solution = np.linalg.lstsq(columns, xy, rcond=None)[0]
        centre, axes = solution[0], solution[1:].T
    else:
        centre, axes = _similarity(grid, xy)
    misses = xy - (centre + grid @ axes.T)
    lengths = np.hypot(axes[0], axes[1])
    turn = np.degrees(np.arctan2(axes[1, 0], axes[0, 0]))
    # Sixes are often a little narrower than long, so only the angle between the axes and a wide ratio tell.
    skew = abs(float(axes[:, 0] @ axes[:, 1])) / float(lengths[0] * lengths[1])
    ratio = float(lengths.min() / lengths.max())
    free = 0.22 if len(nodes) == 6 else 0.03
    squareness = float(np.sqrt(max(0.0, 1 - skew**2))) * min(1.0, ratio + free) - (
        skew if skew > 0.1 else 0.0
    )
    return _Shape(
        centre,
        float(np.sqrt(lengths[0] * lengths[1])),
        (float(lengths[0]), float(lengths[1])),
        squareness,
        float(turn % 90.0),
        float(np.sqrt((misses**2).sum(axis=1).mean())),
    )


def _similarity(grid: Vector, xy: Vector) -> tuple[Vector, Vector]:
    """The best centre and turned, equally scaled axes for pips `xy` at the nodes `grid`."""
    g, p = grid - grid.mean(axis=0), xy - xy.mean(axis=0)
    size = float((g**2).sum())
    a = float((g * p).sum()) / size
    b = float((g[:, 0] * p[:, 1] - g[:, 1] * p[:, 0]).sum()) / size
    axes = np.array([[a, -b], [b, a]])
    return xy.mean(axis=0) - axes @ grid.mean(axis=0), axes


def _likeness(pip: Pip, edge_px: float) -> float:
    """How much a spot is like a pip seen from straight above: its size, its roundness, its outline."""
    size = pip.r / edge_px
    return (
        _ramp(-pip.roundness, -0.80, -0.62)
        * _ramp(-pip.solidity, -0.80, -0.6)
        * _ramp(size, 0.15, 0.175)
        * _ramp(-size, -0.065, -0.045)
    )


def _against_extras(extra: float) -> float:
    return float(0.12 ** min(extra, 3.0)) if extra > 0.1 else 1.0


def _ramp(value: float, good: float, bad: float) -> float:
    """1 up to `good`, falling smoothly to 0 at `bad`."""
    t = float(np.clip((value - good) / (bad - good), 0.0, 1.0))
    return 1.0 - t * t * (3.0 - 2.0 * t)
