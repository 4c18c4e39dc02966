"""The simulated table: dice, a hand that plays with them, and the frames a camera above would see."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from vision.cameras.protocol import Image
from vision.sim import places
from vision.sim.die import Pose, heading, lying
from vision.sim.dyes import DYES
from vision.sim.engraving import a_make
from vision.sim.gestures import SIDES, Side, carry_script, clear_script, tip_script
from vision.sim.measures import FELT, RAIL_LEFT, RAIL_RIGHT, View, mounted_view
from vision.sim.memory import Memory
from vision.sim.painter import Painter
from vision.sim.script import Body, Hand, Script
from vision.sim.shapes import corners, tilt
from vision.sim.throwing import Throw, throw_script
from vision.sim.troubles import NEEDS_LEFT_DICE, TROUBLES, Trouble, trouble_named

POOL, BLACKS = 6, 3
"""White d6 and black d12."""
NEAR = 10.0
"""A die counts as lying at a named place when it is within this distance, mm."""
FLAT = 8.0
"""Tilt in degrees up to which a die has a top face."""
_EXPOSURE = 1 / 60
"""Shutter time, seconds."""
_FEWEST, _MOST, _SMEAR = 3, 6, 5.0
"""How many moments of it are drawn: one for so many pixels that some corner of a die moves."""
_LOOK, _VIEW, _VALUES, _COURSE, _TROUBLE, _GESTURE, _MAKE = range(7)
"""The seed's separate streams, so that no one of them shifts another."""

Kind = Literal["d6", "d12"]
_FACES: dict[Kind, int] = {"d6": 6, "d12": 12}
Place = Literal["roll", "hold", "floor", "pool", "hand"]


@dataclass(frozen=True)
class SimDie:
    """The truth about one die. `value` is the top face, None while it moves, leans, or is not on the table;
    x, y are tray millimetres (None in hand or pool); `tilt` degrees from flat."""

    id: int
    value: int | None
    x: float | None
    y: float | None
    place: Place
    tilt: float
    moving: bool
    kind: Kind = "d6"


