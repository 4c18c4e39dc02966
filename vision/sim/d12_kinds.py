"""The kinds of scene with black d12 among white d6: each lays out a setting by chance."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.sim import arrangements as arranged
from vision.sim import d12, things
from vision.sim import dodecahedron as shape
from vision.sim.die import Pose, lying
from vision.sim.engraving import Make
from vision.sim.hand_body import HandBody
from vision.sim.hits import Gloss
from vision.sim.measures import EDGE, FELT, HALF, RAIL_LEFT, Floats, turn_about
from vision.sim.script import Hand
from vision.sim.setting import Setting

_TOUCH = 0.15
"""Things that touch are so far apart, mm."""


def _value(on: Setting) -> int:
    return int(on.rng.integers(1, 13))


def _yaw(on: Setting) -> float:
    return float(on.rng.uniform(0, 2 * math.pi))


def _make(on: Setting) -> Make:
    return on.made(*on.rng.uniform(0, FELT, 2))


def _flat(on: Setting) -> None:
    on.black(3)
    on.scatter(int(on.rng.integers(0, 7)), lane=int(on.rng.integers(0, 3)))


def _lane(on: Setting) -> None:
    on.black(int(on.rng.integers(1, 4)), lane=True)
    on.scatter(5, lane=1)


def _touching(on: Setting) -> None:
    """A row of d12 and d6, each against the one before."""
    make = _make(on)
    x, y = on.spot(52.0)
    way = on.rng.uniform(0, 2 * math.pi)
    at = np.array([x, y]) - 40 * arranged.towards(way)[:2]
    blacks = on.rng.permutation([True, True, True, False, False])
    for black in blacks:
        ahead = arranged.towards(way)[:2]
        half = _black_next(on, make, at, way) if black else _white_next(on, at, way)
        at = at + (2 * half + _TOUCH) * ahead
    on.scatter(2)


def _black_next(on: Setting, make: Make, at: Floats, way: float) -> float:
    """A d12 that begins at a place and reaches on in a direction; returns half its extent that way, mm."""
    turn = d12.lying(_value(on), make, 0, 0, _yaw(on)).turn
    half = shape.reach(turn, arranged.towards(way)), shape.reach(turn, arranged.towards(way + math.pi))
    middle = at + half[1] * arranged.towards(way)[:2]
    on.lay_black(Pose(np.array([*middle, -shape.INSIDE]), turn))
    return sum(half) / 2


def _white_next(on: Setting, at: Floats, way: float) -> float:
    middle = at + HALF * arranged.towards(way)[:2]
    on.put(lying(on.value(), float(middle[0]), float(middle[1]), way))
    return HALF


def _leant(make: Make, value: int, yaw: float, way: float, lean: float) -> Floats:
    """A turn with `value` nearest to up whose side towards `way` is raised by `lean` degrees."""
    axis = np.array([math.sin(way), -math.cos(way), 0.0])
    return np.asarray(turn_about(axis, -math.radians(lean)) @ d12.lying(value, make, 0, 0, yaw).turn)


def _leaning(on: Setting) -> None:
    """Against walls and d6, and held up by nothing that can be seen (a crumb under them)."""
    make = _make(on)
    for wall in on.rng.permutation(list(arranged.WALLS))[:2]:
        way = arranged.WALLS[wall]
        turn = _leant(make, _value(on), _yaw(on), way, float(on.rng.uniform(9, 30)))
        off = shape.reach(turn, arranged.towards(way)) + _TOUCH
        along = on.rng.uniform(25, (RAIL_LEFT if wall in ("top", "bottom") else FELT) - 25)
        spots = {
            "left": (off, along),
            "right": (FELT - off, along),
            "top": (along, off),
            "bottom": (along, FELT - off),
        }
        on.lay_black(Pose(np.array([*spots[wall], -shape.upward(turn)]), turn), "leaning")
    x, y = on.spot(26.0)
    white = lying(on.value(), x, y, _yaw(on))
    on.put(white)
    way = _yaw(on)
    turn = _leant(make, _value(on), _yaw(on), way, float(on.rng.uniform(9, 30)))
    far = HALF * 1.2 + shape.reach(turn, arranged.towards(way))
    middle = white.centre[:2] - far * arranged.towards(way)[:2]
    on.lay_black(Pose(np.array([*middle, -shape.upward(turn)]), turn), "leaning")
    on.scatter(3)


def _leaning_unseen(on: Setting) -> None:
    make = _make(on)
    for _ in range(3):
        x, y = on.spot(13.5)
        turn = _leant(make, _value(on), _yaw(on), _yaw(on), float(on.rng.uniform(6, 31)))
        on.lay_black(Pose(np.array([x, y, -shape.upward(turn)]), turn), "leaning")
    on.scatter(4)


def _mirrored(on: Setting) -> None:
    """Polished dice under lamps that hang where the camera sees them in level faces."""
    on.light = str(on.rng.choice(["glare", "ring", "spots"]))
    make = _make(on)
    on.make = replace(make, gloss=Gloss(float(on.rng.uniform(0.6, 1.6)), float(on.rng.uniform(20, 120))))
    on.black(3)
    on.scatter(4)


def _stacked(on: Setting) -> None:
    """One on a d6, one under a d6; one apart."""
    make = _make(on)
    x, y = on.spot(16.0)
    on.put(lying(on.value(), x, y, _yaw(on)), "under")
    on.lay_black(d12.lying(_value(on), make, x, y, _yaw(on), EDGE), "upon")
    x, y = on.spot(16.0)
    on.lay_black(d12.lying(_value(on), make, x, y, _yaw(on)), "under")
    on.put(lying(on.value(), x, y, _yaw(on), shape.ACROSS), "upon")
    on.black(1)
    on.scatter(2)


def _raised(on: Setting) -> None:
    """On coins."""
    make = _make(on)
    for _ in range(2):
        kind = things.COINS[on.rng.integers(len(things.COINS))]
        pose = on.thing(14.0)
        on.others.append(things.coin(kind, pose, on.rng))
        on.lay_black(d12.lying(_value(on), make, *pose.spot, _yaw(on), kind.thick), "raised")
    on.scatter(4)


def _hand(on: Setting) -> None:
    make = _make(on)
    x, y = on.spot(14.0)
    on.lay_black(d12.lying(_value(on), make, x, y, _yaw(on)))
    on.black(2)
    on.scatter(2)
    angle = _yaw(on)
    off = on.rng.uniform(-8, 16) * arranged.towards(angle)[:2]
    hand = Hand(
        x + off[0], y + off[1], float(on.rng.uniform(36, 60)), angle, float(on.rng.choice([0, 1 / 3, 2 / 3]))
    )
    on.others.append(HandBody(hand, on.rng))


def _unmarked(on: Setting) -> None:
    """Sixes and nines of a maker who does not mark them."""
    make = replace(_make(on), mark="none")
    on.make = make
    for _ in range(3):
        x, y = on.spot(13.5)
        on.lay_black(d12.lying(int(on.rng.choice([6, 9])), make, x, y, _yaw(on)))
    on.scatter(3)


def _sixes_and_nines(on: Setting) -> None:
    make = _make(on)
    for _ in range(3):
        x, y = on.spot(13.5)
        on.lay_black(d12.lying(int(on.rng.choice([6, 9])), make, x, y, _yaw(on)))
    on.scatter(3)


def _dim(on: Setting) -> None:
    level, noise = float(on.rng.uniform(0.12, 0.35)), float(on.rng.uniform(3, 6))
    on.exposure = replace(on.exposure, level=level, noise=noise)
    _flat(on)


def _blurred(on: Setting) -> None:
    on.exposure = replace(on.exposure, blur=float(on.rng.uniform(1.2, 3.0)))
    _flat(on)


def _sized(*size: int) -> Callable[[Setting], None]:
    def lay(on: Setting) -> None:
        on.size = (size[0], size[1])
        _flat(on)

    return lay


KINDS: dict[str, Callable[[Setting], None]] = {
    "d12": _flat,
    "d12 touching": _touching,
    "d12 in the lane": _lane,
    "d12 leaning": _leaning,
    "d12 leaning on nothing seen": _leaning_unseen,
    "d12 mirrored": _mirrored,
    "d12 stacked": _stacked,
    "d12 on coins": _raised,
    "d12 and a hand": _hand,
    "d12 sixes and nines": _sixes_and_nines,
    "d12 unmarked": _unmarked,
    "d12 dim": _dim,
    "d12 blurred": _blurred,
    "d12 half the size": _sized(960, 540),
    "d12 large": _sized(2304, 1296),
}
"""The kinds of scene by name."""
