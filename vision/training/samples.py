"""Labelled patches to learn from and to be examined on: drawn, taken, straightened; every one by its own seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.face_net import NONE, SIZE
from vision.small_net import Patches
from vision.training.camera import in_picture, laid_straight, taken
from vision.training.canvas import Plane, Points, Rng, pixels, rotation
from vision.training.dice import CORNERS, LAYOUTS, Place, a_foot, a_make, draw_die
from vision.training.grounds import ground, light
from vision.training.others import THINGS
from vision.training.simulated import Studio

_NONE_SHARE = 0.45
"""Share of patches without a readable face."""
_SIMULATED = 0.25
"""Share of dice that the simulated table draws."""
_LEANING = 0.15
"""Share of patches without a face that show a leaning die of the simulated table."""
_LEAN = (35.0, 54.7)
"""Degrees: from where a top face is so foreshortened that it is none, to a die on its corner."""
_FLAT = 6.0
"""Degrees up to which a die counts as flat."""
_NEIGHBOURS = 0.3


@dataclass(frozen=True, eq=False)
class Drawn:
    """A canvas with a face in the middle: its corners (4 x 2 canvas pixels), and its column in `FaceNet.read`."""

    canvas: Plane
    corners: Points
    label: int


_STUDIO_SEED = 12
"""The cameras of the simulated dice are the same for all patches."""


def samples(count: int, seed: int) -> tuple[Patches, NDArray[np.int64]]:
    """`count` patches and their labels (0 to 5: the values 1 to 6; 6: none). The same seed, the same patches."""
    studio = Studio(np.random.default_rng(_STUDIO_SEED))
    patches = np.empty((count, SIZE, SIZE), np.uint8)
    labels = np.empty(count, np.int64)
    for k in range(count):
        patches[k], labels[k] = sample(np.random.default_rng([seed, k]), studio)
    return patches, labels


def sample(rng: Rng, studio: Studio) -> tuple[NDArray[np.uint8], int]:
    """One patch and its label."""
    drawn = _without_face(rng, studio) if rng.random() < _NONE_SHARE else _with_face(rng, studio)
    light(rng, drawn.canvas)
    picture, zoom = taken(rng, drawn.canvas)
    patch = laid_straight(rng, picture, in_picture(drawn.corners, zoom), drawn.label in (0, NONE))
    return patch, drawn.label


def _with_face(rng: Rng, studio: Studio) -> Drawn:
    canvas, value = ground(rng), int(rng.integers(1, 7))
    if rng.random() < _NEIGHBOURS:
        _draw_neighbours(rng, canvas)
    if rng.random() < _SIMULATED:
        return Drawn(canvas, studio.draw(rng, canvas, value, rng.uniform(0, _FLAT)), value - 1)
    x, y = rng.uniform(-0.03, 0.03, 2)
    place = Place(float(x), float(y), rng.uniform(0, 2 * np.pi), a_foot(rng))
    draw_die(rng, canvas, a_make(rng), place, LAYOUTS[value])
    return Drawn(canvas, pixels(place.at(CORNERS)), value - 1)


def _draw_neighbours(rng: Rng, canvas: Plane) -> None:
    """Dice of the same kind that touch the middle one, or almost: it is drawn over their near ends."""
    make, foot = a_make(rng), a_foot(rng)
    for _ in range(int(rng.integers(1, 3))):
        way = rotation(rng.uniform(0, 2 * np.pi))[0] * rng.uniform(1.02, 1.4)
        place = Place(float(way[0]), float(way[1]), rng.uniform(0, 2 * np.pi), foot)
        draw_die(rng, canvas, make, place, LAYOUTS[int(rng.integers(1, 7))])


def _without_face(rng: Rng, studio: Studio) -> Drawn:
    canvas = ground(rng)
    if rng.random() < _LEANING:
        corners = studio.draw(rng, canvas, int(rng.integers(1, 7)), rng.uniform(*_LEAN))
        middle = corners.mean(axis=0) + rng.normal(0, 4, 2)
        return Drawn(canvas, middle + pixels(CORNERS) - pixels(np.zeros(2)), NONE)
    weights = np.array(list(THINGS.values()))
    thing = list(THINGS)[int(rng.choice(len(weights), p=weights / weights.sum()))]
    thing(rng, canvas)
    np.clip(canvas, 0, 1, out=canvas)
    return Drawn(canvas, pixels(CORNERS), NONE)
