"""What lies about on a café table, as bodies for still pictures: coins, beer mats, phones, paper, crumbs, glasses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.die import Pose
from vision.sim.hits import Gloss
from vision.sim.light import Floats32, linear
from vision.sim.measures import Floats, turn_about
from vision.sim.solids import Solid, circle, plain, printed, prism, rectangle, rounded_rectangle

Rng = np.random.Generator
Mask = NDArray[np.uint8]
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_FINE = 8
"""Texels a millimetre of things with print on them."""


@dataclass(frozen=True)
class Coin:
    """A coin's width and thickness (mm), its metal's tone (BGR), what is on it, and the width of its hole (0: none)."""

    width: float
    thick: float
    tone: tuple[float, float, float]
    words: str
    hole: float = 0.0


SILVER, COPPER, BRASS = (176.0, 184.0, 188.0), (78.0, 112.0, 168.0), (96.0, 160.0, 196.0)
COINS = (
    Coin(20.25, 1.6, SILVER, "1", 4.0),
    Coin(24.5, 1.8, SILVER, "2", 4.5),
    Coin(28.5, 2.0, SILVER, "5", 5.5),
    Coin(21.5, 1.55, COPPER, "50"),
    Coin(23.35, 2.3, BRASS, "10"),
    Coin(27.0, 2.35, BRASS, "20"),
    Coin(23.25, 2.33, SILVER, "1"),
    Coin(18.75, 1.67, COPPER, "2"),
    Coin(16.25, 1.67, COPPER, "1"),
)
"""Coins of Denmark and of the euro, which visitors bring (the central banks' figures)."""
METAL = Gloss(0.85, 14.0)
PRINT = Gloss(0.04, 12.0)
GLASS = Gloss(1.1, 220.0)


def lying_thing(x: float, y: float, turn: float, floor: float = 0.0) -> Pose:
    """The frame of a thing that lies level, `floor` mm above the felt, turned by `turn` radians."""
    return Pose(np.array([x, y, -floor]), turn_about(np.array([0.0, 0.0, 1.0]), turn))


def coin(kind: Coin, pose: Pose, rng: Rng) -> Solid:
    """A coin: a rim, a number or a head, worn a little."""
    texture = _struck(kind, rng)
    skin = printed(texture, (kind.width, kind.width), METAL)
    return prism(circle(kind.width / 2), 0.0, kind.thick, pose, skin, 0.5)


def _struck(kind: Coin, rng: Rng) -> Floats32:
    side = round(kind.width * _FINE)
    drawn = np.zeros((side, side), np.uint8)
    middle = (side // 2, side // 2)
    cv2.circle(drawn, middle, round(side * 0.46), 255, round(side * 0.05), cv2.LINE_AA)
    if rng.random() < 0.5 or kind.hole:
        low, size = (0.74, 0.008) if kind.hole else (0.5, 0.016)
        _centred(drawn, kind.words, (side // 2, round(side * low)), side * size)
    else:
        cv2.ellipse(drawn, middle, (round(side * 0.2), round(side * 0.29)), 12, 0, 360, 255, -1, cv2.LINE_AA)
        cv2.ellipse(
            drawn,
            (side // 2, round(side * 0.8)),
            (round(side * 0.3), round(side * 0.14)),
            0,
            180,
            360,
            255,
            -1,
        )
    relief = cv2.GaussianBlur(_share(drawn), (0, 0), 1.6)
    lean = cv2.Sobel(relief, cv2.CV_32F, 1, 1, ksize=5) / 24 + cv2.Sobel(relief, cv2.CV_32F, 1, 0, ksize=3)
    worn = 1 + 0.06 * cv2.GaussianBlur(rng.standard_normal((side, side)).astype(np.float32), (0, 0), 5) * 8
    light = np.clip(worn + 0.45 * lean, 0.25, 1.7)
    texture = linear(*kind.tone) * 0.62 * light[..., None]
    hole = np.zeros((side, side), np.uint8)
    cv2.circle(hole, middle, round(kind.hole / 2 * _FINE), 255 * (kind.hole > 0), -1, cv2.LINE_AA)
    return _inked(np.asarray(texture, np.float32), hole, (30, 34, 30))


def _share(drawn: Mask) -> Floats32:
    """What was drawn (0..255) as shares."""
    return np.asarray(drawn, np.float32) / np.float32(255)


def _inked(ground: Floats32, drawn: Mask, tone: Sequence[float] | Floats) -> Floats32:
    """A texture (HxWx3, or one colour) with what was drawn in another tone (BGR, picture values)."""
    return np.asarray(ground + _share(drawn)[..., None] * (linear(*tone) - ground), np.float32)


def _centred(canvas: Mask, words: str, middle: tuple[int, int], size: float, colour: int = 255) -> None:
    thick = max(1, round(size * 3.2))
    (wide, high), _ = cv2.getTextSize(words, _FONT, size, thick)
    cv2.putText(
        canvas, words, (middle[0] - wide // 2, middle[1] + high // 2), _FONT, size, colour, thick, cv2.LINE_AA
    )


def beer_mat(pose: Pose, rng: Rng) -> Solid:
    """A beer mat, round or square, printed with rings, a word, or spots."""
    side, fine = 93.0, 4
    size = round(side * fine)
    drawn = np.zeros((size, size), np.uint8)
    middle = (size // 2, size // 2)
    if rng.random() < 0.35:
        step = size // int(rng.integers(5, 9))
        for x in range(step // 2, size, step):
            for y in range(step // 2, size, step):
                cv2.circle(drawn, (x, y), round(step * 0.22), 255, -1, cv2.LINE_AA)
    else:
        cv2.circle(drawn, middle, round(size * 0.42), 255, round(size * rng.uniform(0.01, 0.08)), cv2.LINE_AA)
        cv2.circle(drawn, middle, round(size * 0.3), 255, -1 if rng.random() < 0.5 else 6, cv2.LINE_AA)
        _centred(drawn, rng.choice(["ALE", "PILS", "1847"]), middle, size / 160, 255 - int(drawn[middle]))
    texture = _inked(linear(*rng.uniform(190, 232, 3)), drawn, rng.uniform(10, 150, 3))
    outline = circle(side / 2, 36) if rng.random() < 0.5 else rounded_rectangle(side, side, 6.0)
    return prism(outline, 0.0, 1.4, pose, printed(texture, (side, side), PRINT))


def phone(pose: Pose, rng: Rng) -> Solid:
    """A phone on its back: dark glass, or lit with the icons of a home screen."""
    size, fine = (71.0, 147.0), 4
    shape = (round(size[1] * fine), round(size[0] * fine))
    texture = np.full((*shape, 3), linear(16, 15, 14), np.float32)
    glow = 0.0
    if rng.random() < 0.5:
        glow = rng.uniform(0.5, 1.2)
        inner = texture[14:-14, 14:-14]
        inner[:] = linear(*rng.uniform(20, 150, 3))
        _icons(inner, fine, rng)
    gloss = Gloss(1.0, 260.0, glow)
    return prism(rounded_rectangle(*size, 9.0), 0.0, 8.0, pose, printed(texture, size, gloss), 1.5)


def _icons(screen: Floats32, fine: int, rng: Rng) -> None:
    """Light squares with a dark sign or some spots: what a screen has that is most like a die."""
    edge, step = 13 * fine, round(16.4 * fine)
    for top in range(2 * step // 3, screen.shape[0] - step, step + 3 * fine):
        for left in range(fine, screen.shape[1] - edge, step):
            sign = np.zeros((edge, edge), np.uint8)
            for _ in range(rng.integers(1, 5)):
                x, y = rng.integers(2 * fine, edge - 2 * fine, 2).tolist()
                cv2.circle(sign, (x, y), round(1.4 * fine), 255, -1, cv2.LINE_AA)
            tone = linear(*rng.uniform(150, 255, 3)) if rng.random() < 0.5 else linear(240, 240, 240)
            screen[top : top + edge, left : left + edge] = _inked(tone, sign, (30, 30, 30))


def receipt(pose: Pose, rng: Rng) -> Solid:
    """A paper slip with printed lines; or a blank one with a few words by hand."""
    size, fine = (rng.uniform(40, 80), rng.uniform(50, 140)), 5
    shape = (round(size[1] * fine), round(size[0] * fine))
    drawn = np.zeros(shape, np.uint8)
    row = 6 * fine
    while row < shape[0] - 3 * fine:
        words = "".join(rng.choice(list("abcdefghiklmnoprstuv 0123456789 .,:"), 22))
        cv2.putText(drawn, words, (3 * fine, row), _FONT, fine * 0.1, 215, 2, cv2.LINE_AA)
        row += round(fine * rng.choice([4.2, 4.2, 8.0]))
    texture = _inked(linear(*(rng.uniform(212, 236) + rng.uniform(-6, 6, 3))), drawn, (40, 40, 44))
    return prism(rectangle(*size), 0.0, 0.25, pose, printed(texture, size), casts=False)


def crumbs(x: float, y: float, rng: Rng) -> Iterator[Solid]:
    """Some crumbs of bread and salt about a place."""
    for _ in range(rng.integers(4, 14)):
        radius = rng.uniform(0.5, 2.2)
        # One corner in each sixth of the way around: no splinters.
        angles = (np.arange(6) + rng.uniform(0.1, 0.9, 6)) * math.pi / 3
        outline = radius * np.column_stack([np.cos(angles), np.sin(angles)])
        tone = (50, 110, 168) if rng.random() < 0.7 else (214, 222, 228)
        skin = plain(linear(*tone) * np.float32(rng.uniform(0.6, 1.1)))
        pose = lying_thing(x + rng.normal(0, 9.0), y + rng.normal(0, 9.0), 0.0)
        yield prism(outline, 0.0, radius * 0.9, pose, skin, 0.6)


def tumbler(pose: Pose, rng: Rng) -> Iterator[Solid]:
    """A full glass seen from above: beer under foam, or cola with ice."""
    radius, high, fine = rng.uniform(30, 38), rng.uniform(60, 95), 4
    size = round(2 * radius * fine)
    drawn = np.zeros((size, size), np.uint8)
    middle = (size // 2, size // 2)
    beer = rng.random() < 0.5
    for _ in range(160 if beer else 4):
        at = tuple(rng.integers(0, size, 2).tolist())
        if beer:
            cv2.circle(drawn, at, int(rng.integers(1, 5)), int(rng.uniform(25, 150)), -1, cv2.LINE_AA)
        else:
            square = cv2.boxPoints((at, (18.0 * fine, 18.0 * fine), rng.uniform(0, 90)))
            cv2.fillConvexPoly(
                drawn, np.rint(square).astype(np.int32), int(rng.uniform(75, 180)), cv2.LINE_AA
            )
    ground, marks = ((190, 222, 232), (110, 180, 206)) if beer else ((20, 26, 44), (176, 184, 190))
    brim = np.zeros((size, size), np.uint8)
    cv2.circle(brim, middle, size // 2 - fine, 255, 2 * fine, cv2.LINE_AA)
    texture = _inked(_inked(linear(*ground), drawn, marks), brim, (206, 214, 214))
    skin = printed(texture, (2 * radius, 2 * radius), GLASS)
    yield prism(circle(radius, 36), 0.0, high, pose, skin)


def wet_ring(cloth: Floats32, scale: float, x: float, y: float, rng: Rng) -> None:
    """What a glass leaves on the felt: a dark ring, drops inside, drawn into its texture (`scale` texels a mm)."""
    wet = np.zeros(cloth.shape[:2], np.uint8)
    radius, middle = rng.uniform(27, 36), (round(x * scale), round(y * scale))
    cv2.circle(wet, middle, round(radius * scale), 255, round(rng.uniform(2, 5) * scale), cv2.LINE_AA)
    for _ in range(6):
        at = np.rint(np.array(middle) + rng.normal(0, radius * scale * 0.7, 2)).astype(int).tolist()
        cv2.circle(wet, at, round(rng.uniform(0.8, 2.5) * scale), 255, -1, cv2.LINE_AA)
    cloth *= 1 - 0.55 * cv2.GaussianBlur(_share(wet), (0, 0), 0.7 * scale)[..., None]


def glass_foot(cloth: Floats32, scale: float, x: float, y: float, rng: Rng) -> None:
    """The clear foot of a glass: what is under it is darker, its edge and its stem catch the light."""
    middle, radius = (round(x * scale), round(y * scale)), rng.uniform(30, 36) * scale
    body, edge = np.zeros(cloth.shape[:2], np.uint8), np.zeros(cloth.shape[:2], np.uint8)
    cv2.circle(body, middle, round(radius), 255, -1, cv2.LINE_AA)
    turn = rng.uniform(0, 360)
    for share, thick, span in ((1.0, 1.6, 150), (0.92, 0.8, 60), (0.22, 1.8, 120), (1.0, 1.2, -50)):
        axes = (round(radius * share), round(radius * share))
        start = turn if span > 0 else turn + 200
        cv2.ellipse(edge, middle, axes, 0, start, start + abs(span), 255, round(thick * scale), cv2.LINE_AA)
    cloth *= 1 - 0.25 * cv2.GaussianBlur(_share(body), (0, 0), 0.4 * scale)[..., None]
    cloth += 0.75 * cv2.GaussianBlur(_share(edge), (0, 0), 0.3 * scale)[..., None]
