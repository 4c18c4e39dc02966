"""One throw in light from two sides: the darker of both pictures, pixel by pixel, has no mirror image of a lamp.

A face that mirrors the left lamp does not mirror the right one, and ink stays dark in any light.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

import numpy as np

from vision.cameras.protocol import Frame, Image
from vision.reading import Die, Problem, Reading
from vision.watch.agree import ENOUGH, agree, edge_px
from vision.watch.watcher import TrayReader

Side: TypeAlias = Literal["left", "right", "both"]
SETTLE = 0.3
"""Seconds from an order until a picture shows the new light: levels glide for 0.13 s, and the camera is some frames
late."""
_EXPIRES = 2.0
"""Seconds without an order after which everything is as usual again."""
_NEAR = 0.5
"""Two sightings are of one die when closer than this share of its edge."""


def darker(pictures: Sequence[Image]) -> Image:
    """The darkest value of each pixel and channel of pictures (BGR uint8, one size) of one scene in different light."""
    return np.asarray(np.minimum.reduce(list(pictures)), np.uint8)


def read_lit(reader: TrayReader, lights: Sequence[Sequence[Image]]) -> Reading:
    """What pictures of one scene tell together; `lights[i]` are those in one light, one or more.

    The first pictures of all lights are made into one, then the second ones, and so on; what these do not agree on is
    unsure.
    """
    return agree([reader.read(darker(together)) for together in zip(*lights, strict=False)]).reading


def amended(first: Reading, second: Reading) -> Reading:
    """`first` with the dice that it could not read, or not see at all, and that `second` (other light, same scene) can.

    What `second` contradicts is unsure: a die has one value in any light.
    """
    width = first.size[0]
    dice = tuple(_amended(die, _same(die, second, width)) for die in first.dice)
    dice += tuple(die for die in second.dice if die.status == "ok" and _is_alone(die, first, width))
    unread = [die for die in dice if die.status != "ok"]
    problems = tuple(one for one in first.problems if one.kind != "glare" or _on_one_of(one, unread))
    return replace(first, dice=dice, problems=problems)


def _same(die: Die, other: Reading, width: int) -> Die | None:
    reach = _NEAR * edge_px(die, width)
    near = [one for one in other.dice if math.dist(one.px, die.px) <= reach]
    return min(near, key=lambda one: math.dist(one.px, die.px), default=None)


def _is_alone(die: Die, other: Reading, width: int) -> bool:
    """Whether nothing was seen there before: the face was burnt out."""
    return all(math.dist(one.px, die.px) > edge_px(die, width) for one in other.dice)


def _amended(die: Die, again: Die | None) -> Die:
    if again is None or again.status != "ok" or again.kind != die.kind:
        return die
    if die.status == "ok":
        return die if die.value == again.value else replace(die, status="unsure", value=None)
    return again if die.status == "unsure" else die


def _on_one_of(problem: Problem, dice: Sequence[Die]) -> bool:
    left, top, right, bottom = problem.px
    return any(left <= die.px[0] <= right and top <= die.px[1] <= bottom for die in dice)


class LitFrames:
    """Collects frames lit from the left, then from the right, then waits for the usual light. Time is the frames'."""

    def __init__(self) -> None:
        self._pictures: dict[Side, list[Image]] = {}
        self._side: Side | None = None
        self._order = 0
        self._at = 0.0

    @property
    def active(self) -> bool:
        """Whether the light is not, or not yet again, as usual: nothing else is to be made of the frames."""
        return self._side is not None

    @property
    def lights(self) -> tuple[list[Image], ...]:
        """What has been collected, one list for each light."""
        return tuple(self._pictures.get(side, []) for side in ("left", "right"))

    def begin(self, side: Side, order: int, t: float) -> None:
        """The light has been told to be like this at `t`; `order` is the number of the one who said so."""
        if side == "left":
            self._pictures = {}
        if side not in ("left", "right", "both"):
            raise ValueError(f"there is no side {side!r}: expected left, right or both")
        self._side, self._order, self._at = side, order, t
        self._pictures[side] = []

    def add(self, frame: Frame) -> tuple[Side, int] | None:
        """One more frame; the side and its order when that is done."""
        side = self._side
        if side is None or frame.t < self._at + SETTLE:
            return None
        taken = self._pictures[side]
        if len(taken) < ENOUGH:
            taken.append(frame.image)
            if side == "both":
                self._side = None
                return side, self._order
            return (side, self._order) if len(taken) == ENOUGH else None
        if frame.t > self._at + SETTLE + _EXPIRES:
            self._side = None
        return None
