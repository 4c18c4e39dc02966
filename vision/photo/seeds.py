"""Where dice could lie in a photograph of unknown scale: a quick look at several sizes at once."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.photo.faces import fit_faces
from vision.photo.pips import Grey, Pip, pips_in

_EDGE = 36.0
"""Expected edge of a face at each level of the pyramid, pixels; a level serves faces from 25 to 51."""
_TOLERANCE = 0.42
_FAINTEST = 0.33
"""Pips are at least this share darker than their face (0.57 in all photographs known)."""
_WIDEST = 2048
"""Wider pictures are halved first: a die of 25 pixels in them would be lost in the scene."""
_MOST_PIPS = 120
"""The clearest pips of a level that are looked at: twenty dice have fewer."""
_MOST_SEEDS = 20
"""The likeliest faces of a level that are looked at closely: in photographs of dice there are at most nine."""
_SMALLEST = 32
"""A level with a shorter side holds no die that would not have been seen at the one before."""


@dataclass(frozen=True)
class Seed:
    """A place where a die could lie: the middle of its top face and its likely edge, pixels."""

    x: float
    y: float
    edge: float


@dataclass(frozen=True)
class Level:
    """One size of the picture: `factor` pixels of the picture are one of the level's."""

    grey: Grey
    factor: float

    @property
    def edges(self) -> tuple[float, float]:
        """The edges of faces, in pixels of the picture, that this level is for."""
        return _EDGE * (1 - _TOLERANCE + 0.1) * self.factor, _EDGE * (1 + _TOLERANCE) * self.factor


def levels(grey: Grey) -> list[Level]:
    """The picture at all sizes worth a look, the smallest first."""
    start, factor = grey, 1.0
    while max(start.shape) > _WIDEST:
        start, factor = _halved(start), factor * 2
    found = [Level(start, factor)]
    while min(found[-1].grey.shape) >= 2 * _SMALLEST:
        found.append(Level(_halved(found[-1].grey), found[-1].factor * 2))
    return found[::-1]


def _halved(grey: Grey) -> Grey:
    return np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def seeds_of(level: Level) -> tuple[list[Seed], list[Pip]]:
    """Likely faces of two pips and more at one level, and the pips seen there (in pixels of the picture)."""
    pips = [pip for pip in pips_in(level.grey, _EDGE, _FAINTEST) if _lies_on_a_face(pip)]
    pips = sorted(pips, key=lambda pip: pip.contrast * pip.roundness, reverse=True)[:_MOST_PIPS]
    fits = [fit for fit in fit_faces(pips, _EDGE, _TOLERANCE, level.grey) if fit.confidence > 0.2]
    seeds = [Seed(*fit.centre, fit.edge) for fit in fits[:_MOST_SEEDS]]
    return [_scaled(seed, level.factor) for seed in seeds], [pip.scaled(level.factor) for pip in pips]


def _lies_on_a_face(pip: Pip) -> bool:
    return pip.roundness > 0.6 and pip.solidity > 0.7 and pip.clear > 0.55


def _scaled(seed: Seed, factor: float) -> Seed:
    shift = 0.5 * factor - 0.5
    return Seed(seed.x * factor + shift, seed.y * factor + shift, seed.edge * factor)
