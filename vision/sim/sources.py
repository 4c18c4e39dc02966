"""The light of a café over the tray, for still pictures: lamps of any size, and what comes from everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from vision.sim.measures import FELT, Floats

Tint = tuple[float, float, float]
"""A light's colour, BGR."""
MIDDLE = np.array([FELT / 2, FELT / 2, 0.0])
WHITE = (1.0, 1.0, 1.0)
WARM = (0.42, 0.72, 1.0)
"""A bulb's light in a camera that is balanced for daylight, BGR."""
COOL = (1.0, 0.93, 0.80)
_GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True, eq=False)
class Source:
    """A lamp or a window: `place` (mm, world), `across` and `down` from its middle to its borders (mm), `strength`
    its share of the light on the middle of the felt, `tint` BGR. It is drawn as so many `points`. `beam`: it
    lights only within so many mm (third) of a point (x, y) of the felt, with an edge of some mm (fourth)."""

    place: Floats
    across: Floats
    down: Floats
    strength: float
    tint: Tint = WHITE
    points: int = 1
    beam: tuple[float, float, float, float] | None = None

    def lamps(self) -> Iterator[Floats]:
        """The places of its lamps, evenly spread over it."""
        for index in range(self.points):
            # The golden ratio's multiples are spread evenly however many there are.
            u, v = (index + 0.5) / self.points, (index * _GOLDEN + 0.31) % 1.0
            yield self.place + (2 * u - 1) * self.across + (2 * v - 1) * self.down


@dataclass(frozen=True)
class Light:
    """All light: sources, and the share `sky` that comes evenly from above, with its tint."""

    sources: tuple[Source, ...]
    sky: float
    sky_tint: Tint = WHITE


SKY_LAMPS = 9
_LOWEST = 0.35
"""Sine of the lowest height above the horizon from which the sky's light is taken."""


def sky_ways() -> Iterator[Floats]:
    """Directions to the sky, more of them from high up, as a level surface receives light."""
    for index in range(SKY_LAMPS):
        height = math.sqrt(_LOWEST**2 + (1 - _LOWEST**2) * (index + 0.5) / SKY_LAMPS)
        turn = 2 * math.pi * ((index * _GOLDEN) % 1.0)
        level = math.sqrt(1 - height**2)
        yield np.array([level * math.cos(turn), level * math.sin(turn), -height])


def _round(
    place: Floats,
    radius: float,
    strength: float,
    tint: Tint = WHITE,
    points: int = 4,
    beam: tuple[float, float, float, float] | None = None,
) -> Source:
    across, down = np.array([radius, 0.0, 0.0]), np.array([0.0, radius, 0.0])
    return Source(place, across, down, strength, tint, points, beam)


def _from(turn: float, height: float, far: float) -> Floats:
    """A place so far from the tray's middle, `height` degrees above the table, towards `turn` degrees."""
    up, way = math.radians(height), math.radians(turn)
    level = far * math.cos(up)
    aside: Floats = np.array([level * math.cos(way), level * math.sin(way), -far * math.sin(up)])
    return MIDDLE + aside


def _ring(rng: np.random.Generator) -> Light:
    """The tray's own light: a ring of LEDs about the camera."""
    places = [
        MIDDLE + np.array([110 * math.cos(a), 110 * math.sin(a), -480]) for a in np.arange(8) * math.pi / 4
    ]
    return Light(tuple(_round(place, 12.0, 0.11, COOL, points=1) for place in places), 0.2)


def _sun(rng: np.random.Generator) -> Light:
    """Low sun from one side: hard shadows of dice and walls."""
    sun = _round(
        _from(rng.uniform(0, 360), rng.uniform(28, 62), 9000),
        45.0,
        rng.uniform(0.7, 1.0),
        tint=(0.86, 0.95, 1.0),
    )
    return Light((sun,), rng.uniform(0.18, 0.34), (1.0, 0.92, 0.84))


def _window(rng: np.random.Generator) -> Light:
    """A large window on one side."""
    turn = rng.uniform(0, 360)
    place, way = _from(turn, rng.uniform(25, 45), 1500), math.radians(turn)
    across = 450 * np.array([-math.sin(way), math.cos(way), 0.0])
    pane = Source(place, across, np.array([0.0, 0.0, 350.0]), 0.62, COOL, points=9)
    return Light((pane,), 0.3)


def _bulb(rng: np.random.Generator) -> Light:
    """A warm bulb over the table, and a little of another one."""
    first = _round(_from(rng.uniform(0, 360), rng.uniform(50, 80), 900), 30.0, 0.62, WARM)
    second = _round(_from(rng.uniform(0, 360), rng.uniform(30, 50), 2200), 40.0, 0.16, WARM)
    return Light((first, second), 0.2, (0.5, 0.76, 1.0))


def _ceiling(rng: np.random.Generator) -> Light:
    """Large soft lamps overhead."""
    place = _from(rng.uniform(0, 360), rng.uniform(60, 85), 1800)
    panel = Source(place, np.array([600.0, 0, 0]), np.array([0, 300.0, 0]), 0.6, points=9)
    return Light((panel,), 0.38)


def _glare(rng: np.random.Generator) -> Light:
    """A strong small lamp near the camera, which the dice's faces mirror in a part of the tray."""
    aside = np.array([rng.uniform(-130, 130), rng.uniform(-130, 130), -rng.uniform(560, 800)])
    return Light((_round(MIDDLE + aside, 18.0, rng.uniform(0.9, 1.25)),), 0.25)


def _spots(rng: np.random.Generator) -> Light:
    """Patches of sunlight on the felt, such as glasses and watches throw."""
    soft = _ceiling(rng)
    patches = []
    for _ in range(rng.integers(2, 5)):
        beam = (*rng.uniform(25, 235, 2), rng.uniform(4, 22), rng.uniform(0.8, 4))
        patches.append(
            _round(_from(rng.uniform(0, 360), 55, 5000), 10.0, rng.uniform(0.6, 1.6), points=1, beam=beam)
        )
    return Light((*soft.sources, *patches), soft.sky)


LIGHTS: dict[str, Callable[[np.random.Generator], Light]] = {
    "ring": _ring,
    "sun": _sun,
    "window": _window,
    "bulb": _bulb,
    "ceiling": _ceiling,
    "glare": _glare,
    "spots": _spots,
}
"""The kinds of light by name; chance comes from the generator."""
