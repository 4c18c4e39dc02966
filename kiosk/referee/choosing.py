"""The dice while people choose: they may push them about, put them into the lane, pick them up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from kiosk.referee.spots import Spot, in_lane, pair, same_value, spot, untouched
from kiosk.referee.table_die import TableDie
from vision.reading import Die, Kind, Reading


def followed(dice: tuple[TableDie, ...], reading: Reading, may_keep: bool) -> tuple[TableDie, ...]:
    """The dice where they lie now. One put into the lane is marked as kept, one taken out is not.

    Who begins to lay dice into the lane makes a choice: what the table has proposed is marked no longer.
    """
    places = _places(dice, reading)
    now = tuple(
        _moved(die, places[index], may_keep) if index in places else die for index, die in enumerate(dice)
    )
    laid = any(die.lane and not was.lane and not die.aside for die, was in zip(now, dice, strict=True))
    if not laid or not may_keep:
        return now
    return tuple(replace(die, kept=die.lane, offered=False) if die.offered else die for die in now)


def _places(dice: tuple[TableDie, ...], reading: Reading) -> dict[int, Die]:
    """The seen die of each known one, surest first: where it lay, in the lane, anywhere."""
    free = {index: die for index, die in enumerate(reading.dice) if die.zone and die.status == "ok"}
    left = {index: die.spot for index, die in enumerate(dice)}
    found: dict[int, Die] = {}
    all_known = not _faces(free.values()) - _faces(left.values())
    for fits in (untouched, in_lane, *([same_value] if all_known else [])):
        for index, seen in pair(left, free, fits).items():
            found[index] = free.pop(seen)
            del left[index]
    return found


def _moved(die: TableDie, seen: Die, may_keep: bool) -> TableDie:
    now = die.at(spot(seen))
    if now.lane == die.lane or not may_keep or die.aside or die.kind != "d6":
        return now
    return replace(now, kept=now.lane)


def rolled_since(dice: tuple[TableDie, ...], reading: Reading) -> bool:
    """Whether all dice lie there and some show what none of these did: pushed about is not rolled."""
    seen = [die for die in reading.dice if die.zone and die.kind == "d6"]
    known = [die.spot for die in dice if die.kind == "d6"]
    return len(seen) == len(known) and bool(_faces(seen) - _faces(known))


def left_lying(dice: tuple[TableDie, ...], reading: Reading) -> tuple[TableDie, ...]:
    """The dice, marked as kept if, and only if, they lie where they lay: who rolls the others keeps these."""
    free = {index: die for index, die in enumerate(reading.dice) if die.zone}
    stay = pair({index: die.spot for index, die in enumerate(dice)}, free, untouched)
    return tuple(
        die if die.aside else replace(die, kept=index in stay, offered=False)
        for index, die in enumerate(dice)
    )


def _faces(dice: Iterable[Die | Spot]) -> Counter[tuple[Kind, int | None]]:
    """How often each value of each kind is there."""
    return Counter((die.kind, die.value) for die in dice)
