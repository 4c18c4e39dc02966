"""A sound player of Yatzy.

It makes the most of each turn, if a field is worth what it gives less its par: what it brings on average, and
so what is given up by writing it now. A chance of 20 is then a poor use of that field, and two pairs of 20 a
good one. The upper fields count more, since the bonus is won or lost there: three of each face are needed.
The pars are this bot's own averages, rounded; with them, and with PULL, 150 games alone averaged 236 points
(as well as can be played: 248.4; random moves: about 51).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from rules.bots import Decision, Rng
from rules.dice import Dice
from rules.match import Match
from rules.moves import Move, Score
from rules.yatzy import keepable, open_fields, options_of, rolls_left, turn_of, worth
from rules.yatzy_sheet import FORM, UPPER, Form, YatzyOptions

FACES = range(1, 7)


@dataclass(frozen=True, eq=False)
class Aims:
    """What a player hopes for: each field's par, and how many of each face the bonus wants."""

    form: Form
    par: Mapping[str, float]
    alike: int


AIMS = Aims(
    FORM,
    {
        "ones": 2,
        "twos": 5,
        "threes": 8.5,
        "fours": 12,
        "fives": 15,
        "sixes": 18,
        "one_pair": 11,
        "two_pairs": 19,
        "three_of_a_kind": 16,
        "four_of_a_kind": 13,
        "small_straight": 6,
        "large_straight": 11,
        "full_house": 20,
        "chance": 23,
        "yatzy": 20,
    },
    alike=3,
)
PULL = 1.6
"""How much a point above or below that number of a face moves the bonus, as a multiple of its fair share."""
FORESIGHT = 2
"""How many rolls are looked ahead; there are more only where rolls are saved."""


def decide(match: Match, rng: Rng) -> Decision:
    """What to keep or to write; `rng` chooses among equals."""
    return decide_by(AIMS, match, rng)


def decide_by(aims: Aims, match: Match, rng: Rng) -> Decision:
    """What to keep or to write with these aims."""
    turn, options = turn_of(match), options_of(match)
    gains, dice = _gains(aims, options), tuple(sorted(turn.dice))
    values: dict[Move, float] = {Score(field): gains[field][dice] for field in worth(match)}
    if left := rolls_left(match):
        expected = _expected(aims, options, open_fields(match), min(left, FORESIGHT))
        values |= {keep: expected[keep.dice] for keep in keepable(turn.dice)}
    best = max(values.values())
    return rng.choice([move for move, value in values.items() if value == best])


@lru_cache(maxsize=16)
def _gains(aims: Aims, options: YatzyOptions) -> Mapping[str, Mapping[Dice, float]]:
    """What it is worth to write dice in a field now rather than later: by field, for all dice."""
    pull = PULL * options.bonus / max(options.bonus_at, 1)

    def gain(field: str, points: int) -> float:
        nearer = points - aims.alike * (UPPER.index(field) + 1) if field in UPPER else 0
        return points - aims.par[field] + pull * nearer

    given = {dice: aims.form.all_points(dice, options) for dice in _all_dice(aims.form.dice)}
    return {
        field: {dice: gain(field, points[field]) for dice, points in given.items()}
        for field in aims.form.fields
    }


@lru_cache(maxsize=64)
def _expected(aims: Aims, options: YatzyOptions, fields: tuple[str, ...], rolls: int) -> Mapping[Dice, float]:
    """What keeping any dice can be expected to bring with so many rolls left, all later choices made well.

    Kept for the next decisions of the turn, which are about the same fields.
    """
    gains = [_gains(aims, options)[field] for field in fields]
    all_dice = _all_dice(aims.form.dice)
    expected = _after_roll({dice: max(gain[dice] for gain in gains) for dice in all_dice})
    for _ in range(rolls - 1):
        stay = expected
        best = {dice: max(stay[dice], *(stay[keep.dice] for keep in keepable(dice))) for dice in all_dice}
        expected = _after_roll(best)
    return expected


def _all_dice(count: int) -> list[Dice]:
    """All that so many dice can show, each once."""
    return list(combinations_with_replacement(FACES, count))


def _after_roll(final: Mapping[Dice, float]) -> dict[Dice, float]:
    """The mean of `final` over all rolls that complete kept dice, for each that may be kept."""
    mean = dict(final)
    for kept, one_more in _additions(len(next(iter(final)))):
        mean[kept] = sum(mean[dice] for dice in one_more) / len(FACES)
    return mean


@cache
def _additions(count: int) -> list[tuple[Dice, list[Dice]]]:
    """All of so many dice that may be kept, the most first, each with the six that one more die makes of it."""
    every = (kept for some in reversed(range(count)) for kept in combinations_with_replacement(FACES, some))
    return [(kept, [tuple(sorted((*kept, face))) for face in FACES]) for kept in every]
