"""One settled reading while a roll is waited for: which die is which, before anything is judged.

Certain matches come first (who lies where it lay), then dice that moved, as far as only one story is
possible. What is left over was rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from kiosk.referee.advice import Advice, AdviceKind
from kiosk.referee.spots import (
    PUSHED,
    Spot,
    apart,
    brushed,
    in_lane,
    not_rolled,
    pair,
    pushed_alone,
    same_value,
    spot,
    untouched,
    values,
)
from rules import RollWanted
from vision.reading import Die, Reading


@dataclass(frozen=True)
class Awaited:
    """A roll that is waited for.

    `kept`: dice that must stay as they are. `lying`: the other dice where they lay before the roll; they must
    move. `standing`: dice of this roll that count already, while others are being rolled again. `beside`: dice of
    the other kind that may lie there; one with a value must show it, without one it does not matter.
    """

    wanted: RollWanted
    kept: tuple[Spot, ...] = ()
    lying: tuple[Spot, ...] = ()
    standing: tuple[Spot, ...] = ()
    beside: tuple[Spot, ...] = ()

    @property
    def all_dice(self) -> int:
        """How many dice lie there in the end."""
        return self.wanted.count + len(self.kept)


@dataclass(frozen=True)
class Accepted:
    """The roll counts. Indices into `reading.dice`: the dice rolled, and each kept die as it is now."""

    rolled: tuple[int, ...]
    kept: tuple[int, ...] = ()


@dataclass(frozen=True)
class Waiting:
    """Nothing is wrong: dice are being picked up, or nothing has happened yet."""

    awaited: Awaited


@dataclass(frozen=True)
class Asked:
    """Something must be done or answered first. `yes`: what counts if people answer a question with yes."""

    advice: Advice
    awaited: Awaited
    yes: Accepted | None = None


Staying = Literal["kept", "standing"]


def _pushed(one: Spot, die: Die) -> bool:
    return same_value(one, die) and apart(one, die) <= PUSHED


def _anywhere(one: Spot, die: Die) -> bool:
    return one.kind == die.kind


class Case:
    """Every die of a reading told apart: kept, standing, still lying, or new.

    `kept`, `standing`, `still`, `beside` map places in the awaited roll's tuples to indices in `reading.dice`.
    Dice that lie outside the tray count for nothing.
    """

    def __init__(self, awaited: Awaited, reading: Reading) -> None:
        self.before = awaited
        self.reading = reading
        inside = {index: die for index, die in enumerate(reading.dice) if die.zone is not None}
        self.dice = {index: die for index, die in inside.items() if die.kind == awaited.wanted.kind}
        self.others = {index: die for index, die in inside.items() if index not in self.dice}
        self.beside = self._match_beside()
        self.kept: dict[int, int] = {}
        self.standing: dict[int, int] = {}
        self.still: dict[int, int] = {}
        self._free = dict(self.dice)
        self._match_where_they_lay()
        self._match_moved()

    def _match_beside(self) -> dict[int, int]:
        """Surest first: who lies where it lay, then who was pushed; of the rest whoever is nearest."""
        found: dict[int, int] = {}
        for fits in (untouched, _pushed, _anywhere):
            left = {key: one for key, one in enumerate(self.before.beside) if key not in found}
            free = {index: die for index, die in self.others.items() if index not in found.values()}
            found |= pair(left, free, fits)
        return found

    def _match_where_they_lay(self) -> None:
        self._match(self.kept, self.before.kept, untouched)
        self._match(self.standing, self.before.standing, untouched)
        self._match(self.still, self.before.lying, not_rolled)

    def _match_moved(self) -> None:
        if self._only_kept_moved():
            self._match(self.kept, self.before.kept, same_value)
        if self._lane_is_kept():
            self._match(self.kept, self.before.kept, in_lane)
        self._match(self.kept, self.before.kept, pushed_alone(self._free))
        self._match(self.standing, self.before.standing, pushed_alone(self._free))
        if self.surplus < 0 and len(self._free) < self.needed:
            self._match(self.still, self.before.lying, brushed)

    def _match(
        self, into: dict[int, int], spots: tuple[Spot, ...], fits: Callable[[Spot, Die], bool]
    ) -> None:
        left = {key: one for key, one in enumerate(spots) if key not in into}
        found = pair(left, self._free, fits)
        into |= found
        for index in found.values():
            del self._free[index]

    def _only_kept_moved(self) -> bool:
        """No die was thrown yet, and what moved shows exactly what was kept: somebody put it aside."""
        in_hand = self.count == len(self.before.kept)
        rest_lies = len(self.still) == len(self.before.lying) and not self.before.standing
        return (in_hand or rest_lies) and values(self._free.values()) == values(self.missing("kept"))

    def _lane_is_kept(self) -> bool:
        """The lane holds nothing but what was kept."""
        lane = [die for die in self._free.values() if die.zone == "hold"]
        return not values(lane) - values(self.missing("kept"))

    @property
    def strangers(self) -> tuple[int, ...]:
        """Dice of the other kind that have no business here."""
        return tuple(index for index in self.others if index not in self.beside.values())

    @property
    def count(self) -> int:
        """All dice of the right kind in the tray."""
        return len(self.dice)

    @property
    def surplus(self) -> int:
        """How many more there are than belong to the game; negative: so many are missing."""
        return self.count - self.before.all_dice

    @property
    def new(self) -> tuple[int, ...]:
        """The dice that were rolled since, as far as can be seen."""
        return tuple(self._free)

    @property
    def needed(self) -> int:
        """How many new dice there should be."""
        return self.before.wanted.count - len(self.before.standing)

    def missing(self, which: Staying) -> list[Spot]:
        """Dice that should have stayed and are not (certainly) there."""
        matched = self.kept if which == "kept" else self.standing
        spots = self.before.kept if which == "kept" else self.before.standing
        return [one for key, one in enumerate(spots) if key not in matched]

    @property
    def all_there(self) -> bool:
        """Everything that should have stayed is there, so the others are known to be new."""
        return not self.missing("kept") and not self.missing("standing")

    def ok(self, indices: Iterable[int]) -> list[int]:
        """Those of these dice that were read for certain."""
        return [index for index in indices if self.dice[index].status == "ok"]

    def bad(self, indices: Iterable[int]) -> list[int]:
        """Those that were not."""
        return [index for index in indices if self.dice[index].status != "ok"]

    def shown(self, indices: Iterable[int]) -> Counter[int | None]:
        """The values of those that were read for certain."""
        return values(self.dice[index] for index in self.ok(indices))

    def problem(self, kind: str) -> bool:
        """Whether something of this kind was seen."""
        return any(problem.kind == kind for problem in self.reading.problems)

    def nearest(self, one: Spot, within: float) -> int | None:
        """The new die nearest to a place, at most `within` mm away."""
        near = [index for index in self.new if apart(one, self.dice[index]) <= within]
        return min(near, key=lambda index: apart(one, self.dice[index]), default=None)

    @cached_property
    def after(self) -> Awaited:
        """What is waited for now: everything where it lies in this reading."""
        return replace(
            self.before,
            kept=self._moved(self.before.kept, self.kept),
            standing=self._moved(self.before.standing, self.standing),
            beside=self._moved(self.before.beside, self.beside),
            lying=tuple(
                replace(one, lifted=one.lifted or key not in self.still)
                for key, one in enumerate(self._moved(self.before.lying, self.still))
            ),
        )

    def _moved(self, spots: tuple[Spot, ...], found: dict[int, int]) -> tuple[Spot, ...]:
        """The same dice, values as known, places as seen now."""
        return tuple(
            replace(spot(self.reading.dice[found[key]]), value=one.value, lifted=one.lifted)
            if key in found
            else one
            for key, one in enumerate(spots)
        )

    def remedied(self, good: Iterable[int] = (), again: Iterable[int] = ()) -> Awaited:
        """Waited for from now on: the good new dice stand, these others must be rolled again.

        As long as it is not certain which dice are new, nothing new stands.
        """
        if not self.all_there:
            return self.after
        standing = (*self.after.standing, *self.spots(good))
        return replace(self.after, standing=standing, lying=(*self.after.lying, *self.spots(again)))

    def spots(self, indices: Iterable[int]) -> tuple[Spot, ...]:
        """Where these dice lie."""
        return tuple(spot(self.reading.dice[index]) for index in indices)

    def ask(
        self,
        kind: AdviceKind,
        marked: Iterable[int] = (),
        awaited: Awaited | None = None,
        yes: Accepted | None = None,
        **params: object,
    ) -> Asked:
        """Say this about the marked dice (of either kind)."""
        marks = tuple(spot(self.reading.dice[index]).mark for index in marked)
        return Asked(Advice(kind, params, marks), awaited or self.after, yes)

    def counted(self, new: Iterable[int], kept: dict[int, int] | None = None) -> Accepted:
        """The roll of the standing and these new dice."""
        now = self.kept if kept is None else kept
        return Accepted((*self.standing.values(), *new), tuple(now[key] for key in sorted(now)))
