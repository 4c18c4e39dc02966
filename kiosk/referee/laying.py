"""The dice as the table shows them, from one move to the next: what stays, what is marked, what is in a hand.

What may be kept and what it is worth is asked of the rules; here it is only found which dice are meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from kiosk.events import Seen
from kiosk.referee.case import Awaited
from kiosk.referee.spots import Spot
from kiosk.referee.table_die import NOWHERE, TableDie
from rules import Keep, Match, Matching, RollWanted
from rules.push import worth
from rules.target_dice import most
from rules.thirty import Turn as ThirtyTurn
from vision.reading import Kind

Dice: TypeAlias = tuple[TableDie, ...]
Lay: TypeAlias = Callable[[Match], Dice]
"""The dice after a move, for the match after it."""


def seen_die(seen: Seen, index: int) -> TableDie:
    """A die of a reading, read for certain, with its photograph."""
    die = seen.reading.dice[index]
    assert die.value is not None
    assert die.x is not None
    assert die.y is not None
    crop = seen.crops[index] if index < len(seen.crops) else None
    return TableDie(die.value, crop, die.x, die.y, lane=die.zone == "hold", kind=die.kind)


def entered_die(value: int, kind: Kind) -> TableDie:
    """A die whose value people tell: no photograph, and nobody knows where it lies."""
    return TableDie(value, None, *NOWHERE, kind=kind, entered=True)


def white(dice: Dice) -> Dice:
    """The d6 among them."""
    return tuple(die for die in dice if die.kind == "d6")


def may_keep(match: Match) -> bool:
    """Whether dice can be marked now, to be kept or to make a target."""
    return any(isinstance(move, Keep | Matching) for move in match.expect.choose)


def marked(dice: Dice) -> Keep:
    """What is kept when it is agreed to now: all that is marked and does not lie aside already."""
    return Keep(tuple(die.value for die in dice if die.kept and not die.aside))


def toggled(dice: Dice, index: int) -> Dice:
    """One die marked, or no longer; a proposal that is touched is the players' own."""
    own = [replace(die, offered=False) for die in dice]
    own[index] = replace(own[index], kept=not own[index].kept)
    return tuple(own)


def with_marks(dice: Dice, keep: Keep, offered: bool = False) -> Dice:
    """Exactly these values marked. Dice marked already, and those in the lane, are taken first."""
    chosen = _places(dice, keep.dice)
    return tuple(
        die if die.aside else replace(die, kept=place in chosen, offered=offered and place in chosen)
        for place, die in enumerate(dice)
    )


def _places(dice: Dice, values: Iterable[int]) -> set[int]:
    """The dice that are meant by these values."""
    chosen: set[int] = set()
    for value in values:
        fits = [
            place
            for place, die in enumerate(dice)
            if die.value == value and die.kind == "d6" and not die.aside and place not in chosen
        ]
        chosen.update(sorted(fits, key=lambda place: (not dice[place].kept, not dice[place].lane))[:1])
    return chosen


def proposal(match: Match) -> Keep | None:
    """What is worth most of a roll, with the fewest dice; None where the rules give no points for keeping."""
    if matches := most(match):
        return Keep(tuple(die for pair in matches for die in pair.dice))
    points = worth(match)
    return max(points, key=lambda keep: (points[keep], -len(keep.dice)), default=None)


def after_keep(after: Match, dice: Dice, keep: Keep) -> Dice:
    """What was kept stays, the others are in somebody's hand."""
    stay = _places(dice, keep.dice) | {place for place, die in enumerate(dice) if die.aside}
    aside = after.rules.sets_aside
    return _released(
        after,
        tuple(
            replace(
                die, kept=place in stay, rolled=place in stay, aside=aside and place in stay, offered=False
            )
            for place, die in enumerate(dice)
        ),
    )


def after_match(after: Match, dice: Dice, used: Keep) -> Dice:
    """The dice that made a target are set aside; the others lie there, or are in somebody's hand already."""
    gone = _places(dice, used.dice) | {place for place, die in enumerate(dice) if die.aside}
    wanted = after.expect.roll
    rolled = wanted is None or wanted.kind == "d12"
    lie = tuple(
        replace(die, kept=place in gone, aside=place in gone, offered=False, rolled=rolled or place in gone)
        for place, die in enumerate(white(dice))
    )
    return _proposed(after, _released(after, lie))


def _proposed(match: Match, dice: Dice) -> Dice:
    """What is worth most is marked, where something can be marked."""
    best = proposal(match) if may_keep(match) else None
    return dice if best is None else with_marks(dice, best, offered=True)


def after_roll(after: Match, before: Dice, rolled: Sequence[TableDie], kept: Sequence[TableDie]) -> Dice:
    """Those kept stay in place with their photographs, the new fill the gaps; some may be marked at once."""
    if rolled and rolled[0].kind == "d12":
        return _proposed(after, (*white(before), *rolled))
    lie = _laid(white(before), rolled, kept)
    if may_keep(after):
        return _proposed(after, lie)
    if after.expect.roll is not None and after.expect.roll.kind == "d12":
        return lie  # black dice are rolled beside them before anything is chosen
    face = _taken_out(after)
    if face is None:
        return tuple(replace(die, kept=False, aside=False) for die in lie)
    out = (die.kept or die.value == face for die in lie)
    return _released(
        after, tuple(replace(die, kept=hit, aside=hit) for die, hit in zip(lie, out, strict=True))
    )


def _laid(before: Dice, rolled: Sequence[TableDie], kept: Sequence[TableDie]) -> Dice:
    if not any(die.kept for die in before):
        return tuple(rolled)
    new, now = iter(rolled), iter(kept)
    return tuple(die.at(next(now).spot) if die.kept else next(new) for die in before)


def _taken_out(match: Match) -> int | None:
    """The face whose dice leave a roll without anybody's choice."""
    return match.turn.face if isinstance(match.turn, ThirtyTurn) else None


def _released(after: Match, dice: Dice) -> Dice:
    """Once all dice are set aside and rolled on with, none stays."""
    wanted, staying = after.expect.roll, sum(die.kept for die in dice)
    if wanted is None or wanted.kind == "d12" or not staying or staying + wanted.count <= len(dice):
        return dice
    return tuple(replace(die, kept=False, rolled=False, aside=False) for die in dice)


def next_roll(match: Match, dice: Dice) -> Awaited | None:
    """The roll that would be waited for if the dice marked now were kept; None when they may not be.

    Nor if the turn would end with it.
    """
    keep = marked(dice)
    if keep not in match.expect.choose:
        return None
    after, _ = match.apply(keep)
    if after.player != match.player or after.expect.roll is None:
        return None
    return awaited(after.expect.roll, after_keep(after, dice, keep))


def staying(dice: Dice, kind: Kind) -> Dice:
    """Those that stay while others of their kind are rolled."""
    return tuple(die for die in dice if die.kept and die.kind == kind)


def awaited(wanted: RollWanted, dice: Dice, before: Dice = ()) -> Awaited:
    """The roll that is waited for, as these dice lie; without any, those of the turn `before` do.

    Of the other kind the unused dice must show what they show; of all others it does not matter.
    """
    kept = staying(dice, wanted.kind)
    others = [die for die in dice or before if die not in kept]
    return Awaited(
        wanted,
        tuple(die.spot for die in kept),
        tuple(die.spot for die in others if die.kind == wanted.kind),
        beside=tuple(_beside(die, counts=bool(dice)) for die in others if die.kind != wanted.kind),
    )


def _beside(die: TableDie, counts: bool) -> Spot:
    return die.spot if counts and die.kind == "d6" and not die.aside else replace(die.spot, value=None)
