"""What a hand does at the table: gather, throw, carry, clear, knock a die over. Each becomes a `Script`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.sim import knocks
from vision.sim.die import Pose
from vision.sim.measures import FELT, UP, turn_about
from vision.sim.script import Body, Hand, HandPath, Script, Segment, smooth, still

OFF = 330.0
"""How far outside the felt the fingertips are when the hand is out of the picture, mm."""
_SPEED = 900.0
"""A reaching hand's mean speed, mm/s."""
_LOW, _HIGH = 30.0, 62.0
"""Height of the palm when it takes dice and while it travels, mm."""
RELEASE_HEIGHT = 42.0


@dataclass(frozen=True)
class Side:
    """Where the person stands: the way in (unit vector), where they let go, and where the dice are aimed."""

    inward: tuple[float, float]
    release: tuple[float, float]
    aim: tuple[float, float]

    def outside(self, x: float, y: float) -> tuple[float, float]:
        """A place out of the picture from which an arm reaches (x, y)."""
        away = OFF + (FELT / 2 if self.inward[0] else 0.0)
        return x - away * self.inward[0], y - away * self.inward[1]

    @property
    def angle(self) -> float:
        """Direction of the arm, radians."""
        return math.atan2(self.inward[1], self.inward[0])


SIDES = (
    Side((0.0, -1.0), (108.0, 222.0), (105.0, 112.0)),
    Side((1.0, 0.0), (38.0, 132.0), (130.0, 128.0)),
    Side((-1.0, 0.0), (190.0, 132.0), (90.0, 130.0)),
    Side((0.0, 1.0), (108.0, 38.0), (105.0, 150.0)),
)


class Reach:
    """Collects the key moments of one visit of the hand; `t` is the time reached so far."""

    def __init__(self, side: Side, rng: np.random.Generator, first: tuple[float, float]) -> None:
        self._side, self._rng = side, rng
        self.t = 0.0
        self.keys: list[tuple[float, Hand]] = []
        self._lean = rng.uniform(-0.3, 0.3)
        self._add(side.outside(*first), _HIGH, 0.2)

    def go(
        self, x: float, y: float, height: float = _LOW, grip: float = 0.5, seconds: float | None = None
    ) -> float:
        """Moves the fingertips to (x, y); returns the moment of arrival."""
        here = self.keys[-1][1]
        away = math.hypot(x - here.x, y - here.y)
        self.t += seconds if seconds is not None else max(0.13, away / _SPEED)
        self._add((x, y), height, grip)
        return self.t

    def leave(self, grip: float = 0.4) -> float:
        """Withdraws the hand from the picture; returns the moment it is gone."""
        here = self.keys[-1][1]
        self.go(*self._side.outside(here.x, here.y), _HIGH, grip, seconds=0.45)
        return self.t

    def path(self) -> HandPath:
        """The finished path."""
        return HandPath(self.keys)

    def _add(self, spot: tuple[float, float], height: float, grip: float) -> None:
        # An arm pivots at the shoulder: the further to the side the fingertips are, the more it turns.
        across = np.array([-self._side.inward[1], self._side.inward[0]])
        off = float(across @ (np.array(spot) - FELT / 2)) / 420.0
        self.keys.append((self.t, Hand(*spot, height, self._side.angle + self._lean * 0.6 + off, grip)))


def gather(hand: Reach, bodies: Sequence[Body], tracks: dict[int, list[Segment]]) -> None:
    """The hand visits the dice on the table, nearest first, and takes them."""
    left = [body for body in bodies if body.pose is not None]
    while left:
        here = hand.keys[-1][1]
        nearest = min(left, key=lambda body: math.dist(_spot(body), (here.x, here.y)))
        left.remove(nearest)
        taken = hand.go(*_spot(nearest), grip=0.6)
        tracks[nearest.id] = [Segment(taken, still(replace(nearest, pose=None, where="hand", moving=True)))]


def _spot(body: Body) -> tuple[float, float]:
    assert body.pose is not None
    return body.pose.spot


