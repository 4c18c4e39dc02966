"""How one thrown die moves: out of the hand, through a few hops, tumbling over its edges, flat at its place.

The motion is built backwards from the chosen resting pose, so it always ends there exactly. It is no
rigid-body engine, but it keeps what the eye checks: gravity in the hops, a die that never sinks into the
felt, edges that stay on the felt while it tumbles, speed that only decreases.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.sim.die import Pose
from vision.sim.dodecahedron import BEND, INSIDE
from vision.sim.engraving import Make
from vision.sim.measures import EDGE, HALF, Floats, turn_about
from vision.sim.shapes import upward

GRAVITY = 9810.0
"""mm/s2."""
_QUARTER = math.pi / 2
_TOPPLING = 3 * GRAVITY / EDGE**2
"""A cube pivoting about an edge has the moment of inertia 2/3 m a2, so falling by dh adds 3 g dh / a2 to the
square of its turning speed."""
STEP = 2 * INSIDE * math.tan(BEND / 2)
"""How far a d12 gets by rolling over one edge, mm."""
_WHEEL = STEP / BEND
"""The radius of a wheel that rolls as far."""
_WOBBLING = 2 * GRAVITY / (1.4 * _WHEEL**2)
"""The same as `_TOPPLING` for a ball that rolls: 7/5 m r2."""
_ROCK_TIME, _ROCK_ANGLE = 0.11, math.radians(3.0)
_DOWN = np.array([0.0, 0.0, 1.0])


class Path:
    """A polyline on the felt (points Nx2 mm), walked by its arc length."""

    def __init__(self, points: Sequence[Floats]) -> None:
        self._points = np.array(points, dtype=float)
        steps = np.diff(self._points, axis=0)
        lengths = np.maximum(np.linalg.norm(steps, axis=1), 1e-9)
        self._ways = steps / lengths[:, None]
        self._marks: list[float] = [0.0, *np.cumsum(lengths).tolist()]
        self.length = self._marks[-1]

    def at(self, distance: float) -> Floats:
        """The point after `distance` mm; runs straight on before the start and past the end."""
        leg = self._leg(distance)
        return np.asarray(self._points[leg] + (distance - self._marks[leg]) * self._ways[leg])

    def direction(self, distance: float) -> Floats:
        """Unit vector of the leg at `distance`."""
        return np.asarray(self._ways[self._leg(distance)])

    def last_direction(self) -> Floats:
        """Unit vector of the last leg."""
        return np.asarray(self._ways[-1])

    def last_length(self) -> float:
        """Length of the last leg, mm."""
        return self._marks[-1] - self._marks[-2]

    def _leg(self, distance: float) -> int:
        return min(max(bisect.bisect_right(self._marks, distance) - 1, 0), len(self._ways) - 1)


class _Unwinding:
    """A roll told from its end: `_times` (seconds) before the die lies it has still to turn by `_angles` (radians)."""

    _angles: Floats
    _times: Floats

    @property
    def duration(self) -> float:
        """Seconds from the first touch to rest."""
        return float(self._times[-1]) + _ROCK_TIME

    def _angle(self, t: float) -> float:
        """By how much it has still to turn `t` seconds after the first touch; at the end it rocks once."""
        left = float(self._times[-1]) - t
        if left > 0:
            return float(np.interp(left, self._times, self._angles))
        return _ROCK_ANGLE * math.sin(math.pi * min(1.0, -left / _ROCK_TIME))

    def _rate(self) -> float:
        """How fast it turns at the first touch, radians a second."""
        return float((self._angles[-1] - self._angles[-2]) / (self._times[-1] - self._times[-2]))


class Tumble(_Unwinding):
    """The end of a roll: over `quarters` edges (a fraction too: it lands on an edge), flat, one small rock.

    `rest` is the final pose, `direction` the unit vector (2) of travel.
    """

    def __init__(self, rest: Pose, direction: Floats, quarters: float) -> None:
        self.rest = rest
        self._direction = direction
        angles = np.linspace(0.0, quarters * _QUARTER, max(8, int(quarters * 24)))
        middle = (angles[1:] + angles[:-1]) / 2
        height = HALF * (np.abs(np.cos(middle)) + np.abs(np.sin(middle)))
        square = 14.0 + 120.0 * np.floor(middle / _QUARTER) + _TOPPLING * (HALF * math.sqrt(2) - height)
        self._angles = angles
        self._times = np.concatenate([[0.0], np.cumsum(np.diff(angles) / np.sqrt(square))])
        self._twist = self._misalignment()
        ahead = turn_about(_DOWN, -self._twist)[:2, :2] @ direction
        self._edge = np.array([ahead[1], -ahead[0], 0.0])  # up x direction: rolling forward

    @property
    def distance(self) -> float:
        """Millimetres travelled over the felt."""
        return _travelled(float(self._angles[-1]))

    @property
    def speed(self) -> float:
        """Speed at the first touch, mm/s."""
        return self._rate() * HALF

    def pose(self, t: float) -> Pose:
        """The die `t` seconds after the first touch."""
        angle = self._angle(t)
        yaw = -self._twist * (angle / float(self._angles[-1])) ** 1.5
        turn = turn_about(_DOWN, yaw) @ turn_about(self._edge, -angle) @ self.rest.turn
        spot = self.rest.centre[:2] - _travelled(angle) * self._direction
        rise = upward(turn, None) - upward(self.rest.turn, None)
        return Pose(np.array([*spot, self.rest.centre[2] - rise]), turn)

    def _misalignment(self) -> float:
        """Angle from the die's nearest side direction at rest to the way of travel, within 45 degrees."""
        column = min(self.rest.turn.T, key=lambda axis: abs(float(axis[2])))
        turn = math.atan2(self._direction[1], self._direction[0]) - math.atan2(column[1], column[0])
        return (turn + math.pi / 4) % _QUARTER - math.pi / 4


