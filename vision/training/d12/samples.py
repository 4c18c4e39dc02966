"""Labelled patches of d12 faces to learn from and to be examined on: drawn, taken, straightened; each by its own
seed.

The label is the column in `NumeralNet.judge`: 0 to 11 for the numerals 1 to 12, 12 where nothing can be told: no
numeral of a d12, no face, a six or nine without its mark, a face that mirrors the lamp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.d12.net import CORNERS, NONE, SIZE
from vision.sim.numerals import Mark, Typeface
from vision.small_net import Patches
from vision.training.canvas import SIDE, Plane, Points, Rng, lay, pixels, rotation
from vision.training.d12 import die, nothing
from vision.training.d12.gloss import gloss

Labels = NDArray[np.int64]
RADII = (11.5, 34.0)
"""The least and largest radius of a pentagon in the picture, pixels."""
_NOTHING = 0.24
"""Share of patches drawn to show nothing that can be told."""
_MARKED, _TWO_DIGITS = 0.2, 0.15
"""Shares of numerals drawn again as a six or nine, and as a 10, 11 or 12: they are the hardest to tell, the one
from numbers turned round, the others from numbers that no d12 has."""
_UNMARKED = 0.3
"""Share of sixes and nines without a mark."""
_RADIUS, _SMALL = 0.85, 0.62
"""The pentagon's radius on the canvas, edges; smaller where more of what is around it has to be seen."""
_SEEN, _HIDDEN = 0.8, 0.5
"""A numeral is told when at least the first share of its ink can be seen, told by nobody below the second; what lies
between teaches nothing and is drawn anew."""
_CONTRAST = 0.045
"""The least difference of tone (0 to 1) that can be seen."""


_CLEAR, _LOST = 2.5, 1.2
"""The same for how far the ink stands out of the picture's noise, in deviations of a pixel's."""


@dataclass(frozen=True)
class Film:
    """How a camera turns light into tones: exposure, the curve's power, the deviation of the noise (0 to 1)."""

    gain: float
    power: float
    noise: float

    def clearness(self, contrast: float) -> float:
        """How many deviations of the noise a contrast (0 to 1) of the canvas is."""
        return contrast * self.gain / (self.noise + 0.004)


@dataclass(frozen=True, eq=False)
class Drawn:
    """A canvas, the corners of the pentagon that a reader would take (5 x 2 canvas pixels), and the column of what
    is there; which share of its ink can be seen, and by how much it stands out (0 to 1)."""

    canvas: Plane
    corners: Points
    shows: int
    seen: float = 1.0
    contrast: float = 1.0

    def label(self, film: Film) -> int | None:
        """What can be told of it; None when it can neither be told nor called unreadable."""
        clear = film.clearness(self.contrast)
        if self.shows == NONE or self.seen < _HIDDEN or clear < _LOST:
            return NONE
        return self.shows if self.seen >= _SEEN and clear >= _CLEAR else None


def samples(count: int, seed: int, faces: Sequence[Typeface], shots: int = 1) -> tuple[Patches, Labels]:
    """`count` patches with numerals of these typefaces, and their labels; so many of each die that is drawn, each
    by a camera of its own. The same seed, the same patches."""
    patches = np.empty((count, SIZE, SIZE), np.uint8)
    labels = np.empty(count, np.int64)
    for k in range(count):
        if k % shots == 0:
            rng = np.random.default_rng([seed, k])
            drawn = draw(rng, faces)
        patches[k], labels[k] = shot(rng, drawn, faces)
    return patches, labels


def draw(rng: Rng, faces: Sequence[Typeface]) -> Drawn:
    """A die, or something that is none."""
    face = faces[int(rng.integers(len(faces)))]
    return nothing_drawn(rng, face) if rng.random() < _NOTHING else with_numeral(rng, face)


def shot(rng: Rng, drawn: Drawn, faces: Sequence[Typeface]) -> tuple[NDArray[np.uint8], int]:
    """A patch of what was drawn, or of something else when that cannot be labelled; and its label."""
    while True:
        film = a_film(rng)
        label = drawn.label(film)
        if label is not None:
            return taken(rng, drawn, film), label
        drawn = draw(rng, faces)


def a_film(rng: Rng) -> Film:
    """A camera's settings by chance."""
    noise = np.exp(rng.uniform(np.log(0.002), np.log(0.025)))
    return Film(float(2 ** rng.uniform(-1.0, 0.5)), rng.uniform(0.7, 1.3), float(noise))


def with_numeral(rng: Rng, face: Typeface) -> Drawn:
    """A flat die."""
    make = die.a_make(rng, face, _RADIUS)
    value = int(rng.integers(1, 13))
    again = rng.random()
    if again < _MARKED + _TWO_DIGITS:
        value = int(rng.choice([6, 9] if again < _MARKED else [10, 11, 12]))
    marked = value not in (6, 9) or rng.random() >= _UNMARKED
    mark: Mark = make.mark if value in (6, 9) and marked else "none"
    canvas, corners, seen, contrast = flat_die(rng, make, str(value), mark)
    return Drawn(canvas, corners, value - 1 if marked else NONE, seen, contrast)


