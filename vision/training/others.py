"""Draws what is no readable face of a white d6: empty cloth, halves of dice, other games' pieces, things of a café.

Each function draws on a canvas whose ground is there already; where a reader could look for a face is the middle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.training.canvas import (
    HALF,
    SCALE,
    SIDE,
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
    shade,
    soft,
)
from vision.training.dice import LAYOUTS, Grid, Place, a_foot, a_make, draw_die

_GRID = [(x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)]


def nothing(rng: Rng, canvas: Plane) -> None:
    """The ground alone, or with its noise grown strong."""
    if rng.random() < 0.3:
        canvas += np.float32(rng.uniform(0.05, 0.4)) * cloud(rng, rng.uniform(0.03, 0.5))


def half_a_die(rng: Rng, canvas: Plane) -> None:
    """A die, or two, beside the place looked at."""
    make, turn = a_make(rng), rng.uniform(0, 2 * np.pi)
    far = rng.uniform(0.38, 0.95)
    for side in (1.0, -1.0)[: int(rng.integers(1, 3))]:
        way = side * far * rotation(turn + rng.normal(0, 0.15))[0]
        place = Place(float(way[0]), float(way[1]), turn + rng.normal(0, 0.3), a_foot(rng))
        draw_die(rng, canvas, make, place, LAYOUTS[int(rng.integers(1, 7))])


def blank_die(rng: Rng, canvas: Plane) -> None:
    """A white block without pips, or with only specks, scratches and shades on it."""
    make, place = a_make(rng), _somewhere(rng)
    draw_die(rng, canvas, make, place, ())
    for _ in range(int(rng.integers(0, 4))):
        speck = disc(rng.uniform(-0.4, 0.4, 2), rng.uniform(0.01, 0.04), rng.uniform(1, 3), rng.uniform(0, 3))
        lay(canvas, area(speck), make.paper * rng.uniform(0.2, 0.9))
    if rng.random() < 0.3:
        blot = soft(area(disc(rng.uniform(-0.3, 0.3, 2), rng.uniform(0.05, 0.25))), rng.uniform(0.05, 0.15))
        shade(canvas, blot, rng.uniform(0.1, 0.5))


def wrong_pips(rng: Rng, canvas: Plane) -> None:
    """A face with a pattern that no die has: one pip lost, one too many, out of place."""
    draw_die(rng, canvas, a_make(rng), _somewhere(rng), _no_layout(rng))


def _no_layout(rng: Rng) -> list[Grid]:
    while True:
        pips = list(LAYOUTS[int(rng.integers(2, 7))])
        free = [spot for spot in _GRID if spot not in pips]
        change = rng.random()
        if change < 0.6:
            pips.pop(int(rng.integers(len(pips))))
        elif change < 0.75:
            pips.append(free[int(rng.integers(len(free)))])
        elif change < 0.9:
            pips[int(rng.integers(len(pips)))] = free[int(rng.integers(len(free)))]
        else:
            pips = [_GRID[k] for k in rng.choice(9, int(rng.integers(1, 10)), replace=False)]
        if not is_layout(pips):
            return pips


def is_layout(pips: list[Grid]) -> bool:
    """Whether a die has this pattern, turned or not."""
    turned = set(pips), {(-y, x) for x, y in pips}
    return any(set(layout) in turned for layout in LAYOUTS.values())


def other_marks(rng: Rng, canvas: Plane) -> None:
    """A face with squares, bars, crosses or a numeral instead of pips."""
    make, place = a_make(rng), _somewhere(rng)
    draw_die(rng, canvas, make, place, ())
    ink = make.paper * make.ink
    if rng.random() < 0.5:
        _write(rng, canvas, place, str(rng.integers(1, 100)), ink)
        return
    # Not six bars: a six out of focus looks like that.
    for x, y in LAYOUTS[int(rng.integers(1, 6))]:
        bar = box(rng.uniform(0.12, 0.4), rng.uniform(0.03, 0.06)) @ rotation(rng.uniform(0, 3))
        lay(canvas, area(place.at(bar + np.array([(0.27 * x, 0.27 * y)]))), ink)


def light_pips(rng: Rng, canvas: Plane) -> None:
    """Somebody's own dark die with light pips."""
    make = a_make(rng)
    dark = replace(make, paper=rng.uniform(0.03, 0.4), ink=rng.uniform(2.0, 12.0), drill=0.0)
    draw_die(rng, canvas, dark, _somewhere(rng), LAYOUTS[int(rng.integers(1, 7))])