def _travelled(angle: float) -> float:
    """How far a cube's centre moves while it turns by `angle` over its edges."""
    whole, rest = divmod(angle, _QUARTER)
    return whole * EDGE + HALF * (1 + math.sqrt(2) * math.sin(rest - math.pi / 4))


class Wobble(_Unwinding):
    """The end of a d12's roll: almost a ball, it rolls straight on over `faces` faces and settles on the last one.

    `rest` is the final pose, `direction` the unit vector (2) of travel.
    """

    def __init__(self, rest: Pose, direction: Floats, faces: float) -> None:
        self.rest = rest
        self._direction = direction
        self._edge = np.array([direction[1], -direction[0], 0.0])  # up x direction: rolling forward
        angles = np.linspace(0.0, faces * BEND, max(8, int(faces * 16)))
        heights = np.array([upward(self._turned(angle), rest.make) for angle in angles])
        square = 20.0 + 90.0 * angles[1:] / BEND + _WOBBLING * (heights.max() - heights[1:])
        self._angles = angles
        self._times = np.concatenate([[0.0], np.cumsum(np.diff(angles) / np.sqrt(square))])

    @property
    def distance(self) -> float:
        """Millimetres travelled over the felt."""
        return _WHEEL * float(self._angles[-1])

    @property
    def speed(self) -> float:
        """Speed at the first touch, mm/s."""
        return self._rate() * INSIDE

    def pose(self, t: float) -> Pose:
        """The die `t` seconds after the first touch."""
        angle = self._angle(t)
        turn = self._turned(angle)
        spot = self.rest.centre[:2] - _WHEEL * angle * self._direction
        rise = upward(turn, self.rest.make) - upward(self.rest.turn, self.rest.make)
        return Pose(np.array([*spot, self.rest.centre[2] - rise]), turn, self.rest.make)

    def _turned(self, angle: float) -> Floats:
        return np.asarray(turn_about(self._edge, -angle) @ self.rest.turn)


@dataclass(frozen=True, eq=False)
class Topple:
    """The end of a roll for a die that stays leaning: it turns into `rest` about a level `axis`."""

    rest: Pose
    axis: Floats
    angle: float
    duration: float = 0.3
    distance: float = 0.0
    speed: float = 160.0

    def pose(self, t: float) -> Pose:
        """The die `t` seconds after the first touch."""
        left = max(0.0, 1 - t / self.duration)
        turn = turn_about(self.axis, self.angle * left**2) @ self.rest.turn
        rise = upward(turn, self.rest.make) - upward(self.rest.turn, self.rest.make)
        return replace(self.rest, centre=self.rest.centre - np.array([0.0, 0.0, rise]), turn=turn)


