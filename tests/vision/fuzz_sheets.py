"""Pictures that are one pattern from border to border: noise, pages, boards, cloth."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from fuzz_ink import Dice, Image, colour, dark, light, tone


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
