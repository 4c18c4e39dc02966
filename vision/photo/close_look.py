"""A close look at one place of a photograph where a die could lie: pips, layout, tones and border of its face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, prod, sqrt
from statistics import median

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.photo.face_fit import FaceFit
from vision.photo.faces import fit_face
from vision.photo.outline import EDGES, Outline, outline_of
from vision.photo.pips import WORK_EDGE, Grey, Pip, pips_in, resized
from vision.photo.seeds import Seed
from vision.ramps import climb, ramp
from vision.witnesses import Witness

_HALF = 1.35
"""Half the width of the place looked at, edges: the face, its sides and their shadow."""
_AROUND = 0.95
"""Pips up to this distance from the middle (edges) can speak for or against the face."""
_COMPANY = (0.45, 0.95)
"""How far other pips of the same face can be from one that is taken for a one, edges (the size may be wrong)."""
_DOUBT = 0.4
"""What remains of a face's confidence when there are pips beyond it that should not be, or it is cut off."""
_WHOLE = 0.42
"""The rounded corners of a face lie this far from both its middle lines, edges: they have to be in the picture."""
_RADIUS = (0.055, 0.068, 0.146, 0.158)
"""Radius of a pip, edges of the border: a die's pips lie between the inner two (0.067 to 0.144 in photographs)."""
_RADIUS_OF_ONE = (0.074, 0.086, 0.146, 0.158)
"""A lone spot has to be large: no speck, no full stop."""
_ROUND = (-0.76, -0.56)
"""Roundness of pips (negative), certain and doubtful."""
_TOLERANCE = 0.2
"""How wrong the expected edge may be, as a share."""


@dataclass(frozen=True)
class Candidate:
    """A face looked at closely; `fit` and `outline` are in pixels of the photograph, as are all pips in and
    `around` it. When it is `vouched` for by others, less of its border and of its pips' shape has to be seen."""

    fit: FaceFit
    outline: Outline
    around: tuple[Pip, ...] = ()
    vouched: bool = False
    doubt: Witness | None = None
    """What around it speaks against it."""

    @property
    def confidence(self) -> float:
        """How sure the value is: 0..1."""
        return prod(self._said().values())

    @property
    def why(self) -> Witness:
        """Because of what it is not surer."""
        if self.doubt:
            return self.doubt
        said = self._said()
        return min(said, key=said.__getitem__)

    def _said(self) -> dict[Witness, float]:
        """What each witness says of it, 0..1."""
        if self.vouched:
            return {
                "pattern": self.fit.confidence,
                "outline": sqrt(self.border),
                "size of pips": self._proportion(_RADIUS),
            }
        return {
            "pattern": self.fit.confidence,
            "outline": self.border,
            "size of pips": self._proportion(_RADIUS_OF_ONE if self.fit.value == 1 else _RADIUS),
            "shape of pips": self._seen_from_above(),
        }

    def _proportion(self, limits: tuple[float, float, float, float]) -> float:
        """How well the pips' size goes with that of the border."""
        size = median(pip.r for pip in self.fit.pips) / self.outline.edge
        small, usual, wide, large = limits
        return climb(size, small, usual) * climb(size, large, wide)

    def _seen_from_above(self) -> float:
        """Of few pips each must be as round as seen from straight above; four and more show a side view by their
        layout, so they may be drawn out by light that fills half of a pip."""
        worst = ramp(-min(pip.roundness for pip in self.fit.pips), *_ROUND)
        return worst if self.fit.value < 4 else worst**0.35

    def doubted(self, why: Witness) -> Candidate:
        """The same when something around it speaks against it."""
        return replace(self, fit=replace(self.fit, confidence=_DOUBT * self.fit.confidence), doubt=why)

    @property
    def border(self) -> float:
        """How sure the border is: 0..1."""
        return self.outline.confidence(self.fit.value)


def look_at(
    image: Image, seed: Seed, edges: Sequence[float] = EDGES, known: Sequence[Candidate] = ()
) -> Candidate | None:
    """What a place of a photograph (BGR uint8) shows; None without a single pip.

    `edges` are the sizes to try for the face's border, as shares of the seed's edge; `known` are faces that are
    sure, whose pips don't count here.
    """
    half = _HALF * seed.edge
    left, top = max(0, int(seed.x - half)), max(0, int(seed.y - half))
    patch = image[top : int(seed.y + half) + 1, left : int(seed.x + half) + 1]
    zoom = WORK_EDGE / seed.edge
    work = resized(patch, zoom)
    grey = grey_of(work)
    x, y = ((c + 0.5) * zoom - 0.5 for c in (seed.x - left, seed.y - top))
    pips = [pip for pip in pips_in(grey, WORK_EDGE) if hypot(pip.x - x, pip.y - y) < _AROUND * WORK_EDGE]
    fit = fit_face(pips, WORK_EDGE, (x, y), _TOLERANCE, grey)
    if fit is None:
        return None
    outline = outline_of(work, fit, edges)
    fit = _moved(fit, 1 / zoom, left, top)
    others = [_pip_moved(pip, 1 / zoom, left, top) for pip in pips]
    look = Candidate(fit, replace(outline, edge=outline.edge / zoom), tuple(others))
    if fit.value == 1 and _has_company(fit, [pip for pip in others if not _lies_on(pip, known)]):
        return look.doubted("company")
    return look.doubted("cut") if _is_cut(look, image.shape[1], image.shape[0]) else look


def grey_of(image: Image) -> Grey:
    """The grey picture of a BGR one."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _has_company(fit: FaceFit, pips: list[Pip]) -> bool:
    """Whether a one has pips like its own so near that they could belong to the same face."""
    (own,) = fit.pips
    return any(
        _COMPANY[0] * fit.edge < hypot(pip.x - own.x, pip.y - own.y) < _COMPANY[1] * fit.edge
        and 0.6 < pip.r / own.r < 1.6
        and pip.contrast > 0.5 * own.contrast
        and pip.roundness > 0.75
        and pip.clear > 0.55
        and pip.tone > 0.7 * own.tone
        for pip in pips
    )


def _is_cut(look: Candidate, width: int, height: int) -> bool:
    """Whether the picture ends where the face may still go on."""
    whole = 2 * _WHOLE * look.outline.edge
    corners = cv2.boxPoints((look.fit.centre, (whole, whole), look.outline.rotation))
    return bool((corners < 0).any() or (corners > (width - 1, height - 1)).any())


def _lies_on(pip: Pip, faces: Sequence[Candidate]) -> bool:
    return any(
        hypot(face.fit.centre[0] - pip.x, face.fit.centre[1] - pip.y) < 0.55 * face.outline.edge
        for face in faces
    )


def _pip_moved(pip: Pip, factor: float, left: int, top: int) -> Pip:
    """The pip in a picture `factor` times as large, of which its own begins at (`left`, `top`)."""
    scaled = pip.scaled(factor)
    return scaled._replace(x=scaled.x + left, y=scaled.y + top)


def _moved(fit: FaceFit, factor: float, left: int, top: int) -> FaceFit:
    """The fit in a picture `factor` times as large, of which its own begins at (`left`, `top`)."""
    shift = 0.5 * factor - 0.5
    return replace(
        fit,
        centre=(fit.centre[0] * factor + shift + left, fit.centre[1] * factor + shift + top),
        edge=fit.edge * factor,
        spread=(fit.spread[0] * factor, fit.spread[1] * factor),
        pips=tuple(_pip_moved(pip, factor, left, top) for pip in fit.pips),
    )
