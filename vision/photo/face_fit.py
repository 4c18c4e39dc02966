"""A face of a photographed die as its pips tell it."""

from __future__ import annotations

from dataclasses import dataclass

from vision.photo.pips import Pip


@dataclass(frozen=True)
class FaceFit:
    """One face as its pips tell it.

    `centre` and `edge` are in pixels of the picture the pips came from, `rotation` in degrees from 0 to 90
    (clockwise as seen, 0 = edges along the picture's; a one has no known rotation: 0), `residual` is the rms
    distance of the pips from the layout, in edges. `squareness` is 1 for a square layout, less when it is
    drawn out like a face seen from the side. `spread` is the half distance of the outer pips along both axes
    of the face, pixels.
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
