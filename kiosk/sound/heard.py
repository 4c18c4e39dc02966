"""Which sound belongs to what happens at the table: one at a time, the most telling one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kiosk.referee.advice import Advice
from kiosk.referee.table_die import TableDie
from kiosk.sound.cues import Cue
from rules import Event, Keep, Match, Matching, Over, Refused, Roll
from rules.farkle import Farkled
from rules.push import HotDice
from rules.ten_thousand import Bust

TOLD: tuple[tuple[type[Event], Cue], ...] = (
    (Over, "win"),
    (Farkled, "bust"),
    (Bust, "bust"),
    (HotDice, "hot_dice"),
)
"""What the rules tell of a move, the most telling first."""


class TableHeard(Protocol):
    """What can be heard of `kiosk.table.Table`."""

    @property
    def match(self) -> Match | None:
        """The match that is played, or whose result is shown."""

    @property
    def dice(self) -> tuple[TableDie, ...]:
        """The dice of this turn."""

    @property
    def advice(self) -> Advice | None:
        """What the referee has to say."""


@dataclass(frozen=True, eq=False)
class Moment:
    """The table at one moment."""

    match: Match | None = None
    kept: int = 0
    """Dice that people have marked as kept."""
    offered: int = 0
    """Dice that the table offers to keep: that makes no sound, taking it back does."""
    advice: Advice | None = None


def moment(table: TableHeard) -> Moment:
    """The table now."""
    offered = sum(die.offered for die in table.dice)
    return Moment(table.match, sum(die.kept for die in table.dice) - offered, offered, table.advice)


def heard(before: Moment, after: Moment) -> Cue | None:
    """The sound of what happened between two moments, if any."""
    if after.match is None or before.match is None or after.match.opening is not before.match.opening:
        return None
    if after.match is not before.match:
        return _of_a_move(before.match, after.match)
    if after.advice is not None and (before.advice is None or after.advice.kind != before.advice.kind):
        return "question"
    if after.kept > before.kept:
        return "kept"
    return "released" if (after.kept, after.offered) < (before.kept, before.offered) else None


def _of_a_move(before: Match, after: Match) -> Cue | None:
    """The sound of the last move; none when moves were taken back."""
    if len(after.moves) <= len(before.moves):
        return None
    move = after.moves[-1]
    told = _told(before, after)
    for kind, cue in TOLD:
        if any(isinstance(event, kind) for event in told):
            return cue
    if before.roll_off is None and after.player != before.player:
        return "your_turn"
    if isinstance(move, Roll):
        return "settled"
    return "kept" if isinstance(move, Keep | Matching) else None


def _told(before: Match, after: Match) -> tuple[Event, ...]:
    """What the rules tell of the last move. Two moves at once, as in bank, are taken one after the other."""
    events: tuple[Event, ...] = ()
    for move in list(after.moves)[len(before.moves) :]:
        try:
            before, told = before.apply(move)
        except Refused:
            return events
        events += told
    return events


class Ears:
    """Listens to the table: `listen` after every event, from the main loop."""

    def __init__(self) -> None:
        self._last = Moment()
        self._said: set[tuple[int, str]] = set()

    def listen(self, table: TableHeard) -> Cue | None:
        """The sound of what happened since the last time.

        A remedy that is asked for again and again between two moves is heard once.
        """
        now = moment(table)
        cue, self._last = heard(self._last, now), now
        if now.match is None or now.advice is None:
            return cue
        said = (len(now.match.moves), now.advice.kind)
        if cue == "question" and said in self._said:
            return None
        self._said = {said, *(one for one in self._said if one[0] == said[0])}
        return cue
