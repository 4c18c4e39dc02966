"""People at a table without camera or screen: what is seen, what is pressed, what the table makes of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from dice_words import reading

from kiosk.chosen import Chosen
from kiosk.events import Seen, StateSeen
from kiosk.journal import Journal
from kiosk.match.ledger import Ledger
from kiosk.table import Table
from vision.reading import ProblemKind


class Words:
    """English, as it stands in the code."""

    def __init__(self, code: str) -> None:
        self.code = code

    def text(self, message: str, /, **params: object) -> str:
        return message.format(**params)

    def plural(self, one: str, many: str, count: int, /, **params: object) -> str:
        return (one if count == 1 else many).format(count=count, **params)

    def number(self, value: int) -> str:
        return str(value)


class Clock:
    time = 1000.0

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return 1.7e9 + self.time


class Sitting:
    """A table with its journal in a folder, and the hands that play at it."""

    def __init__(self, folder: Path, chosen: Chosen | None = None) -> None:
        self.folder = folder
        self.clock = Clock()
        self.ledger = Ledger(lambda: Journal(folder))
        self.table = Table(Words, self.ledger, self.clock, "en", chosen=chosen)  # type: ignore[arg-type]

    def begin(self, players: int = 2, game: str = "yatzy", **options: object) -> Table:
        self.table.take(StateSeen("empty"))
        self.table.begin(game, players, options)
        return self.table

    def see(self, words: str, *problems: ProblemKind, t: float = 0.0) -> None:
        """The dice come to rest like this at `t`. Each crop's grey is ten times the die's value."""
        found = reading(words, *problems)
        crops = tuple(np.full((40, 40, 3), 10 * (die.value or 0), np.uint8) for die in found.dice)
        self.table.take(StateSeen("settled"))
        self.table.take(Seen(found, crops, t))

    def roll(self, words: str, t: float = 0.0) -> None:
        self.table.take(StateSeen("rolling"))
        self.see(words, t=t)

    def again(self, chosen: Chosen | None = None, later: float = 0.0) -> Table:
        """The program is killed, and started again so many seconds later."""
        self.clock = Clock()
        self.clock.time += later
        self.ledger = Ledger(lambda: Journal(self.folder))
        self.table = Table(Words, self.ledger, self.clock, "da", PLAYED, chosen)  # type: ignore[arg-type]
        self.table.resume()
        return self.table


PLAYED = ["target_dice", "yatzy", "thirty", "ten_thousand", "farkle"]
"""The games that can be shown."""

FIRST = "4@40,120 1@30,30 4@90,90 6@150,200 2@160,60"
"""Left to right: 1 4 4 6 2."""


def shown(table: Table) -> list[int]:
    return [die.value for die in table.dice]


def moves(table: Table) -> list[object]:
    assert table.match is not None
    return list(table.match.moves)


def greys(table: Table) -> list[int]:
    """The value each photograph shows."""
    return [round(float(die.crop.mean()) / 10) if die.crop is not None else -1 for die in table.dice]