@dataclass(frozen=True, eq=False)
class Hop:
    """Free flight between two touches: from `start` to `end` mm along the path, and in height."""

    path: Path
    start: float
    end: float
    height_start: float
    height_end: float
    floor: float
    spin: Floats
    turn_end: Floats
    duration: float
    make: Make | None = None

    def pose(self, t: float) -> Pose:
        """The die `t` seconds after take-off."""
        share = t / self.duration
        turn = _spun(self.spin, t - self.duration) @ self.turn_end
        drop = GRAVITY / 2 * t * (self.duration - t)
        height = self.height_start + share * (self.height_end - self.height_start) + drop
        height = max(height, self.floor + upward(turn, self.make))
        spot = self.path.at(self.start + share * (self.end - self.start))
        return Pose(np.array([*spot, -height]), turn, self.make)


def _spun(spin: Floats, seconds: float) -> Floats:
    rate = float(np.linalg.norm(spin))
    return turn_about(spin / rate, rate * seconds) if rate > 1e-9 else np.eye(3)


End = Tumble | Wobble | Topple


class Roll:
    """A whole roll: `pose(t)` from 0 (out of the hand) to `duration` (it lies in the pose `rest`)."""

    def __init__(self, hops: Sequence[Hop], end: End, stretch: float) -> None:
        self._parts: list[Hop | End] = [*hops, end]
        self._starts = np.concatenate([[0.0], np.cumsum([part.duration for part in self._parts])])
        self._stretch = stretch
        self.rest = end.rest
        self.duration = float(self._starts[-1]) * stretch

    def pose(self, t: float) -> Pose:
        """Where the die is `t` seconds after it left the hand."""
        if t >= self.duration:
            return self.rest
        raw = max(0.0, t / self._stretch)
        part = min(bisect.bisect_right(self._starts, raw) - 1, len(self._parts) - 1)
        return self._parts[part].pose(raw - float(self._starts[part]))


def roll(path: Path, release_height: float, end: End, seconds: float, rng: np.random.Generator) -> Roll:
    """A roll along `path` into `end` that takes about `seconds`; `rng` shapes its hops and spins."""
    times = [
        rng.uniform(0.06, 0.09),
        rng.uniform(0.09, 0.13),
        rng.uniform(0.13, 0.18),
        rng.uniform(0.14, 0.18),
    ]
    hops = _hops(path, release_height, end, times, rng)
    raw = sum(hop.duration for hop in hops) + end.duration
    return Roll(hops, end, max(0.9, seconds / raw))


def jump(path: Path, release_height: float, end: Tumble | Wobble, rng: np.random.Generator) -> Roll:
    """A roll whose first flight is high enough to clear the rim."""
    hops = _hops(path, release_height, end, [0.26], rng)
    return Roll(hops, end, rng.uniform(1.7, 2.0))


def _hops(
    path: Path, release_height: float, end: End, times: Sequence[float], rng: np.random.Generator
) -> list[Hop]:
    """The hops before `end`, in order of time; `times` are given from the last hop to the first."""
    marks = _marks(path.length - end.distance, end.speed, times)
    make = end.rest.make
    floor = end.rest.height - upward(end.rest.turn, make)
    turn, height = end.pose(0.0).turn, end.pose(0.0).height
    hops: list[Hop] = []
    for index, seconds in enumerate(times):
        stop, start = marks[index], marks[index + 1]
        spin = _tumbling(path.direction((start + stop) / 2), (stop - start) / seconds, rng)
        before = _spun(spin, -seconds) @ turn
        last = index == len(times) - 1
        below = release_height if last else floor + upward(before, make)
        hops.append(Hop(path, start, stop, below, height, floor, spin, turn, seconds, make))
        turn, height = before, below
    return hops[::-1]


def _marks(length: float, speed: float, times: Sequence[float]) -> list[float]:
    """Arc lengths of the touches, from the last back to 0, each hop faster than the one after it."""
    shares = [seconds * 1.35**index for index, seconds in enumerate(times)]
    scale = length / sum(shares)
    marks = [length]
    for share in shares:
        marks.append(marks[-1] - share * scale)
    marks[-1] = 0.0
    return marks


def _tumbling(direction: Floats, speed: float, rng: np.random.Generator) -> Floats:
    """Angular velocity (rad/s) of a die flying at `speed` mm/s: mostly rolling forward, partly at random."""
    rate = min(34.0, abs(speed) / HALF * rng.uniform(0.35, 0.6))
    forward = np.array([direction[1], -direction[0], 0.0])
    return np.asarray(rate * forward + rng.normal(0.0, 6.0, 3))
