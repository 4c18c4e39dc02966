"""The digits of font files (needs fontTools, which only training does).

Fonts whose digits no die would carry (slashed zeros, outlines only, digits of unequal height) are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from fontTools.pens.basePen import BasePen  # type: ignore[import-not-found, unused-ignore]
from fontTools.ttLib import TTFont, TTLibError  # type: ignore[import-not-found, unused-ignore]

from vision.sim.numerals import Glyph, Typeface

_PIECES = 6
"""A curve is drawn as so many straight pieces."""
_HOLES = ((1,), (0,), (0,), (0,), (0, 1), (0,), (1,), (0,), (2,), (1,))
"""How many holes each digit may have."""
_LOOK = 60
"""Pixels of a digit's height when its holes are counted."""
_EQUAL = 0.12
"""So much may digits differ in height."""
_STROKE = (0.055, 0.24)
"""The least and largest mean thickness of strokes, heights."""


class _Outlines(BasePen):  # type: ignore[misc]
    """A glyph's contours as straight pieces."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.lines: list[list[tuple[float, float]]] = []

    def _moveTo(self, at: tuple[float, float]) -> None:  # noqa: N802
        self.lines.append([at])

    def _lineTo(self, to: tuple[float, float]) -> None:  # noqa: N802
        self.lines[-1].append(to)

    def _curveToOne(  # noqa: N802
        self, first: tuple[float, float], second: tuple[float, float], to: tuple[float, float]
    ) -> None:
        start = np.array(self.lines[-1][-1])
        t = (np.arange(1, _PIECES + 1) / _PIECES)[:, None]
        way = (1 - t) ** 3 * start + 3 * t * (1 - t) ** 2 * np.array(first)
        way = way + 3 * t**2 * (1 - t) * np.array(second) + t**3 * np.array(to)
        self.lines[-1] += [(float(x), float(y)) for x, y in way]


def fonts_in(folder: Path) -> Iterator[Typeface]:
    """The usable typefaces of font files below a folder."""
    found = (path for kind in ("*.ttf", "*.otf") for path in folder.rglob(kind))
    for path in sorted(path for path in found if path.is_file()):
        face = typeface(path)
        if face is not None and usable(face):
            yield face


def typeface(path: Path) -> Typeface | None:
    """The digits of a font file; None when it has none that can be read."""
    try:
        with TTFont(path, fontNumber=0, lazy=True) as font:
            return _digits_of(font, path.stem)
    except (TTLibError, KeyError, AttributeError, ValueError, AssertionError):
        return None


def _digits_of(font: Any, name: str) -> Typeface | None:
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    if not names or any(ord(sign) not in names for sign in "0123456789"):
        return None
    digits, widths = [], []
    for sign in "0123456789":
        glyph = glyphs[names[ord(sign)]]
        pen = _Outlines(glyphs)
        glyph.draw(pen)
        digits.append(tuple(np.array(line) * (1, -1) for line in pen.lines if len(line) > 2))
        widths.append(float(glyph.width))
    if not all(digits):
        return None
    high = float(np.median([_high(digit) for digit in digits]))
    scaled = tuple(tuple(line / high for line in digit) for digit in digits)
    return Typeface(name, scaled, tuple(width / high for width in widths)) if high > 0 else None


def _high(digit: Glyph) -> float:
    return float(np.ptp(np.concatenate(digit)[:, 1]))


def usable(face: Typeface) -> bool:
    """Whether a die could carry these digits: of one height, in one piece, with the holes digits have."""
    heights = [_high(digit) for digit in face.digits]
    if max(heights) - min(heights) > _EQUAL:
        return False
    return all(_plain(digit, holes) for digit, holes in zip(face.digits, _HOLES, strict=True))


def _plain(digit: Glyph, holes: tuple[int, ...]) -> bool:
    mask = seen(digit)
    lines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if tree is None:
        return False
    inner = int((tree[0][:, 3] >= 0).sum())
    stroke = 2 * float((mask > 0).sum()) / sum(len(line) for line in lines) / _LOOK
    return len(lines) - inner == 1 and inner in holes and _STROKE[0] < stroke < _STROKE[1]


def seen(digit: Glyph) -> Any:
    """A small picture of a digit, 255 where there is ink."""
    points = np.concatenate(digit)
    low = points.min(axis=0)
    wide, high = (np.ptp(points, axis=0) * _LOOK).astype(int) + 9
    mask = np.zeros((int(high), int(wide)), np.uint8)
    lines = [np.rint((line - low) * _LOOK + 4).astype(np.int32) for line in digit]
    cv2.fillPoly(mask, lines, 255)
    return mask
