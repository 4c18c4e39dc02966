"""A turn of a push game as people see it: what is at stake, what the marked dice add, what may be done."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.referee import laying
from kiosk.table import Table
from rules import Bank, Keep, Match, Refused
from rules.push import least_to_stop, turn_of, worth


@dataclass(frozen=True)
class PushView:
    """`points` of the turn, those of the marked dice among them; `gain`: of these alone, None when they may not be
    set aside; `left`: dice of the roll after them; `total`: the player's, if the turn is stopped with these points;
    `least`: the fewest points with which it may be; `options`: all that may be set aside, the best first.
    """

    points: int
    gain: int | None
    left: int
    total: int
    least: int
    may_bank: bool
    hot: bool
    marked: Keep
    options: tuple[tuple[Keep, int], ...]
    why_not: Refused | None
    """Why the turn may not be stopped, or why the marked dice may not be set aside."""


def view_of(table: Table, match: Match) -> PushView:
    """What is to be seen of a turn now."""
    options, marked = ranked(match), laying.marked(table.dice)
    after, refused = _after(match, marked) if options else (match, None)
    turn = turn_of(after if after.player == match.player else match)
    why_not = refused or _why_not_stop(after)
    return PushView(
        points=turn.points,
        gain=None if refused else dict(options).get(marked, 0),
        left=turn.left,
        total=match.scores[match.player or 0] + turn.points,
        least=least_to_stop(match),
        may_bank=why_not is None,
        hot=turn.points > 0 and after.expect.roll is not None and turn.left == len(table.dice),
        marked=marked,
        options=options,
        why_not=why_not,
    )


def ranked(match: Match) -> tuple[tuple[Keep, int], ...]:
    """All that may be set aside now with its points: the best first, of equals the one with the fewest dice."""
    return tuple(sorted(worth(match).items(), key=lambda item: (-item[1], len(item[0].dice))))


def _after(match: Match, keep: Keep) -> tuple[Match, Refused | None]:
    try:
        return match.apply(keep)[0], None
    except Refused as refused:
        return match, refused


def _why_not_stop(match: Match) -> Refused | None:
    try:
        match.apply(Bank())
    except Refused as refused:
        return refused
    return None
