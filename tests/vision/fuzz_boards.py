"""Things with holes, lamps, screws and pins: each drawn on a tile, as `fuzz_things` are."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from fuzz_ink import PIPS, PIPS_ON_TILE, TILE, Dice, Image, box, colour, dark, disc, light, px, tone


def _grid(columns: int, rows: int, pitch: float) -> list[tuple[float, float]]:
    """The places of a grid about the tile's middle."""
    return [
        (0.5 + pitch * (i - (columns - 1) / 2), 0.5 + pitch * (j - (rows - 1) / 2))
        for i in range(columns)
        for j in range(rows)
    ]


def led_matrix(rng: Dice, tile: Image) -> None:
    """A module of round lamps, some of them lit: dark ones on a light board, or the other way round."""
    paper, ink = (light(rng), dark(rng)) if rng.random() < 0.7 else (dark(rng), light(rng))
    box(tile, (0.04, 0.04, 0.96, 0.96), paper, rng.choice([0.0, 0.02, 0.1]))
    count = int(rng.integers(2, 9))
    shown = rng.random() if rng.random() < 0.5 else 1.0
    for x, y in _grid(count, count, 0.86 / count):
        disc(tile, x, y, 0.86 / count * rng.uniform(0.24, 0.27), ink if rng.random() < shown else paper)


def remote_control(rng: Dice, tile: Image) -> None:
    wide = rng.uniform(0.16, 0.24)
    box(tile, (0.5 - wide, 0.02, 0.5 + wide, 0.98), light(rng), rng.uniform(0.02, 0.12))
    ink, columns = dark(rng), int(rng.integers(2, 4))
    for x, y in _grid(columns, int(rng.integers(3, 8)), 1.5 * wide / columns):
        if rng.random() < 0.9:
            disc(tile, x, y, 0.4 * wide / columns, ink)


def egg_carton(rng: Dice, tile: Image) -> None:
    """Hollows in the shade between light ridges, in rows of two or three."""
    columns, rows = int(rng.integers(2, 4)), int(rng.integers(2, 6))
    pitch = 0.9 / max(columns, rows)
    paper = tone(rng, 130, 210)
    half = 0.5 * pitch * np.array([columns, rows])
    box(tile, (0.5 - half[0], 0.5 - half[1], 0.5 + half[0], 0.5 + half[1]), paper, 0.03)
    for x, y in _grid(columns, rows, pitch):
        for share in (0.42, 0.34, 0.26):
            disc(tile, x, y, share * pitch, tone(rng, int(250 * share), int(250 * share) + 30))


def socket(rng: Dice, tile: Image) -> None:
    """A plate with a round hollow and two or three holes, of the usual makes."""
    box(tile, (0.05, 0.05, 0.95, 0.95), light(rng), rng.uniform(0.0, 0.14))
    if rng.random() < 0.6:
        disc(tile, 0.5, 0.5, rng.uniform(0.28, 0.4), tone(rng, 130, 240))
    ink, apart, r = dark(rng), rng.uniform(0.1, 0.2), rng.uniform(0.03, 0.08)
    for x, y in [(0.5 - apart, 0.5), (0.5 + apart, 0.5), (0.5, 0.5 + 0.8 * apart)][: int(rng.integers(2, 4))]:
        disc(tile, x, y, r, ink)


def pegboard(rng: Dice, tile: Image) -> None:
    """A light board with small dark holes far apart."""
    box(tile, (0.02, 0.02, 0.98, 0.98), tone(rng, 150, 245), rng.choice([0.0, 0.05]))
    count = int(rng.integers(2, 6))
    r, ink = rng.uniform(0.1, 0.2) / count, dark(rng)
    for x, y in _grid(count, count, 0.9 / count):
        disc(tile, x, y, r, ink)


def bowling_ball(rng: Dice, tile: Image) -> None:
    disc(tile, 0.5, 0.5, 0.46, (light(rng), colour(rng))[rng.integers(2)])
    turn, r = rng.uniform(0, 2 * np.pi), rng.uniform(0.04, 0.07)
    for shift, far in ((0.35, 0.14), (-0.35, 0.14), (np.pi, 0.08)):
        disc(tile, 0.5 + far * np.cos(turn + shift), 0.5 + far * np.sin(turn + shift), r, dark(rng))


def traffic_light(rng: Dice, tile: Image) -> None:
    lamps = int(rng.integers(2, 4))
    half = 0.15 * lamps
    box(tile, (0.35, 0.5 - half, 0.65, 0.5 + half), (light(rng), dark(rng))[rng.integers(2)], 0.05)
    for _, y in _grid(1, lamps, 0.29):
        disc(tile, 0.5, y, rng.uniform(0.08, 0.12), (dark(rng), colour(rng))[rng.integers(2)])


def square_button(rng: Dice, tile: Image) -> None:
    """A rounded square with the holes for its thread, or a coaster, a switch, a cracker with holes."""
    box(tile, (0.06, 0.06, 0.94, 0.94), light(rng), rng.uniform(0.02, 0.2))
    if rng.random() < 0.4:
        box(tile, (0.14, 0.14, 0.86, 0.86), light(rng), rng.uniform(0.02, 0.15))
    spread, r, ink = rng.uniform(0.1, 0.33), rng.uniform(0.03, 0.09), dark(rng)
    for x, y in PIPS[int(rng.choice([1, 2, 2, 3, 4, 4, 5, 6]))]:
        disc(tile, 0.5 + spread * x, 0.5 + spread * y, r, ink)


