"""Watches many simulated sittings and counts what must not be: `python tests/vision/watch_rolls.py --sittings N`.

Each sitting is a camera (size, speed, hung askew, a lens), a light and a handful of gestures: throws, throws of
the rest, dice carried to the lane, taken out, held over the felt, spun, bumped. What the watcher tells is set
against the truth frame by frame.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby

import cv2
import numpy as np
from watch_lights import LIGHTS
from watch_table import Lens, Truth, WatchedTable

from vision.cameras.protocol import Frame
from vision.observations import Observation, Settled, StateChanged, Track
from vision.reader import Reader
from vision.reading import Die
from vision.sim.table import SimDie
from vision.watch.watcher import Watcher

SIZES = (*[(960, 540)] * 6, (1280, 720), (2304, 1296))
SPEEDS = (15.0, 15.0, 30.0)
LENS = (-0.014, -0.009)
"""About what the Camera Module 3's lens does."""
SOON = 0.35
SHORT = 0.55
"""A rest shorter than this need not be told."""
NEAR = 7.0
"""A die told so near to a true one is that one, mm."""
CREEP, CREEP_TILT = 0.4, 1.5
"""Less than so many millimetres and degrees until it rests is no movement that anybody sees."""
PAUSE = 1.5


Spot = tuple[float, float]


@dataclass(frozen=True)
class Setting:
    """How a sitting is watched."""

    seed: int
    size: tuple[int, int]
    fps: float
    light: str
    trouble: float = 0.25

    @classmethod
    def by_chance(cls, seed: int) -> Setting:
        """Any of them."""
        rng = np.random.default_rng([seed, 1])
        size = SIZES[rng.integers(len(SIZES))]
        return cls(seed, size, SPEEDS[rng.integers(len(SPEEDS))], list(LIGHTS)[rng.integers(len(LIGHTS))])


@dataclass
class Sitting:
    """What was so and what was told, frame by frame."""

    setting: Setting
    truths: list[Truth] = field(default_factory=list)
    told: list[Observation] = field(default_factory=list)
    gestures: list[tuple[int, str]] = field(default_factory=list)

    @property
    def changes(self) -> list[StateChanged]:
        return [one for one in self.told if isinstance(one, StateChanged)]

    @property
    def readings(self) -> list[Settled]:
        return [one for one in self.told if isinstance(one, Settled)]

    def rests(self) -> list[tuple[int, int]]:
        """First and last frame of each time of quiet with dice in the tray."""
        found, start = [], 0
        for quiet, run in groupby(self.truths, lambda truth: truth.quiet and bool(in_tray(truth))):
            length = len(list(run))
            if quiet:
                found.append((start, start + length - 1))
            start += length
        return found


def in_tray(truth: Truth) -> list[SimDie]:
    return [die for die in truth.dice if die.place in ("roll", "hold")]


# -- playing -------------------------------------------------------------------------------------------------------

GESTURES = (
    "throw",
    "throw",
    "rest",
    "rest",
    "carry",
    "carry",
    "take",
    "hold over",
    "wait",
    "spin",
    "bump",
    "clear",
)


def gesture(name: str, table: WatchedTable, rng: np.random.Generator) -> None:
    """Somebody does this; ValueError when the table has no room for it."""
    lying = table.lying()
    some = [lying[index] for index in rng.permutation(len(lying))]
    left = some[: rng.integers(1, max(2, len(some)))]
    done: dict[str, Callable[[], object]] = {
        "throw": lambda: table.throw(int(rng.integers(1, 7))),
        "rest": lambda: table.throw(int(rng.integers(1, 7 - len(left))), [_mark(die) for die in left]),
        "carry": lambda: table.carry(_to_the_lane(some, rng)),
        "take": lambda: table.take(some[0].id),
        "hold over": lambda: table.hold_over(some[0].id, float(rng.uniform(0.6, 3.0))),
        "wait": lambda: table.wait_in_hand(float(rng.uniform(0.5, 3.0))),
        "spin": lambda: table.spin(some[0].id, 3.0),
        "bump": lambda: table.bump(float(rng.uniform(0.6, 1.6))),
        "clear": table.clear,
    }
    if not lying and name != "throw":
        raise ValueError("there are no dice")
    done[name]()


def _mark(die: SimDie) -> Spot:
    assert die.x is not None
    assert die.y is not None
    return die.x, die.y


