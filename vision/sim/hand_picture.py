"""Draws the hand: skin and sleeve lit from the relief, and the shadow that it throws on the tray.

A lit hand takes 2 MB and half a gesture needs a dozen of them: they are kept packed, as pictures are on a disk.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.sim.hand_shape import HALF_WIDTH, LEFT, SCALE, Relief, Spot, around, grid, relief
from vision.sim.light import AMBIENT, LAMPS, Floats32, encode, linear
from vision.sim.measures import FELT, UP, Floats, View, turn_about
from vision.sim.script import Hand
from vision.sim.textures import cloud

SKIN = linear(128, 160, 206)
BLUSH = linear(104, 122, 200)
NAIL = linear(176, 188, 226)
SLEEVE = linear(92, 74, 58)
_GRIPS, _ANGLES = 4, 8
"""How many postures, and how many directions of light on each, are kept ready."""
_STRIP = 48
_COARSE = 4
"""Shadows are soft: they are drawn at a quarter of the picture's size."""


@dataclass(frozen=True, eq=False)
class Sprite:
    """A lit hand at `SCALE` texels a millimetre: encoded colour already weighed with its cover (HxWx3), cover
    (HxW, 0..255), and the blurred outline at a quarter of the scale, for the shadow."""

    colour: Image
    cover: Image
    shadow: Floats32


@dataclass(frozen=True, eq=False)
class _Packed:
    """A sprite as it is kept: its colours as JPEG, its cover as PNG, the shadow in bytes."""

    colour: Image
    cover: Image
    shadow: Image


