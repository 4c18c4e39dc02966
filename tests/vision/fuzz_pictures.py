"""Pictures without a single die, drawn from a seed: patterns, pages, and things of a café that look like dice.

Sheets fill the whole picture; things lie about on a ground, turned, lit, some as thick as they are, a little blurred.
"""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

import cv2
import numpy as np
from fuzz_boards import BOARDS
from fuzz_ink import KEY, TILE, Dice, Image, colour, tone
from fuzz_sheets import SHEETS
from fuzz_things import THINGS

KINDS = (*SHEETS, *THINGS, *BOARDS)
_ALL_THINGS = THINGS | BOARDS


def _grains(rng: Dice, shape: tuple[int, ...]) -> np.ndarray:
    """Noise without a pattern, 1 strong."""
    return rng.standard_normal(shape, np.float32)


def _without_key(tile: Image, scale: float) -> Image:
    """The tile, smooth enough to be made smaller, its key colour filled with what lies beside it."""
    solid = (tile != KEY).any(axis=2).astype(np.float32)[..., None]
    blur = max(0.6, 0.45 / scale)
    weight = cv2.GaussianBlur(solid, (0, 0), blur)[..., None]
    return np.asarray(cv2.GaussianBlur(tile * solid, (0, 0), blur) / np.maximum(weight, 1e-3), np.uint8)


def _laid(rng: Dice, image: Image, tile: Image, size: float, x: float, y: float) -> None:
    """Lay a thing `size` pixels wide on the picture, turned at random, with its shadow and its edge."""
    # Only what is near is touched: most of a large picture lies far from any one thing.
    left, top = max(0, int(x - 0.9 * size)), max(0, int(y - 0.9 * size))
    image, x, y = image[top : int(y + 0.9 * size), left : int(x + 0.9 * size)], x - left, y - top
    scale = size / TILE
    turn = cv2.getRotationMatrix2D((TILE / 2, TILE / 2), rng.choice([0.0, rng.uniform(0, 360)]), scale)
    turn[:, 2] += (x - TILE / 2, y - TILE / 2)
    # The key's colour bleeds into a thing's rim: it is cut off.
    solid = np.asarray((tile != KEY).any(axis=2) * 255, np.uint8)
    solid = np.asarray(cv2.erode(solid, np.ones((5, 5), np.uint8)), np.uint8)
    shape = (image.shape[1], image.shape[0])
    cover = cv2.warpAffine(solid, turn, shape, flags=cv2.INTER_AREA)
    if rng.random() < 0.6:
        _shade(rng, image, cover, rng.uniform(-0.08, 0.08, 2) * size)
    if rng.random() < 0.3:
        _edge(image, cover, rng.uniform(-0.05, 0.05, 2) * size, rng.uniform(0.5, 0.9))
    image[cover > 127] = cv2.warpAffine(_without_key(tile, scale), turn, shape)[cover > 127]


def _shifted(cover: Image, way: np.ndarray) -> Image:
    shift = np.array([[1.0, 0.0, way[0]], [0.0, 1.0, way[1]]])
    return np.asarray(cv2.warpAffine(cover, shift, (cover.shape[1], cover.shape[0])), np.uint8)


def _shade(rng: Dice, image: Image, cover: Image, way: np.ndarray) -> None:
    """The shadow of a thing that lies flat, hard or soft."""
    soft = rng.choice([0.4, 0.4, 2.0, 5.0])
    shadow = cv2.GaussianBlur(_shifted(cover, way), (0, 0), soft)[..., None] / 255.0
    image[:] = (image * (1.0 - rng.uniform(0.3, 0.7) * shadow)).astype(np.uint8)


def _edge(image: Image, cover: Image, way: np.ndarray, dim: float) -> None:
    """The edge of a thing a few millimetres thick, as a camera to one side sees it."""
    light = int(150 * dim)
    for share in (1.0, 0.75, 0.5, 0.25):
        image[_shifted(cover, share * way) > 127] = light


def _table(rng: Dice, width: int, height: int, draw: Callable[[Dice, Image], None]) -> Image:
    """A ground with a few things of one kind on it."""
    grained = cv2.GaussianBlur(_grains(rng, (height, width)), (0, 0), rng.uniform(0.5, 4))
    ground = (tone(rng, 15, 120), colour(rng))[rng.integers(2)]
    image = np.clip(np.array(ground) + rng.uniform(0, 60) * grained[..., None], 0, 255).astype(np.uint8)
    size, alike = rng.uniform(30, 220), rng.random() < 0.5
    laid: list[tuple[float, float, float]] = []
    for _ in range(int(rng.integers(1, 12))):
        wide = size if alike else rng.uniform(30, 220)
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if any(np.hypot(x - u, y - v) < 0.6 * (wide + other) for u, v, other in laid):
            continue
        laid.append((x, y, wide))
        tile: Image = np.full((TILE, TILE, 3), KEY, np.uint8)
        draw(rng, tile)
        _laid(rng, image, tile, wide, x, y)
    return image


def _taken(rng: Dice, image: Image) -> Image:
    """The picture as a camera takes it: uneven light, blur, noise, compression."""
    height, width = image.shape[:2]
    y, x = np.ogrid[:height, :width]
    far = np.hypot(x / max(width, height) - rng.random(), y / max(width, height) - rng.random())
    fall = (1.0 - rng.uniform(0, 0.6) * far) * rng.uniform(0.6, 1.15)
    lit = image * fall.astype(np.float32)[..., None]
    seen = cv2.GaussianBlur(lit, (0, 0), rng.choice([0.3, 0.6, 1.0, 1.6]))
    noise = np.float32(rng.uniform(0, 5)) * _grains(rng, image.shape)
    raw = np.clip(seen + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        return raw
    _, code = cv2.imencode(".jpg", raw, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 95))])
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def drawn(kind: str, seed: int, width: int = 480, height: int = 360) -> Image:
    """The picture (BGR) number `seed` of one of the `KINDS`: no die is in it."""
    rng = np.random.default_rng([crc32(kind.encode()), seed])
    if kind in SHEETS:
        return _taken(rng, SHEETS[kind](rng, width, height))
    return _taken(rng, _table(rng, width, height, _ALL_THINGS[kind]))
