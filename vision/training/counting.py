"""From looks at dice to counts by margin, from which `vision.confidence` tells what a margin is worth."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from vision.confidence import Step


@dataclass(frozen=True)
class Look:
    """One look at one thing taken for a die: its margin, whether it lay flat and showed what it seemed to, and which
    die it was (the same for further looks at it)."""

    margin: float
    right: bool
    die: Hashable


def counted(looks: Sequence[Look], borders: Sequence[float]) -> list[Step]:
    """A step for each range of margins between `borders` (rising, the first is 0) that has any looks; the first begins
    at 0. ValueError without looks."""
    if not looks:
        raise ValueError("no die was looked at")
    ranges: list[list[Look]] = [[] for _ in borders]
    for look in looks:
        ranges[sum(border <= look.margin for border in borders) - 1].append(look)
    filled = [(least, inside) for least, inside in zip(borders, ranges, strict=True) if inside]
    return [_step(0.0 if k == 0 else least, inside) for k, (least, inside) in enumerate(filled)]


def _step(least: float, looks: Sequence[Look]) -> Step:
    right = sum(look.right for look in looks)
    return Step(least, len({look.die for look in looks}), len(looks), right)
