"""Things of a café with spots on them, each drawn on a tile; what stays of the key colour is not part of them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from fuzz_ink import PIPS, PIPS_ON_TILE, TILE, Dice, Image, box, dark, disc, light, px, tone


def domino(rng: Dice, tile: Image) -> None:
    width, r = rng.uniform(0.34, 0.46), rng.uniform(0.02, 0.045)
    paper, ink = light(rng), dark(rng)
    box(
        tile,
        (0.5 - width / 2, 0.5 - width, 0.5 + width / 2, 0.5 + width),
        paper,
        rng.choice([0.0, 0.02, 0.06]),
    )
    reach = rng.choice([0.3, 0.42, 0.5]) * width
    cv2.line(tile, px(0.5 - reach, 0.5), px(0.5 + reach, 0.5), ink, int(rng.integers(1, 7)), cv2.LINE_AA)
    if rng.random() < 0.3:
        disc(tile, 0.5, 0.5, 0.6 * r, (90, 150, 190))
    for side in (-1, 1):
        for x, y in PIPS[int(rng.integers(7))]:
            disc(tile, 0.5 + 0.27 * width * x, 0.5 + width * (0.5 * side + 0.27 * y), r, ink)


def clock(rng: Dice, tile: Image) -> None:
    rim, ink = rng.uniform(0.4, 0.47), dark(rng)
    if rng.random() < 0.4:
        box(tile, (0.03, 0.03, 0.97, 0.97), dark(rng), 0.08)
    disc(tile, 0.5, 0.5, rim, light(rng))
    style = rng.integers(3)
    for hour in range(12):
        turn = hour * np.pi / 6
        x, y = 0.5 + 0.8 * rim * np.sin(turn), 0.5 - 0.8 * rim * np.cos(turn)
        if style == 0:
            disc(tile, x, y, 0.03, ink)
        elif style == 1:
            cv2.putText(tile, str(hour or 12), px(x - 0.04, y + 0.03), 0, 0.6, ink, 2, cv2.LINE_AA)
    for length in (0.5, 0.75, 0.8)[: int(rng.integers(0, 4))]:
        turn = rng.uniform(0, 2 * np.pi)
        tip = px(0.5 + length * rim * np.sin(turn), 0.5 + length * rim * np.cos(turn))
        cv2.line(tile, px(0.5, 0.5), tip, ink, int(rng.integers(2, 9)), cv2.LINE_AA)
    disc(tile, 0.5, 0.5, rng.uniform(0.02, 0.12), ink)


def button(rng: Dice, tile: Image) -> None:
    disc(tile, 0.5, 0.5, 0.45, light(rng))
    if rng.random() < 0.5:
        cv2.circle(tile, tuple(px(0.5, 0.5)), round(0.36 * TILE), tone(rng, 150, 200), 4, cv2.LINE_AA)
    spread, r = rng.uniform(0.08, 0.2), rng.uniform(0.04, 0.1)
    for x, y in PIPS[int(rng.choice([1, 2, 4]))]:
        disc(tile, 0.5 + spread * x, 0.5 + spread * y, r, dark(rng))


def key(rng: Dice, tile: Image) -> None:
    box(tile, (0.06, 0.06, 0.94, 0.94), light(rng), rng.uniform(0.0, 0.12))
    sign = str(rng.choice(list("oO08QDBe6.:*%a@")))
    size = rng.uniform(1.2, 6.0)
    (wide, high), _ = cv2.getTextSize(sign, 0, size, int(4 * size))
    place = ((TILE - wide) // 2, (TILE + high) // 2)
    cv2.putText(tile, sign, place, 0, size, dark(rng), int(rng.uniform(2, 6) * size), cv2.LINE_AA)


def holed_card(rng: Dice, tile: Image) -> None:
    """A card with one to three holes or dots: a label, a beer mat, a switch, a socket."""
    high = rng.uniform(0.3, 0.46)
    box(tile, (0.04, 0.5 - high, 0.96, 0.5 + high), light(rng), rng.choice([0.0, 0.03, 0.1]))
    r, ink = rng.uniform(0.04, 0.13), dark(rng)
    row = [[0.5], [0.35, 0.65], [0.3, 0.5, 0.7], [0.2]][rng.integers(4)]
    for x in row:
        disc(tile, x, 0.5, r, ink)


def lenses(rng: Dice, tile: Image) -> None:
    """The round-cornered island of a telephone's cameras, or a hob: rings and discs of two sizes."""
    box(tile, (0.06, 0.06, 0.94, 0.94), tone(rng, 120, 245), rng.uniform(0.05, 0.2))
    places = [[(0.3, 0.3), (0.3, 0.7), (0.7, 0.5)], [(0.3, 0.3), (0.7, 0.7)], PIPS_ON_TILE[4]][
        rng.integers(3)
    ]
    for x, y in places:
        r = rng.uniform(0.12, 0.17)
        disc(tile, x, y, r, tone(rng, 60, 130))
        disc(tile, x, y, 0.75 * r, dark(rng))