def d12(rng: Rng, canvas: Plane) -> None:
    """A d12 from above: a pentagon in a ten-sided outline, with a numeral."""
    turn, size = rng.uniform(0, 6), rng.uniform(0.5, 0.75)
    dark, bright = rng.uniform(0.02, 0.25), rng.uniform(0.6, 1.0)
    body, ink = (dark, bright) if rng.random() < 0.7 else (bright, dark)
    ten, five = _regular(10, size, turn), _regular(5, 0.62 * size, turn)
    lay(canvas, area(ten), body * rng.uniform(0.6, 1.1))
    lay(canvas, area(five), min(1.0, body * rng.uniform(1.0, 2.5)))
    lay(canvas, lines(0.02, np.vstack([five, five[:1]])), body * rng.uniform(0.7, 1.6))
    _write(rng, canvas, Place(turn=turn), str(rng.integers(1, 13)), ink)


def domino(rng: Rng, canvas: Plane) -> None:
    """Half a domino: pips on a tile that goes on beyond a line."""
    make, place = a_make(rng), _somewhere(rng)
    lay(canvas, area(place.at(box(1, 2, 0.1) + np.array([(0, 0.5)]))), make.paper)
    if rng.random() < 0.8:
        lay(canvas, lines(0.04, place.at(np.array([(-0.4, 0.5), (0.4, 0.5)]))), make.paper * make.ink)
    for half in (0.0, 1.0):
        pips = LAYOUTS[int(rng.integers(1, 7))]
        spots = [np.array([(make.spread[0] * x, make.spread[1] * y + half)]) for x, y in pips]
        lay(canvas, area(*(place.at(disc((0, 0), make.pip) + spot) for spot in spots)), make.paper * make.ink)


def pips_alone(rng: Rng, canvas: Plane) -> None:
    """Pips as on a die, but no face around them: on a sheet, a strip, a disc, or with more of them beyond."""
    make, place = a_make(rng), _somewhere(rng)
    kind = rng.integers(4)
    if kind == 0:
        canvas[:] = make.paper
    elif kind == 1:
        lay(canvas, area(disc((place.x, place.y), rng.uniform(0.42, 0.75))), make.paper)
    elif kind == 2:
        strip = box(rng.uniform(0.9, 1.3), 4, 0.1) + np.array([(0, rng.choice((-1.5, 0, 1.5)))])
        lay(canvas, area(place.at(strip)), make.paper)
    else:
        edge = np.array([(-4, -0.6), (4, -0.6), (4, 4), (-4, 4)]) + rng.uniform(-0.1, 0.1)
        lay(canvas, area(place.at(edge)), make.paper)
    spots = np.array(LAYOUTS[int(rng.integers(1, 7))]) * make.spread
    if kind != 1 and rng.random() < 0.5:
        spots = np.vstack([spots, rng.uniform(-1, 1, (int(rng.integers(1, 8)), 2))])
    lay(canvas, area(*(place.at(disc(spot, make.pip)) for spot in spots)), make.paper * make.ink)


def dots(rng: Rng, canvas: Plane) -> None:
    """Polka dots, perforated metal, a speaker: a lattice without an end."""
    canvas[:] = rng.uniform(0.3, 1.0)
    pitch, turn = rng.uniform(0.15, 0.75), rng.uniform(0, 2)
    radius = pitch * rng.uniform(0.12, 0.4)
    steps = np.arange(-round(1.8 / pitch), round(1.8 / pitch) + 1) * pitch
    shift = rng.uniform(-0.5, 0.5, 2) * pitch
    skew = 0.5 if rng.random() < 0.4 else 0.0
    spots = np.array([(x + skew * (k % 2) * pitch, y) for k, y in enumerate(steps) for x in steps])
    spots = (spots + shift) @ rotation(turn)
    spots = spots[np.abs(spots).max(axis=1) < HALF]
    lay(canvas, area(*(disc((x, y), radius) for x, y in spots)), rng.uniform(0.0, 0.9))


def checkers(rng: Rng, canvas: Plane) -> None:
    """Squares or stripes of two tones."""
    pitch, turn = rng.uniform(0.1, 1.2), rng.uniform(0, 3)
    grid = np.linspace(-HALF, HALF, SIDE)
    x, y = np.meshgrid(grid, grid)
    along = np.floor((np.cos(turn) * x + np.sin(turn) * y + rng.random()) / pitch)
    across = np.floor((np.cos(turn) * y - np.sin(turn) * x + rng.random()) / pitch)
    odd = (along + (across if rng.random() < 0.6 else 0)) % 2
    canvas[:] = rng.uniform(0, 1) + (rng.uniform(-0.8, 0.8) * odd).astype(np.float32)