def shake_and_swing(hand: Reach, side: Side, rng: np.random.Generator) -> float:
    """Shakes the closed hand over the tray and swings it forward; returns the moment of release."""
    x, y = side.release
    inward = np.array(side.inward)
    hand.go(x - 18 * inward[0], y - 18 * inward[1], _HIGH, 1.0, seconds=0.3)
    for turn in (1.0, -1.0, 1.0):
        across = turn * rng.uniform(6.0, 10.0)
        hand.go(
            x - 18 * inward[0] - across * inward[1], y - 18 * inward[1] + across * inward[0], _HIGH, 1.0, 0.1
        )
    hand.go(x - 30 * inward[0], y - 30 * inward[1], _HIGH, 1.0, seconds=0.1)
    release = hand.go(x, y, _HIGH, 0.6, seconds=0.11)
    hand.go(x + 26 * inward[0], y + 26 * inward[1], _HIGH, 0.0, seconds=0.1)
    return release


def carry_script(
    before: Mapping[int, Body], moves: Sequence[tuple[int, Pose]], side: Side, rng: np.random.Generator
) -> Script:
    """The hand lifts dice one by one (id, where it is put) and lays them down with the same face up."""
    hand = Reach(side, rng, _spot(before[moves[0][0]]))
    tracks = {die: _carried(hand, before[die], target) for die, target in moves}
    hand.leave()
    return Script(before, tracks, hand.path(), hand.t)


def _carried(hand: Reach, body: Body, target: Pose) -> list[Segment]:
    """One die's way between the fingertips."""
    assert body.pose is not None
    taken = hand.go(*body.pose.spot, grip=0.8)
    lifted = hand.go(*body.pose.spot, grip=0.9, seconds=0.08)
    put = hand.go(*target.spot, height=_LOW, grip=0.9, seconds=max(0.3, _away(body.pose, target) / 500.0))
    hand.go(*target.spot, grip=0.6, seconds=0.1)
    held = replace(body, where="hand", moving=True)
    way = _lift(body.pose, target, put - lifted)
    return [
        Segment(taken, still(held)),
        Segment(lifted, lambda t: replace(held, pose=way(t))),
        Segment(put, still(replace(body, pose=target, moving=False))),
    ]


def _away(one: Pose, other: Pose) -> float:
    return float(np.linalg.norm(one.centre - other.centre))


def _lift(start: Pose, target: Pose, seconds: float) -> Callable[[float], Pose]:
    """From one place to the other in an arc, turned on the way."""
    whole = target.turn @ start.turn.T
    angle = math.acos(max(-1.0, min(1.0, (float(np.trace(whole)) - 1) / 2)))
    axis = np.array([whole[2, 1] - whole[1, 2], whole[0, 2] - whole[2, 0], whole[1, 0] - whole[0, 1]])
    long = float(np.linalg.norm(axis))
    axis = axis / long if long > 1e-6 else UP

    def pose(t: float) -> Pose:
        share = smooth(min(1.0, t / seconds))
        up = 26.0 * math.sin(math.pi * share) ** 0.7 * UP
        centre = start.centre + share * (target.centre - start.centre) + up
        return replace(start, centre=centre, turn=turn_about(axis, share * angle) @ start.turn)

    return pose


def clear_script(before: Mapping[int, Body], side: Side, rng: np.random.Generator) -> Script:
    """The hand takes all dice away."""
    lying = [body for body in before.values() if body.pose is not None]
    hand = Reach(side, rng, _spot(lying[0]))
    tracks: dict[int, list[Segment]] = {}
    gather(hand, lying, tracks)
    gone = hand.leave(grip=1.0)
    for body in lying:
        tracks[body.id].append(Segment(gone, still(replace(body, pose=None, where="pool"))))
    return Script(before, tracks, hand.path(), gone)


def tip_script(before: Mapping[int, Body], body: Body, side: Side, rng: np.random.Generator) -> Script | None:
    """A passing hand knocks the die over one of its edges; None when it has no room to fall."""
    around = [other.pose for other in before.values() if other is not body and other.pose]
    fall = knocks.tipped(body, around, rng)
    if fall is None:
        return None
    hand = Reach(side, rng, _spot(body))
    touched = hand.go(*_spot(body), grip=0.3)
    hand.leave()
    return Script(before, {body.id: [Segment(touched, fall)]}, hand.path(), hand.t)