class HandPainter:
    """Draws hands as one camera sees them; makes each posture's picture when it is first needed."""

    def __init__(self, view: View, rng: np.random.Generator) -> None:
        self._view = view
        self._seed = int(rng.integers(2**32))
        self._packed: dict[tuple[int, int], _Packed] = {}
        self._last: tuple[tuple[int, int], Sprite] | None = None

    def draw(self, picture: Image, hand: Hand) -> None:
        """Draws shadow and hand onto the picture."""
        sprite = self._sprite(hand)
        self._draw_shadow(picture, hand, sprite)
        matrix = self._placed(hand, np.array([hand.x, hand.y]), hand.height, 1.0)
        box = _box(matrix, sprite.cover.shape, picture.shape)
        if box is None:
            return
        left, top, right, bottom = box
        matrix[:, 2] -= (left, top)
        size = (right - left, bottom - top)
        colour = cv2.warpAffine(sprite.colour, matrix, size, flags=cv2.INTER_LINEAR)
        cover = cv2.cvtColor(
            cv2.warpAffine(sprite.cover, matrix, size, flags=cv2.INTER_LINEAR), cv2.COLOR_GRAY2BGR
        )
        part = picture[top:bottom, left:right]
        behind = cv2.multiply(part, cv2.bitwise_not(cover), scale=1 / 255)
        cv2.add(behind, colour, dst=part)

    def _draw_shadow(self, picture: Image, hand: Hand, sprite: Sprite) -> None:
        height, width = picture.shape[:2]
        size = (width // _COARSE, height // _COARSE)
        dark = np.ones(size[::-1], np.float32)
        total = AMBIENT + sum(lamp.strength for lamp in LAMPS)
        for lamp in LAMPS:
            grown = float(lamp.place[2] / (lamp.place[2] + hand.height))
            spot = lamp.place[:2] + grown * (np.array([hand.x, hand.y]) - lamp.place[:2])
            matrix = self._placed(hand, spot, 0.0, grown * 4) / _COARSE
            dark *= 1 - 0.85 * lamp.strength / total * cv2.warpAffine(sprite.shadow, matrix, size)
        rows, columns = np.flatnonzero(dark.min(axis=1) < 0.99), np.flatnonzero(dark.min(axis=0) < 0.99)
        if not len(rows):
            return
        top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        light = np.sqrt(dark[top:bottom, left:right])
        part = picture[top * 4 : bottom * 4, left * 4 : right * 4]
        light = cv2.resize(light, part.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        cv2.multiply(part, cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), dst=part, dtype=cv2.CV_8U)

    def _placed(self, hand: Hand, spot: Floats, height: float, grown: float) -> Floats:
        """2x3 matrix from sprite texels to picture pixels."""
        scale = self._view.pixels_per_mm(height) * grown / SCALE
        cos, sin = scale * math.cos(hand.angle), scale * math.sin(hand.angle)
        at = self._view.project(np.array([[*spot, -height]]))[0]
        origin = np.array([-LEFT, HALF_WIDTH]) * SCALE / (4 if grown > 2 else 1)
        linear_part = np.array([[cos, -sin], [sin, cos]])
        return np.column_stack([linear_part, at - linear_part @ origin])

    def _sprite(self, hand: Hand) -> Sprite:
        key = round(hand.grip * (_GRIPS - 1)), round(hand.angle / (2 * math.pi) * _ANGLES) % _ANGLES
        if self._last is None or self._last[0] != key:
            if key not in self._packed:
                self._packed[key] = _pack(self._made(*key))
            self._last = key, _unpack(self._packed[key])
        return self._last[1]

    def _made(self, grip: int, turn: int) -> Sprite:
        shape = relief(grip / (_GRIPS - 1))
        skin = albedo(shape, np.random.default_rng(self._seed))
        return _lit(shape, skin, turn * 2 * math.pi / _ANGLES)


def _pack(sprite: Sprite) -> _Packed:
    colour = cv2.imencode(".jpg", sprite.colour, [cv2.IMWRITE_JPEG_QUALITY, 94])[1]
    cover = cv2.imencode(".png", sprite.cover, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1]
    shadow = cv2.imencode(".png", (sprite.shadow * 255).astype(np.uint8))[1]
    return _Packed(*(np.asarray(packed, np.uint8) for packed in (colour, cover, shadow)))


def _unpack(packed: _Packed) -> Sprite:
    colour = np.asarray(cv2.imdecode(packed.colour, cv2.IMREAD_COLOR), np.uint8)
    cover, shadow = (cv2.imdecode(part, cv2.IMREAD_GRAYSCALE) for part in (packed.cover, packed.shadow))
    return Sprite(colour, np.asarray(cover, np.uint8), np.asarray(shadow, np.float32) / np.float32(255))


def _box(
    matrix: Floats, shape: tuple[int, ...], picture: tuple[int, ...]
) -> tuple[int, int, int, int] | None:
    rows, columns = shape[:2]
    corners = np.array([[0, 0, 1], [columns, 0, 1], [columns, rows, 1], [0, rows, 1]]) @ matrix.T
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)), (picture[1], picture[0])).astype(int)
    return (int(left), int(top), int(right), int(bottom)) if right - left > 1 and bottom - top > 1 else None


