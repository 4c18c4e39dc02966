"""Draws the top of a d12 with all that is around it: body, bevels, the numeral with its mark, the five neighbours.

Lengths are in edges of the canvas (`vision.training.canvas`); the pentagon's circumscribed circle has the radius
`size`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.numerals import Glyph, Mark, Typeface, marked, written
from vision.training.canvas import SCALE, SIDE, Plane, Points, Rng, area, cloud, lay, pixels, rotation, soft

FIVE = 2 * np.pi * np.arange(5) / 5 - np.pi / 2
PENTAGON = np.column_stack([np.cos(FIVE), np.sin(FIVE)])
"""Corners of a pentagon, the first straight up, radius 1."""
INNER = float(np.cos(np.pi / 5))
"""The radius of its inscribed circle."""
_FACE = PENTAGON @ rotation(np.pi) * (-1, 1) + (0, INNER)
"""A face that shares the edge y = 0 with the top one, outwards of it."""
LEAN = float(1 / np.sqrt(5))
"""How much a neighbour is foreshortened, seen along the top face's normal: the cosine of 63.4 degrees."""
_FINE = 4


@dataclass(frozen=True)
class Make:
    """How a maker's dice look: tones 0 to 1, lengths in radii of the pentagon."""

    face: Typeface
    size: float
    body: float
    ink: float
    high: float
    wide: float
    slant: float
    gap: float
    fatter: float
    mark: Mark
    mark_size: float
    mark_gap: float
    upright: bool
    """Whether numerals stand upright on a corner (of the pentagon) rather than on an edge."""
    depth: float
    bevel: float


def a_make(rng: Rng, face: Typeface, size: float) -> Make:
    """A maker by chance: mostly light ink on dark dice."""
    body = float(np.exp(rng.uniform(np.log(0.03), np.log(0.3))))
    ink = body + rng.uniform(0.22, 0.85)
    if rng.random() < 0.13:
        body, ink = rng.uniform(0.4, 0.85), rng.uniform(0.02, 0.25)
    return Make(
        face,
        size,
        body,
        min(1.0, ink),
        high=rng.uniform(0.62, 1.12),
        wide=float(np.exp(rng.normal(0, 0.1))),
        slant=rng.normal(0, 0.07),
        gap=max(-0.05, rng.normal(0.01, 0.05)),
        fatter=rng.normal(0.0, 0.016),
        mark="dot" if rng.random() < 0.5 else "bar",
        mark_size=rng.uniform(0.12, 0.25) if rng.random() < 0.8 else rng.uniform(0.08, 0.13),
        mark_gap=rng.uniform(0.04, 0.16),
        upright=rng.random() < 0.5,
        depth=rng.uniform(0, 0.5) if rng.random() < 0.6 else 0.0,
        bevel=rng.uniform(0.015, 0.1),
    )


def numeral(make: Make, number: str, mark: Mark) -> tuple[Glyph, Glyph]:
    """The outlines of a number and of its mark, in radii about the middle of a face, y down; as large as fits."""
    glyph = written(make.face, number, make.gap)
    shape = np.array([[make.wide, 0.0], [-make.slant, 1.0]])
    glyph = tuple(line @ shape for line in glyph)
    points = np.concatenate(glyph)
    high = make.high
    marks = marked(glyph, mark, make.mark_size, make.mark_gap)
    everything = np.concatenate([points, *marks])
    # Two digits have to fit between the pentagon's sides.
    far = float(np.hypot(*(everything - _middle(points)).T).max())
    high = min(high, 0.86 * INNER / far)
    return tuple(line * high for line in glyph), tuple(line * high for line in marks)


def _middle(points: Points) -> Points:
    return np.asarray((points.min(axis=0) + points.max(axis=0)) / 2)


def inked(make: Make, outlines: Glyph) -> Plane:
    """The mask of ink with these outlines (edges), as worn round as `fatter` says."""
    mask = area_of(outlines)
    sharp = soft(mask, 0.022)
    # The border of what is blurred, moved outwards or inwards: strokes get fatter or thinner and their corners round.
    at = 0.5 - make.fatter * 18
    return np.asarray(np.clip((sharp - at) * 3.0 + 0.5, 0, 1), np.float32)


