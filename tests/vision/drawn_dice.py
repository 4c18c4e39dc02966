"""White d6 drawn from above for tests: a top face, the side that a camera to one side sees, a shadow."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layouts import LAYOUTS

Image = NDArray[np.uint8]
FINE = 4
"""Everything is drawn this many times as large and then scaled down, as a lens would."""


@dataclass(frozen=True)
class Drawn:
    """A die to be drawn: lengths in pixels, `rotation` in degrees, `side` how far its foot is shifted, in edges
    (x, y), `pips` overrides the value's layout (places on the 3 x 3 grid), `rounding` is the radius of its corners
    and `shadow` how far its shadow reaches to the lower right, edges."""

    value: int
    x: float
    y: float
    edge: float
    rotation: float = 0.0
    side: tuple[float, float] = (0.0, 0.0)
    pips: tuple[tuple[float, float], ...] | None = None
    rounding: float = 0.3
    shadow: float = 0.28


def picture(
    dice: list[Drawn], width: int = 640, height: int = 480, felt: tuple[int, int, int] = (60, 90, 40)
) -> Image:
    """A BGR picture of dice on a plain ground, a little noisy."""
    image: Image = np.full((height, width, 3), felt, np.uint8)
    for die in dice:
        _draw(image, die)
    noise = np.random.default_rng(7).normal(0.0, 2.0, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def _draw(image: Image, die: Drawn) -> None:
    half = int(1.2 * die.edge) + 2
    left, top = round(die.x) - half, round(die.y) - half
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + 2 * half, image.shape[1]), min(top + 2 * half, image.shape[0])
    patch = np.zeros((2 * half, 2 * half, 3), np.uint8)
    window = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    patch[window] = image[y0:y1, x0:x1]
    large = cv2.resize(patch, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_NEAREST)
    centre = np.array([die.x - left + 0.5, die.y - top + 0.5]) * FINE - 0.5
    _shadow(large, die, centre)
    _side(large, die, centre)
    _top(large, die, centre)
    image[y0:y1, x0:x1] = cv2.resize(large, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)[
        window
    ]


def _frame(die: Drawn) -> NDArray[np.float64]:
    turn = np.radians(die.rotation)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * die.edge * FINE


def _top(large: Image, die: Drawn, centre: NDArray[np.float64]) -> None:
    _rounded(large, centre, die, (228, 234, 236))
    places = die.pips if die.pips is not None else LAYOUTS[die.value]
    for place in places:
        x, y = centre + _frame(die) @ (0.25 * np.array(place))
        cv2.circle(large, (round(x), round(y)), round(0.105 * die.edge * FINE), (28, 26, 24), cv2.FILLED)


def _shadow(large: Image, die: Drawn, centre: NDArray[np.float64]) -> None:
    """What the die's height keeps from a lamp at the upper left."""
    shade = np.zeros_like(large)
    _rounded(shade, centre + die.shadow * die.edge * FINE, die, (255, 255, 255))
    large[shade > 127] = (0.45 * large[shade > 127]).astype(np.uint8)


def _side(large: Image, die: Drawn, centre: NDArray[np.float64]) -> None:
    """The lower square, darker, with a flat pip halfway between the foot and the top."""
    if die.side == (0.0, 0.0):
        return
    shift = np.array(die.side) * die.edge * FINE
    for share in np.linspace(1.0, 0.0, 12):
        _rounded(large, centre + share * shift, die, (150, 156, 158))
    out = shift / np.hypot(*shift)
    axis = _frame(die)[:, int(np.argmax(np.abs(out @ _frame(die))))]
    axis = axis if axis @ out > 0 else -axis
    x, y = centre + 0.5 * axis + 0.5 * shift
    size = (round(0.1 * die.edge * FINE), round(0.1 * np.hypot(*shift)))
    cv2.ellipse(
        large,
        (round(x), round(y)),
        size,
        np.degrees(np.arctan2(out[1], out[0])) + 90,
        0,
        360,
        (30, 30, 30),
        -1,
    )


def _rounded(large: Image, centre: NDArray[np.float64], die: Drawn, colour: tuple[int, int, int]) -> None:
    """A square with round corners (usually 30 % of the edge: what is bent down at the rim is in the shade)."""
    radius = die.rounding
    inner = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (0.5 - radius)
    corners = np.rint(centre + inner @ _frame(die).T).astype(np.int32)
    thick = round(2 * radius * die.edge * FINE)
    cv2.fillConvexPoly(large, corners, colour)
    cv2.polylines(large, [corners], True, colour, thick)
