"""The tray and the café table under it as bodies for still pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.sim.die import Pose
from vision.sim.hits import Body, Gloss
from vision.sim.light import Floats32, linear
from vision.sim.measures import (
    FELT,
    MARKER,
    MARKER_PAPER,
    RAIL_HEIGHT,
    RAIL_LEFT,
    RAIL_RIGHT,
    RIM,
    TABLE_TOP,
    WALL,
    marker_centres,
)
from vision.sim.scenery import PAPER
from vision.sim.solids import Skin, Solid, block, printed, prism, rectangle
from vision.sim.textures import Workshop

Tone = tuple[float, float, float]
"""A colour as picture values, BGR."""

VARNISH = Gloss(0.10, 40.0)
FELTS: dict[str, Tone] = {"green": (52.0, 84.0, 26.0), "navy": (84.0, 46.0, 26.0), "grey": (78.0, 74.0, 70.0)}
WOODS: dict[str, Tone] = {
    "walnut": (58.0, 84.0, 124.0),
    "oak": (96.0, 140.0, 178.0),
    "dark": (38.0, 52.0, 76.0),
}
TABLES: dict[str, Tone] = {
    "oak": (70.0, 110.0, 150.0),
    "white": (196.0, 204.0, 210.0),
    "slate": (52.0, 48.0, 44.0),
}
_THICK = 10.0
"""Felt and table are so thick, mm; nobody sees it."""


@dataclass(frozen=True)
class Tray:
    """The tones of a tray's felt and wood and of the table it stands on."""

    felt: Tone
    wood: Tone
    table: Tone


def tray_bodies(tray: Tray, shop: Workshop, cloth: Floats32) -> Iterator[Body]:
    """The table, the felt with its texture `cloth`, the rim, the rail, the markers."""
    yield _table(tray, shop.coarser(2))
    whole = (FELT, FELT)
    middle = Pose(np.array([FELT / 2, FELT / 2, 0.0]), np.eye(3))
    yield prism(rectangle(*whole), -_THICK, 0.0, middle, printed(cloth, whole))
    yield from _rim(tray, shop)
    rail = _down(shop, RAIL_RIGHT - RAIL_LEFT + 2 * RAIL_HEIGHT, FELT, tray.wood)
    yield replace(
        block((RAIL_LEFT, 0.0, 0.0), (RAIL_RIGHT - RAIL_LEFT, FELT, RAIL_HEIGHT), rail, 2.0), fine=True
    )
    yield from _markers()


def _table(tray: Tray, shop: Workshop) -> Solid:
    across, down = 1000.0, 640.0
    thirds = [shop.wood(down / 3, across, tray.table) for _ in range(3)]
    middle = Pose(np.array([FELT / 2, FELT / 2, 0.0]), np.eye(3))
    skin = printed(np.concatenate(thirds), (across, down), VARNISH)
    return prism(rectangle(across, down), -TABLE_TOP - _THICK, -TABLE_TOP, middle, skin)


def _rim(tray: Tray, shop: Workshop) -> Iterator[Solid]:
    """The long boards lie at the top and the bottom."""
    high, long = WALL + TABLE_TOP, FELT + 2 * RIM
    for y in (-RIM, FELT):
        yield block(
            (-RIM, y, -TABLE_TOP), (long, RIM, high), _along(shop, RIM + 2 * WALL, long, tray.wood), 3.0
        )
    for x in (-RIM, FELT):
        yield block(
            (x, 0.0, -TABLE_TOP), (RIM, FELT, high), _down(shop, RIM + 2 * WALL, FELT, tray.wood), 3.0
        )


def _along(shop: Workshop, width: float, length: float, tone: Tone) -> Skin:
    """Wood whose grain runs along x; it goes on around the board's long edges."""
    texture = shop.wood(width, length, tone)
    way = shop.scale * np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0]])
    return Skin(texture, way, (texture.shape[1] / 2, texture.shape[0] / 2), VARNISH)


def _down(shop: Workshop, width: float, length: float, tone: Tone) -> Skin:
    """The same with the grain along y."""
    texture = shop.wood(width, length, tone)
    way = shop.scale * np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])
    return Skin(texture, way, (texture.shape[1] / 2, texture.shape[0] / 2), VARNISH)


def _markers() -> Iterator[Solid]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    black, border = 240, round(240 * (MARKER_PAPER - MARKER) / 2 / MARKER)
    ink, paper = linear(30, 28, 28), linear(*PAPER)
    for index, centre in enumerate(marker_centres()):
        square = cv2.aruco.generateImageMarker(dictionary, index, black)
        sheet = cv2.copyMakeBorder(square, border, border, border, border, cv2.BORDER_CONSTANT, value=255)
        texture = ink + (sheet.astype(np.float32) / 255)[..., None] * (paper - ink)
        pose = Pose(centre, np.eye(3))
        size = (MARKER_PAPER, MARKER_PAPER)
        yield prism(rectangle(*size), 0.0, 0.2, pose, printed(texture, size), casts=False)
