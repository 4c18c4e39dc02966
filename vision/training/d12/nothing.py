"""What a reader might take for the top of a d12 and that has no numeral of one: drawn to be told as nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from vision.training.canvas import (
    Plane,
    Points,
    Rng,
    area,
    box,
    cloud,
    disc,
    lay,
    lines,
    pixels,
    rotation,
    soft,
)
from vision.training.d12 import die
from vision.training.d12.gloss import gloss
from vision.training.dice import LAYOUTS, Place, a_foot, a_make, draw_die
from vision.training.grounds import ground


def bare_die(rng: Rng, make: die.Make) -> tuple[Plane, Points]:
    """A die whose top has nothing on it, and the corners of the top (canvas pixels)."""
    canvas, turn = die.blank(rng, make)
    gloss(rng, canvas, canvas.copy(), np.zeros_like(canvas), make.size, turn)
    return canvas, pixels(die.top(make, turn))


def off_face(rng: Rng, corners: Points) -> Points:
    """A pentagon that lies over an edge or a corner, or is much too large or too small."""
    middle = corners.mean(axis=0)
    radius = float(np.hypot(*(corners - middle).T).mean())
    if rng.random() < 0.8:
        away = rotation(rng.uniform(0, 2 * np.pi))[0] * rng.uniform(0.5, 1.0) * radius
        return np.asarray((corners - middle) @ rotation(rng.uniform(-0.3, 0.3)) + middle + away)
    return np.asarray(
        (corners - middle) * rng.choice([rng.uniform(0.35, 0.5), rng.uniform(1.55, 1.7)]) + middle
    )


def other_number(rng: Rng) -> str:
    """A number that no d12 has."""
    others = (
        "0",
        "00",
        "13",
        "14",
        "15",
        "16",
        "17",
        "18",
        "19",
        "20",
        "21",
        "22",
        "30",
        "40",
        "50",
        "70",
        "99",
    )
    return str(rng.choice(others))


def blank(rng: Rng, canvas: Plane) -> None:
    """Nothing at all."""


def pips(rng: Rng, canvas: Plane) -> None:
    """The spots of another kind of die."""
    tone, radius = rng.uniform(0.5, 1.0), rng.uniform(0.05, 0.1)
    for _ in range(int(rng.integers(1, 13))):
        lay(canvas, area(disc(rng.uniform(-0.5, 0.5, 2), radius)), tone)


def white_die(rng: Rng, canvas: Plane) -> None:
    """The face of a d6, wholly or in part."""
    x, y = rng.uniform(-0.5, 0.5, 2).tolist()
    place = Place(x, y, rng.uniform(0, 2 * np.pi), a_foot(rng))
    draw_die(rng, canvas, a_make(rng), place, LAYOUTS[int(rng.integers(1, 7))])


def scratches(rng: Rng, canvas: Plane) -> None:
    """Strokes that make no numeral: a scratch, a logo, ink that ran."""
    tone = rng.uniform(0.3, 1.0)
    for _ in range(int(rng.integers(1, 5))):
        stroke = np.cumsum(rng.normal(0, 0.22, (int(rng.integers(2, 6)), 2)), axis=0)
        lay(
            canvas,
            lines(rng.uniform(0.04, 0.14), stroke - stroke.mean(axis=0) + rng.normal(0, 0.15, 2)),
            tone,
        )


def shape(rng: Rng, canvas: Plane) -> None:
    """A plain sign: a ring, a square, a star, a cross, a single bar away from the middle."""
    tone, size = rng.uniform(0.4, 1.0), rng.uniform(0.15, 0.4)
    which = int(rng.integers(4))
    if which == 0:
        lay(canvas, area(disc((0, 0), size), disc((0, 0), size * 0.7)), tone)
    elif which == 1:
        lay(canvas, area(box(2 * size, 2 * size) @ rotation(rng.uniform(0, np.pi))), tone)
    elif which == 2:
        turns = rng.uniform(0, 1) + np.arange(10) * np.pi / 5
        star = (
            np.column_stack([np.cos(turns), np.sin(turns)]) * np.where(np.arange(10) % 2, 0.4, 1.0)[:, None]
        )
        lay(canvas, area(star * size), tone)
    else:
        cross = np.array([(-size, 0.0), (size, 0.0)])
        turn = rng.uniform(0, np.pi)
        thick = rng.uniform(0.05, 0.15)
        lay(canvas, lines(thick, cross @ rotation(turn), cross @ rotation(turn + np.pi / 2)), tone)


def covered(rng: Rng, canvas: Plane) -> None:
    """Under a finger, a sleeve or paper."""
    tone, edge = rng.uniform(0.1, 1.0), rng.uniform(-0.7, 0.1)
    block = np.array([(edge, -3), (6, -3), (6, 3), (edge, 3)]) @ rotation(rng.uniform(0, 2 * np.pi))
    lay(canvas, soft(area(block), rng.uniform(0.01, 0.06)), tone)


def cloth(rng: Rng, canvas: Plane) -> None:
    """No die at all."""
    canvas[:] = ground(rng) * np.float32(rng.uniform(0.2, 1.0))
    if rng.random() < 0.5:
        canvas += np.float32(rng.uniform(0.02, 0.2)) * cloud(rng, rng.uniform(0.1, 0.6))


Kind = Callable[..., Any]
KINDS: dict[Kind, float] = {
    off_face: 0.3,
    other_number: 0.06,
    blank: 0.1,
    pips: 0.06,
    white_die: 0.06,
    scratches: 0.1,
    shape: 0.08,
    covered: 0.06,
    cloth: 0.06,
}
"""What is drawn, and its weight. Numbers that no d12 has are few: 10, 11 and 12, which they look like, were doubted
because of them (docs/decisions.md)."""