def flat_die(rng: Rng, make: die.Make, number: str, mark: Mark) -> tuple[Plane, Points, float, float]:
    """The canvas with a die; its top's corners; which share of the ink can be seen, and by how much (0 to 1)."""
    canvas, turn = die.blank(rng, make)
    ink, mark_ink = die.inks(rng, make, number, mark, turn)
    worn = die.worn(rng, np.maximum(ink, mark_ink))
    bare = canvas.copy()
    lay(canvas, worn, make.ink)
    die.engrave(rng, canvas, worn, make)
    gloss(rng, canvas, bare, worn, make.size, turn)
    contrast = np.abs(canvas - bare)
    seen = min(_share(contrast, ink), _share(contrast, mark_ink))
    amount = float((contrast * ink).sum() / max(1e-6, float(ink.sum())))
    return canvas, pixels(die.top(make, turn)), seen, amount


def _share(contrast: Plane, ink: Plane) -> float:
    """The share of ink that stands out, 1 where there is none; it has to stand out at least a little of what most
    does."""
    solid = contrast[ink > 0.6]
    if not len(solid):
        return 1.0
    return float((solid > max(_CONTRAST, 0.3 * float(np.median(solid)))).mean())


def nothing_drawn(rng: Rng, face: Typeface) -> Drawn:
    """Something without a numeral of a d12 in the middle of the pentagon."""
    kinds = list(nothing.KINDS)
    weights = np.array([nothing.KINDS[kind] for kind in kinds])
    kind = kinds[int(rng.choice(len(kinds), p=weights / weights.sum()))]
    make = die.a_make(rng, face, _SMALL if kind is nothing.off_face else _RADIUS)
    if kind is nothing.off_face:
        canvas, corners, _, _ = flat_die(rng, make, str(int(rng.integers(1, 13))), "none")
        corners = nothing.off_face(rng, corners)
    elif kind is nothing.other_number:
        mark: Mark = "none" if rng.random() < 0.7 else make.mark
        canvas, corners, _, _ = flat_die(rng, make, nothing.other_number(rng), mark)
    else:
        canvas, corners = nothing.bare_die(rng, make)
        kind(rng, canvas)
    np.clip(canvas, 0, None, out=canvas)
    return Drawn(canvas, corners, NONE)


def taken(rng: Rng, drawn: Drawn, film: Film) -> NDArray[np.uint8]:
    """The patch that a camera and a reader who finds the pentagon a little wrong make of a canvas."""
    radius = float(np.exp(rng.uniform(*np.log(RADII))))
    own = float(np.hypot(*(drawn.corners - drawn.corners.mean(axis=0)).T).mean())
    zoom = radius / own
    side = max(16, round(SIDE * zoom))
    zoom = side / SIDE
    small = np.asarray(cv2.resize(drawn.canvas, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    picture = _developed(rng, _blurred(rng, small, radius), film)
    return straightened(rng, picture, (drawn.corners + 0.5) * zoom - 0.5)


def _blurred(rng: Rng, seen: Plane, radius: float) -> Plane:
    sigma = rng.uniform(0.3, 0.85) + radius * rng.uniform(0, 0.035)
    seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), sigma), np.float32)
    if rng.random() < 0.1:
        half = max(1, round(radius * rng.uniform(0.03, 0.1)))
        kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
        turn = rng.uniform(0, np.pi)
        end = np.rint(half * np.array([np.cos(turn), np.sin(turn)])).astype(int)
        cv2.line(kernel, tuple((half - end).tolist()), tuple((half + end).tolist()), 1.0)
        seen = np.asarray(cv2.filter2D(seen, -1, kernel / kernel.sum()), np.float32)
    if rng.random() < 0.4:
        seen = seen + np.float32(rng.uniform(0.3, 1.6)) * (seen - cv2.GaussianBlur(seen, (0, 0), 1.0))
    return np.asarray(seen, np.float32)


def _developed(rng: Rng, seen: Plane, film: Film) -> NDArray[np.uint8]:
    """Exposure, the curve of tones, noise, JPEG."""
    lit = np.power(np.clip(seen, 0, None), film.power) * np.float32(film.gain)
    noise = rng.standard_normal(lit.shape, np.float32)
    if rng.random() < 0.4:
        noise = 1.6 * cv2.GaussianBlur(noise, (0, 0), 0.7)
    lit = lit + np.float32(film.noise) * noise
    picture = np.clip(255 * lit, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        return np.asarray(picture, np.uint8)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)


def straightened(rng: Rng, picture: NDArray[np.uint8], corners: Points) -> NDArray[np.uint8]:
    """The patch of a pentagon found a few hundredths of its radius wrong in place, size and shape, turned at will."""
    middle = corners.mean(axis=0)
    radius = float(np.hypot(*(corners - middle).T).mean())
    turn = float(np.clip(rng.normal(0, 0.045), -0.12, 0.12))
    grown = np.exp(np.clip(rng.normal(0.02, 0.045), -0.1, 0.14))
    around = (corners - middle) @ rotation(turn) * grown
    around += np.clip(rng.normal(0, 0.02, (5, 2)), -0.05, 0.05) * radius
    around += np.clip(rng.normal(0, 0.05, 2), -0.13, 0.13) * radius
    around = np.roll(around + middle, int(rng.integers(5)), axis=0)
    some = np.sort(rng.permutation(5)[:4])
    way = cv2.getPerspectiveTransform(around[some].astype(np.float32), CORNERS[some])
    flags = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_AREA)[int(rng.choice(3, p=(0.7, 0.2, 0.1)))]
    return np.asarray(
        cv2.warpPerspective(picture, way, (SIZE, SIZE), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
