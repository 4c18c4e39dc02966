"""The kinds of trouble that a scene can show: each lays out a setting by chance."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.sim import arrangements as arranged
from vision.sim import things
from vision.sim.die import Pose, lying
from vision.sim.dyes import DYES, Dye
from vision.sim.hand_body import HandBody
from vision.sim.light import linear
from vision.sim.measures import EDGE, FELT, HALF, RAIL_HEIGHT, RAIL_LEFT, RAIL_RIGHT
from vision.sim.script import Hand
from vision.sim.setting import Setting
from vision.sim.sources import LIGHTS

_LOOSE: tuple[tuple[str, tuple[float, float, float], tuple[float, float, float]], ...] = (
    ("red", (44, 40, 190), (226, 230, 232)),
    ("blue", (170, 84, 36), (226, 230, 232)),
    ("black", (34, 32, 32), (226, 230, 232)),
    ("green", (70, 130, 40), (226, 230, 232)),
    ("yellow", (60, 190, 226), (30, 30, 30)),
)


def _plain(on: Setting) -> None:
    on.scatter(int(on.rng.integers(2, 7)), lane=int(on.rng.integers(0, 3)))
    on.black(int(on.rng.integers(0, 4)))


def _row(on: Setting) -> None:
    count = int(on.rng.integers(2, 7))
    yaw = on.rng.uniform(0, math.pi)
    reach = (count - 1) * EDGE * arranged.towards(yaw)
    x, y = (
        float(on.rng.uniform(16 + max(0, -r), side - 16 - max(0, r)))
        for r, side in zip(reach, (RAIL_LEFT, FELT), strict=False)
    )
    for pose in arranged.row(
        [on.value() for _ in range(count)], x, y, yaw, float(on.rng.choice([0.1, 0.5, 1.5]))
    ):
        on.put(pose)
    on.scatter(6 - count)


def _heap(on: Setting) -> None:
    x, y = on.spot(34.0)
    for pose in arranged.heap([on.value() for _ in range(6)], x, y, on.rng.uniform(0, math.pi), on.rng):
        on.put(pose)


def _coins(on: Setting) -> None:
    for _ in range(on.rng.integers(1, 5)):
        kind = things.COINS[on.rng.integers(len(things.COINS))]
        on.others.append(things.coin(kind, on.thing(kind.width / 2), on.rng))
    _plain(on)


def _mat(on: Setting) -> None:
    on.others.append(things.beer_mat(on.thing(56.0), on.rng))
    on.scatter(4)


def _phone(on: Setting) -> None:
    x, y = on.rng.uniform(60, 150), on.rng.uniform(90, 170)
    for along in (-50, 0, 50):
        on.take(x, y + along, 45)
    on.others.append(things.phone(things.lying_thing(x, y, on.rng.normal(0, 0.12)), on.rng))
    on.scatter(3, lane=2)


def _crumbs(on: Setting) -> None:
    for _ in range(3):
        on.others += things.crumbs(on.rng.uniform(20, 200), on.rng.uniform(20, 240), on.rng)
    _plain(on)


def _paper(on: Setting) -> None:
    on.others.append(things.receipt(on.thing(50.0), on.rng))
    on.scatter(4)


def _glass(on: Setting) -> None:
    choice = on.rng.integers(3)
    x, y = on.spot(38.0)
    if choice == 0:
        on.others += things.tumbler(things.lying_thing(x, y, 0.0), on.rng)
    else:
        (things.wet_ring if choice == 1 else things.glass_foot)(on.cloth, on.shop.scale, x, y, on.rng)
    on.scatter(5)


def _coloured(on: Setting) -> None:
    for _ in range(on.rng.integers(1, 4)):
        _, paper, ink = _LOOSE[on.rng.integers(len(_LOOSE))]
        x, y = on.spot(11.4)
        on.put(lying(on.value(), x, y, on.rng.uniform(0, 6)), "coloured", Dye(linear(*paper), linear(*ink)))
    _plain(on)


def _ivory(on: Setting) -> None:
    x, y = on.spot(11.4)
    on.put(lying(on.value(), x, y, on.rng.uniform(0, 6)), "flat", DYES["ivory"])
    on.scatter(4)


def _hand(on: Setting) -> None:
    on.scatter(4)
    x, y = on.spot(12.0)
    on.put(lying(on.value(), x, y, on.rng.uniform(0, 6)))
    angle = on.rng.uniform(0, 2 * math.pi)
    off = (
        on.rng.uniform(-6, 16) * arranged.towards(angle)[:2]
        + on.rng.uniform(-30, 30) * arranged.towards(angle + 1.57)[:2]
    )
    hand = Hand(
        x + off[0], y + off[1], on.rng.uniform(34, 60), angle, float(on.rng.choice([0, 1 / 3, 2 / 3]))
    )
    on.others.append(HandBody(hand, on.rng))


def _stacked(on: Setting) -> None:
    x, y = on.spot(12.0)
    below = lying(on.value(), x, y, on.rng.uniform(0, 6))
    on.put(below, "under")
    off = on.rng.uniform(-2.5, 2.5, 2)
    on.put(lying(on.value(), x + off[0], y + off[1], on.rng.uniform(0, 6), EDGE), "upon")
    on.scatter(4)


def _half_stacked(on: Setting) -> None:
    x, y = on.spot(20.0)
    yaw = on.rng.uniform(0, 6)
    below = lying(on.value(), x, y, yaw)
    on.put(below, "under")
    off = on.rng.uniform(4.5, 7.5) * arranged.towards(yaw + on.rng.choice([0, math.pi / 4, math.pi / 2]))
    on.put(lying(on.value(), x + off[0], y + off[1], on.rng.uniform(0, 6), EDGE), "upon")
    on.scatter(4)


def _on_coin(on: Setting) -> None:
    for _ in range(2):
        kind = things.COINS[on.rng.integers(len(things.COINS))]
        pose = on.thing(max(12.0, kind.width / 2))
        on.others.append(things.coin(kind, pose, on.rng))
        off = on.rng.uniform(-4, 4, 2)
        on.put(
            lying(on.value(), pose.spot[0] + off[0], pose.spot[1] + off[1], on.rng.uniform(0, 6), kind.thick),
            "raised",
        )
    on.scatter(3)


def _lean_wall(on: Setting) -> None:
    for wall in on.rng.permutation(list(arranged.WALLS))[:2]:
        along = on.rng.uniform(25, RAIL_LEFT - 25 if wall in ("top", "bottom") else FELT - 25)
        on.put(
            arranged.against_wall(on.value(), wall, along, on.rng.uniform(5, 45), on.rng.normal(0, 0.05)),
            "leaning",
        )
    on.scatter(4)


def _lean_rail(on: Setting) -> None:
    for y in (on.rng.uniform(25, 110), on.rng.uniform(150, 235)):
        on.put(
            arranged.on_rail(on.value(), y, on.rng.uniform(30.5, 45), bool(on.rng.random() < 0.4)), "leaning"
        )
    on.scatter(3)


def _lean_die(on: Setting) -> None:
    for _ in range(2):
        x, y = on.spot(24.0)
        yaw = on.rng.uniform(0, 6)
        other = lying(on.value(), x, y, yaw)
        on.put(other)
        way = yaw + int(on.rng.integers(4)) * math.pi / 2 + on.rng.normal(0, 0.25)
        on.put(
            arranged.leaning_on(on.value(), other, way, on.rng.uniform(5, 45), on.rng.uniform(-7, 7)),
            "leaning",
        )
    on.scatter(2)


def _lean_coin(on: Setting) -> None:
    for _ in range(2):
        kind = things.COINS[on.rng.integers(len(things.COINS))]
        pile = int(on.rng.integers(1, 4))
        pose = on.thing(kind.width / 2 + 12)
        for level in range(pile):
            on.others.append(
                things.coin(kind, Pose(pose.centre - [0, 0, level * kind.thick], pose.turn), on.rng)
            )
        way, high = on.rng.uniform(0, 2 * math.pi), pile * kind.thick
        edge = np.array(pose.spot) - kind.width / 2 * arranged.towards(way)[:2]
        lean = on.rng.uniform(arranged.flattest(high) + 0.3, 45.0 if high > 4 else 16.0 + 3 * high)
        on.put(arranged.propped(on.value(), (edge[0], edge[1]), way, lean, high), "leaning")
    on.scatter(3)


def _lean_unseen(on: Setting) -> None:
    for _ in range(3):
        x, y = on.spot(13.0)
        on.put(
            arranged.on_felt(arranged.tipped(on.value(), on.rng.uniform(0, 6), on.rng.uniform(5, 25)), x, y),
            "leaning",
        )
    on.scatter(3)


def _rail(on: Setting) -> None:
    y = on.rng.uniform(20, 110)
    middle = (RAIL_LEFT + RAIL_RIGHT) / 2
    on.put(lying(on.value(), middle + on.rng.uniform(-3, 3), y, on.rng.uniform(0, 6), RAIL_HEIGHT), "rail")
    x = RAIL_LEFT - HALF - 0.15 if on.rng.random() < 0.5 else RAIL_RIGHT + HALF + 0.15
    on.put(lying(on.value(), x, on.rng.uniform(140, 240), on.rng.choice([0.0, 0.0, 0.02])))
    on.scatter(3)


def _walls(on: Setting) -> None:
    for wall in arranged.WALLS:
        along = on.rng.uniform(20, RAIL_LEFT - 20)
        on.put(arranged.against_wall(on.value(), wall, along, 0.0, float(on.rng.choice([0.0, 0.0, 0.3]))))
    on.scatter(2)


def _exposed(level: float) -> Callable[[Setting], None]:
    def lay(on: Setting) -> None:
        on.exposure = replace(on.exposure, level=on.exposure.level * level)
        _plain(on)

    return lay


def _balanced(*gains: float) -> Callable[[Setting], None]:
    def lay(on: Setting) -> None:
        on.exposure = replace(on.exposure, gains=(gains[0], gains[1], gains[2]))
        _plain(on)

    return lay


def _dim(on: Setting) -> None:
    on.exposure = replace(
        on.exposure, level=float(on.rng.uniform(0.1, 0.3)), noise=float(on.rng.uniform(3, 6))
    )
    _plain(on)


def _flicker(on: Setting) -> None:
    on.exposure = replace(on.exposure, flicker=float(on.rng.uniform(0.3, 0.7)))
    _plain(on)


def _blurred(on: Setting) -> None:
    on.exposure = replace(on.exposure, blur=float(on.rng.uniform(1.2, 3.5)))
    _plain(on)


def _half(on: Setting) -> None:
    on.size = (960, 540)
    _plain(on)


def _large(on: Setting) -> None:
    on.size = (2304, 1296)
    _plain(on)


def _lit(light: str) -> Callable[[Setting], None]:
    def lay(on: Setting) -> None:
        on.light = light
        _plain(on)

    return lay


KINDS: dict[str, Callable[[Setting], None]] = {
    "plain": _plain,
    "row": _row,
    "heap": _heap,
    "walls": _walls,
    "rail": _rail,
    "coins": _coins,
    "mat": _mat,
    "phone": _phone,
    "crumbs": _crumbs,
    "paper": _paper,
    "glass": _glass,
    "coloured": _coloured,
    "ivory": _ivory,
    "hand": _hand,
    "stacked": _stacked,
    "half stacked": _half_stacked,
    "on a coin": _on_coin,
    "leaning on a wall": _lean_wall,
    "leaning on the rail": _lean_rail,
    "leaning on a die": _lean_die,
    "leaning on coins": _lean_coin,
    "leaning on nothing seen": _lean_unseen,
    "half the light": _exposed(0.5),
    "twice the light": _exposed(2.0),
    "dim and noisy": _dim,
    "too blue": _balanced(1.35, 1.0, 0.72),
    "too red": _balanced(0.66, 0.95, 1.3),
    "flicker": _flicker,
    "blurred": _blurred,
    "half the size": _half,
    "large": _large,
    **{f"light: {name}": _lit(name) for name in LIGHTS},
}
"""The kinds of scene by name."""
