"""How a maker's d12 look: typeface, size and marks of the engraved numerals, ink, wear, tone; and the faces as
pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.dodecahedron import FACE, NORMALS, RINGS, Ring, face_corners, frame, numbering
from vision.sim.hits import Gloss
from vision.sim.light import Floats32, linear
from vision.sim.measures import Floats
from vision.sim.numerals import Glyph, Mark, Typeface, marked, typefaces, written

TEXELS = 112
"""A face is a picture of so many texels along each side."""
REACH = 8.0
"""How far it reaches from the face's middle, mm."""
_FINE = 4
_PER_MM = TEXELS / (2 * REACH)


@dataclass(frozen=True, eq=False)
class Make:
    """A maker's dice. Lengths in mm; tones are linear (3)."""

    face: Typeface
    ring: Ring
    high: float
    """Height of single digits; numbers of two are as high as fits."""
    mark: Mark
    mark_size: float
    """Width of the dot, shares of a digit's height."""
    on_corner: bool
    """Whether numerals stand on a corner of their pentagon instead of an edge."""
    turns: tuple[int, ...]
    """By which of five turns each face's numeral stands."""
    wear: float
    """The share of the ink that is rubbed off."""
    depth: float
    body: Floats32
    ink: Floats32
    gloss: Gloss


def a_make(rng: np.random.Generator) -> Make:
    """A maker by chance."""
    faces = typefaces()
    black = rng.uniform(24, 40)
    white = rng.uniform(190, 240)
    return Make(
        face=faces[int(rng.integers(len(faces)))],
        ring=RINGS[int(rng.integers(len(RINGS)))],
        high=rng.uniform(5.4, 7.6),
        mark="dot" if rng.random() < 0.5 else "bar",
        mark_size=rng.uniform(0.15, 0.24),
        on_corner=bool(rng.random() < 0.5),
        turns=tuple(int(k) for k in rng.integers(0, 5, 12)),
        wear=float(rng.choice([0.0, 0.0, 0.1, 0.25])),
        depth=rng.uniform(0.1, 0.35),
        body=linear(black + 1, black, black),
        ink=linear(white - 4, white, white),
        gloss=Gloss(rng.uniform(0.2, 0.6), rng.uniform(50, 220)),
    )


def numeral(make: Make, value: int) -> Glyph:
    """The outlines of a numeral with its mark, mm about the face's middle, y down."""
    glyph = written(make.face, str(value))
    marks = marked(glyph, make.mark, make.mark_size, 0.09) if value in (6, 9) else ()
    far = max(float(np.hypot(*line.T).max()) for line in (*glyph, *marks))
    high = min(make.high, 0.86 * FACE * math.cos(math.pi / 5) / far)
    return tuple(line * high for line in (*glyph, *marks))


@dataclass(frozen=True, eq=False)
class Engraving:
    """The faces of one maker's dice: `values` by face; `texels` (12 T T) x 3: ink, and how the groove bends the
    normal to the right and down; `rights` and `downs` (12 x 3) of the faces' frames."""

    values: tuple[int, ...]
    texels: Floats32
    rights: Floats
    downs: Floats

    def at(self, points: Floats32) -> tuple[Floats32, Floats32]:
        """The ink (N) at points on the die (3 x N, own frame), and what to add to the normals there (3 x N)."""
        face = np.argmax(NORMALS.astype(np.float32) @ points, axis=0)
        rights, downs = self.rights.astype(np.float32)[face].T, self.downs.astype(np.float32)[face].T
        column = _texel((rights * points).sum(axis=0))
        row = _texel((downs * points).sum(axis=0))
        seen = self.texels[(face * TEXELS + row) * TEXELS + column].T
        return seen[0], seen[1] * rights + seen[2] * downs


def _texel(along: Floats32) -> NDArray[np.int32]:
    texel = np.clip((along + np.float32(REACH)) * np.float32(_PER_MM), 0, TEXELS - 1)
    return np.asarray(texel, np.int32)


@lru_cache(maxsize=8)
def engraved(make: Make) -> Engraving:
    """The faces as they are cut and inked."""
    values = numbering(make.ring)
    frames = [_frame(make, face) for face in range(12)]
    rng = np.random.default_rng([int(1000 * make.high), *values])
    planes = [_plane(make, value, rng) for value in values]
    texels = np.concatenate([plane.reshape(-1, 3) for plane in planes])
    rights, downs = (np.array(part) for part in zip(*frames, strict=True))
    return Engraving(values, np.asarray(texels, np.float32), rights, downs)


def _frame(make: Make, face: int) -> tuple[Floats, Floats]:
    """Right and down of a face's numeral."""
    corner = face_corners(face)[make.turns[face]]
    middle = corner - (corner @ NORMALS[face]) * NORMALS[face]
    return frame(face, -middle if make.on_corner else middle)


def _plane(make: Make, value: int, rng: np.random.Generator) -> Floats32:
    """A face's picture (T x T x 3)."""
    mask = np.zeros((TEXELS, TEXELS), np.uint8)
    lines = [
        np.rint(((line + REACH) * _PER_MM - 0.5) * 2**_FINE).astype(np.int32) for line in numeral(make, value)
    ]
    cv2.fillPoly(mask, lines, 255, cv2.LINE_AA, _FINE)
    ink = np.asarray(mask, np.float32) / np.float32(255)
    groove = cv2.GaussianBlur(ink, (0, 0), 1.4)
    slopes = [2.5 * make.depth * cv2.Sobel(groove, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1))]
    return np.dstack([_worn(ink, make.wear, rng), *slopes])


def _worn(ink: Floats32, wear: float, rng: np.random.Generator) -> Floats32:
    """Ink with patches rubbed off."""
    if wear == 0:
        return ink
    coarse = rng.standard_normal((14, 14)).astype(np.float32)
    patches = np.asarray(cv2.resize(coarse, (TEXELS, TEXELS), interpolation=cv2.INTER_CUBIC))
    least = float(np.quantile(patches, wear))
    return np.asarray(ink * np.clip(0.5 + (patches - least) * 2, 0.15, 1), np.float32)
