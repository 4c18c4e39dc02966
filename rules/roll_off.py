"""Who starts: every seat rolls one die, the highest starts, those who tie for it roll again."""

from __future__ import annotations

from dataclasses import dataclass

from rules.game import Turn, changed, highest
from rules.moves import RollWanted

ONE_DIE = RollWanted("d6", 1)


@dataclass(frozen=True)
class RollOff(Turn):
    """A roll-off under way. `roll_off`: each seat's latest die, None before its first."""

    roll_off: tuple[int | None, ...]
    waiting: tuple[int, ...]
    """The seats that still have to roll, in order."""
    rolling: tuple[int, ...]
    """The seats in this round: all of them, later those who tied."""

    @property
    def player(self) -> int:
        """The seat that rolls next."""
        return self.waiting[0]

    def after(self, die: int) -> RollOff | int:
        """The roll-off after the next seat's die, or the seat that starts."""
        seat, *waiting = self.waiting
        dice = changed(self.roll_off, seat, die)
        if waiting:
            return RollOff(dice, tuple(waiting), self.rolling)
        best = highest([dice[seat] or 0 for seat in self.rolling])
        tied = tuple(self.rolling[place] for place in best)
        return tied[0] if len(tied) == 1 else RollOff(dice, tied, tied)


def begin(order: tuple[int, ...]) -> RollOff:
    """A roll-off in which the seats roll in this order."""
    return RollOff((None,) * len(order), order, order)
