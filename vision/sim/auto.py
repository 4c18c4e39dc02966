"""What the table does when nobody plays: somebody throws the dice, keeps a few, throws the rest."""

from __future__ import annotations

import numpy as np

from vision.sim.measures import EDGE, FELT, RAIL_RIGHT
from vision.sim.table import SimDie, SimTable

DICE = 5
_PAUSE = (2.5, 4.5)
"""Seconds of quiet between two gestures."""


class Pastime:
    """Plays on its own, a small step whenever it is asked; chance comes from `rng`."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._next = 1.0
        self._quiet = False

    def play(self, table: SimTable) -> None:
        """Starts the next gesture when the table has been quiet long enough."""
        if table.busy:
            self._quiet = False
            return
        if not self._quiet:
            self._quiet = True
            self._next = table.now + self._rng.uniform(*_PAUSE)
        if table.now >= self._next:
            self._gesture(table)

    def _gesture(self, table: SimTable) -> None:
        dice = table.truth()
        kept = [die for die in dice if die.place == "hold"]
        rolled = [die for die in dice if die.place == "roll" and die.value is not None]
        if rolled and len(kept) + len(rolled) == DICE and len(kept) < 4 and self._rng.random() < 0.5:
            self._keep(table, rolled, len(kept))
        elif kept and len(kept) < DICE and self._rng.random() < 0.7:
            table.throw(
                DICE - len(kept), [(die.x, die.y) for die in kept if die.x is not None and die.y is not None]
            )
        else:
            table.throw(DICE)

    def _keep(self, table: SimTable, rolled: list[SimDie], already: int) -> None:
        best = max(
            rolled, key=lambda die: (sum(die.value == other.value for other in rolled), die.value or 0)
        )
        same = [die for die in rolled if die.value == best.value]
        middle = (RAIL_RIGHT + FELT) / 2
        moves = [
            ((die.x or 0.0, die.y or 0.0), (middle, 30.0 + (already + index) * 2.2 * EDGE))
            for index, die in enumerate(same)
        ]
        table.carry(moves)