def area_of(outlines: Glyph) -> Plane:
    """The mask of outlines with holes."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    if outlines:
        cv2.fillPoly(mask, [_fixed(line) for line in outlines], 255, cv2.LINE_AA, _FINE)
    return np.asarray(mask * np.float32(1 / 255), np.float32)


def blank(rng: Rng, make: Make) -> tuple[Plane, float]:
    """A die with nothing on its top, and by how much that is turned (radians; 0: a corner straight up)."""
    canvas = np.full((SIDE, SIDE), rng.uniform(0.01, 0.5), np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    tilt = rotation(rng.uniform(0, 2 * np.pi))[0] * abs(rng.normal(0, 0.15))
    neighbours(rng, make, canvas, turn, tilt)
    lay(canvas, area(top(make, turn)), make.body * float(np.exp(rng.normal(0, 0.1))))
    bevels(rng, make, canvas, turn)
    return canvas, turn


def top(make: Make, turn: float) -> Points:
    """The corners of the top, edges."""
    return np.asarray(PENTAGON @ rotation(turn) * make.size)


def inks(rng: Rng, make: Make, number: str, mark: Mark, turn: float) -> tuple[Plane, Plane]:
    """The masks of a number and of its mark on a top that is turned like that: in one of the ways makers put them."""
    spin = rotation(turn + 2 * np.pi / 5 * rng.integers(5) + np.pi * make.upright + rng.normal(0, 0.03))
    off = rng.normal(0, 0.02, 2) * make.size
    ink, mark_ink = (
        inked(make, tuple(line @ spin * make.size + off for line in lines))
        for lines in numeral(make, number, mark)
    )
    return ink, mark_ink


def neighbours(rng: Rng, make: Make, canvas: Plane, turn: float, tilt: Points) -> None:
    """The five faces around the top one with their numerals. `tilt` (2) is how far the top face is seen from one
    side: the faces on the other side look longer."""
    glyphs: list[Points] = []
    some = (
        numeral(make, str(int(rng.integers(1, 13))), "none")[0],
        numeral(make, str(int(rng.integers(1, 13))), "none")[0],
    )
    for k in range(5):
        out = turn + FIVE[k] + np.pi / 5
        way = np.array([np.cos(out), np.sin(out)])
        long = float(np.clip(LEAN + tilt @ way, 0.12, 0.9))
        # From a face's own plane: along its edge as it is, outwards foreshortened.
        plane = np.array([(-way[1], way[0]), way * long]) * make.size
        start = way * INNER * make.size
        tone = make.body * float(np.exp(rng.normal(0, 0.45)))
        if rng.random() < 0.15:
            tone += rng.uniform(0.1, 0.7)
        cv2.fillConvexPoly(canvas, _fixed(_FACE @ plane + start), min(tone, 1.2), cv2.LINE_8, _FINE)
        spin = rotation(rng.integers(5) * 2 * np.pi / 5 + np.pi * make.upright)
        glyphs += [(line @ spin + (0, INNER)) @ plane + start for line in some[int(rng.integers(2))]]
    ink = make.ink * float(np.exp(rng.normal(-0.2, 0.25)))
    cv2.fillPoly(canvas, [_fixed(line) for line in glyphs], ink, cv2.LINE_8, _FINE)


def _fixed(points: Points) -> NDArray[np.int32]:
    return np.asarray(np.rint(pixels(points) * 2**_FINE), np.int32)


def bevels(rng: Rng, make: Make, canvas: Plane, turn: float) -> None:
    """The rounded edges catch light, or none: each its own."""
    corners = pixels(PENTAGON @ rotation(turn) * make.size)
    outer = pixels(PENTAGON @ rotation(turn) * make.size * 1.7)
    shine = rng.uniform(0.05, 0.7)
    for k in range(5):
        for first, second in ((corners[k], corners[(k + 1) % 5]), (corners[k], outer[k])):
            if rng.random() < 0.7:
                tone = (
                    make.body * rng.uniform(0.3, 1)
                    if rng.random() < 0.4
                    else make.body + shine * rng.uniform(0.1, 1)
                )
                ends = [tuple(np.rint(end * 2**_FINE).astype(int).tolist()) for end in (first, second)]
                thick = max(1, round(make.bevel * make.size * rng.uniform(0.5, 1.3) * SCALE))
                cv2.line(canvas, ends[0], ends[1], min(1.0, tone), thick, cv2.LINE_8, _FINE)


def engrave(rng: Rng, canvas: Plane, ink: Plane, make: Make) -> None:
    """One side of each groove is in the shade, the other catches light."""
    if make.depth == 0:
        return
    turn = rng.uniform(0, 2 * np.pi)
    x, y = np.rint(2.0 * np.array([np.cos(turn), np.sin(turn)])).astype(int)
    slope = ink - np.roll(ink, (int(y), int(x)), (0, 1))
    canvas += np.float32(make.depth * rng.uniform(0.2, 1.0) * make.ink * 0.5) * slope
    np.clip(canvas, 0, None, out=canvas)


def worn(rng: Rng, ink: Plane) -> Plane:
    """The ink after years in a café: rubbed off in places, paler as a whole."""
    if rng.random() < 0.3:
        holes = cloud(rng, rng.uniform(0.08, 0.3)) + rng.uniform(-0.2, 1.8)
        ink = ink * np.clip(holes * 2 + 0.6, rng.uniform(0, 0.4), 1)
    return np.asarray(ink, np.float32)
