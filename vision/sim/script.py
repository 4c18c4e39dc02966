"""What happens on the table over a stretch of time, as functions of time: dice's tracks, the hand's path."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from vision.sim.die import Pose

Where = Literal["table", "hand", "pool"]


@dataclass(frozen=True, eq=False)
class Body:
    """One die at one moment. `pose` is None when it cannot be seen (in the hand, in the pool); `value` is the
    face that it was last laid down with."""

    id: int
    value: int
    pose: Pose | None = None
    where: Where = "pool"
    moving: bool = False
    kind: Literal["d6", "d12"] = "d6"


@dataclass(frozen=True)
class Hand:
    """Where the hand is: fingertips at (x, y) mm, palm `height` mm above the felt, pointing along `angle`
    (radians, 0 = to the right in the picture); `grip` 0 = open, 1 = closed around dice."""

    x: float
    y: float
    height: float
    angle: float
    grip: float


Mover = Callable[[float], Body]
"""A die's state by the seconds since its segment began."""


@dataclass(frozen=True)
class Segment:
    """From `start` on the die does as `mover` says, until the next segment begins."""

    start: float
    mover: Mover


def smooth(share: float) -> float:
    """How much of a reach is done after `share` of its time: minimum jerk (Flash and Hogan 1985)."""
    return share**3 * (10 - 15 * share + 6 * share**2)


class HandPath:
    """The hand's way through key moments, with the smooth speed of a reaching arm between them."""

    def __init__(self, keys: Sequence[tuple[float, Hand]]) -> None:
        self._keys = list(keys)

    @property
    def end(self) -> float:
        """When the hand is gone, seconds."""
        return self._keys[-1][0]

    def at(self, t: float) -> Hand | None:
        """The hand at `t`, or None before it comes and after it went."""
        if not self._keys[0][0] <= t < self.end:
            return None
        index = max(i for i, (moment, _) in enumerate(self._keys) if moment <= t)
        (begin, one), (finish, other) = self._keys[index], self._keys[index + 1]
        share = (t - begin) / max(finish - begin, 1e-9)
        return _between(one, other, smooth(share))


def _between(one: Hand, other: Hand, share: float) -> Hand:
    turn = (other.angle - one.angle + math.pi) % (2 * math.pi) - math.pi
    mixed = {
        name: getattr(one, name) + share * (getattr(other, name) - getattr(one, name))
        for name in ("x", "y", "height", "grip")
    }
    return Hand(angle=one.angle + share * turn, **mixed)


@dataclass(frozen=True)
class Script:
    """An animation: tracks by die id (dice without one lie still), the hand's path, the whole duration."""

    before: Mapping[int, Body]
    tracks: Mapping[int, Sequence[Segment]]
    hand: HandPath | None
    duration: float

    def bodies(self, t: float) -> tuple[Body, ...]:
        """All dice, `t` seconds into the script."""
        return tuple(self._body(die, t) for die in self.before)

    def after(self) -> tuple[Body, ...]:
        """All dice when it is over: nothing moves."""
        return tuple(replace(body, moving=False) for body in self.bodies(self.duration))

    def hand_at(self, t: float) -> Hand | None:
        """The hand, `t` seconds into the script."""
        return self.hand.at(t) if self.hand else None

    def _body(self, die: int, t: float) -> Body:
        current = [segment for segment in self.tracks.get(die, ()) if segment.start <= t]
        return current[-1].mover(t - current[-1].start) if current else self.before[die]


def still(body: Body) -> Mover:
    """The die stays as it is."""
    return lambda _: body


def rolling(body: Body, pose: Callable[[float], Pose], duration: float) -> Mover:
    """The die moves along `pose(t)` until `duration`, then lies there."""
    return lambda t: replace(body, pose=pose(min(t, duration)), where="table", moving=t < duration)
