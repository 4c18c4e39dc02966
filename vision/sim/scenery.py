"""Everything that never moves, drawn once: the café table; the tray's rim, walls, felt and rail; markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import cv2
import numpy as np

from vision.cameras.protocol import Image
from vision.sim.light import AMBIENT, LAMPS, Floats32, encode, linear
from vision.sim.measures import (
    FELT,
    MARKER,
    MARKER_PAPER,
    RAIL_HEIGHT,
    RAIL_LEFT,
    RAIL_RIGHT,
    RIM,
    TABLE_TOP,
    UP,
    WALL,
    Floats,
    View,
    marker_centres,
)
from vision.sim.textures import Workshop

WALNUT = (58.0, 84.0, 124.0)
OAK = (52.0, 77.0, 104.0)
GREEN = (66.0, 84.0, 48.0)
PAPER = (226.0, 234.0, 238.0)
_FINE = 2
"""Samples a pixel along each side."""
_FINEST = 4.0
"""Texels a millimetre at most."""


@dataclass(frozen=True, eq=False)
class Board:
    """A flat rectangle: `corner`, its edges `across` and `down` the texture (mm, world), linear texture."""

    corner: Floats
    across: Floats
    down: Floats
    texture: Floats32


def draw_scenery(view: View, rng: np.random.Generator) -> Image:
    """The empty tray as the camera sees it, without noise."""
    width, height = view.size
    canvas = np.zeros((height * _FINE, width * _FINE, 3), np.uint8)
    shop = Workshop(min(_FINEST, _FINE * view.pixels_per_mm()), rng)
    # One after the other: together their textures would take more room than all else here.
    for board in chain(_surroundings(shop), _inside(shop), _rim(shop), _markers()):
        _paint(canvas, view, board)
    return np.asarray(cv2.resize(canvas, view.size, interpolation=cv2.INTER_AREA))


def _paint(canvas: Image, view: View, board: Board) -> None:
    rows, columns = board.texture.shape[:2]
    steps = [(0, 0), (1, 0), (1, 1), (0, 1)]
    world = np.array([board.corner + a * board.across + d * board.down for a, d in steps])
    target = (view.project(world) + 0.5) * _FINE - 0.5
    left, top = np.maximum(np.floor(target.min(axis=0)), 0).astype(int)
    right, bottom = np.ceil(target.max(axis=0)).astype(int) + 1
    part = canvas[top:bottom, left:right]
    source = np.array([(a * columns - 0.5, d * rows - 0.5) for a, d in steps], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (target - (left, top)).astype(np.float32))
    lit = encode(board.texture * _lit(board)[..., None])
    cv2.warpPerspective(lit, matrix, part.shape[1::-1], part, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)


def _lit(board: Board) -> Floats32:
    """Light that falls on the board: all lamps by angle and distance, and the ambient light."""
    share = np.linspace(0, 1, 12)
    points = board.corner + share[None, :, None] * board.across + share[:, None, None] * board.down
    normal = np.cross(board.across, board.down)
    normal = normal / np.linalg.norm(normal)
    normal = normal if normal @ UP > 1e-6 or abs(normal @ UP) <= 1e-6 else -normal
    light = np.full(points.shape[:2], AMBIENT)
    for lamp in LAMPS:
        way = lamp.place - points
        far = np.linalg.norm(way, axis=2)
        nominal = np.linalg.norm(lamp.place - [FELT / 2, FELT / 2, 0])
        light += lamp.strength * np.clip(way @ normal / far, 0, 1) * (nominal / far) ** 2
    away = np.linalg.norm(points[..., :2] - FELT / 2, axis=2)
    light *= 1.08 - 0.42 * np.clip(away / 380, 0, 1) ** 2
    size = board.texture.shape[1::-1]
    return np.asarray(cv2.resize(light.astype(np.float32), size, interpolation=cv2.INTER_CUBIC))


def _surroundings(shop: Workshop) -> Iterator[Board]:
    """The café table, darker around the tray."""
    across, down = 760.0, 470.0
    texture = np.concatenate([shop.coarser(2).wood(down / 3, across, OAK) for _ in range(3)])
    x = np.linspace(-(across - FELT) / 2, (across + FELT) / 2, texture.shape[1], dtype=np.float32)
    y = np.linspace(-(down - FELT) / 2, (down + FELT) / 2, texture.shape[0], dtype=np.float32)
    off = _beyond(x - 7)[None, :] ** 2 + _beyond(y - 9)[:, None] ** 2
    texture *= (1 - 0.55 * np.exp(-np.sqrt(off) / 16))[..., None]
    corner = np.array([x[0], y[0], TABLE_TOP])
    yield Board(corner, np.array([across, 0, 0]), np.array([0, down, 0]), texture)


def _beyond(values: Floats32) -> Floats32:
    """Distance outside the tray's outer side, mm, 0 within."""
    return np.asarray(np.maximum(np.maximum(-RIM - values, values - FELT - RIM), 0), np.float32)


def _inside(shop: Workshop) -> Iterator[Board]:
    """Felt, walls and rail."""
    cloth = shop.felt(FELT, GREEN) * _felt_shade(shop)[..., None]
    yield Board(np.zeros(3), np.array([FELT, 0, 0]), np.array([0, FELT, 0]), cloth)
    for corner, along, inward in _sides():
        start = corner + inward * RIM
        face = shop.wood(WALL, FELT, WALNUT)
        yield Board(start + UP * WALL, along * FELT, -UP * WALL, face * _to_the_floor(face, inward))
    yield from _rail(shop)


def _sides() -> Iterator[tuple[Floats, Floats, Floats]]:
    """The four sides of the tray: outer end of the wall's start, direction along it, direction inwards."""
    x, y = np.array([1.0, 0, 0]), np.array([0, 1.0, 0])
    yield -RIM * y, x, y
    yield FELT * y + RIM * y, x, -y
    yield -RIM * x, y, x
    yield FELT * x + RIM * x, y, -x


