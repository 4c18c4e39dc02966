"""The ten digits of a typeface as outlines, and numbers written with them: what dice have engraved on their faces.

The simulated table's own typefaces are in `numerals.json`; its digits come from free fonts (docs/d12.md says which).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Glyph = tuple[Points, ...]
"""Outlines, each N x 2: x right from the pen's place, y down from the line the digit stands on. What lies within
an even number of them is not ink. A digit is about 1 high."""
Mark = Literal["dot", "bar", "none"]
STEPS = 400
"""Outlines are stored in whole steps of this part of a digit's height."""
_FILE = Path(__file__).parent / "numerals.json"


@dataclass(frozen=True, eq=False)
class Typeface:
    """Ten digits and how far each moves the pen."""

    name: str
    digits: tuple[Glyph, ...]
    widths: tuple[float, ...]


def written(face: Typeface, number: str, gap: float = 0.0) -> Glyph:
    """The outlines of a number, 1 high, about its own middle; `gap` is put between digits (less than 0: closer)."""
    outlines: list[Points] = []
    pen = 0.0
    for sign in number:
        digit = int(sign)
        outlines += [outline + np.array([pen, 0.0]) for outline in face.digits[digit]]
        pen += face.widths[digit] + gap
    return centred(outlines)


def centred(outlines: Sequence[Points]) -> Glyph:
    """The outlines about the middle of their box, made 1 high."""
    points = np.concatenate(outlines)
    low, high = points.min(axis=0), points.max(axis=0)
    return tuple((outline - (low + high) / 2) / (high[1] - low[1]) for outline in outlines)


def marked(outlines: Glyph, style: Mark, size: float, gap: float) -> Glyph:
    """What tells a six from a nine, for a numeral 1 high: a dot after its foot, or a bar under it; `size` is the
    dot's width, `gap` its distance from the numeral."""
    points = np.concatenate(outlines)
    (left, _), (right, foot) = points.min(axis=0), points.max(axis=0)
    if style == "dot":
        around = np.linspace(0, 2 * np.pi, 14, endpoint=False)
        ring = np.column_stack([np.cos(around), np.sin(around)]) * size / 2
        return (ring + np.array([right + gap + size / 2, foot - size / 2]),)
    if style == "bar":
        thick, more, top = 0.75 * size, (right - left) * (0.12 - gap), foot + gap
        low, high = left - more, right + more
        return (np.array([(low, top), (high, top), (high, top + thick), (low, top + thick)]),)
    return ()


@cache
def typefaces() -> tuple[Typeface, ...]:
    """The simulated table's typefaces."""
    stored = json.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(_unpacked(entry) for entry in stored["typefaces"])


def packed(face: Typeface) -> dict[str, object]:
    """A typeface as it is stored."""
    digits = [[np.rint(line * STEPS).astype(int).ravel().tolist() for line in digit] for digit in face.digits]
    return {"name": face.name, "widths": [round(width, 4) for width in face.widths], "digits": digits}


def _unpacked(entry: dict[str, list[list[list[int]]]]) -> Typeface:
    digits = tuple(
        tuple(np.array(line, np.float64).reshape(-1, 2) / STEPS for line in digit)
        for digit in entry["digits"]
    )
    return Typeface(str(entry["name"]), digits, tuple(float(width) for width in entry["widths"]))  # type: ignore[arg-type]
