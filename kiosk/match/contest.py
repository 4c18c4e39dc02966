"""A roll that somebody contests: which one, which of its dice, and how it is with other values.

The values that people set are theirs: such a die keeps what the camera read beside what counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kiosk.match.steps import Step
from kiosk.referee import laying
from kiosk.referee.laying import Dice
from kiosk.referee.table_die import TableDie
from rules import Dispute, Roll


def contested(steps: Sequence[Step]) -> Step | None:
    """The last roll; none once the turn is played again for it anyway."""
    for step in reversed(steps):
        if isinstance(step.move, Dispute):
            return None
        if isinstance(step.move, Roll):
            return step
    return None


def before(steps: Sequence[Step], step: Step) -> Dice:
    """The dice as they were before a step."""
    place = steps.index(step)
    return steps[place - 1].dice if place else ()


class Doubted(NamedTuple):
    """A die of a contested roll; `rolled` with it, or kept from an earlier one, which stands."""

    die: TableDie
    rolled: bool


def doubted(step: Step, before: Dice) -> tuple[Doubted, ...]:
    """The dice of the roll's kind as they lay after it, left to right."""
    assert isinstance(step.move, Roll)
    places = _places(step, before)
    return tuple(
        Doubted(die, place in places) for place, die in enumerate(step.lie) if die.kind == step.move.kind
    )


def _places(step: Step, before: Dice) -> list[int]:
    assert isinstance(step.move, Roll)
    stayed = {place for place, die in enumerate(before) if die in laying.staying(before, step.move.kind)}
    return [place for place, die in enumerate(step.lie) if die.kind == step.move.kind and place not in stayed]


def corrected(step: Step, before: Dice, values: Sequence[int]) -> tuple[Dice, Dice]:
    """The dice rolled, showing these values, and those that were kept: what `laying.after_roll` needs."""
    places = _places(step, before)
    new = tuple(_set(step.lie[place], value) for place, value in zip(places, values, strict=True))
    kept = (die for place, die in enumerate(step.lie) if place not in places)
    return new, tuple(die for die in kept if die.kind == new[0].kind)


def _set(die: TableDie, value: int) -> TableDie:
    if die.entered:
        return laying.entered_die(value, die.kind).at(die.spot)
    plain = TableDie(value, die.crop, die.x, die.y, lane=die.lane, kind=die.kind)
    seen = die.spot.value
    return plain if value == seen else replace(plain, read=seen)
