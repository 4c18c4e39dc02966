"""What a margin is worth: the probability that a die lies flat and shows the number it seems to show.

A reader's margin (0..1) is what its weakest witness says; it orders dice, but it is no probability. Here it becomes
one, by counting: of all dice of drawn pictures that had such a margin, how many showed that number
(`vision.confidence_steps`, made by `python -m vision.training.confidence`). More than was counted is never claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from vision import confidence_steps as counts

TOLD = 0.99
"""A number is told from this probability on: a wrong number costs more than a hundred questions, so it has to be rarer
than one in a hundred."""
_THREE = 3.0
"""When none of n dice was wrong, up to 3 / n may be (at 95 %): the rule of three (Hanley and Lippman-Hand, 1983)."""


@dataclass(frozen=True)
class Step:
    """The dice whose margin is at least `least`, and less than the next step's.

    `dice` that were drawn, how often they were looked at (the same die under worse light is another of its `looks`,
    but no other die), and how many of these looks were `right`.
    """

    least: float
    dice: int
    looks: int
    right: int


class Worth:
    """The worth of each margin: a staircase that never falls. `steps` begin at margin 0 and rise; ValueError else."""

    def __init__(self, steps: Sequence[Step]) -> None:
        if not steps or steps[0].least != 0.0:
            raise ValueError("the first step has to begin at margin 0")
        self._least = [step.least for step in steps]
        # However sure its neighbours are, a range claims no more than its own dice can show ...
        pairs = zip(steps, _rising(steps), strict=True)
        claims = [max(0.0, min(share, 1 - _THREE / step.dice)) for step, share in pairs]
        # ... but what a lesser margin is worth a greater one is too, even when it was seen seldom.
        self._worth = list(accumulate(claims, max))

    def probability(self, margin: float) -> float:
        """The probability that a die with this margin (0..1) lies flat and shows its number."""
        reached = sum(least <= margin for least in self._least)
        return self._worth[max(0, reached - 1)]

    def least(self, probability: float = TOLD) -> float:
        """The least margin worth so much; more than any margin when none is."""
        pairs = zip(self._least, self._worth, strict=True)
        return next((least for least, worth in pairs if worth >= probability), 2.0)


def _rising(steps: Sequence[Step]) -> list[float]:
    """The share right of each step, neighbours that are out of order taken together: isotonic regression by pooling
    (Ayer, Brunk, Ewing, Reid and Silverman, 1955)."""
    pools: list[tuple[int, int, int]] = []  # right, looks, steps
    for step in steps:
        right, looks, count = step.right, step.looks, 1
        while pools and pools[-1][0] * looks > right * pools[-1][1]:
            lower = pools.pop()
            right, looks, count = right + lower[0], looks + lower[1], count + lower[2]
        pools.append((right, looks, count))
    return [right / looks for right, looks, count in pools for _ in range(count)]


TRAY = Worth([Step(*row) for row in counts.TRAY])
"""The worth of margins of d6 in a tray (`vision.tray.dice`)."""
BLACK = Worth([Step(*row) for row in counts.BLACK])
"""The worth of margins of d12 in a tray (`vision.d12.read`)."""
PHOTO = Worth([Step(*row) for row in counts.PHOTO])
"""The worth of margins in a photograph without markers (`vision.photo.read`)."""
