"""Several readings of a quiet tray made into one. What they do not agree on is unsure, never voted on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from vision.reading import Die, Reading, Status

ENOUGH = 3
"""So many readings in a row must say the same."""
_NEAR = 0.5
"""Two sightings are of one die when closer than this share of its edge: flat dice lie a whole edge apart, and a
leaning one's middle is not seen at the same place each time."""
SAME_PLACE = 0.075
"""Of an edge, 1.2 mm: a die that lies there has not been touched, the rest is what readings of one place differ by."""
_USUAL_EDGE = 1 / 40
"""Of the picture's width: a die's edge when its outline is not known (as the Camera Module 3 sees 16 mm)."""
_FLEETING = 0.34
"""What is seen in fewer than this share of the readings is no die but a reflex."""


@dataclass(frozen=True)
class Agreement:
    """What the readings come to.

    `unanimous`: of every die three readings, all lately or most of them, say the same, and none saw another value.
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
    """Whether nothing more is to be learnt: it shows one value, or was seen and never showed any."""
    if not die.values:
        return sum(number in die.seen for number in recent) >= len(recent) - 1
    return len(die.values) == 1 and (_was_read_lately(die, recent) or _was_read_mostly(die, recent))


def _was_read_lately(die: _Sightings, recent: range) -> bool:
    return all(number in die.seen and die.seen[number].status == "ok" for number in recent)


def _was_read_mostly(die: _Sightings, recent: range) -> bool:
    """Not every time, but often enough, and never said to be anything else."""
    said = Counter(one.status for one in die.seen.values())
    return (
        said["ok"] >= ENOUGH and 2 * said["ok"] > recent.stop and said["ok"] + said["unsure"] == recent.stop
    )


def _merged(die: _Sightings, recent: range) -> Die:
    surest = min(one.confidence for one in die.seen.values())
    if die.values and _is_firm(die, recent):
        read = [one for one in die.seen.values() if one.status == "ok"]
        return replace(read[-1], confidence=surest)
    status = "unsure" if die.values else _mostly(list(die.seen.values()))
    return replace(die.last, status=status, value=None, confidence=surest)


def _mostly(seen: Sequence[Die]) -> Status:
    """What is said of a die without a value; unsure when it is said of it half of the time."""
    counts = Counter[Status](one.status for one in seen)
    status, count = counts.most_common(1)[0]
    return status if 2 * count > len(seen) else "unsure"
