"""A turn of Target Dice as people see it: what the marked dice make, what else could be matched. Asked of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kiosk.referee import laying
from kiosk.table import Table, TableDie
from rules import Match, Matching, Pair, Pass, Roll
from rules.dice import Dice, without
from rules.matches import points, ways
from rules.target_dice import most, sums, turn_of

Way: TypeAlias = tuple[Pair, ...]
"""Targets and the white dice that make them, to be matched at once."""


@dataclass(frozen=True)
class TargetView:
    """`points` of the turn and `total` with them, what is marked included; `way`: the targets that the marked dice
    make; `rest`: marked dice that make none; `choices`: what the arrow walks over, the most first; `white`: how many
    white dice are unused after `way`.
    """

    points: int
    total: int
    way: Way
    rest: Dice
    choices: tuple[Way, ...]
    sums: dict[int, tuple[Dice, ...]]
    open: Dice
    white: int
    may_pass: bool

    @property
    def ready(self) -> bool:
        """Whether the marked dice can be agreed to."""
        return bool(self.way) and not self.rest

    @property
    def still_open(self) -> Dice:
        """The targets that `way` leaves open."""
        return without(self.open, [pair.target for pair in self.way])


def view_of(table: Table, match: Match, chosen: Way = ()) -> TargetView:
    """What is to be seen of a turn now. `chosen`: what the arrow has gone to, in case the dice marked are its dice."""
    turn, marked = turn_of(match), laying.marked(table.dice).dice if table.may_keep else ()
    way = made_of(turn.targets, marked, chosen)
    gained = turn.points + points(way)
    return TargetView(
        points=gained,
        total=match.scores[match.player or 0] + gained,
        way=way,
        rest=without(marked, dice_of(way)),
        choices=choices(match),
        sums=sums(match),
        open=turn.targets,
        white=len(turn.white) - len(dice_of(way)),
        may_pass=Pass() in match.expect.choose,
    )


def made_of(targets: Sequence[int], marked: Dice, chosen: Way = ()) -> Way:
    """What these dice make: with as few left over as can be, then as many targets as can be."""
    if sorted(dice_of(chosen)) == sorted(marked):
        return chosen
    return max(ways(targets, marked), key=lambda way: (len(dice_of(way)), len(way)))


def dice_of(way: Way) -> Dice:
    """All white dice of a way."""
    return tuple(die for pair in way for die in pair.dice)


def choices(match: Match) -> tuple[Way, ...]:
    """What scores most, then every single match; none while a roll is waited for."""
    best = most(match)
    singles = [move.pairs for move in match.expect.choose if isinstance(move, Matching)]
    return tuple(dict.fromkeys((best, *singles))) if best else ()


def labels(dice: Sequence[TableDie], view: TargetView) -> dict[int, str]:
    """Which target each marked die belongs to, by place; "…" for one that makes none yet."""
    found = {place: "…" for place, die in enumerate(dice) if die.kept and not die.aside}
    for pair in view.way:
        for value in pair.dice:
            place = next(at for at, text in found.items() if text == "…" and dice[at].value == value)
            found[place] = f"→ {pair.target}"
    return found


def targets_of(table: Table, match: Match) -> tuple[tuple[TableDie, ...], ...]:
    """The open targets of each seat with their photographs, in the order in which they were rolled."""
    lying: list[list[TableDie]] = [[] for _ in match.players]
    for step in table.steps:
        if step.seat is None:
            continue
        if isinstance(step.move, Roll):
            lying[step.seat] += [die for die in step.lie if die.kind == "d12" and _new(die, lying[step.seat])]
        elif isinstance(step.move, Matching):
            for pair in step.move.pairs:
                _take(lying[step.seat], pair.target)
    return tuple(_pictured(open_, lying[seat]) for seat, open_ in enumerate(match.details.targets))


def _new(die: TableDie, lying: Sequence[TableDie]) -> bool:
    return not any(die is other for other in lying)


def _take(lying: list[TableDie], value: int) -> None:
    found = next((die for die in lying if die.value == value), None)
    if found is not None:
        lying.remove(found)


def _pictured(values: Dice, lying: Sequence[TableDie]) -> tuple[TableDie, ...]:
    """These values with the photographs of the dice that lie there; a match that began in the middle has none."""
    left, shown = list(lying), []
    for value in values:
        die = next((die for die in left if die.value == value), TableDie(value, None, 0.0, 0.0, kind="d12"))
        if die in left:
            left.remove(die)
        shown.append(die)
    return tuple(shown)
