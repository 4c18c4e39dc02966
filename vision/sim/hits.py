"""What the still pictures' renderer asks of a body: where rays meet it, and what it keeps from the light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.sim.light import Floats32
from vision.sim.measures import Floats

Indices = NDArray[np.intp]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Gloss:
    """`shine` is the strength of a surface's highlights, `power` their exponent (Blinn-Phong), `glow` how much of its
    colour shines by itself, as a screen does."""

    shine: float = 0.0
    power: float = 20.0
    glow: float = 0.0


MATT = Gloss()


@dataclass(frozen=True, eq=False)
class Hit:
    """The rays that meet a body: which (N), after how many of their lengths (N), and there the unit normals and the
    linear colours (3 x N each)."""

    which: Indices
    steps: Floats32
    normals: Floats32
    colours: Floats32


class Body(Protocol):
    """Something that can be seen and throws a shadow. World frame of `vision.sim.measures`, mm."""

    @property
    def corners(self) -> Floats:
        """Points (Mx3) whose convex hull holds it."""
        ...

    @property
    def gloss(self) -> Gloss:
        """How its surface shines."""
        ...

    @property
    def casts(self) -> bool:
        """Whether its shadow is worth drawing."""
        ...

    @property
    def fine(self) -> bool:
        """Whether its light has to be worked out for every pixel, and several times."""
        ...

    def meets(self, eye: Floats, rays: Floats32) -> Hit:
        """Where rays (3 x N) from `eye` meet it."""
        ...

    def hides(self, points: Floats32, ways: Floats32) -> Bools:
        """From which of the points (3 x N) the light at `points + ways` cannot be seen because of it."""
        ...