class SimTable:
    """A tray with a pool of six d6 and three black d12, played by commands and shown frame by frame.

    `seed` decides everything that chance decides; `trouble` is the probability that a throw goes wrong in
    one of the ways of `vision.sim.troubles`; `size` is the frames' (width, height) in pixels; `dice` is what the
    d6 are made of (`dyes.DYES`). Commands may be given while an earlier one still runs: they are played one after
    the other. They are checked at once, against the table as it will be then, and raise ValueError with one line.
    """

    def __init__(
        self, seed: int, trouble: float = 0.0, size: tuple[int, int] = (1280, 720), dice: str = "white"
    ) -> None:
        self._seed, self._dye = seed, DYES[dice]
        self._trouble = trouble
        self._view = mounted_view(size, self._rng(_VIEW))
        self._painter: Painter | None = None
        self._bodies: tuple[Body, ...] = tuple(
            Body(index, 1 + index % 6, kind="d6" if index < POOL else "d12") for index in range(POOL + BLACKS)
        )
        self._make = a_make(self._rng(_MAKE))
        self._scripts: list[Script] = []
        self._began = 0.0
        self._now = 0.0
        self._throws = 0
        self._gestures = 0
        self._wanted: list[Trouble] = []
        self._nights: list[tuple[float, float]] = []
        self._memory = Memory()

    def throw(
        self,
        count: int,
        leave: Sequence[tuple[float, float]] = (),
        values: Sequence[int] | None = None,
        kind: Kind = "d6",
    ) -> tuple[Trouble, ...]:
        """Throws `count` dice of a kind; those lying near the `leave` places (mm) stay, all others are taken away.
        Returns what will go wrong.

        The values come from the seed's stream for this throw, or are given.
        """
        before = {body.id: body for body in self._last()}
        stays = [self._at(place, before).id for place in leave]
        loose = [die for die, body in before.items() if die not in stays and body.kind == kind]
        if len(set(stays)) != len(stays):
            raise ValueError("two of the places to leave name the same die")
        if not 1 <= count <= len(loose):
            raise ValueError(f"cannot throw {count} dice: there are {len(loose)} to throw")
        shown = self._values(count, values, _FACES[kind])
        trouble = self._next_trouble(count, len(stays))
        rng = self._rng(_COURSE, self._throws)
        thrown = _thrown(loose, before, count, rng)
        make = self._make if kind == "d12" else None
        throw = Throw(dict(zip(thrown, shown, strict=True)), trouble, make)
        self._throws += 1
        script, trouble = throw_script(before, throw, stays, rng)
        if trouble == "dark":
            begin = self._end() + script.duration - rng.uniform(0.2, 0.7)
            self._nights.append((begin, begin + rng.uniform(0.4, 1.0)))
        self._play(script)
        return (trouble,) if trouble else ()

    def misbehave(self, trouble: str) -> None:
        """The next throw goes wrong in this way (several calls: one throw after the other)."""
        self._wanted.append(trouble_named(trouble))

    def carry(self, moves: Sequence[tuple[tuple[float, float], tuple[float, float]]]) -> None:
        """The hand lifts the die at each first place and puts it down at the second with the same face up."""
        if not moves:
            raise ValueError("nothing to carry")
        before = {body.id: body for body in self._last()}
        bodies = dict(before)
        side, rng = self._gesture()
        plan: list[tuple[int, Pose]] = []
        for place, target in moves:
            body = self._at(place, bodies)
            others = [other.pose for other in bodies.values() if other is not body and other.pose]
            plan.append((body.id, _put_down(body, target, others, rng)))
            bodies[body.id] = replace(body, pose=plan[-1][1])
        self._play(carry_script(before, plan, side, rng))

    def clear(self) -> None:
        """The hand takes all dice away."""
        before = {body.id: body for body in self._last()}
        if any(body.pose is not None for body in before.values()):
            self._play(clear_script(before, *self._gesture()))

    def tip(self, x: float, y: float) -> None:
        """A hand knocks the die at (x, y) over to another face."""
        before = {body.id: body for body in self._last()}
        body = self._at((x, y), before)
        script = tip_script(before, body, *self._gesture())
        if script is None:
            raise ValueError(f"the die at {x:.0f}, {y:.0f} has no room to fall over")
        self._play(script)

    def dark(self, seconds: float) -> None:
        """The light fails now, for so long."""
        self._nights.append((self._now, self._now + seconds))

    @property
    def now(self) -> float:
        """Simulated seconds since the beginning."""
        return self._now

    @property
    def throws(self) -> int:
        """How many throws have been asked for."""
        return self._throws

    @property
    def busy(self) -> bool:
        """Whether an animation runs."""
        return bool(self._scripts)

    def advance(self, dt: float) -> None:
        """Lets `dt` simulated seconds pass."""
        self._now += dt
        while self._scripts and self._now >= self._began + self._scripts[0].duration - 1e-9:
            script = self._scripts.pop(0)
            self._began += script.duration
            self._bodies = script.after()

    def frame(self) -> Image:
        """What the camera sees now: BGR, uint8. Every call has fresh noise."""
        if self._painter is None:
            self._painter = Painter(self._view, self._rng(_LOOK), self._dye)
        opened, shut = self._current(_EXPOSURE), self._current()
        self._memory.note(self._now, shut)
        between = np.linspace(_EXPOSURE, 0.0, _moments(opened, shut, self._view))[1:-1]
        moments = [opened, *(self._current(float(ago)) for ago in between), shut]
        resting = [body.pose for body in moments[-1] if body.pose and not body.moving]
        moving = [_poses(moments, body.id) for body in moments[-1] if body.pose and body.moving]
        return self._painter.frame(resting, moving, self._hand(), self.is_dark)

    @property
    def is_dark(self) -> bool:
        """Whether the light is out now."""
        return any(begin <= self._now < end for begin, end in self._nights)

    @property
    def view(self) -> View:
        """The camera: the truth that a calibration looks for."""
        return self._view

    @property
    def bodies(self) -> tuple[Body, ...]:
        """All six d6 with their poses, now, and the d12 that are in play."""
        return _in_play(self._current())

    @property
    def hand_in_sight(self) -> bool:
        """Whether the hand is on its way in, over the table, or on its way out."""
        return self._hand() is not None

    @property
    def at_rest(self) -> bool:
        """Nothing moves and no hand is there."""
        return self._hand() is None and not any(die.moving for die in self.truth())

    def truth(self) -> tuple[SimDie, ...]:
        """What is so, for all six d6 and the d12 that are in play."""
        return tuple(_told(body) for body in _in_play(self._current()))

    def past(self, t: float) -> tuple[SimDie, ...]:
        """What was so in the last frame up to the simulated time `t`, seconds; ValueError when it is forgotten."""
        return tuple(_told(body) for body in _in_play(self._memory.at(t)))

    def _rng(self, *stream: int) -> np.random.Generator:
        return np.random.default_rng([self._seed, *stream])

    def _current(self, ago: float = 0.0) -> tuple[Body, ...]:
        if not self._scripts:
            return self._bodies
        return self._scripts[0].bodies(max(0.0, self._now - self._began - ago))

    def _hand(self) -> Hand | None:
        return self._scripts[0].hand_at(self._now - self._began) if self._scripts else None

    def _last(self) -> tuple[Body, ...]:
        """The dice as they will be when all commands so far are done."""
        return self._scripts[-1].after() if self._scripts else self._bodies

    def _end(self) -> float:
        if not self._scripts:
            return self._now
        return self._began + sum(script.duration for script in self._scripts)

    def _play(self, script: Script) -> None:
        if not self._scripts:
            self._began = self._now
        self._scripts.append(script)

    def _gesture(self) -> tuple[Side, np.random.Generator]:
        rng = self._rng(_GESTURE, self._gestures)
        self._gestures += 1
        return SIDES[rng.integers(len(SIDES))], rng

    def _values(self, count: int, given: Sequence[int] | None, most: int) -> list[int]:
        if given is None:
            return [int(value) for value in self._rng(_VALUES, self._throws).integers(1, most + 1, count)]
        if len(given) != count or not all(value in range(1, most + 1) for value in given):
            raise ValueError(f"{count} values from 1 to {most} are needed, not {list(given)}")
        return list(given)

    def _next_trouble(self, count: int, left: int) -> Trouble | None:
        possible = [name for name in TROUBLES if left or name not in NEEDS_LEFT_DICE]
        possible = [name for name in possible if count > 1 or name != "touching"]
        if self._wanted:
            wanted = self._wanted.pop(0)
            return wanted if wanted in possible else None
        rng = self._rng(_TROUBLE, self._throws)
        return possible[rng.integers(len(possible))] if rng.random() < self._trouble else None

    @staticmethod
    def _at(place: tuple[float, float], bodies: dict[int, Body]) -> Body:
        near = [
            (math.dist(body.pose.spot, place), body.id) for body in bodies.values() if body.pose is not None
        ]
        if not near or min(near)[0] > NEAR:
            raise ValueError(f"no die lies at {place[0]:.0f}, {place[1]:.0f}")
        return bodies[min(near)[1]]


