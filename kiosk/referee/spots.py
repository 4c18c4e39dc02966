"""Which die seen now is which die that lay there before: by place and by value."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from vision.reading import Die, Kind

STILL = 3.0
"""A die that shows the same value within so many mm has not been touched: ten times what reading one place
twice differs by, a fifth of a die's width."""
SAME = 2.0
"""Within so many mm it is the same die in the same place, whatever it is read as."""
NUDGED = 6.0
"""A die to be rolled that shows the same value so near was brushed, not rolled. A real roll ends there by
chance once in several hundred throws, and then costs a question."""
PUSHED = 40.0
"""A rolling die pushes another so far; further, and it has been picked up or knocked over."""
ALONE = 45.0
"""A pushed die is taken for the one that lay there only if nothing else lies so near to the old place."""
BRUSHED = 60.0
"""How far dice get pushed about by a hand that picks up others."""


@dataclass(frozen=True)
class Spot:
    """Where a die lay (tray millimetres) and what it showed; `value` None when it showed nothing.

    `lifted`: it has been seen gone from there.
    """

    value: int | None
    x: float
    y: float
    lane: bool = False
    lifted: bool = False
    kind: Kind = "d6"

    @property
    def mark(self) -> tuple[float, float]:
        """Its place alone."""
        return self.x, self.y


Fits = Callable[[Spot, Die], bool]


def spot(die: Die) -> Spot:
    """Where a seen die lies. The tray must be known."""
    assert die.x is not None
    assert die.y is not None
    return Spot(die.value, die.x, die.y, die.zone == "hold", kind=die.kind)


def apart(one: Spot, die: Die) -> float:
    """Millimetres between a place and a seen die."""
    return math.dist(one.mark, spot(die).mark)


def pair(spots: Mapping[int, Spot], dice: Mapping[int, Die], fits: Fits) -> dict[int, int]:
    """Each spot's die (key to key), nearest pairs first, no die twice; only pairs that fit."""
    near = sorted(
        (apart(one, die), key, name)
        for key, one in spots.items()
        for name, die in dice.items()
        if fits(one, die)
    )
    found: dict[int, int] = {}
    for _, key, name in near:
        if key not in found and name not in found.values():
            found[key] = name
    return found


def same_value(one: Spot, die: Die) -> bool:
    """It shows what lay there."""
    return one.value is not None and one.value == die.value and one.kind == die.kind


def untouched(one: Spot, die: Die) -> bool:
    """It shows what lay there, in the same place; or it lies there and cannot be read this time."""
    unreadable = die.kind == one.kind and die.status in ("unsure", "covered")
    return apart(one, die) <= STILL and (same_value(one, die) or unreadable)


def not_rolled(one: Spot, die: Die) -> bool:
    """It lies where a die to be rolled lay: the same place, or brushed aside without turning.

    A die that had been seen gone counts as rolled unless it is back exactly.
    """
    if one.lifted:
        return same_value(one, die) and apart(one, die) <= SAME
    return apart(one, die) <= (NUDGED if same_value(one, die) else SAME)


def brushed(one: Spot, die: Die) -> bool:
    """A hand may have pushed it here while it picked up others."""
    return not one.lifted and same_value(one, die) and apart(one, die) <= BRUSHED


def in_lane(one: Spot, die: Die) -> bool:
    """Somebody may have put it into the hold lane."""
    return same_value(one, die) and die.zone == "hold"


def pushed_alone(dice: Mapping[int, Die]) -> Fits:
    """A die pushed aside by another, where no third die could be meant instead."""

    def fits(one: Spot, die: Die) -> bool:
        if not same_value(one, die) or apart(one, die) > PUSHED:
            return False
        return all(same_value(one, other) or apart(one, other) > ALONE for other in dice.values())

    return fits


def values(dice: Iterable[Die | Spot]) -> Counter[int | None]:
    """How often each value is there."""
    return Counter(die.value for die in dice)
