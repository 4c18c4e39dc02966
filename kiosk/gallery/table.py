"""A table for the gallery and the tests: the real model, journal and reader in front of the simulated camera."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from kiosk.clock import Clock
from kiosk.events import Preview, Seen, StateSeen
from kiosk.journal import Journal
from kiosk.match.ledger import Ledger
from kiosk.screens import games
from kiosk.table import Table
from kiosk.words import Words
from rules import RollWanted
from rules.bots import good_move
from rules.moves import SIDES
from vision.cameras.protocol import Image
from vision.pictures import MARGIN, die_crop, tray_picture
from vision.reader import Reader
from vision.reading import Die, Kind, Reading, Zone
from vision.sim.measures import EDGE, FELT, RAIL_RIGHT
from vision.sim.table import SimDie, SimTable
from vision.tray.pose import TrayView

SIZE = (1920, 1080)
"""Of the camera's pictures."""
PX_PER_MM = 2.6
FRAME = 1 / 15
BLACK_TOP = 20.0
"""How high a d12's top face lies, mm."""
SPOTS = [(20.0 + 40 * column, 20.0 + 44 * row) for column in range(5) for row in range(6)]
"""Where dice lie that no picture is made of, millimetres."""


class StagedTable:
    """A table whose rolls are made to order or by chance (`seed`). `directory` is for its journal.

    Unless it is `watched` no pictures are made: rolls are told, not seen. Quicker where nobody looks.
    """

    def __init__(self, directory: Path, clock: Clock, language: str, seed: int, watched: bool = True) -> None:
        self._directory, self._clock, self._watched = directory, clock, watched
        self._journal = Journal(directory)
        self.table = Table(cache(Words), Ledger(lambda: self._journal), clock, language, games())
        self._sim = SimTable(seed, size=SIZE)
        self._reader = Reader()
        self._rng = random.Random(seed)
        self._lay: list[tuple[float, float]] = []
        self.look()

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()

    def restart(self) -> None:
        """The program ends and begins again; dice lie where they lie."""
        self.close()
        self._journal = Journal(self._directory)
        self.table = Table(
            cache(Words), Ledger(lambda: self._journal), self._clock, self.table.language, games()
        )
        self.table.resume()
        self._read_tray()

    # -- in front of the camera ------------------------------------------------------------------------------

    def look(self) -> None:
        """The camera shows the tray as it is."""
        if not self._watched:
            return
        frame = self._sim.frame()
        view = self._reader.view(frame)
        if view is not None:
            picture = tray_picture(frame, view, PX_PER_MM)
            self.table.take(Preview(picture, PX_PER_MM, (-MARGIN, -MARGIN)))

    def roll(self, values: Sequence[int] | None = None, trouble: str | None = None) -> None:
        """The roll that is waited for is made; it may go wrong in a way of `vision.sim.troubles`."""
        if not self._watched:
            self._roll_unseen(self._wanted(), values)
            return
        self._throw(values, trouble)
        self._let_it_rest()
        self._read_tray()

    def roll_unwatched(self, values: Sequence[int]) -> None:
        """The roll that is waited for is made while the program does not run."""
        self._throw(values, None)
        self._let_it_rest()

    def scatter(self, values: Sequence[int]) -> None:
        """Dice are thrown for fun: no roll is waited for."""
        self._sim.throw(len(values), (), values)
        self._let_it_rest()
        self.look()

    def throw_otherwise(self, values: Sequence[int], stay: Sequence[tuple[float, float]] = ()) -> None:
        """More dice are thrown than were asked for, or others; those at the places `stay` (mm) are left lying."""
        self.table.take(StateSeen("rolling"))
        self._sim.throw(len(values), stay, values)
        self._let_it_rest()
        self._read_tray()

    def part_of_roll(self, seconds: float, values: Sequence[int]) -> None:
        """The roll that is waited for has been on its way for so long."""
        self._throw(values, None)
        for _ in range(round(seconds / FRAME)):
            self._sim.advance(FRAME)
        self.look()

    def put_into_lane(self, indices: Sequence[int]) -> None:
        """A hand lays these dice of the turn into the hold lane."""
        dice = [self.table.dice[index] for index in indices]
        middle = (RAIL_RIGHT + FELT) / 2
        self._sim.carry([((die.x, die.y), (middle, 40.0 + 32.0 * n)) for n, die in enumerate(dice)])
        self._let_it_rest()
        self._read_tray()

    def _throw(self, values: Sequence[int] | None, trouble: str | None) -> None:
        wanted = self._wanted()
        stay = [
            (die.x, die.y) for die in self.table.dice if die.kept or (die.rolled and die.kind != wanted.kind)
        ]
        if trouble:
            self._sim.misbehave(trouble)
        if not stay:
            self.table.take(StateSeen("empty"))
        self.table.take(StateSeen("rolling"))
        self._sim.throw(wanted.count, stay, values, wanted.kind)

    def _let_it_rest(self) -> None:
        while self._sim.busy:
            self._sim.advance(FRAME)

    def _read_tray(self) -> None:
        self.look()
        frame = self._sim.frame()
        reading = self._with_black(self._reader.read(frame), self._reader.view(frame))
        self._tell(reading, tuple(die_crop(frame, die) for die in reading.dice))

    def _with_black(self, reading: Reading, view: TrayView | None) -> Reading:
        """The black dice as they lie, where the reader would ask: the gallery shows screens, not the reader."""
        lie = [die for die in self._sim.truth() if die.kind == "d12" and die.value]
        seen = [die for die in reading.dice if die.kind == "d12"]
        if view is None or (len(seen) == len(lie) and all(die.status == "ok" for die in seen)):
            return reading
        white = (die for die in reading.dice if die.kind == "d6")
        return replace(reading, dice=(*white, *(_told(die, view) for die in lie)))

    def _tell(self, reading: Reading, crops: tuple[Image, ...] = ()) -> None:
        self._lay = [(die.x, die.y) for die in reading.dice if die.x is not None and die.y is not None]
        self.table.take(StateSeen("settled"))
        self.table.take(Seen(reading, crops))

    def _wanted(self) -> RollWanted:
        assert self.table.match is not None
        assert self.table.match.expect.roll is not None
        return self.table.match.expect.roll

    # -- turns that no picture is made of --------------------------------------------------------------------

    def play_turns(self, count: int) -> None:
        """So many turns are played by bots, without a camera."""
        for _ in range(count):
            self._play_turn()

    def _play_turn(self) -> None:
        table, made = self.table, len(self.table.steps)
        while table.match is not None and (len(table.steps) == made or table.last is None):
            decision = good_move(table.match, self._rng)
            if isinstance(decision, RollWanted):
                self._roll_unseen(decision)
            else:
                table.play(decision)

    def _roll_unseen(self, wanted: RollWanted, values: Sequence[int] | None = None) -> None:
        """The dice are picked up, then lie anew, none near where one lay: the referee has nothing to ask."""
        stay = [
            _flat(die.kind, die.spot.value or die.value, die.x, die.y)
            for die in self.table.dice
            if die.kept or (die.kind != wanted.kind and die.rolled)
        ]
        free = [spot for spot in SPOTS if all(math.dist(spot, lay) > 20 for lay in self._lay)]
        shown = values or [self._rng.randint(1, SIDES[wanted.kind]) for _ in range(wanted.count)]
        spots = self._rng.sample(free, wanted.count)
        new = [_flat(wanted.kind, value, *spot) for value, spot in zip(shown, spots, strict=True)]
        made = len(self.table.steps)
        self._tell(Reading(SIZE, tray=True, dice=tuple(stay)))
        self.table.take(StateSeen("rolling"))
        self._tell(Reading(SIZE, tray=True, dice=(*stay, *new)))
        if len(self.table.steps) == made:
            raise RuntimeError(f"the roll was not taken: {self.table.advice}")


def _told(die: SimDie, view: TrayView) -> Die:
    """A die that lies flat, as it is."""
    assert die.x is not None
    assert die.y is not None
    x, y = view.pixels(np.array([[die.x, die.y]]), BLACK_TOP)[0]
    edge = 14 * view.px_per_mm
    square = tuple((x + edge * a, y + edge * b) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)))
    zone: Zone = "hold" if die.place == "hold" else "roll"
    return Die("d12", die.value, "ok", 1.0, (x, y), EDGE, die.x, die.y, zone, outline=square)


def _flat(kind: Kind, value: int, x: float, y: float) -> Die:
    return Die(kind, value, "ok", 1.0, (0.0, 0.0), EDGE, x, y, "roll")
