"""A close look at one place of a photograph where a die could lie: pips, layout, tones and border of its face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.faces import fit_faces
from vision.layouts import FaceFit
from vision.outline import EDGES, Outline, outline_of
from vision.pips import WORK_EDGE, Grey, pips_in, resized
from vision.seeds import Seed

_HALF = 1.35
"""Half the width of the place looked at, edges: the face, its sides and their shadow."""
_AROUND = 0.95
"""Pips up to this distance from the middle (edges) can speak for or against the face."""
_OFF = 0.3
"""The middle of the face lies at most this far (edges) from where it was expected."""
_TOLERANCE = 0.2
"""How wrong the expected edge may be, as a share."""


@dataclass(frozen=True)
class Candidate:
    """A face looked at closely; `fit` and `outline` are in pixels of the photograph."""

    fit: FaceFit
    outline: Outline

    @property
    def confidence(self) -> float:
        """How sure the value is: 0..1."""
        return self.fit.confidence * self.outline.confidence


def look_at(image: Image, seed: Seed, edges: Sequence[float] = EDGES) -> Candidate | None:
    """What a place of a photograph (BGR uint8) shows; None without a single pip.

    `edges` are the sizes to try for the face's border, as shares of the seed's edge.
    """
    half = _HALF * seed.edge
    left, top = max(0, int(seed.x - half)), max(0, int(seed.y - half))
    patch = image[top : int(seed.y + half) + 1, left : int(seed.x + half) + 1]
    zoom = WORK_EDGE / seed.edge
    work = resized(patch, zoom)
    x, y = ((c + 0.5) * zoom - 0.5 for c in (seed.x - left, seed.y - top))
    fit = _fit_at(grey_of(work), x, y)
    if fit is None:
        return None
    outline = outline_of(work, fit, edges)
    return Candidate(_moved(fit, 1 / zoom, left, top), replace(outline, edge=outline.edge / zoom))


def grey_of(image: Image) -> Grey:
    """The grey picture of a BGR one."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _fit_at(grey: Grey, x: float, y: float) -> FaceFit | None:
    near = [p for p in pips_in(grey, WORK_EDGE) if hypot(p.x - x, p.y - y) < _AROUND * WORK_EDGE]
    fits = fit_faces(near, WORK_EDGE, _TOLERANCE, grey)
    fits = [fit for fit in fits if hypot(fit.centre[0] - x, fit.centre[1] - y) < _OFF * WORK_EDGE]
    return fits[0] if fits else None


def _moved(fit: FaceFit, factor: float, left: int, top: int) -> FaceFit:
    """The fit in a picture `factor` times as large, of which its own begins at (`left`, `top`)."""
    shift = 0.5 * factor - 0.5
    pips = tuple(
        replace(pip, x=pip.x + left, y=pip.y + top) for pip in (pip.scaled(factor) for pip in fit.pips)
    )
    return replace(
        fit,
        centre=(fit.centre[0] * factor + shift + left, fit.centre[1] * factor + shift + top),
        edge=fit.edge * factor,
        spread=(fit.spread[0] * factor, fit.spread[1] * factor),
        pips=pips,
    )