def brick(rng: Dice, tile: Image) -> None:
    """A toy brick from above: studs with their shadows in a lattice that fills the plate."""
    paper, shade = tone(rng, 120, 240), dark(rng)
    columns, rows = int(rng.integers(1, 5)), int(rng.integers(1, 5))
    pitch = 0.9 / max(columns, rows)
    box(tile, (0.05, 0.05, 0.05 + columns * pitch, 0.05 + rows * pitch), paper)
    for i in range(columns):
        for j in range(rows):
            x, y = 0.05 + (i + 0.5) * pitch, 0.05 + (j + 0.5) * pitch
            disc(tile, x + 0.05 * pitch, y + 0.05 * pitch, 0.3 * pitch, shade)
            if rng.random() < 0.5:
                disc(tile, x, y, 0.27 * pitch, paper)


def eye(rng: Dice, tile: Image) -> None:
    """A light disc with a dark one in it: an eye, a washer, an espresso cup on its saucer."""
    disc(tile, 0.5, 0.5, 0.45, light(rng))
    shift = rng.uniform(-0.08, 0.08, 2) * rng.integers(2)
    disc(tile, 0.5 + shift[0], 0.5 + shift[1], rng.uniform(0.06, 0.2), dark(rng))


def playing_card(rng: Dice, tile: Image) -> None:
    box(tile, (0.18, 0.03, 0.82, 0.97), light(rng), 0.04)
    rows, ink = int(rng.integers(1, 5)), dark(rng)
    for y in np.linspace(0.2, 0.8, rows):
        for x in (0.35, 0.65) if rng.random() < 0.8 else (0.5,):
            disc(tile, x, y - 0.02, 0.05, ink)
            box(tile, (x - 0.01, y, x + 0.01, y + 0.07), ink)


def biscuit(rng: Dice, tile: Image) -> None:
    """Round or square, with holes or chips of chocolate."""
    paper = tone(rng, 150, 230)
    if rng.random() < 0.5:
        disc(tile, 0.5, 0.5, 0.45, paper)
    else:
        box(tile, (0.05, 0.05, 0.95, 0.95), paper, 0.1)
    for _ in range(int(rng.integers(3, 14))):
        disc(tile, *rng.uniform(0.22, 0.78, 2), rng.uniform(0.03, 0.08), dark(rng))


def tag_with_lattice(rng: Dice, tile: Image) -> None:
    """A square cut out of perforated metal, a speaker, a colander's bottom."""
    box(tile, (0.05, 0.05, 0.95, 0.95), tone(rng, 120, 240), rng.choice([0.0, 0.1]))
    count = int(rng.integers(4, 9))
    for x in np.linspace(0.12, 0.88, count):
        for y in np.linspace(0.12, 0.88, count):
            disc(tile, x, y, rng.uniform(0.28, 0.3) / count, dark(rng))


def ladybird(rng: Dice, tile: Image) -> None:
    """An oval light or red back with a dark head and dark spots in pairs, in the middle or in a row."""
    paper, ink = (tone(rng, 150, 240), (40, 40, 200))[rng.integers(2)], dark(rng)
    disc(tile, 0.5, 0.12, rng.uniform(0.1, 0.2), ink)
    wide, high = rng.uniform(0.32, 0.45), rng.uniform(0.38, 0.45)
    cv2.ellipse(tile, tuple(px(0.5, 0.52)), tuple(px(wide, high)), 0, 0, 360, paper, cv2.FILLED, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.line(tile, px(0.5, 0.15), px(0.5, 0.9), ink, int(rng.integers(1, 5)), cv2.LINE_AA)
    spread, r = rng.uniform(0.14, 0.2), rng.uniform(0.05, 0.1)
    for x, y in PIPS[int(rng.integers(1, 7))]:
        disc(tile, 0.5 + spread * x, 0.52 + spread * y, r, ink)


THINGS: dict[str, Callable[[Dice, Image], None]] = {
    one.__name__: one
    for one in (domino, clock, button, key, holed_card, lenses, brick, eye, playing_card, biscuit,
                tag_with_lattice, ladybird)
}  # fmt: skip
