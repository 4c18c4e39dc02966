"""What is looked at of a d12 to tell how it lies: both sides of its edges, the edges, the places of its numerals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.d12.body import LOWER, MIDDLES, OUTLINES, TOP, UPPER, Floats

ALONG = np.linspace(0.17, 0.83, 3)
"""Where edges are looked at, shares of their length: not at the rounded corners."""
_BESIDE, _AROUND = 0.9, 1.0
"""Tones are compared so far to either side of an edge, and of the outline, mm."""
_ROUNDED = 0.98
"""Rounded corners make the outline of a die this share of a sharp one's."""


@dataclass(frozen=True, eq=False)
class Places:
    """What is looked at of a die, in its own axes: both sides of each edge (E x P x 3 each; the outline's come last),
    the places of the numerals (6 x D x 3), the edges themselves (E x P x 3)."""

    inner: Floats
    outer: Floats
    numerals: Floats
    lines: Floats


def _edge(first: Floats, second: Floats) -> Floats:
    return np.asarray(first + (second - first) * ALONG[:, None])


def _towards(points: Floats, face: int, first: Floats, second: Floats) -> Floats:
    """Points of an edge moved a little into a face."""
    way = (second - first) / np.linalg.norm(second - first)
    inward = MIDDLES[face] - first
    inward = inward - (inward @ way) * way
    return np.asarray(points + _BESIDE * inward / np.linalg.norm(inward))


def places() -> Places:
    """All of them."""
    inner, outer, lines = [], [], []
    for k in range(5):
        for first, second, one, other in (
            (TOP[k], TOP[(k + 1) % 5], 0, k + 1),
            (TOP[k], UPPER[k], (k - 1) % 5 + 1, k + 1),
        ):
            edge = _edge(first, second)
            lines.append(edge)
            inner.append(_towards(edge, one, first, second))
            outer.append(_towards(edge, other, first, second))
    order = [*range(0, 10, 2), *range(1, 10, 2)]
    inner, outer, lines = ([each[k] for k in order] for each in (inner, outer, lines))
    for k in range(5):
        for first, second in ((UPPER[k], LOWER[k]), (LOWER[k], UPPER[(k + 1) % 5])):
            edge = _edge(first, second)
            outward = edge * (1.0, 1.0, 0.0)
            outward *= _AROUND / np.linalg.norm(outward, axis=1, keepdims=True)
            lines.append(edge)
            inner.append(edge * _ROUNDED - outward)
            outer.append(edge * _ROUNDED + outward)
    return Places(np.array(inner), np.array(outer), _numerals(), np.array(lines))


def _numerals() -> Floats:
    """Places on two circles in the middle of each face: a numeral is about 7 mm high."""
    found = []
    for face, middle in zip(OUTLINES, MIDDLES, strict=True):
        right = face[0] - middle
        right = right / np.linalg.norm(right)
        up = np.cross(middle / np.linalg.norm(middle), right)
        points = [middle]
        for radius, count in ((2.4, 6),):
            angle = np.arange(count)[:, None] * 2 * np.pi / count
            points += list(middle + radius * (np.cos(angle) * right + np.sin(angle) * up))
        found.append(points)
    return np.array(found)