def _in_play(bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """Without d12 that lie in the pool: most games have none."""
    return tuple(body for body in bodies if body.kind == "d6" or body.where != "pool")


def _thrown(loose: list[int], before: dict[int, Body], count: int, rng: np.random.Generator) -> list[int]:
    """Which dice are thrown: those on the table before those in the pool."""
    order = [loose[index] for index in rng.permutation(len(loose))]
    order.sort(key=lambda die: before[die].pose is None)
    chosen = order[:count]
    return [chosen[index] for index in rng.permutation(count)]


def _put_down(
    body: Body, target: tuple[float, float], others: Sequence[Pose], rng: np.random.Generator
) -> Pose:
    """The die as a hand lays it down, nearly square to the tray; ValueError when another is in the way."""
    assert body.pose is not None
    x, y = target
    if body.kind == "d12":
        pose = replace(body.pose, centre=np.array([x, y, body.pose.centre[2]]))
    else:
        quarter = round(heading(body.value, body.pose.turn) / (math.pi / 2)) * math.pi / 2
        pose = lying(body.value, x, y, quarter + rng.normal(0.0, 0.05))
    if not places.is_free(pose, others, 0.0):
        raise ValueError(f"another die lies at {x:.0f}, {y:.0f}")
    return pose


def _moments(opened: Sequence[Body], shut: Sequence[Body], view: View) -> int:
    """How many moments of an exposure show the fastest die's motion as a smear and not as several dice."""
    pairs = [(one.pose, other.pose) for one, other in zip(opened, shut, strict=True)]
    moved = [(a, b) for a, b in pairs if a is not None and b is not None and a is not b]
    ways = [float(np.abs(corners(a) - corners(b)).max()) for a, b in moved]
    return int(np.clip(max(ways, default=0.0) * view.pixels_per_mm() / _SMEAR, _FEWEST, _MOST))


def _poses(moments: Sequence[Sequence[Body]], die: int) -> list[Pose]:
    """The die's poses at those of the moments when it was to be seen."""
    return [pose for bodies in moments if (pose := bodies[die].pose) is not None]


def _told(body: Body) -> SimDie:
    if body.pose is None or body.where != "table":
        where: Place = "hand" if body.where == "hand" else "pool"
        return SimDie(body.id, None, None, None, where, 0.0, body.moving, body.kind)
    x, y = body.pose.spot
    lean = tilt(body.pose)
    known = not body.moving and lean <= FLAT
    return SimDie(body.id, body.value if known else None, x, y, _place(x, y), lean, body.moving, body.kind)


def _place(x: float, y: float) -> Place:
    if not (0 <= x <= FELT and 0 <= y <= FELT):
        return "floor"
    return "hold" if x > (RAIL_LEFT + RAIL_RIGHT) / 2 else "roll"
