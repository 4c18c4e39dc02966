"""Hands at the simulated table: they throw what is to be thrown and put kept dice into the lane.

They know where the dice lie (people see that), but not what the reader makes of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kiosk.ask import Ask
from kiosk.referee.laying import staying
from kiosk.table import Table
from rules import RollWanted
from vision.reading import Kind

FOR_FUN = RollWanted("d6", 5)
"""What is thrown while no game is on."""
NEAR = 12.0
"""A die is meant by a place within so many mm."""
LANE_X = 240.0
LANE_Y = tuple(range(26, 251, 32))
"""Places in the hold lane, mm."""
Place = tuple[float, float]


@dataclass(frozen=True)
class Lying:
    """A die in the tray as anybody can see it."""

    x: float
    y: float
    value: int | None
    lane: bool
    kind: Kind = "d6"

    @property
    def place(self) -> Place:
        """Where it lies, mm."""
        return self.x, self.y


@dataclass(frozen=True)
class Sight:
    """The whole table: the dice in the tray, whether anything moves, the simulated time in seconds."""

    dice: tuple[Lying, ...]
    quiet: bool
    t: float


def lying(answer: Mapping[str, Any]) -> tuple[Lying, ...]:
    """The dice in the tray, from the answer to `truth` or `past`."""
    return tuple(
        Lying(die["x"], die["y"], die["value"], die["place"] == "hold", die["kind"])
        for die in answer["dice"]
        if die["place"] in ("roll", "hold")
    )


def sight(truth: Mapping[str, Any]) -> Sight:
    """What the answer to `truth` amounts to."""
    return Sight(lying(truth), not truth["busy"], truth["t"])


def near(place: Place, places: Sequence[Place]) -> bool:
    """Whether one of the places means this one."""
    return any(math.dist(place, other) <= NEAR for other in places)


class SimHands:
    """Acts on what the table says. `busy` while something asked for is not done."""

    def __init__(self, ask: Ask, table: Table) -> None:
        self._ask = ask
        self._table = table
        self._open = 0

    @property
    def busy(self) -> bool:
        """Whether a command is not answered yet."""
        return self._open > 0

    def command(
        self, name: str, then: Callable[[Mapping[str, Any]], None] = lambda _: None, **arguments: Any
    ) -> None:
        """Give a command; what the table cannot do is simply not done."""
        self._open += 1

        def answered(data: Mapping[str, Any]) -> None:
            self._open -= 1
            if data["ok"]:
                then(data)

        self._ask(name, answered, **arguments)

    def look(self, then: Callable[[Sight], None]) -> None:
        """See how the dice lie."""
        self.command("truth", lambda truth: then(sight(truth)))

    def throw(self) -> None:
        """Throw what the table waits for: all that were not kept.

        After advice only the marked dice, those that lean, and those on the floor; all again if nothing is to be
        seen that is wrong. White dice stay while black ones are thrown; black ones are taken before white ones are.
        """
        self.look(self._throw)

    def _throw(self, seen: Sight) -> None:
        match, advice = self._table.match, self._table.advice
        wanted = match.expect.roll if match is not None else FOR_FUN
        if wanted is None:
            return
        kept = [(die.x, die.y) for die in staying(self._table.dice, wanted.kind)]
        dice = [die for die in seen.dice if die.kind == wanted.kind]
        total = wanted.count + len(kept)
        stay = [die.place for die in dice if near(die.place, kept)]
        if advice is not None:
            good = [die.place for die in dice if die.value and not near(die.place, advice.marks)]
            stay = good if len(good) < total else stay
        beside = [die.place for die in seen.dice if die.kind == "d6"] if wanted.kind == "d12" else []
        self.command("throw", count=total - len(stay), leave=[*stay, *beside], kind=wanted.kind)

    def lay_aside(self) -> None:
        """Put the kept dice that are not there yet into the lane."""
        self.look(self._lay_aside)

    def _lay_aside(self, seen: Sight) -> None:
        kept = [(die.x, die.y) for die in self._table.dice if die.kept and not die.lane]
        dice = [die.place for die in seen.dice if near(die.place, kept) and not die.lane]
        taken = [die.place for die in seen.dice if die.lane]
        free = [(LANE_X, y) for y in LANE_Y if not any(math.dist((LANE_X, y), place) < 26 for place in taken)]
        moves = [[place, slot] for place, slot in zip(dice, free, strict=False)]
        if moves:
            self.command("carry", moves=moves)
