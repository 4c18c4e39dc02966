"""Rolls that people at the table contested keep their whole picture, with what the camera read and what people said.

The picture of the last roll waits in the camera's process. When the roll is taken back, it is fetched and kept: with
the values that people set as its labels, or, when they rolled again, without any. So is the picture of a roll that
people entered because the camera could not read it.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kiosk.ask import Ask
from kiosk.clock import Clock
from kiosk.diary import program_version
from kiosk.events import Event, Seen
from kiosk.journal.verify import stamp
from kiosk.match.steps import Step
from kiosk.pictures.nameless import nameless
from kiosk.pictures.shelf import Shelf
from kiosk.referee.table_die import TableDie
from kiosk.table import Table
from rules import Opening, Roll
from vision import d6, d12
from vision.calibration import NAME as CALIBRATION
from vision.reading import Die, Reading

FOLDER = "contested"
"""In the state directory."""
BUDGET, MOST = 256_000_000, 400
"""Bytes, and pictures: of 1280x720 one takes 1.6 MB."""
SAME = 8.0
"""Millimetres: a die of the table lies this near to that of the reading; two dice are 16 apart."""
log = logging.getLogger(__name__)


def contested_shelf(state_dir: Path) -> Shelf:
    """Where these pictures are kept."""
    return Shelf(state_dir / FOLDER, FOLDER, BUDGET, MOST)


@dataclass
class _Watched:
    """A roll that may be contested, as it is now; what the camera read at `t`; its picture's file, if it is kept."""

    step: Step
    t: float
    reading: Reading
    file: str | None = None


class ContestedPictures:
    """Follows the table. `calibration`: where the camera's calibration is, or would be."""

    def __init__(self, ask: Ask, shelf: Shelf, clock: Clock, calibration: Path) -> None:
        self._ask = ask
        self._shelf = shelf
        self._clock = clock
        self._calibration = calibration
        self._seen: Seen | None = None
        self._watched: _Watched | None = None
        self._opening: Opening | None = None
        self._known: tuple[int, tuple[Step, ...]] = (0, ())

    def hear(self, event: Event) -> None:
        """The reading that may become a roll next."""
        if isinstance(event, Seen):
            self._seen = event

    def follow(self, table: Table) -> None:
        """Whether there is a new roll, or the one before was taken back."""
        steps = table.steps
        if (len(steps), steps[-1:]) == self._known:
            return
        self._known = (len(steps), steps[-1:])
        opening = table.match.opening if table.match is not None else None
        if opening is not self._opening:
            self._opening, self._watched = opening, None
        newest = _last_roll(steps)
        if self._watched is not None and all(step is not self._watched.step for step in steps):
            self._taken_back(self._watched, newest)
        elif newest is not None and (self._watched is None or newest is not self._watched.step):
            self._rolled(newest)

    def _rolled(self, roll: Step) -> None:
        seen = self._seen
        if seen is None:
            return
        if roll.source == "camera" and seen.t == roll.seen_at:
            self._watched = _Watched(roll, seen.t, seen.reading)
            self._ask("keep", _told_if_not, t=seen.t)
        elif any(die.entered for die in roll.lie) and (self._watched is None or seen.t > self._watched.t):
            self._entered(roll, seen)

    def _entered(self, roll: Step, seen: Seen) -> None:
        """People have entered what the camera could not read: its picture is worth a look, but no label."""
        self._watched = None
        told = {**self._told(seen.reading), "said": [die.value for die in roll.lie]}
        self._ask("keep", _told_if_not, t=seen.t)
        self._ask("kept", partial(self._keep, None, None, told), t=seen.t)

    def _taken_back(self, watched: _Watched, instead: Step | None) -> None:
        set_by_people = instead if instead is not None and instead.source == "button" else None
        dice = label(labelled(watched.reading, set_by_people.lie)) if set_by_people is not None else None
        if watched.file is not None:
            self._shelf.relabel(watched.file, dice)
        else:
            keep = partial(self._keep, watched, dice, self._told(watched.reading))
            self._ask("kept", keep, t=watched.t)
        # What people have set they may set once more.
        if set_by_people is not None:
            watched.step = set_by_people
        else:
            self._watched = None

    def _told(self, reading: Reading) -> dict[str, Any]:
        return {
            "time": stamp(self._clock.wall()),
            "version": program_version(),
            "read": [die.to_json() for die in reading.dice],
        }

    def _keep(
        self,
        watched: _Watched | None,
        dice: Mapping[str, Any] | None,
        told: Mapping[str, Any],
        answer: Mapping[str, Any],
    ) -> None:
        if not answer["ok"]:
            what = "a roll that people entered" if watched is None else "a contested roll"
            log.warning("there is no picture of %s: %s", what, answer["error"])
            return
        file = self._shelf.keep(answer["png"], "png", dice, told)
        if watched is not None:
            watched.file = file
        lens = nameless(self._calibration)
        if lens is not None:
            self._shelf.beside(CALIBRATION, lens)
        for taught in map(self._calibration.with_name, (d6.TAUGHT, d12.TAUGHT)):
            if taught.is_file():
                self._shelf.beside(taught.name, taught.read_bytes())


def _told_if_not(answer: Mapping[str, Any]) -> None:
    if not answer["ok"]:
        log.info("the picture of a roll is not held: %s", answer["error"])


def _last_roll(steps: Sequence[Step]) -> Step | None:
    return next((step for step in reversed(steps) if isinstance(step.move, Roll)), None)


def labelled(reading: Reading, lie: Sequence[TableDie]) -> list[dict[str, Any]]:
    """The dice of a reading with the values that they have at the table, as labels.

    Dice that the table does not count now are taken as they were read; nobody has contested them. One that was not read
    and that nobody has named has no label.
    """
    left, found = [die for die in lie if die.placed], []
    for die in reading.dice:
        near = min((one for one in left if one.kind == die.kind), key=partial(_distance, die), default=None)
        if near is not None and _distance(die, near) < SAME:
            left.remove(near)
            found.append(_label(die, near.value))
        elif die.value is not None:
            found.append(_label(die, die.value))
    return found


def _distance(die: Die, other: TableDie) -> float:
    return math.inf if die.x is None or die.y is None else math.dist((die.x, die.y), (other.x, other.y))


def _label(die: Die, value: int) -> dict[str, Any]:
    x, y = die.px
    corners = die.outline or ((x - 20, y - 20), (x + 20, y + 20))
    box = [
        min(p[0] for p in corners),
        min(p[1] for p in corners),
        max(p[0] for p in corners),
        max(p[1] for p in corners),
    ]
    return {
        "kind": die.kind,
        "value": value,
        "px": [round(x, 1), round(y, 1)],
        "box": [round(one, 1) for one in box],
    }


def label(dice: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A picture's entry among the labels."""
    kinds = sorted({str(die["kind"]) for die in dice}) or ["d6"]
    return {
        "kind": kinds[-1] if len(kinds) == 1 else "d6",
        "values": [die["value"] for die in dice],
        "dice": list(dice),
    }