def _to_the_floor(face: Floats32, inward: Floats) -> Floats32:
    """Walls get darker downwards; those that look towards the main lamp a little less."""
    depth = np.linspace(0, 1, face.shape[0], dtype=np.float32)[:, None, None]
    lamp = LAMPS[0].place / np.linalg.norm(LAMPS[0].place)
    return np.asarray((0.75 + 0.6 * float(inward @ lamp)) * (1 - 0.62 * depth))


def _felt_shade(shop: Workshop) -> Floats32:
    """Where the walls and the rail keep light from the felt."""
    at = (np.arange(shop.texels(FELT), dtype=np.float32) + np.float32(0.5)) / np.float32(shop.scale)
    corner = 1 - 0.34 * np.exp(-at / 7)
    lamp_x = 1 - 0.42 / (1 + np.exp(np.minimum((at - 6) / 1.8, 60)))
    lamp_y = 1 - 0.42 / (1 + np.exp(np.minimum((at - 9) / 2.2, 60)))
    rail = 1 - 0.3 * np.exp(-np.abs(at - RAIL_RIGHT) / 2.2) - 0.22 * np.exp(-np.abs(at - RAIL_LEFT) / 1.6)
    across = corner * corner[::-1] * lamp_x * rail
    along = corner * corner[::-1] * lamp_y
    return np.asarray(along[:, None] * across[None, :], np.float32)


def _rail(shop: Workshop) -> Iterator[Board]:
    """The rail's two visible sides and its rounded top."""
    down = np.array([0, FELT, 0.0])
    for x in (RAIL_LEFT, RAIL_RIGHT):
        side = _across(shop.wood(RAIL_HEIGHT, FELT, WALNUT)) * np.float32(0.45)
        yield Board(np.array([x, 0, 0]), UP * RAIL_HEIGHT, down, side)
    top = _across(shop.wood(RAIL_RIGHT - RAIL_LEFT, FELT, WALNUT))
    round_top = _profile(top.shape[1], RAIL_RIGHT - RAIL_LEFT, 2.4, np.array([1.0, 0, 0]))
    yield Board(
        np.array([RAIL_LEFT, 0, -RAIL_HEIGHT]),
        np.array([RAIL_RIGHT - RAIL_LEFT, 0, 0]),
        down,
        top * round_top,
    )


def _across(board: Floats32) -> Floats32:
    """A board turned so that its grain runs down."""
    return np.ascontiguousarray(board.transpose(1, 0, 2))


def _profile(texels: int, width: float, bevel: float, outward: Floats) -> Floats32:
    """How a board with rounded long edges takes the main light, relative to a level one: 1 x texels x 1."""
    at = (np.arange(texels) + 0.5) / texels * width
    lean = (
        np.clip((bevel - at) / bevel, 0, 1) ** 1.5 * -1.0 + np.clip((at - width + bevel) / bevel, 0, 1) ** 1.5
    )
    normals = np.outer(np.sin(lean * 1.1), outward) + np.outer(np.cos(lean * 1.1), UP)
    total, level = np.full(texels, AMBIENT), AMBIENT
    for lamp in LAMPS:
        way = lamp.place - [FELT / 2, FELT / 2, 0]
        way = way / np.linalg.norm(way)
        total += lamp.strength * np.clip(normals @ way, 0, 1)
        total += 1.3 * lamp.strength * np.clip(normals @ _halfway(way), 0, 1) ** 60
        level += lamp.strength * float(way @ UP) + 1.3 * lamp.strength * float(UP @ _halfway(way)) ** 60
    return np.asarray(total / level, np.float32)[None, :, None]


def _halfway(way: Floats) -> Floats:
    """Between the light's way and the camera's, straight up."""
    return np.asarray((way + UP) / np.linalg.norm(way + UP))


def _rim(shop: Workshop) -> Iterator[Board]:
    """The four boards of the rim, their edges rounded; the long ones lie at the top and the bottom."""
    length = FELT + 2 * RIM
    for x in (-RIM, FELT):
        board = _across(shop.wood(RIM, length, WALNUT))
        board = board * _profile(board.shape[1], RIM, 4.0, np.array([1.0, 0, 0]))
        yield Board(np.array([x, -RIM, -WALL]), np.array([RIM, 0, 0]), np.array([0, length, 0]), board)
    for y in (-RIM, FELT):
        board = shop.wood(RIM, length, WALNUT)
        board = board * _profile(board.shape[0], RIM, 4.0, np.array([0, 1.0, 0])).transpose(1, 0, 2)
        yield Board(np.array([-RIM, y, -WALL]), np.array([length, 0, 0]), np.array([0, RIM, 0]), board)


def _markers() -> Iterator[Board]:
    """The four ArUco markers on their papers, 0 = top left and on clockwise."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = 10
    edge = round(MARKER_PAPER * cells)
    border = round((MARKER_PAPER - MARKER) / 2 * cells)
    for index, centre in enumerate(marker_centres()):
        black = cv2.aruco.generateImageMarker(dictionary, index, edge - 2 * border)
        sheet = cv2.copyMakeBorder(black, border, border, border, border, cv2.BORDER_CONSTANT, value=255)
        ink = linear(30, 28, 28)
        share = (sheet.astype(np.float32) / 255)[..., None]
        half = MARKER_PAPER / 2
        corner = centre + np.array([-half, -half, -0.2])
        texture = ink + share * (linear(*PAPER) - ink)
        yield Board(corner, np.array([MARKER_PAPER, 0, 0]), np.array([0, MARKER_PAPER, 0]), texture)
