"""Typefaces as die makers cut them: digits drawn with a round or flat pen along lines that vary from maker to maker.

Fonts alone would miss them: an open or closed four, a three with a flat top, a one with a long flag or none, a
nine with a straight or a bowed tail, all strokes of one width.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.sim.numerals import Glyph, Typeface
from vision.training.canvas import Points, Rng

_HIGH = 96
"""Pixels of a digit's height when it is drawn."""
_MARGIN = 40
_FINE = 4


def stroke_face(rng: Rng, name: str) -> Typeface:
    """A typeface by chance."""
    wide, pen = rng.uniform(0.45, 0.74), rng.uniform(0.08, 0.19)
    lines = _skeletons(rng)
    round_pen = rng.random() < 0.7
    digits = tuple(_inked(strokes, wide, pen, round_pen) for strokes in lines)
    # Two bars of an eleven must not look like one.
    loose = max(0.11, pen * rng.uniform(0.9, 1.5))
    return Typeface(name, digits, tuple(float(np.concatenate(d)[:, 0].max()) + loose for d in digits))


def _skeletons(rng: Rng) -> list[list[Points]]:
    """The ten digits as lines in a box 0..1 x 0..1, y down."""
    return [
        [_loop(0.5, 0.5, 0.5, 0.5, 0, 360, rng)],
        _one(rng),
        _two(rng),
        _three(rng),
        _four(rng),
        _five(rng),
        _six(rng),
        _seven(rng),
        _eight(rng),
        [1.0 - line for line in _six(rng)],
    ]


def _loop(x: float, y: float, wide: float, high: float, first: float, last: float, rng: Rng | None) -> Points:
    """A part of an oval, or of a rounded box; degrees, 0 to the right, 90 down."""
    turn = np.radians(np.linspace(first, last, max(4, int(abs(last - first) / 9))))
    power = 1.0 if rng is None else float(rng.choice([1.0, 1.0, 0.8, 0.62]))
    cos, sin = np.cos(turn), np.sin(turn)
    return np.column_stack(
        [x + wide * np.sign(cos) * np.abs(cos) ** power, y + high * np.sign(sin) * np.abs(sin) ** power]
    )


def _line(*points: tuple[float, float]) -> Points:
    return np.array(points, np.float64)


def _one(rng: Rng) -> list[Points]:
    flag = rng.uniform(0.12, 0.38)
    strokes = [_line((0.5, 0.0), (0.5, 1.0))]
    if rng.random() < 0.75:
        strokes.append(_line((0.5, 0.0), (0.5 - flag, flag * rng.uniform(0.3, 0.9))))
    if rng.random() < 0.3:
        foot = rng.uniform(0.2, 0.4)
        strokes.append(_line((0.5 - foot, 1.0), (0.5 + foot, 1.0)))
    return strokes


def _two(rng: Rng) -> list[Points]:
    top = rng.uniform(0.24, 0.32)
    bow = _loop(0.5, top, 0.48, top, rng.uniform(180, 215), 375 + rng.uniform(0, 20), None)
    return [np.vstack([bow, [(0.02, 1.0)], [(1.0, 1.0)]])]


def _three(rng: Rng) -> list[Points]:
    waist = rng.uniform(0.42, 0.5)
    low = _loop(0.45, (1 + waist) / 2, 0.52, (1 - waist) / 2, -90, rng.uniform(145, 170), None)
    if rng.random() < 0.3:
        return [np.vstack([[(0.05, 0.0)], [(0.9, 0.0)], [(0.42, waist)], low])]
    high = _loop(0.45, waist / 2, 0.46, waist / 2, rng.uniform(-170, -145), 90, None)
    return [high, np.vstack([[(0.3, waist)], low])]


def _four(rng: Rng) -> list[Points]:
    bar, post = rng.uniform(0.62, 0.78), rng.uniform(0.62, 0.85)
    if rng.random() < 0.25:
        return [_line((0.1, 0.0), (0.1, bar), (1.0, bar)), _line((post, rng.uniform(0, 0.4)), (post, 1.0))]
    return [_line((post, 1.0), (post, 0.0), (0.0, bar), (1.0, bar))]


def _five(rng: Rng) -> list[Points]:
    start = rng.uniform(0.38, 0.48)
    bowl = _loop(
        0.42, (1 + start) / 2, 0.56, (1 - start) / 2, rng.uniform(-140, -110), rng.uniform(140, 165), None
    )
    left = rng.uniform(0.05, 0.18)
    return [np.vstack([[(0.92, 0.0)], [(left, 0.0)], [(0.06, start + 0.06)], bowl])]


def _six(rng: Rng) -> list[Points]:
    high = rng.uniform(0.27, 0.33)
    bowl = _loop(0.5, 1 - high, 0.5, high, 0, 360, None)
    if rng.random() < 0.4:
        tail = np.array([(0.02, 1 - high), (0.1, 0.55), (0.3, 0.25), (rng.uniform(0.5, 0.75), 0.0)])
    else:
        tail = _loop(0.52, 1 - high, 0.52, 1 - high, 180, rng.uniform(285, 325), None)
    return [bowl, tail]


def _seven(rng: Rng) -> list[Points]:
    foot = rng.uniform(0.2, 0.45)
    bend = rng.uniform(0.0, 0.1)
    strokes = [_line((0.0, 0.0), (1.0, 0.0), ((1 + foot) / 2 - bend, 0.45), (foot, 1.0))]
    if rng.random() < 0.12:
        strokes.append(_line((0.3, 0.5), (0.85, 0.5)))
    return strokes


def _eight(rng: Rng) -> list[Points]:
    waist, slim = rng.uniform(0.42, 0.5), rng.uniform(0.8, 1.0)
    return [
        _loop(0.5, waist / 2, 0.5 * slim, waist / 2, 0, 360, None),
        _loop(0.5, (1 + waist) / 2, 0.5, (1 - waist) / 2, 0, 360, None),
    ]


def _inked(strokes: list[Points], wide: float, pen: float, round_pen: bool) -> Glyph:
    """The outlines of lines drawn with a pen, 1 high from top to bottom ink."""
    inner = (wide - pen, 1 - pen)
    mask = np.zeros((_HIGH + 2 * _MARGIN, _HIGH + 2 * _MARGIN), np.uint8)
    for stroke in strokes:
        way = (stroke * inner + pen / 2) * _HIGH + _MARGIN
        fixed = np.rint(way * 2**_FINE).astype(np.int32)
        cv2.polylines(mask, [fixed], False, 255, max(1, round(pen * _HIGH)), cv2.LINE_8, _FINE)
    if not round_pen:
        side = max(3, round(pen * _HIGH))
        mask = np.asarray(
            cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((side // 3, side // 3), np.uint8)), np.uint8
        )
    lines, _ = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_TC89_L1)
    points = [line[:, 0].astype(np.float64) for line in lines if len(line) > 2]
    left = min(line[:, 0].min() for line in points)
    return tuple((line - (left, _MARGIN + _HIGH)) / _HIGH for line in points)
