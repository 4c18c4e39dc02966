"""Is the journal sound? Every doubt is one finding: a line for whoever looks after the table."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, Literal

from kiosk.journal.archive import Archive, GameRow, MoveRow, digests_of
from kiosk.journal.entries import Damaged
from kiosk.journal.replay import opened_again, played_again
from kiosk.journal.seals import FIRST, digest, seal
from rules import Match, Roll

CLOCK_BACK = 60.0
"""Seconds by which the clock has to go back to be worth a line."""


@dataclass(frozen=True)
class Finding:
    """What was found. A fault: something is wrong or gone. A note: good to know, and nobody's fault."""

    grade: Literal["fault", "note"]
    text: str
    game: int | None = None
    move: int | None = None


@dataclass
class Looked:
    """How much was looked at."""

    games: int = 0
    moves: int = 0
    photographs: int = 0


def findings(archive: Archive, looked: Looked) -> Iterator[Finding]:
    """Everything that is to be said about a journal; `looked` counts what was looked at."""
    try:
        yield from (Finding("fault", f"SQLite: {text}") for text in archive.check())
        for what, game in archive.strays():
            yield Finding("fault", f"there are {what} that belong to nothing", game)
        before, cleared = FIRST, archive.cleared()
        for row in archive.games():
            looked.games += 1
            yield from _Game(archive, row, row.game in cleared, looked).findings(before)
            before = row.seal
        yield from _notes(archive)
        yield from _diary(archive)
        if cleared:
            yield Finding("note", f"the photographs of {len(cleared)} games were removed to make room")
    except sqlite3.DatabaseError as problem:
        yield Finding("fault", f"the file is damaged and cannot be read to the end: {problem}")


class _Game:
    """One game under the glass."""

    def __init__(self, archive: Archive, row: GameRow, cleared: bool, looked: Looked) -> None:
        self._archive, self._row, self._cleared, self._looked = archive, row, cleared, looked
        self._moves = list(archive.moves(row.game))
        looked.moves += len(self._moves)

    def findings(self, before: str) -> Iterator[Finding]:
        """`before`: the seal of the game before."""
        yield from self._seals(before)
        yield from self._photographs()
        yield from self._play()
        yield from self._clock()

    def _fault(self, text: str, move: int | None = None) -> Finding:
        return Finding("fault", text, self._row.game, move)

    def _seals(self, before: str) -> Iterator[Finding]:
        row = self._row
        if row.seal != seal(before, row.game, row.wall, row.language, row.opening):
            yield self._fault("its beginning is not as it was written, or the game before it is gone")
        last = row.seal
        for moved in self._moves:
            columns = (moved.wall, moved.source, moved.move, moved.dice, moved.pictures)
            if moved.seal != seal(last, row.game, moved.seq, *columns):
                yield self._fault("is not as it was written, or the move before it is gone", moved.seq)
            last = moved.seal
        if row.end is not None and row.end[3] != seal(last, row.game, *row.end[:3]):
            yield self._fault("its end is not as it was written, or its last moves are gone")

    def _photographs(self) -> Iterator[Finding]:
        there = {
            (seq, place): digest(picture) for seq, place, picture in self._archive.photographs(self._row.game)
        }
        self._looked.photographs += len(there)
        for moved in self._moves:
            yield from self._pictures_of(moved, there)
        if not self._cleared:
            return
        yield from (
            self._fault("has a photograph although they were removed", seq) for seq, _ in sorted(there)
        )

    def _pictures_of(self, moved: MoveRow, there: dict[tuple[int, int], str]) -> Iterator[Finding]:
        try:
            expected = digests_of(moved)
        except Damaged as problem:
            yield self._fault(f"its list of photographs cannot be read: {problem}", moved.seq)
            return
        for place in sorted({place for seq, place in there if seq == moved.seq} - set(expected)):
            yield self._fault(f"has a photograph of die {place + 1} that it did not have", moved.seq)
        for place, wanted in expected.items():
            found = there.get((moved.seq, place))
            if found is None and not self._cleared:
                yield self._fault(f"the photograph of die {place + 1} is gone", moved.seq)
            elif found is not None and found != wanted:
                yield self._fault(f"the photograph of die {place + 1} is not as it was taken", moved.seq)

    def _play(self) -> Iterator[Finding]:
        """Played again by the rules, with the dice that lay there, to the end that was written."""
        try:
            match = opened_again(self._row)
            for played in played_again(self._row, self._moves):
                match = played.after
                if isinstance(played.move, Roll) and not _lies(played.move, played.dice):
                    yield self._fault("the dice that lay there are not those of the roll", played.row.seq)
        except Damaged as problem:
            yield self._fault(str(problem))
        else:
            yield from self._end(match)

    def _end(self, match: Match) -> Iterator[Finding]:
        if self._row.end is None:
            return
        _, how, scores, _ = self._row.end
        if scores != json.dumps(match.scores):
            yield self._fault(f"its end says {scores}, the rules say {json.dumps(match.scores)}")
        if (how == "finished") != match.over:
            state = "over" if match.over else "not over"
            yield self._fault(f"its end says {how}, but by the rules it is {state}")

    def _clock(self) -> Iterator[Finding]:
        times = [self._row.wall, *(moved.wall for moved in self._moves)]
        for seq, (earlier, later) in enumerate(pairwise(times)):
            if later < earlier - CLOCK_BACK:
                text = f"the machine's clock went back from {stamp(earlier)} to {stamp(later)}"
                yield Finding("note", text, self._row.game, seq)


def _lies(roll: Roll, dice: Iterable[Mapping[str, Any]]) -> bool:
    """Whether the dice rolled are among those that lie there."""
    there = Counter((die["value"], die.get("kind", "d6")) for die in dice)
    return not Counter((value, roll.kind) for value in roll.dice) - there


def _notes(archive: Archive) -> Iterator[Finding]:
    before = FIRST
    for note in archive.notes():
        if note.seal != seal(before, note.game, note.seq, note.wall, note.what, note.detail):
            yield Finding(
                "fault", f"a note ({note.what}) is not as it was written, or one before it is gone", note.game
            )
        before = note.seal


def _diary(archive: Archive) -> Iterator[Finding]:
    before = FIRST
    for row in archive.diary():
        if row.seal != seal(before, row.wall, row.up, row.what, row.detail):
            text = f"the diary ({row.what}, {stamp(row.wall)}) is not as it was written, or an entry before it is gone"
            yield Finding("fault", text)
        before = row.seal


def stamp(wall: float) -> str:
    """A time of the machine's clock, in UTC; the number itself where no calendar reaches."""
    try:
        return datetime.fromtimestamp(wall, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return str(wall)
