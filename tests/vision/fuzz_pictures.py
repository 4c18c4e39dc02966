"""Pictures without a single die, drawn from a seed: patterns, pages, and things of a café that look like dice.

`SHEETS` fill the whole picture; `THINGS` lie about on a ground, turned, lit and a little blurred.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Dice = np.random.Generator
"""What the pictures are drawn from: no seed, no picture twice."""
Tone = tuple[int, int, int]

TILE = 240
"""Things are drawn on a tile this many pixels wide; its corners are (0, 0) and (1, 1)."""


def tone(rng: Dice, low: int, high: int) -> Tone:
    """A colour of about one lightness."""
    grey = rng.integers(low, high)
    b, g, r = np.clip(grey + rng.integers(-12, 13, 3), 0, 255).tolist()
    return b, g, r


def light(rng: Dice) -> Tone:
    return tone(rng, 190, 250)


def dark(rng: Dice) -> Tone:
    return tone(rng, 12, 70)


def colour(rng: Dice) -> Tone:
    b, g, r = rng.integers(0, 256, 3).tolist()
    return b, g, r


# Sheets: rng, width, height -> picture.


def noise(rng: Dice, width: int, height: int) -> Image:
    grain = rng.choice([0.0, 0.7, 2.0, 4.0, 9.0, 20.0])
    grains = rng.normal(0.0, 1.0, (height, width, rng.choice([1, 3])))
    smooth = cv2.GaussianBlur(grains, (0, 0), grain) if grain else grains
    grey = cv2.normalize(smooth, None, 0, 255, cv2.NORM_MINMAX).astype(np.uint8)
    return grey if grey.ndim == 3 and grey.shape[2] == 3 else cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)


def gradient(rng: Dice, width: int, height: int) -> Image:
    y, x = np.mgrid[:height, :width] / max(width, height)
    a, b, c = rng.normal(0, 1, 3)
    waves = np.sin(a * 6 * x + b * 6 * y) + c * np.hypot(x - rng.random(), y - rng.random())
    grey = cv2.normalize(waves, None, 0, 255, cv2.NORM_MINMAX).astype(np.uint8)
    return np.asarray(grey[..., None] * rng.uniform(0.3, 1.0, 3), np.uint8)


def checkerboard(rng: Dice, width: int, height: int) -> Image:
    """Squares, sometimes with men of draughts on them."""
    size = int(rng.integers(5, 90))
    rows, columns = np.indices((height, width)) // size
    image = np.where(((rows + columns) % 2)[..., None], light(rng), dark(rng)).astype(np.uint8)
    if rng.random() < 0.6 and size > 16:
        man, radius = (dark(rng), colour(rng))[rng.integers(2)], int(size * rng.uniform(0.1, 0.42))
        for row in range(height // size):
            for column in range(width // size):
                if rng.random() < 0.5:
                    middle = (int((column + 0.5) * size), int((row + 0.5) * size))
                    cv2.circle(image, middle, radius, man, cv2.FILLED, cv2.LINE_AA)
    return image


def text(rng: Dice, width: int, height: int) -> Image:
    image: Image = np.full((height, width, 3), light(rng), np.uint8)
    size, ink, font = rng.uniform(0.35, 3.5), dark(rng), int(rng.choice([0, 1, 2, 3, 4, 5]))
    letters = list("abcdefghijklmnopqrstuvwxyz0123456789::..%%ooOO88  ")
    for y in range(int(26 * size), height + 20, int(34 * size)):
        line = "".join(rng.choice(letters, 60))
        cv2.putText(image, line, (int(rng.integers(0, 20)), y), font, size, ink, max(1, int(2.5 * size)), 16)
    return image


def lattice(rng: Dice, width: int, height: int) -> Image:
    """Dots in rows: polka dots, perforated metal, woven cloth."""
    image: Image = np.full((height, width, 3), tone(rng, 110, 250), np.uint8)
    pitch, ink = rng.uniform(8, 80), dark(rng)
    radius, wobble = pitch * rng.uniform(0.12, 0.4), rng.choice([0.0, 0.0, 0.05, 0.25])
    second = np.array([(0.0, 1.0), (0.5, 0.87), (0.5, 0.5)][rng.integers(3)])
    reach = int(2 * max(width, height) / pitch)
    i, j = np.mgrid[-reach:reach, -reach:reach].reshape(2, -1)
    places = pitch * (i[:, None] * np.array([1.0, 0.0]) + j[:, None] * second)
    places += rng.normal(0, wobble * pitch, places.shape)
    seen = (places > -pitch).all(axis=1) & (places < np.array([width, height]) + pitch).all(axis=1)
    for x, y in np.rint(16 * places[seen]).astype(int).tolist():
        cv2.circle(image, (x, y), round(16 * radius), ink, cv2.FILLED, cv2.LINE_AA, 4)
    return image


def blots(rng: Dice, width: int, height: int) -> Image:
    """Dots thrown at random on a light ground: crumbs, terrazzo, a dalmatian."""
    image: Image = np.full((height, width, 3), tone(rng, 140, 250), np.uint8)
    usual = rng.uniform(3, 16)
    for _ in range(int(rng.integers(20, 260))):
        middle = (int(rng.integers(width)), int(rng.integers(height)))
        axes = (round(usual * rng.uniform(0.7, 1.4)), round(usual * rng.uniform(0.7, 1.4)))
        cv2.ellipse(image, middle, axes, rng.uniform(0, 180), 0, 360, dark(rng), cv2.FILLED, cv2.LINE_AA)
    return image


def tiles(rng: Dice, width: int, height: int) -> Image:
    """Square tiles with grout, some with a dot in the middle or in the corners."""
    image: Image = np.full((height, width, 3), tone(rng, 20, 150), np.uint8)
    size, paper, ink = int(rng.integers(22, 110)), light(rng), dark(rng)
    gap, radius = max(1, int(size * rng.uniform(0.02, 0.15))), max(1, int(size * rng.uniform(0.06, 0.16)))
    places = [[(0.5, 0.5)], [(0.25, 0.25), (0.75, 0.75)], [(0.0, 0.0)], []][rng.integers(4)]
    for top in range(0, height, size):
        for left in range(0, width, size):
            cv2.rectangle(image, (left, top), (left + size - gap, top + size - gap), paper, cv2.FILLED)
            for x, y in places:
                middle = (int(left + x * (size - gap)), int(top + y * (size - gap)))
                cv2.circle(image, middle, radius, ink, cv2.FILLED, cv2.LINE_AA)
    return image


def code(rng: Dice, width: int, height: int) -> Image:
    """A field of square modules as in a printed code, with its three eyes."""
    modules, count = rng.integers(3, 14), int(rng.integers(17, 45))
    bits = (rng.random((count, count)) < 0.5).astype(np.uint8)
    for y, x in ((0, 0), (0, count - 7), (count - 7, 0)):
        bits[y : y + 7, x : x + 7] = 1
        bits[y + 1 : y + 6, x + 1 : x + 6] = 0
        bits[y + 2 : y + 5, x + 2 : x + 5] = 1
    image: Image = np.full((height, width, 3), light(rng), np.uint8)
    large = np.kron(1 - bits, np.ones((modules, modules), np.uint8))[: height - 12, : width - 12] * 215 + 25
    image[12 : 12 + large.shape[0], 12 : 12 + large.shape[1]] = large[..., None]
    return image


SHEETS: dict[str, Callable[[Dice, int, int], Image]] = {
    one.__name__: one for one in (noise, gradient, checkerboard, text, lattice, blots, tiles, code)
}


# Things: drawn on a tile; what stays of the key colour is not part of them.

KEY: Tone = (255, 0, 255)


def _px(*places: float) -> list[int]:
    return [round(place * TILE) for place in places]


def _box(tile: Image, box: tuple[float, float, float, float], ink: Tone, rounding: float = 0.0) -> None:
    """A filled rectangle (left, top, right, bottom) with round corners, shares of the tile."""
    left, top, right, bottom = (place * TILE for place in box)
    r = max(0.0, rounding * TILE)
    corners = [(left + r, top + r), (right - r, top + r), (right - r, bottom - r), (left + r, bottom - r)]
    points = np.array([corners]).round().astype(np.int32)
    cv2.fillPoly(tile, points, ink, cv2.LINE_AA)
    if r > 1:
        cv2.polylines(tile, points, True, ink, round(2 * r), cv2.LINE_AA)


def _disc(tile: Image, x: float, y: float, r: float, ink: Tone) -> None:
    cv2.circle(tile, tuple(_px(x, y)), max(1, round(r * TILE)), ink, cv2.FILLED, cv2.LINE_AA)


PIPS = {n: [(-1, -1), (1, 1), (-1, 1), (1, -1)][: n - n % 2] + [(0, 0)] * (n % 2) for n in range(6)}
PIPS[6] = [*PIPS[4], (-1, 0), (1, 0)]


PIPS_ON_TILE = {n: [(0.5 + 0.2 * x, 0.5 + 0.2 * y) for x, y in PIPS[n]] for n in PIPS}


def domino(rng: Dice, tile: Image) -> None:
    width, r = rng.uniform(0.34, 0.46), rng.uniform(0.02, 0.045)
    paper, ink = light(rng), dark(rng)
    _box(
        tile,
        (0.5 - width / 2, 0.5 - width, 0.5 + width / 2, 0.5 + width),
        paper,
        rng.choice([0.0, 0.02, 0.06]),
    )
    reach = rng.choice([0.3, 0.42, 0.5]) * width
    cv2.line(tile, _px(0.5 - reach, 0.5), _px(0.5 + reach, 0.5), ink, int(rng.integers(1, 7)), cv2.LINE_AA)
    if rng.random() < 0.3:
        _disc(tile, 0.5, 0.5, 0.6 * r, (90, 150, 190))
    for side in (-1, 1):
        for x, y in PIPS[int(rng.integers(7))]:
            _disc(tile, 0.5 + 0.27 * width * x, 0.5 + width * (0.5 * side + 0.27 * y), r, ink)


def clock(rng: Dice, tile: Image) -> None:
    rim, ink = rng.uniform(0.4, 0.47), dark(rng)
    if rng.random() < 0.4:
        _box(tile, (0.03, 0.03, 0.97, 0.97), dark(rng), 0.08)
    _disc(tile, 0.5, 0.5, rim, light(rng))
    style = rng.integers(3)
    for hour in range(12):
        turn = hour * np.pi / 6
        x, y = 0.5 + 0.8 * rim * np.sin(turn), 0.5 - 0.8 * rim * np.cos(turn)
        if style == 0:
            _disc(tile, x, y, 0.03, ink)
        elif style == 1:
            cv2.putText(tile, str(hour or 12), _px(x - 0.04, y + 0.03), 0, 0.6, ink, 2, cv2.LINE_AA)
    for length in (0.5, 0.75, 0.8)[: int(rng.integers(0, 4))]:
        turn = rng.uniform(0, 2 * np.pi)
        tip = _px(0.5 + length * rim * np.sin(turn), 0.5 + length * rim * np.cos(turn))
        cv2.line(tile, _px(0.5, 0.5), tip, ink, int(rng.integers(2, 9)), cv2.LINE_AA)
    _disc(tile, 0.5, 0.5, rng.uniform(0.02, 0.12), ink)


def button(rng: Dice, tile: Image) -> None:
    _disc(tile, 0.5, 0.5, 0.45, light(rng))
    if rng.random() < 0.5:
        cv2.circle(tile, tuple(_px(0.5, 0.5)), round(0.36 * TILE), tone(rng, 150, 200), 4, cv2.LINE_AA)
    spread, r = rng.uniform(0.08, 0.2), rng.uniform(0.04, 0.1)
    for x, y in PIPS[int(rng.choice([1, 2, 4]))]:
        _disc(tile, 0.5 + spread * x, 0.5 + spread * y, r, dark(rng))


def key(rng: Dice, tile: Image) -> None:
    _box(tile, (0.06, 0.06, 0.94, 0.94), light(rng), rng.uniform(0.0, 0.12))
    sign = str(rng.choice(list("oO08QDBe6.:*%a@")))
    size = rng.uniform(1.2, 6.0)
    (wide, high), _ = cv2.getTextSize(sign, 0, size, int(4 * size))
    place = ((TILE - wide) // 2, (TILE + high) // 2)
    cv2.putText(tile, sign, place, 0, size, dark(rng), int(rng.uniform(2, 6) * size), cv2.LINE_AA)


def holed_card(rng: Dice, tile: Image) -> None:
    """A card with one to three holes or dots: a label, a beer mat, a switch, a socket."""
    high = rng.uniform(0.3, 0.46)
    _box(tile, (0.04, 0.5 - high, 0.96, 0.5 + high), light(rng), rng.choice([0.0, 0.03, 0.1]))
    r, ink = rng.uniform(0.04, 0.13), dark(rng)
    row = [[0.5], [0.35, 0.65], [0.3, 0.5, 0.7], [0.2]][rng.integers(4)]
    for x in row:
        _disc(tile, x, 0.5, r, ink)


def lenses(rng: Dice, tile: Image) -> None:
    """The round-cornered island of a telephone's cameras, or a hob: rings and discs of two sizes."""
    _box(tile, (0.06, 0.06, 0.94, 0.94), tone(rng, 120, 245), rng.uniform(0.05, 0.2))
    places = [[(0.3, 0.3), (0.3, 0.7), (0.7, 0.5)], [(0.3, 0.3), (0.7, 0.7)], PIPS_ON_TILE[4]][
        rng.integers(3)
    ]
    for x, y in places:
        r = rng.uniform(0.12, 0.17)
        _disc(tile, x, y, r, tone(rng, 60, 130))
        _disc(tile, x, y, 0.75 * r, dark(rng))


