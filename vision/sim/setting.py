"""A scene while it is laid out: a tray, what lies in it, the light and the exposure, all by chance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.sim import dodecahedron, things
from vision.sim.boards import FELTS, TABLES, WOODS, Tray
from vision.sim.cubes import Cube
from vision.sim.d12 import D12, value_up
from vision.sim.d12 import lying as lying_d12
from vision.sim.die import Pose, lying, tilt, top_value, upward
from vision.sim.die_picture import face_atlas
from vision.sim.dyes import WHITE, Dye
from vision.sim.engraving import Make, a_make
from vision.sim.exposure import Exposure
from vision.sim.hits import Body
from vision.sim.measures import FELT, HALF, RAIL_LEFT, RAIL_RIGHT
from vision.sim.sources import LIGHTS
from vision.sim.textures import Workshop

Role = Literal["flat", "leaning", "under", "upon", "raised", "rail", "coloured"]
"""How a die lies: flat on the felt; leaning; under another die; upon another die; flat on something low (a coin, a
mat); across the rail; or it is one of other people's dice."""

TEXELS = 2.5
"""Texels a millimetre of wood and felt, usually."""
_SPARE = 2.5
"""Things that are not meant to touch are so far apart, mm."""


@dataclass(frozen=True)
class TrueDie:
    """The truth about a die: the face nearest to up, where its middle is (tray mm), its lean in degrees, how it lies,
    how high its lowest point is above the felt (mm), and which share of its top face can be seen."""

    value: int
    x: float
    y: float
    tilt: float
    role: Role
    floor: float = 0.0
    visible: float = 1.0
    kind: Literal["d6", "d12"] = "d6"
    contrast: float | None = None
    """Of a d12: how much lighter than the face around it the numeral is in the picture (tones; less than 0:
    darker). Where the face mirrors a lamp it is small; None where the face cannot be seen."""
    marked: bool = True
    """Of a d12: whether its sixes and nines can be told apart."""


class Setting:
    """A scene while it is laid out; chance comes from `rng`, wood and felt have so many `texels` a millimetre;
    the table's own d6 are made of `dye`."""

    def __init__(self, rng: np.random.Generator, texels: float = TEXELS, dye: Dye = WHITE) -> None:
        self.rng, self.dye = rng, dye
        self.felt = str(rng.choice(list(FELTS)))
        wood, table = (str(rng.choice(list(names))) for names in (WOODS, TABLES))
        self.tray = Tray(FELTS[self.felt], WOODS[wood], TABLES[table])
        self.light = str(rng.choice(list(LIGHTS)))
        self.exposure = _usual(rng)
        self.size = (1280, 720)
        # Of its own chance, so that the same things lie at the same places in any texture.
        self.shop = Workshop(texels, np.random.default_rng(int(rng.integers(2**32))))
        self.cloth = self.shop.felt(FELT, self.tray.felt)
        self.others: list[Body] = []
        self.dice: list[tuple[Cube, TrueDie]] = []
        self.blacks: list[tuple[D12, TrueDie]] = []
        self.make: Make | None = None
        self._atlas = face_atlas()
        self._taken: list[tuple[float, float, float]] = []

    def value(self) -> int:
        """A random face."""
        return int(self.rng.integers(1, 7))

    def spot(self, radius: float, lane: bool = False) -> tuple[float, float]:
        """A free place for something of that radius (mm) in the roll zone or in the lane; it is taken then."""
        low, high = (RAIL_RIGHT, FELT) if lane else (0.0, RAIL_LEFT)
        for _ in range(400):
            x = float(
                self.rng.uniform(min(low + radius, (low + high) / 2), max(high - radius, (low + high) / 2))
            )
            y = float(self.rng.uniform(radius, FELT - radius))
            if all(math.dist((x, y), (a, b)) > radius + other + _SPARE for a, b, other in self._taken):
                break
        self.take(x, y, radius)
        return x, y

    def take(self, x: float, y: float, radius: float) -> None:
        """Nothing else shall lie within so many mm of there."""
        self._taken.append((x, y, radius))

    def put(self, pose: Pose, role: Role = "flat", dye: Dye | None = None) -> None:
        """A die there, of the table's own or of another dye."""
        dye = dye or self.dye
        cube = Cube(pose, self._atlas, dye.paper, dye.ink)
        lean, floor = tilt(pose.turn), _floor(pose)
        self.dice.append((cube, TrueDie(top_value(pose.turn), *pose.spot, lean, role, floor)))
        self.take(*pose.spot, HALF * 1.5)

    def scatter(self, count: int, lane: int = 0) -> None:
        """So many flat dice apart from all else, some of them in the lane."""
        for index in range(count):
            x, y = self.spot(11.4, index < lane)
            self.put(lying(self.value(), x, y, self._yaw()))

    def black(self, count: int, lane: bool = False) -> None:
        """Black d12 that belong to the table, flat and apart from all else."""
        for _ in range(count):
            x, y = self.spot(13.5, lane)
            yaw, value = self._yaw(), int(self.rng.integers(1, 13))
            self.lay_black(lying_d12(value, self.made(x, y), x, y, yaw))

    def made(self, x: float, y: float) -> Make:
        """How the table's d12 look: all alike, by the chance of where the first one lies."""
        if self.make is None:
            self.make = a_make(np.random.default_rng([round(100 * x), round(100 * y)]))
        return self.make

    def lay_black(self, pose: Pose, role: Role = "flat") -> None:
        """A black d12 there."""
        make = self.made(*pose.spot)
        lean, floor = dodecahedron.tilt(pose.turn), max(0.0, pose.height - dodecahedron.upward(pose.turn))
        true = TrueDie(
            value_up(pose.turn, make), *pose.spot, lean, role, floor, kind="d12", marked=make.mark != "none"
        )
        self.blacks.append((D12(pose, make), true))
        self.take(*pose.spot, 13.5)

    def _yaw(self) -> float:
        return float(self.rng.uniform(0, 2 * math.pi))

    def thing(self, radius: float) -> Pose:
        """Somewhere free for a thing."""
        return things.lying_thing(*self.spot(radius), self._yaw())


def _floor(pose: Pose) -> float:
    return max(0.0, pose.height - upward(pose.turn))


def _usual(rng: np.random.Generator) -> Exposure:
    gains = np.exp(rng.normal(0, 0.04, 3))
    return Exposure(
        level=float(rng.uniform(0.8, 1.15)),
        gains=(float(gains[0]), float(gains[1]), float(gains[2])),
        blur=float(rng.uniform(0.4, 0.9)),
        noise=float(rng.uniform(1.0, 3.0)),
        jpeg=int(rng.choice([0, 85, 93])),
    )
