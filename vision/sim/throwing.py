"""The script of a throw: gather, shake, let go, roll, rest; with whatever goes wrong on the way."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.sim import knocks, places
from vision.sim.die import Pose
from vision.sim.engraving import Make
from vision.sim.gestures import RELEASE_HEIGHT, SIDES, Reach, Side, gather, shake_and_swing
from vision.sim.measures import EDGE, FELT, RAIL_LEFT, Floats
from vision.sim.roll import STEP, End, Path, Roll, Topple, Tumble, Wobble, jump, roll
from vision.sim.script import Body, Script, Segment, rolling, still
from vision.sim.shapes import is_flat
from vision.sim.troubles import NEEDS_LEFT_DICE, Trouble

_SHORTEST, _LONGEST = 1.1, 1.75
"""Seconds from release to rest: 16 to 27 frames at 15 a second."""
_STEP = 1 / 30
_APART = 14.5
"""Dice whose centres stay further apart than this do not visibly sink into each other, mm."""
_TRIES = 10


@dataclass(frozen=True)
class Throw:
    """What is thrown: dice by id with their values, what goes wrong; d12 of that `make`, or d6."""

    values: Mapping[int, int]
    trouble: Trouble | None = None
    make: Make | None = None


def throw_script(
    before: Mapping[int, Body], throw: Throw, stays: Sequence[int], rng: np.random.Generator
) -> tuple[Script, Trouble | None]:
    """The whole throw, and what goes wrong in it (None also when a die to be knocked has no room for it).

    Dice in `stays` are left alone but for that.
    """
    side = SIDES[rng.choice(len(SIDES), p=[0.4, 0.25, 0.15, 0.2])]
    loose = [body for body in before.values() if body.id not in stays]
    left = [before[die] for die in stays]
    hand, tracks, release = _taken_and_thrown(side, loose, rng)
    courses = rolls(throw, side, [body.pose for body in left if body.pose], rng)
    over = [hand.t]
    for body in loose:
        if body.id in courses:
            track, end = _thrown(body, throw.values[body.id], courses[body.id], release, rng)
        else:
            track, end = [Segment(hand.t, still(replace(body, pose=None, where="pool")))], hand.t
        tracks.setdefault(body.id, []).extend(track)
        over.append(end)
    trouble = throw.trouble
    if trouble in NEEDS_LEFT_DICE:
        rests = [course.rest for course in courses.values()]
        knock = _knocked(left, rests, trouble, release + rng.uniform(0.3, 0.5), rng)
        tracks.update(knock)
        trouble = trouble if knock else None
    return Script(before, tracks, hand.path(), max(over)), trouble


def _taken_and_thrown(
    side: Side, loose: Sequence[Body], rng: np.random.Generator
) -> tuple[Reach, dict[int, list[Segment]], float]:
    """The hand's part: what it does, the dice it takes up, and when it lets go."""
    visible = [body for body in loose if body.pose is not None]
    first = next((body.pose.spot for body in visible if body.pose), side.release)
    hand = Reach(side, rng, first)
    tracks: dict[int, list[Segment]] = {}
    gather(hand, visible, tracks)
    release = shake_and_swing(hand, side, rng)
    hand.leave()
    return hand, tracks, release


def _thrown(
    body: Body, value: int, course: Roll, release: float, rng: np.random.Generator
) -> tuple[list[Segment], float]:
    """One die's way from the hand to rest, and when it gets there."""
    held = replace(body, value=value, pose=None, where="hand", moving=True)
    begin = release + rng.uniform(0.0, 0.1)
    shaken = Segment(release - 0.3, still(held))
    return [shaken, Segment(begin, rolling(held, course.pose, course.duration))], begin + course.duration


def rolls(throw: Throw, side: Side, left: Sequence[Pose], rng: np.random.Generator) -> dict[int, Roll]:
    """A roll for every thrown die, ending apart, crossing others and the `left` dice as little as can be."""
    ways = [np.array([pose.centre]) for pose in left]
    done: dict[int, Roll] = {}
    for die, rest in resting_places(throw, side, left, rng).items():
        done[die], way = _clear_roll(rest, side, ways, rng)
        ways.append(way)
    return done


def _clear_roll(
    rest: Pose, side: Side, ways: Sequence[Floats], rng: np.random.Generator
) -> tuple[Roll, Floats]:
    """The first of some rolls that keeps clear of all `ways`, or the least close one; and its way."""
    best: tuple[float, Roll, Floats] | None = None
    for _ in range(_TRIES):
        candidate = _one_roll(rest, side, rng)
        way = _way(candidate)
        nearest = min((_nearest(way, other) for other in ways), default=math.inf)
        if best is None or nearest > best[0]:
            best = nearest, candidate, way
        if nearest >= _APART:
            break
    assert best is not None
    return best[1], best[2]