def _lit(shape: Relief, skin: Floats32, angle: float) -> Sprite:
    """The relief in the lamps' light when the hand points along `angle`."""
    covered = shape.height > -500
    height = np.where(covered, shape.height, shape.height[covered].min() - 4)
    cover = np.asarray(cv2.GaussianBlur((covered * 255).astype(np.uint8), (0, 0), 1.1), np.uint8)
    small = cv2.resize(covered.astype(np.float32), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    shadow = np.asarray(cv2.GaussianBlur(small, (0, 0), 5.0), np.float32)
    hollow = np.asarray(
        np.clip(1 + (height - cv2.GaussianBlur(height, (0, 0), 9.0)) / 26, 0.45, 1.1), np.float32
    )
    leaning, weighed = slopes(height), np.empty((*height.shape, 3), np.uint8)
    for rows in strips(len(height)):
        light, shine = _light_on((leaning[0][rows], leaning[1][rows], leaning[2][rows]), hollow[rows], angle)
        colour = skin[rows] * light[..., None] + (shine * shape.skin[rows])[..., None]
        cv2.multiply(encode(colour), cv2.merge([cover[rows]] * 3), scale=1 / 255, dst=weighed[rows])
    return Sprite(weighed, cover, shadow)


def strips(rows: int) -> Iterator[slice]:
    """Some rows after the other: what a whole picture takes in floating point would stay with the process."""
    for first in range(0, rows, _STRIP):
        yield slice(first, min(first + _STRIP, rows))


def _light_on(leaning: Slopes, hollow: Floats32, angle: float) -> tuple[Floats32, Floats32]:
    """The light that falls on a part of the hand, and how it shines."""
    back = turn_about(np.array([0.0, 0.0, 1.0]), -angle)
    light, shine = AMBIENT * 1.1 * hollow, np.zeros_like(hollow)
    for lamp in LAMPS:
        way = lamp.place - np.array([FELT / 2, FELT / 2, -50])
        way = back @ (way / np.linalg.norm(way))
        half = (way + UP) / np.linalg.norm(way + UP)
        facing = np.clip((_cosine(leaning, way) + 0.25) / 1.25, 0, 1)
        light += lamp.strength * facing * (0.45 + 0.55 * hollow)
        shine += lamp.strength * 0.10 * _power_16(np.clip(_cosine(leaning, half), 0, 1))
    return np.asarray(light, np.float32), np.asarray(shine, np.float32)


Slopes = tuple[Floats32, Floats32, Floats32]
"""Of a relief (HxW each): to the right, downwards, and one over the length of the normal (-x, -y, -1)."""


def slopes(height: Floats32) -> Slopes:
    """How a relief (HxW, mm) slopes."""
    x = np.asarray(cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=SCALE / 8), np.float32)
    y = np.asarray(cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=SCALE / 8), np.float32)
    return x, y, 1 / np.sqrt(x * x + y * y + 1)


def _cosine(slopes: Slopes, way: Floats) -> Floats32:
    """Of the angle between each normal, which looks to the camera, and a unit vector."""
    x, y, shorten = slopes
    return np.asarray((x * np.float32(-way[0]) + y * np.float32(-way[1]) - np.float32(way[2])) * shorten)


def _power_16(values: Floats32) -> Floats32:
    for _ in range(4):
        values = values * values
    return values


def albedo(shape: Relief, rng: np.random.Generator) -> Floats32:
    """Skin, redder at joints and tips, with pale nails; the sleeve's wool. HxWx3, linear."""
    size = (shape.height.shape[0], shape.height.shape[1])
    red = np.float32(0.25) * cloud(size, (40.0, 40.0), rng)
    red += np.float32(0.10) * cloud(size, (5.0, 5.0), rng) + np.float32(0.28)
    nails = np.zeros(size, np.float32)
    for spot in [*shape.joints, *shape.nails]:
        _blush(red, spot)
    for spot in shape.nails:
        _paint_nail(nails, spot)
    wool = cloud(size, (2.0, 2.0), rng)
    out = np.empty((*size, 3), np.float32)
    for rows in strips(size[0]):
        skin = SKIN + np.clip(red[rows], 0, 1)[..., None] * (BLUSH - SKIN)
        skin += nails[rows][..., None] * (NAIL - skin)
        x, y = grid(rows)
        knit = 1 + 0.22 * np.sin(y * 2.6) * np.cos(x * 0.35) + 0.12 * wool[rows]
        out[rows] = np.where(shape.skin[rows][..., None], skin, SLEEVE * knit[..., None])
    return out


def _blush(red: Floats32, spot: Spot) -> None:
    window, along, across = around(spot, 3.0)
    red[window] += 0.38 * np.exp(-(along**2 + across**2) / (2 * (spot.radius * 0.85) ** 2))


def _paint_nail(share: Floats32, spot: Spot) -> None:
    if spot.level < 0.5:
        return
    window, along, across = around(spot, 2.0)
    shape = (along / (spot.radius * 0.8 * spot.level)) ** 4 + (across / (spot.radius * 0.64)) ** 4
    nail = np.clip(3 - 3 * shape, 0, 1) * np.clip(spot.level * 4 - 2, 0, 1)
    share[window] = np.maximum(share[window], 0.7 * nail)
