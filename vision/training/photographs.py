"""Photographs of dice, drawn: some white d6 of one set on some ground, and now and then a thing that is none."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.accuracy import Truth
from vision.cameras.protocol import Image
from vision.training.canvas import HALF, SCALE, SIDE, Plane, Rng
from vision.training.dice import LAYOUTS, Place, a_foot, a_make, draw_die
from vision.training.grounds import ground, light
from vision.training.others import THINGS, half_a_die, other_marks
from vision.training.worse import worsened

_TIMES = 5
"""The photograph is so many canvases wide and high, before it is taken."""
_APART = 1.5
"""Middles of dice are so far apart, edges; those of things farther."""
_FOOT = 0.45
"""Side faces are seen up to so far, edges: a photograph from above."""
_CORNERS = (0.18, 0.38)
"""Radius of the set's corners, edges."""
_THING = 0.5
"""Share of photographs with a thing among the dice, about."""


@dataclass(frozen=True, eq=False)
class Photograph:
    """A BGR picture and the dice in it."""

    image: Image
    dice: tuple[Truth, ...]


def photograph(rng: Rng) -> Photograph:
    """One photograph by chance."""
    large = cv2.resize(ground(rng), (_TIMES * SIDE, _TIMES * SIDE), interpolation=cv2.INTER_CUBIC)
    plane = np.asarray(large, np.float32)
    make = replace(a_make(rng), corner=float(rng.uniform(*_CORNERS)), paper=float(rng.uniform(0.6, 1.0)))
    foot = a_foot(rng)
    foot = foot if math.hypot(*foot) < _FOOT else (0.0, 0.0)
    truths = []
    spots = _spots(rng, int(rng.integers(1, 8)))
    for x, y in spots:
        if rng.random() < _THING / len(spots):
            _put_thing(rng, _window(plane, x, y))
            continue
        value = int(rng.integers(1, 7))
        place = Place(turn=float(rng.uniform(0, 2 * np.pi)), foot=foot)
        draw_die(rng, _window(plane, x, y), make, place, LAYOUTS[value])
        truths.append(Truth("d6", value, (x - 0.5, y - 0.5), float(SCALE), "flat"))
    return _taken(rng, _lit(rng, plane), truths)


def _spots(rng: Rng, count: int) -> list[tuple[int, int]]:
    """Middles in pixels, at most `count`, whole windows apart from the picture's border."""
    spots: list[tuple[int, int]] = []
    for _ in range(40):
        spot = rng.integers(SIDE // 2, _TIMES * SIDE - SIDE // 2, 2).tolist()
        if len(spots) < count and all(math.dist(spot, other) > _APART * SCALE for other in spots):
            spots.append((int(spot[0]), int(spot[1])))
    return spots


def _window(plane: Plane, x: int, y: int) -> Plane:
    """The part of the plane that a canvas about this pixel covers: what is drawn there is drawn in the plane."""
    left, top = x - SIDE // 2, y - SIDE // 2
    return plane[top : top + SIDE, left : left + SIDE]


def _put_thing(rng: Rng, canvas: Plane) -> None:
    """Something that has no readable face: neither whole dice nor a die with other marks for pips."""
    things = {thing: often for thing, often in THINGS.items() if thing not in (half_a_die, other_marks)}
    weights = np.array(list(things.values()))
    list(things)[int(rng.choice(len(weights), p=weights / weights.sum()))](rng, canvas)
    np.clip(canvas, 0, 1, out=canvas)


def _lit(rng: Rng, plane: Plane) -> Plane:
    """The plane in the light of `grounds.light`, which knows only canvases."""
    lamp = np.ones((SIDE, SIDE), np.float32)
    light(rng, lamp)
    large = cv2.resize(lamp, (plane.shape[1], plane.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(plane * large, 0, 1), np.float32)


def _taken(rng: Rng, plane: Plane, dice: list[Truth]) -> Photograph:
    """The plane as a camera near or far takes it, in worse or better light."""
    side = round(2 * HALF * _TIMES * float(np.exp(rng.uniform(np.log(22), np.log(90)))))
    way = cv2.INTER_AREA if side < plane.shape[0] else cv2.INTER_CUBIC
    tones = cv2.resize(plane, (side, side), interpolation=way)
    colour = np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    image = np.asarray(np.clip(255 * tones[..., None] * colour, 0, 255), np.uint8)
    zoom = side / plane.shape[0]
    return Photograph(worsened(rng, image), tuple(_moved(die, zoom) for die in dice))


def _moved(die: Truth, zoom: float) -> Truth:
    assert die.px is not None
    x, y = ((c + 0.5) * zoom - 0.5 for c in die.px)
    return replace(die, px=(x, y), edge=die.edge * zoom)