def resting_places(
    throw: Throw, side: Side, left: Sequence[Pose], rng: np.random.Generator
) -> dict[int, Pose]:
    """Where each die comes to rest; the trouble's own die first, since it is the choosiest."""
    taken = list(left)
    rests: dict[int, Pose] = {}
    aim = np.array(side.aim) + rng.normal(0.0, 18.0, 2)
    for index, (die, value) in enumerate(throw.values.items()):
        pose: Pose | None = None
        if index == 0 and throw.trouble == "leaning":
            pose = places.leaning(value, taken, rng, throw.make)
        elif index == 0 and throw.trouble == "floor":
            pose = places.on_the_table(value, np.array(side.release), np.array(side.inward), rng, throw.make)
        elif index == 1 and throw.trouble == "touching":
            pose = places.beside(value, taken, rng, throw.make)
        rests[die] = pose or places.scatter(value, aim, taken, rng, throw.make)
        taken.append(rests[die])
    return rests


def _one_roll(rest: Pose, side: Side, rng: np.random.Generator) -> Roll:
    start = np.array(side.release) + rng.normal(0.0, 7.0, 2)
    if rest.height < 0:
        path = Path([start, rest.centre[:2]])
        end = _rolled_out(rest, path, rng.uniform(0.4, 0.7))
        return jump(path, RELEASE_HEIGHT, end, rng)
    seconds = rng.uniform(_SHORTEST, _LONGEST)
    path = Path([start, *_bounce(start, rest.centre[:2], rng), rest.centre[:2]])
    return roll(path, RELEASE_HEIGHT, _ending(rest, path, rng), seconds, rng)


def _rolled_out(rest: Pose, path: Path, turns: float) -> Tumble | Wobble:
    """The last tumbles over edges: `turns` of a d6, as far for a d12."""
    if rest.make is None:
        return Tumble(rest, path.last_direction(), turns)
    return Wobble(rest, path.last_direction(), turns * EDGE / STEP)


def _ending(rest: Pose, path: Path, rng: np.random.Generator) -> End:
    direction = path.last_direction()
    if not is_flat(rest):
        axis = np.array([direction[1], -direction[0], 0.0])
        return Topple(rest, axis, -rng.uniform(0.7, 1.1))
    most = max(0.4, path.last_length() / EDGE * 0.45)
    return _rolled_out(rest, path, min(most, rng.uniform(1.3, 4.5)))


def _bounce(start: Floats, end: Floats, rng: np.random.Generator) -> list[Floats]:
    """Perhaps a point on a wall (or the rail) where the die bounces: the mirror image's straight line."""
    if rng.random() < 0.45:
        return []
    margin = 10.5
    walls = [(0, margin), (0, RAIL_LEFT - margin), (1, margin), (1, FELT - margin)]
    axis, at = walls[rng.integers(4)]
    first, second = abs(start[axis] - at), abs(end[axis] - at)
    if second < 2 * EDGE:
        return []
    point = start + (end - start) * first / (first + second)
    point[axis] = at
    return [point]


def _way(one: Roll) -> Floats:
    """The centres (Nx3) along a roll, a row every 1/30 s."""
    return np.array([one.pose(t).centre for t in np.arange(0.0, one.duration + _STEP, _STEP)])


def _nearest(one: Floats, other: Floats) -> float:
    """Least distance of two ways, the shorter one staying at its end; the crowd in the hand not counted."""
    length = max(len(one), len(other))
    skip = min(length - 1, 5)
    padded = [course[np.minimum(np.arange(skip, length), len(course) - 1)] for course in (one, other)]
    return float(np.min(np.linalg.norm(padded[0] - padded[1], axis=1)))


def _knocked(
    left: Sequence[Body], others: Sequence[Pose], trouble: Trouble, moment: float, rng: np.random.Generator
) -> dict[int, list[Segment]]:
    """One of the dice that were left is nudged or tipped over; nothing when none has room for it."""
    for body in (left[int(index)] for index in rng.permutation(len(left))):
        around = [*others, *(other.pose for other in left if other is not body and other.pose)]
        moved = (knocks.nudged if trouble == "bump" else knocks.tipped)(body, around, rng)
        if moved:
            return {body.id: [Segment(moment, moved)]}
    return {}
