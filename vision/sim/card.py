"""The calibration card before the camera, drawn through a lens that bends: to see how well lenses are measured."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.sim.exposure import Exposure, developed
from vision.sim.light import Floats32
from vision.sim.measures import Floats, View, turn_about

ACROSS, DOWN, SQUARE, MARKER, FIRST = 7, 5, 32.0, 23.0, 10
"""As printed: squares across and down, their edge and that of the markers in them (mm), and the markers' first number.
Written here once more, so that a wrong figure on the measuring side shows."""
_BORDER = 10.0
"""White paper around the squares, mm."""
_TEXELS = 5.0
"""Texels a millimetre."""
_FINER = 2
"""Rays a pixel along each side."""
_BACKGROUND = 0.12


def card_picture(view: View, turn: Floats, middle: Floats, rng: np.random.Generator) -> Image:
    """The picture (BGR) that the camera `view` takes of the card whose middle is at `middle` (mm) and which is turned
    by `turn` (3x3), both in the camera's own frame (x right, y down, z forward)."""
    size = view.size
    own = View(size, view.matrix, np.eye(3), np.zeros(3), view.distortion)
    light = np.full((size[1], size[0]), _BACKGROUND, np.float32)
    left, top, right, bottom = _box(own, turn, middle)
    steps = (np.arange(_FINER) - (_FINER - 1) / 2) / _FINER
    if left < right and top < bottom:
        shifts = [(float(x), float(y)) for x in steps for y in steps]
        seen = [_seen(own.rays(left, top, right, bottom, shift), turn, middle) for shift in shifts]
        light[top:bottom, left:right] = np.mean(seen, axis=0)
    return developed(np.dstack([light] * 3), Exposure(noise=2.0, blur=0.5), rng)


def _box(view: View, turn: Floats, middle: Floats) -> tuple[int, int, int, int]:
    """The part of the picture that the card covers: left, top, right, bottom (just outside)."""
    half = np.array([ACROSS, DOWN]) * SQUARE / 2 + _BORDER + 1
    corners = np.array([(x, y, 0.0) for x in (-half[0], half[0]) for y in (-half[1], half[1])])
    seen = view.project(middle + corners @ turn.T)
    size = np.array(view.size)
    left, top = np.clip(np.floor(seen.min(axis=0)), 0, size).astype(int).tolist()
    right, bottom = np.clip(np.ceil(seen.max(axis=0)) + 1, 0, size).astype(int).tolist()
    return left, top, right, bottom


def _seen(rays: Floats, turn: Floats, middle: Floats) -> Floats32:
    """The light that each ray (3 x H x W) sees."""
    # In the card's own frame: x and y along its edges, z out of it.
    ways, start = np.tensordot(turn.T, rays, 1), turn.T @ middle
    x, y = ways[:2] * (start[2] / ways[2]) - start[:2, None, None]
    texture = _texture()
    high, wide = texture.shape
    column = (x * _TEXELS + (wide - 1) / 2).astype(np.float32)
    row = (y * _TEXELS + (high - 1) / 2).astype(np.float32)
    edge = cv2.BORDER_CONSTANT
    return np.asarray(
        cv2.remap(texture, column, row, cv2.INTER_LINEAR, borderMode=edge, borderValue=_BACKGROUND),
        np.float32,
    )


@cache
def _texture() -> Floats32:
    """The card as light that it sends back, 0..1."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    names = np.arange(FIRST, FIRST + ACROSS * DOWN // 2)
    board = cv2.aruco.CharucoBoard((ACROSS, DOWN), SQUARE, MARKER, dictionary, names)
    border = round(_BORDER * _TEXELS)
    size = (round(ACROSS * SQUARE * _TEXELS) + 2 * border, round(DOWN * SQUARE * _TEXELS) + 2 * border)
    page = board.generateImage(size, marginSize=border)
    return np.asarray(0.02 + 0.78 * page.astype(np.float32) / 255)


def card_poses(
    rng: np.random.Generator, count: int = 14, far: float = 400.0
) -> Iterator[tuple[Floats, Floats]]:
    """Ways in which a person holds the card: `turn` and `middle` for `card_picture`. All over the picture, tilted to
    all sides by up to 40 degrees, about `far` mm from the lens."""
    for index in range(count):
        way = 2 * np.pi * index / count + rng.uniform(-0.2, 0.2)
        out = 0.0 if index % 4 == 0 else 1.0
        middle = (
            np.array([0.34 * out * np.cos(way), 0.19 * out * np.sin(way), 1.0])
            * far
            * rng.uniform(0.85, 1.15)
        )
        lean = np.radians(rng.uniform(12, 40))
        side = rng.uniform(0, 2 * np.pi)
        tilt = turn_about(np.array([np.cos(side), np.sin(side), 0.0]), lean)
        turn = tilt @ turn_about(np.array([0.0, 0.0, 1.0]), rng.uniform(-0.4, 0.4))
        yield turn, middle