def brick(rng: Dice, tile: Image) -> None:
    """A toy brick from above: studs with their shadows in a lattice that fills the plate."""
    paper, shade = tone(rng, 120, 240), dark(rng)
    columns, rows = int(rng.integers(1, 5)), int(rng.integers(1, 5))
    pitch = 0.9 / max(columns, rows)
    _box(tile, (0.05, 0.05, 0.05 + columns * pitch, 0.05 + rows * pitch), paper)
    for i in range(columns):
        for j in range(rows):
            x, y = 0.05 + (i + 0.5) * pitch, 0.05 + (j + 0.5) * pitch
            _disc(tile, x + 0.05 * pitch, y + 0.05 * pitch, 0.3 * pitch, shade)
            if rng.random() < 0.5:
                _disc(tile, x, y, 0.27 * pitch, paper)


def eye(rng: Dice, tile: Image) -> None:
    """A light disc with a dark one in it: an eye, a washer, an espresso cup on its saucer."""
    _disc(tile, 0.5, 0.5, 0.45, light(rng))
    shift = rng.uniform(-0.08, 0.08, 2) * rng.integers(2)
    _disc(tile, 0.5 + shift[0], 0.5 + shift[1], rng.uniform(0.06, 0.2), dark(rng))


def playing_card(rng: Dice, tile: Image) -> None:
    _box(tile, (0.18, 0.03, 0.82, 0.97), light(rng), 0.04)
    rows, ink = int(rng.integers(1, 5)), dark(rng)
    for y in np.linspace(0.2, 0.8, rows):
        for x in (0.35, 0.65) if rng.random() < 0.8 else (0.5,):
            _disc(tile, x, y - 0.02, 0.05, ink)
            _box(tile, (x - 0.01, y, x + 0.01, y + 0.07), ink)


