"""Several readings of a quiet tray made into one. What they do not agree on is unsure, never voted on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from vision.reading import Die, Reading

ENOUGH = 3
"""So many readings in a row must say the same."""
_NEAR = 0.3
"""Two sightings are of one die when closer than this share of its edge; dice lie a whole edge apart."""
SAME_PLACE = 0.075
"""Of an edge, 1.2 mm: a die that lies there has not been touched, the rest is what readings of one place differ by."""
_USUAL_EDGE = 1 / 40
"""Of the picture's width: a die's edge when its outline is not known (as the Camera Module 3 sees 16 mm)."""
_FLEETING = 0.34
"""What is seen in fewer than this share of the readings is no die but a reflex."""


@dataclass(frozen=True)
class Agreement:
    """What the readings come to.

    `unanimous`: the last three agree on every die, and no earlier one saw another value.
    """

    reading: Reading
    unanimous: bool


@dataclass
class _Sightings:
    """One die in several readings: by the reading's number."""

    seen: dict[int, Die] = field(default_factory=dict)

    @property
    def last(self) -> Die:
        return self.seen[max(self.seen)]

    @property
    def values(self) -> set[int]:
        return {die.value for die in self.seen.values() if die.value is not None}


def agree(readings: Sequence[Reading]) -> Agreement:
    """Merge readings (at least one) of one quiet tray, oldest first; positions are as last seen."""
    dice = _gathered(readings)
    recent = range(max(0, len(readings) - ENOUGH), len(readings))
    unanimous = len(readings) >= ENOUGH and all(_is_firm(die, recent) for die in dice)
    kept = [die for die in dice if len(die.seen) >= _FLEETING * len(readings)]
    merged = tuple(_merged(die, recent) for die in kept)
    return Agreement(replace(readings[-1], dice=merged), unanimous)


def same_dice(a: Reading, b: Reading) -> bool:
    """Whether nothing has changed: the same dice at the same places showing the same; of none, the same problems."""
    if len(a.dice) != len(b.dice):
        return False
    if not a.dice:
        return {problem.kind for problem in a.problems} == {problem.kind for problem in b.problems}
    pairs = [die.seen for die in _gathered((a, b))]
    return len(pairs) == len(a.dice) and all(_lies_still(die[0], die[1], a.size[0]) for die in pairs)


def edge_px(die: Die, width: int) -> float:
    """The edge of the die's top face in pixels of a picture `width` pixels wide."""
    corners = die.outline
    if len(corners) < 3:
        return width * _USUAL_EDGE
    sides = [math.dist(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    # A d12's face has five sides; its width, not its side, is what compares with a d6's edge.
    return sum(sides) / len(sides) * (1.0 if len(corners) == 4 else 1.5)


def _gathered(readings: Sequence[Reading]) -> list[_Sightings]:
    dice: list[_Sightings] = []
    for number, reading in enumerate(readings):
        for die in reading.dice:
            _nearest(die, number, dice, reading.size[0]).seen[number] = die
    return dice


def _nearest(die: Die, number: int, dice: list[_Sightings], width: int) -> _Sightings:
    """The sightings that this one belongs to; new ones when none are near."""
    reach = _NEAR * edge_px(die, width)
    near = [
        (math.dist(other.last.px, die.px), index)
        for index, other in enumerate(dice)
        if number not in other.seen and math.dist(other.last.px, die.px) <= reach
    ]
    if near:
        return dice[min(near)[1]]
    dice.append(_Sightings())
    return dice[-1]


def _lies_still(before: Die, now: Die, width: int) -> bool:
    apart = math.dist(before.px, now.px) / edge_px(before, width)
    return _says(before) == _says(now) and apart <= SAME_PLACE


def _says(die: Die) -> tuple[str, str, int | None]:
    return die.kind, die.status, die.value


def _is_firm(die: _Sightings, recent: range) -> bool:
    seen = [die.seen.get(number) for number in recent]
    says = {_says(one) if one else None for one in seen}
    return len(says) == 1 and None not in says and len(die.values) <= 1


def _merged(die: _Sightings, recent: range) -> Die:
    surest = min(one.confidence for one in die.seen.values())
    if _is_firm(die, recent):
        return replace(die.last, confidence=surest)
    return replace(die.last, status="unsure", value=None, confidence=surest)