def _to_the_lane(
    dice: Sequence[SimDie], rng: np.random.Generator
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """One to three dice and free places in the hold lane."""
    taken = [die.y or 0.0 for die in dice if die.place == "hold"]
    free = [
        y
        for y in (25.0, 60.0, 95.0, 130.0, 165.0, 200.0, 235.0)
        if all(abs(y - other) > 24 for other in taken)
    ]
    chosen = [die for die in dice if die.place == "roll"][: int(rng.integers(1, 4))] or list(dice[:1])
    return [(_mark(die), (240.0, y)) for die, y in zip(chosen, free, strict=False)]


def play(setting: Setting, gestures: Sequence[str], pause: float = PAUSE) -> Sitting:
    """A whole sitting, watched, with so many seconds of quiet after each gesture."""
    rng, waiting = np.random.default_rng([setting.seed, 2]), list(gestures)
    table = WatchedTable(setting.seed, setting.size, setting.trouble)
    lens, light, reader = Lens(table.view, LENS), LIGHTS[setting.light], Reader()
    watcher, sitting = Watcher(reader, reader.view, live=True), Sitting(setting)
    stirred, index = 0.0, 0
    while True:
        t = index / setting.fps
        image = light(lens.bent(table.frame()), t)
        sitting.truths.append(table.now_true())
        sitting.told += watcher.feed(Frame(image, t, index))
        if table.busy or table.is_dark:
            stirred = t
        elif t - stirred > pause:
            if not waiting:
                return sitting
            with suppress(ValueError):  # no room for it: the next one
                gesture(waiting[0], table, rng)
                sitting.gestures.append((index, waiting[0]))
                stirred = t
            waiting.pop(0)
        table.advance(1 / setting.fps)
        index += 1


# -- judging -------------------------------------------------------------------------------------------------------


def faults(sitting: Sitting) -> list[tuple[str, int, str]]:
    """What must not be: its name, the frame, and more about it."""
    return [*_of_rests(sitting), *_of_states(sitting), *_of_values(sitting), *_of_identities(sitting)]


def _of_rests(sitting: Sitting) -> list[tuple[str, int, str]]:
    fps, found = sitting.setting.fps, []
    for first, last in sitting.rests():
        if (last - first) / fps < SHORT:
            continue
        settled = [
            one.frame for one in sitting.changes if one.state == "settled" and first <= one.frame <= last
        ]
        begins = _state_at(sitting, first)
        if not settled and begins != "settled":
            found.append(("missed", first, begins))
        elif settled and settled[0] > first + SOON * fps + 1e-6 and begins != "settled":
            found.append(("late", first, f"{(settled[0] - first) / fps:.2f} s"))
        if len(settled) > 1:
            found.append(("twice", settled[1], f"rest from {first}"))
    return found


def _state_at(sitting: Sitting, frame: int) -> str:
    return [one.state for one in sitting.changes if one.frame <= frame][-1]


def _of_states(sitting: Sitting) -> list[tuple[str, int, str]]:
    found = []
    for one in sitting.changes:
        truth = sitting.truths[one.frame]
        if one.state == "settled" and (truth.hand or _moves_visibly(sitting, one.frame)):
            found.append(("settled under a hand" if truth.hand else "settled moving", one.frame, ""))
        if one.state == "fault" and not any(each.dark for each in sitting.truths[: one.frame + 1][-30:]):
            found.append(("fault", one.frame, one.fault.kind if one.fault else ""))
    return found


def _value_at_rest(sitting: Sitting, frame: int, die: SimDie) -> int | None:
    """What a die shows; while it creeps, what it will show."""
    rests = (_of(truth, die.id) for truth in sitting.truths[frame:] if not truth.moving)
    later = die if die.value is not None else next(rests, die)
    return None if _way_left(die, later) else later.value


def _moves_visibly(sitting: Sitting, frame: int) -> bool:
    """Whether some die has still some way to go: the last tenths of a degree take a leaning die long."""
    rest = next((truth for truth in sitting.truths[frame:] if not truth.moving), sitting.truths[-1])
    moving = [die for die in sitting.truths[frame].dice if die.moving and die.x is not None]
    return any(_way_left(die, _of(rest, die.id)) for die in moving)


def _way_left(now: SimDie, then: SimDie) -> bool:
    if then.x is None or abs(now.tilt - then.tilt) > CREEP_TILT:
        return True
    return math.dist(_mark(now), _mark(then)) > CREEP


def _of_values(sitting: Sitting) -> list[tuple[str, int, str]]:
    found = []
    for one in sitting.readings:
        truth = in_tray(sitting.truths[one.frame])
        seen = {id(die): _true_one(die, truth) for die in one.reading.dice}
        for die in one.reading.dice:
            real = seen[id(die)]
            if die.status == "ok" and (real is None or _value_at_rest(sitting, one.frame, real) != die.value):
                found.append(("wrong" if real else "phantom", one.frame, f"{real} told {die.value}"))
            if die.status != "ok" and real and real.tilt < 1:
                found.append(("asked", one.frame, die.status))
        met = [real.id for real in seen.values() if real]
        found += [("unseen", one.frame, str(die)) for die in truth if die.id not in met]
    return found


def _of_identities(sitting: Sitting) -> list[tuple[str, int, str]]:
    """Dice that lay keep their identity, carried ones as well; thrown ones get a new one."""
    found: list[tuple[str, int, str]] = []
    before: dict[int, tuple[int, SimDie]] = {}
    since = 0
    for one in sitting.readings:
        if any(each.state == "empty" and since <= each.frame <= one.frame for each in sitting.changes):
            before = {}
        truth = in_tray(sitting.truths[one.frame])
        now = {
            real.id: (track, real)
            for track, die in zip(one.tracks, one.reading.dice, strict=True)
            if (real := _true_one(die, truth))
        }
        for name, (track, real) in now.items():
            if name in before:
                fault = _identity_fault(sitting, since, one.frame, track, before[name], real)
                found += [(fault, one.frame, f"{before[name]} now {track}, {real}")] if fault else []
        before = {name: (track.id, real) for name, (track, real) in now.items()}
        since = one.frame
    return found


def _identity_fault(
    sitting: Sitting, since: int, frame: int, track: Track, before: tuple[int, SimDie], now: SimDie
) -> str:
    was, lay = before
    handled = any(_of(truth, now.id).place == "hand" for truth in sitting.truths[since : frame + 1])
    gestures = {name for start, name in sitting.gestures if since - 5 <= start <= frame}
    if handled and gestures & {"throw", "rest"}:
        return "thrown, told as lying" if track.id == was and math.dist(_mark(lay), _mark(now)) > 8 else ""
    if lay.value != now.value or track.id == was:
        return ""
    return "carried, identity lost" if handled else "lay, identity lost"


def _of(truth: Truth, name: int) -> SimDie:
    return next(die for die in truth.dice if die.id == name)


def _true_one(die: Die, truth: Sequence[SimDie]) -> SimDie | None:
    if die.x is None or die.y is None:
        return None
    near = [(math.dist((die.x, die.y), _mark(one)), one.id, one) for one in truth]
    return min(near)[2] if near and min(near)[0] < NEAR else None


def main() -> None:
    """Watch and tell: a line for each sitting, every fault with its seed, and the counts so far."""
    arguments = _arguments()
    cv2.setNumThreads(1)
    counts: Counter[str] = Counter()
    for seed in range(arguments.seed, arguments.seed + arguments.sittings):
        setting = _setting(seed, arguments)
        chosen = np.random.default_rng([seed, 3]).choice(GESTURES, arguments.gestures - 1)
        sitting = play(setting, ["throw", *map(str, chosen)])
        for name, frame, more in faults(sitting):
            counts[name] += 1
            during = next((what for start, what in reversed(sitting.gestures) if start <= frame), "")
            print(f"  {setting} frame {frame}, {during}: {name} {more}", flush=True)
        counts += _what_there_was(sitting)
        print(f"{seed}: {', '.join(f'{name} {count}' for name, count in sorted(counts.items()))}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sittings", type=int, default=20, help="how many (default: 20)")
    parser.add_argument("--gestures", type=int, default=6, help="in each (default: 6)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--light", choices=list(LIGHTS), help="only this light")
    parser.add_argument("--small", action="store_true", help="small pictures, 15 a second: the quickest")
    return parser.parse_args()


def _setting(seed: int, arguments: argparse.Namespace) -> Setting:
    setting = Setting.by_chance(seed)
    if arguments.light:
        setting = replace(setting, light=arguments.light)
    return replace(setting, size=SIZES[0], fps=SPEEDS[0]) if arguments.small else setting


def _what_there_was(sitting: Sitting) -> Counter[str]:
    fps = sitting.setting.fps
    return Counter(
        {
            "sittings": 1,
            "rests": sum((last - first) / fps >= SHORT for first, last in sitting.rests()),
            "frames": len(sitting.truths),
            "dice read": sum(len(one.reading.dice) for one in sitting.readings),
        }
    )


if __name__ == "__main__":
    main()