def biscuit(rng: Dice, tile: Image) -> None:
    """Round or square, with holes or chips of chocolate."""
    paper = tone(rng, 150, 230)
    if rng.random() < 0.5:
        _disc(tile, 0.5, 0.5, 0.45, paper)
    else:
        _box(tile, (0.05, 0.05, 0.95, 0.95), paper, 0.1)
    for _ in range(int(rng.integers(3, 14))):
        _disc(tile, *rng.uniform(0.22, 0.78, 2), rng.uniform(0.03, 0.08), dark(rng))


def tag_with_lattice(rng: Dice, tile: Image) -> None:
    """A square cut out of perforated metal, a speaker, a colander's bottom."""
    _box(tile, (0.05, 0.05, 0.95, 0.95), tone(rng, 120, 240), rng.choice([0.0, 0.1]))
    count = int(rng.integers(4, 9))
    for x in np.linspace(0.12, 0.88, count):
        for y in np.linspace(0.12, 0.88, count):
            _disc(tile, x, y, rng.uniform(0.28, 0.3) / count, dark(rng))


def ladybird(rng: Dice, tile: Image) -> None:
    """An oval light or red back with a dark head and dark spots in pairs, in the middle or in a row."""
    paper, ink = (tone(rng, 150, 240), (40, 40, 200))[rng.integers(2)], dark(rng)
    _disc(tile, 0.5, 0.12, rng.uniform(0.1, 0.2), ink)
    wide, high = rng.uniform(0.32, 0.45), rng.uniform(0.38, 0.45)
    cv2.ellipse(
        tile, tuple(_px(0.5, 0.52)), tuple(_px(wide, high)), 0, 0, 360, paper, cv2.FILLED, cv2.LINE_AA
    )
    if rng.random() < 0.5:
        cv2.line(tile, _px(0.5, 0.15), _px(0.5, 0.9), ink, int(rng.integers(1, 5)), cv2.LINE_AA)
    spread, r = rng.uniform(0.14, 0.2), rng.uniform(0.05, 0.1)
    for x, y in PIPS[int(rng.integers(1, 7))]:
        _disc(tile, 0.5 + spread * x, 0.52 + spread * y, r, ink)