def text(rng: Rng, canvas: Plane) -> None:
    """A printed page, a receipt, a card with large letters."""
    paper = rng.uniform(0.5, 1.0)
    canvas[:] = paper
    size, turn = rng.uniform(0.1, 0.9), rng.uniform(-0.3, 0.3)
    for y in np.arange(-1.2, 1.3, 1.5 * size):
        for x in np.arange(-1.2, 1.3, 0.8 * size):
            at = np.array([(x, y)]) @ rotation(turn)
            _sign(rng, canvas, at[0], size, paper * rng.uniform(0.05, 0.5))


def round_thing(rng: Rng, canvas: Plane) -> None:
    """A coin, a button with holes, a washer, an eye, a clock's face, a biscuit."""
    radius, paper = rng.uniform(0.4, 0.9), rng.uniform(0.3, 1.0)
    shade(canvas, soft(area(disc((0.05, 0.05), radius)), 0.05), rng.uniform(0, 0.6))
    lay(canvas, area(disc((0, 0), radius)), paper)
    for share in rng.uniform(0.5, 0.97, int(rng.integers(0, 3))):
        ring = disc((0, 0), radius * share)
        lay(
            canvas,
            lines(rng.uniform(0.015, 0.06), np.vstack([ring, ring[:1]])),
            paper * rng.uniform(0.3, 1.2),
        )
    ink = paper * rng.uniform(0.05, 0.7)
    kind = rng.integers(5)
    if kind == 0:
        hole = rng.uniform(0.05, 0.12)
        holes = rng.uniform(0.15, 0.6) * radius * _regular(int(rng.choice((2, 4))), 1.0, rng.uniform(0, 3))
        lay(canvas, area(*(disc((x, y), hole) for x, y in holes)), ink)
    elif kind == 1:
        lay(canvas, area(disc((0, 0), radius * rng.uniform(0.1, 0.5))), ink)
    elif kind == 2:
        lay(canvas, area(*(disc((x, y), 0.03) for x, y in _regular(12, 0.85 * radius, 0))), ink)
        for hand in _regular(2, rng.uniform(0.4, 0.8) * radius, rng.uniform(0, 6)):
            lay(canvas, lines(0.04, np.array([(0, 0), hand @ rotation(rng.uniform(0, 3))])), ink)
    elif kind == 3:
        spots = rng.uniform(-0.6, 0.6, (int(rng.integers(3, 12)), 2)) * radius
        lay(canvas, area(*(disc((x, y), rng.uniform(0.02, 0.08)) for x, y in spots)), ink)
    else:
        _write(rng, canvas, Place(turn=rng.uniform(0, 6)), str(rng.integers(1, 51)), ink)


def card(rng: Rng, canvas: Plane) -> None:
    """A card, a beer mat, a socket, a phone's cameras: a flat shape of another size, or with a few holes."""
    wide, high = rng.uniform(0.35, 2.2, 2)
    paper = rng.uniform(0.3, 1.0)
    x, y = rng.uniform(-0.3, 0.3, 2)
    place = Place(float(x), float(y), rng.uniform(0, 6))
    lay(canvas, area(place.at(box(wide, high, rng.uniform(0, 0.3)))), paper)
    if 0.75 < wide < 1.3 and 0.75 < high < 1.3:
        return
    spots = rng.uniform(-0.4, 0.4, (int(rng.integers(0, 5)), 2)) * (wide, high)
    radius = rng.uniform(0.04, 0.2)
    if len(spots):
        holes = (place.at(disc((x, y), radius * rng.uniform(0.8, 1.2))) for x, y in spots)
        lay(canvas, area(*holes), paper * rng.uniform(0.02, 0.7))


def brick(rng: Rng, canvas: Plane) -> None:
    """A toy brick: studs of almost the plate's tone, each with its shadow, in a lattice that fills it."""
    columns, rows = (int(count) for count in rng.integers(1, 5, 2))
    pitch, paper, turn = rng.uniform(0.25, 0.6), rng.uniform(0.3, 0.95), rng.uniform(0, 6)
    place, half = Place(turn=turn), np.array([columns - 1, rows - 1]) / 2
    lay(canvas, area(place.at(box(columns * pitch, rows * pitch, 0.02))), paper)
    studs = [(np.array([i, j]) - half) * pitch for i in range(columns) for j in range(rows)]
    shadow, lit = rng.uniform(0.2, 0.9), rng.uniform(0.85, 1.15)
    lay(canvas, area(*(place.at(disc((x + 0.07 * pitch, y), 0.3 * pitch)) for x, y in studs)), paper * shadow)
    lay(canvas, area(*(place.at(disc((x, y), 0.28 * pitch)) for x, y in studs)), min(1.0, paper * lit))