def screwed_plate(rng: Dice, tile: Image) -> None:
    """A plate with a screw in each corner, slots in their heads; sometimes a knob in the middle."""
    box(tile, (0.03, 0.03, 0.97, 0.97), tone(rng, 130, 245), rng.uniform(0.0, 0.1))
    spread, r = rng.uniform(0.2, 0.38), rng.uniform(0.04, 0.08)
    for x, y in PIPS[int(rng.choice([4, 4, 5, 6]))]:
        place = (0.5 + spread * x, 0.5 + spread * y)
        disc(tile, *place, r, dark(rng))
        if rng.random() < 0.5:
            turn, far = rng.uniform(0, np.pi), 0.7 * r
            ends = [px(place[0] + s * far * np.cos(turn), place[1] + s * far * np.sin(turn)) for s in (-1, 1)]
            cv2.line(tile, ends[0], ends[1], light(rng), 2, cv2.LINE_AA)


def mahjong(rng: Dice, tile: Image) -> None:
    """An ivory tile, three to four, with one to nine round spots."""
    wide = rng.uniform(0.3, 0.36)
    box(tile, (0.5 - wide, 0.06, 0.5 + wide, 0.94), light(rng), rng.uniform(0.03, 0.1))
    places = [*PIPS.values(), *(_as_pips(2, rows) for rows in (2, 3, 4)), _as_pips(3, 3)]
    ink, r = dark(rng), rng.uniform(0.05, 0.08)
    for x, y in places[int(rng.integers(len(places)))]:
        disc(tile, 0.5 + 0.5 * wide * x, 0.5 + 0.27 * y, r, ink)


def _as_pips(columns: int, rows: int) -> list[tuple[float, float]]:
    return [(2 * (x - 0.5), 2 * (y - 0.5)) for x, y in _grid(columns, rows, 1.0 / max(columns - 1, rows - 1))]


def suited_card(rng: Dice, tile: Image) -> None:
    """A playing card whose signs stand as a die's pips, with its corners' marks or without."""
    box(tile, (0.19, 0.03, 0.81, 0.97), light(rng), rng.uniform(0.02, 0.06))
    ink, r = (dark(rng), (40, 40, 190))[rng.integers(2)], rng.uniform(0.04, 0.07)
    for x, y in PIPS[int(rng.integers(1, 7))]:
        disc(tile, 0.5 + 0.15 * x, 0.5 + rng.choice([0.15, 0.28]) * y, r, ink)
    if rng.random() < 0.6:
        for x, y in ((0.24, 0.1), (0.72, 0.95)):
            cv2.putText(tile, str(rng.integers(2, 11)), px(x, y), 0, 0.5, ink, 1, cv2.LINE_AA)


def empty_tray(rng: Dice, tile: Image) -> None:
    """A box seen from above: light walls, a dark floor, sometimes with a crumb in it."""
    box(tile, (0.02, 0.02, 0.98, 0.98), light(rng), rng.uniform(0.0, 0.12))
    box(tile, (0.14, 0.14, 0.86, 0.86), tone(rng, 20, 200), rng.uniform(0.0, 0.12))
    for _ in range(int(rng.integers(0, 3))):
        disc(
            tile, *rng.uniform(0.2, 0.8, 2), rng.uniform(0.01, 0.05), (light(rng), dark(rng))[rng.integers(2)]
        )


def strip(rng: Dice, tile: Image) -> None:
    """A strip of light pieces in a row, each with its spot: beads, a switchboard, a row of keys, a zip."""
    count = int(rng.integers(2, 7))
    pitch, ink, spots = 0.94 / count, dark(rng), PIPS_ON_TILE[int(rng.choice([1, 1, 2, 4]))]
    for i in range(count):
        left = 0.03 + i * pitch
        gap = pitch * rng.choice([0.03, 0.1])
        box(tile, (left, 0.5 - pitch / 2, left + pitch - gap, 0.5 + pitch / 2), light(rng), 0.1 * pitch)
        for x, y in spots:
            disc(tile, left + pitch * x, 0.5 + pitch * (y - 0.5), 0.1 * pitch, ink)


def ringed_plate(rng: Dice, tile: Image) -> None:
    """A cup on a saucer, a lamp, a target: rings about one middle."""
    r = 0.46
    while r > 0.04:
        cv2.circle(
            tile, tuple(px(0.5, 0.5)), round(r * TILE), (light(rng), dark(rng))[rng.integers(2)], -1, 16
        )
        r *= rng.uniform(0.3, 0.85)


BOARDS: dict[str, Callable[[Dice, Image], None]] = {
    one.__name__: one
    for one in (led_matrix, remote_control, egg_carton, socket, pegboard, bowling_ball, traffic_light,
                square_button, screwed_plate, mahjong, suited_card, empty_tray, strip, ringed_plate)
}  # fmt: skip