THINGS: dict[str, Callable[[Dice, Image], None]] = {
    one.__name__: one
    for one in (domino, clock, button, key, holed_card, lenses, brick, eye, playing_card, biscuit,
                tag_with_lattice, ladybird)
}  # fmt: skip
KINDS = (*SHEETS, *THINGS)


def _without_key(tile: Image, scale: float) -> Image:
    """The tile, smooth enough to be made smaller, its key colour filled with what lies beside it."""
    solid = (tile != KEY).any(axis=2).astype(np.float32)[..., None]
    blur = max(0.6, 0.45 / scale)
    weight = cv2.GaussianBlur(solid, (0, 0), blur)[..., None]
    return np.asarray(cv2.GaussianBlur(tile * solid, (0, 0), blur) / np.maximum(weight, 1e-3), np.uint8)


def _laid(rng: Dice, image: Image, tile: Image, size: float, x: float, y: float) -> None:
    """Lay a thing `size` pixels wide on the picture, turned at random, with its shadow."""
    scale = size / TILE
    turn = cv2.getRotationMatrix2D((TILE / 2, TILE / 2), rng.choice([0.0, rng.uniform(0, 360)]), scale)
    turn[:, 2] += (x - TILE / 2, y - TILE / 2)
    # The key's colour bleeds into a thing's rim: it is cut off.
    solid = np.asarray((tile != KEY).any(axis=2) * 255, np.uint8)
    solid = np.asarray(cv2.erode(solid, np.ones((5, 5), np.uint8)), np.uint8)
    shape = (image.shape[1], image.shape[0])
    cover = cv2.warpAffine(solid, turn, shape, flags=cv2.INTER_AREA)
    if rng.random() < 0.6:
        shadow = turn.copy()
        shadow[:, 2] += rng.uniform(-0.08, 0.08, 2) * size
        dim = cv2.warpAffine(solid, shadow, shape) > 127
        image[dim] = (image[dim] * rng.uniform(0.3, 0.7)).astype(np.uint8)
    image[cover > 127] = cv2.warpAffine(_without_key(tile, scale), turn, shape)[cover > 127]


def _table(rng: Dice, width: int, height: int, draw: Callable[[Dice, Image], None]) -> Image:
    """A ground with a few things of one kind on it."""
    grained = cv2.GaussianBlur(rng.normal(0, 1, (height, width, 1)), (0, 0), rng.uniform(0.5, 4))
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
    """The picture as a camera takes it: uneven light, blur, noise."""
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width] / max(width, height)
    fall = 1.0 - rng.uniform(0, 0.6) * np.hypot(x - rng.random(), y - rng.random())
    lit = image * (fall * rng.uniform(0.6, 1.15))[..., None]
    seen = cv2.GaussianBlur(lit, (0, 0), rng.choice([0.3, 0.6, 1.0, 1.6]))
    return np.clip(seen + rng.normal(0, rng.uniform(0, 5), image.shape), 0, 255).astype(np.uint8)


def drawn(kind: str, seed: int, width: int = 480, height: int = 360) -> Image:
    """The picture (BGR) number `seed` of one of the `KINDS`: no die is in it."""
    rng = np.random.default_rng([KINDS.index(kind), seed])
    if kind in SHEETS:
        return _taken(rng, SHEETS[kind](rng, width, height))
    return _taken(rng, _table(rng, width, height, THINGS[kind]))