def crumbs(rng: Rng, canvas: Plane) -> None:
    """Crumbs, a nut, a crumpled napkin: lumps without a shape, light or dark."""
    for _ in range(int(rng.integers(1, 8))):
        around = np.linspace(0, 2 * np.pi, 12, endpoint=False)
        radius = rng.uniform(0.03, 0.6) * (1 + rng.normal(0, 0.2, 12))
        lump = np.stack([np.cos(around), np.sin(around)], axis=1) * radius[:, None] + rng.uniform(
            -0.6, 0.6, 2
        )
        shade(canvas, soft(area(lump + 0.03), 0.03), rng.uniform(0, 0.6))
        lay(canvas, soft(area(lump), 0.02), rng.uniform(0.05, 1.0))
    canvas *= 1 + np.float32(rng.uniform(0, 0.2)) * cloud(rng, rng.uniform(0.05, 0.3))


def finger(rng: Rng, canvas: Plane) -> None:
    """Skin, a sleeve, a glass: rounded strips shaded across, one beside the other."""
    turn, wide, tone = rng.uniform(0, 6), rng.uniform(0.4, 1.4), rng.uniform(0.2, 0.9)
    place = Place(turn=turn)
    for k in range(int(rng.integers(1, 4))):
        strip = (
            np.array([(k * wide, 0.0)])
            + box(wide, 4, wide / 2)
            - (wide * rng.uniform(0, 1), rng.uniform(-1, 1.5))
        )
        lay(canvas, soft(area(place.at(strip)), 0.02), tone * rng.uniform(0.3, 0.8))
        inner = strip.mean(axis=0) + (strip - strip.mean(axis=0)) * (0.6, 0.95)
        lay(canvas, soft(area(place.at(inner)), 0.15 * wide), tone)


def rim(rng: Rng, canvas: Plane) -> None:
    """The tray's wall, the rail, a marker's corner, the edge of a phone: straight borders of large things."""
    turn = rng.uniform(0, 6)
    for at in np.sort(rng.uniform(-0.9, 0.9, int(rng.integers(1, 4)))):
        side = np.array([(at, -4), (4, -4), (4, 4), (at, 4)]) @ rotation(turn)
        lay(canvas, soft(area(side), rng.choice([0.02, 0.05])), rng.uniform(0, 1))
    if rng.random() < 0.4:
        corner = np.array([(0, 0), (4, 0), (4, 4), (0, 4)]) + rng.uniform(-0.6, 0.6, 2)
        lay(canvas, area(corner @ rotation(turn)), rng.uniform(0, 1))


def _somewhere(rng: Rng) -> Place:
    x, y = rng.normal(0, 0.04, 2)
    return Place(float(x), float(y), rng.uniform(0, 2 * np.pi), a_foot(rng))


def _regular(count: int, radius: float, turn: float) -> Points:
    around = turn + np.arange(count) * 2 * np.pi / count
    return np.stack([np.cos(around), np.sin(around)], axis=1) * radius


def _sign(rng: Rng, canvas: Plane, at: Points, size: float, tone: float) -> None:
    """One letter or figure, upright."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    sign = chr(rng.choice((*range(48, 58), *range(65, 91), *range(97, 123))))
    x, y = pixels(at).astype(int).tolist()
    thick = max(1, round(rng.uniform(0.06, 0.2) * size * SCALE))
    cv2.putText(mask, sign, (x, y), int(rng.integers(0, 5)), size * SCALE / 24, 255, thick, cv2.LINE_AA)
    lay(canvas, mask.astype(np.float32) / np.float32(255), tone)


def _write(rng: Rng, canvas: Plane, place: Place, word: str, tone: float) -> None:
    """A word in the middle of a face, turned with it."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    font, size = int(rng.integers(0, 5)), rng.uniform(1.0, 2.2)
    thick = int(rng.integers(2, 8))
    (wide, high), _ = cv2.getTextSize(word, font, size, thick)
    cv2.putText(mask, word, ((SIDE - wide) // 2, (SIDE + high) // 2), font, size, 255, thick, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), np.degrees(place.turn), 1.0)
    turned = cv2.warpAffine(mask, turn, (SIDE, SIDE))
    lay(canvas, turned.astype(np.float32) / np.float32(255), min(1.0, tone))


THINGS: dict[Callable[[Rng, Plane], None], float] = {
    nothing: 2.0,
    half_a_die: 5.0,
    blank_die: 2.5,
    wrong_pips: 6.0,
    other_marks: 2.0,
    light_pips: 2.0,
    d12: 2.5,
    domino: 4.0,
    pips_alone: 4.0,
    dots: 2.5,
    checkers: 1.0,
    text: 2.0,
    round_thing: 4.5,
    card: 3.0,
    brick: 1.5,
    crumbs: 1.5,
    finger: 1.0,
    rim: 1.5,
}
"""What is drawn, and how often: the nearer to a die, the more."""
