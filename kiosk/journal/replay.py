"""A stored game played again by the rules: what each move meant, and which moves were taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kiosk.journal.archive import Archive, GameRow, MoveRow, dice_of, read_json
from kiosk.journal.entries import Damaged
from rules import Match, Move, Refused, Roll, open_match
from rules.wire import read_move


@dataclass(frozen=True)
class Played:
    """One entry of a game. `move` is None where it takes the one before back.

    `seat`: whose move it was. `dice`: all dice after it as they are stored. `stands`: it was not taken back.
    """

    row: MoveRow
    move: Move | None
    seat: int | None
    dice: tuple[Mapping[str, Any], ...]
    after: Match
    stands: bool = True

    @property
    def by_hand(self) -> bool:
        """A roll that the camera did not read alone: people entered it, or set one of its dice."""
        return isinstance(self.move, Roll) and (
            self.row.source != "camera" or any("read" in die for die in self.dice)
        )


def opened_again(row: GameRow) -> Match:
    """The match of a game before its first move; raises Damaged."""
    try:
        return open_match(read_json(row.opening, dict))
    except Refused as refused:
        raise Damaged(f"its opening: {refused}") from refused


def played_again(row: GameRow, moves: Iterable[MoveRow]) -> Iterator[Played]:
    """Each entry of a game as the rules see it, as far as they go along; raises Damaged at the first that is wrong."""
    match = opened_again(row)
    for expected, moved in enumerate(moves):
        if moved.seq != expected:
            raise Damaged(f"move {expected} is missing")
        try:
            played = _one(match, moved)
        except (Refused, Damaged) as problem:
            raise Damaged(f"move {expected}: {problem}") from problem
        match = played.after
        yield played


def _one(match: Match, row: MoveRow) -> Played:
    fields, dice = read_json(row.move, dict), dice_of(row)
    if fields == {"undo": True}:
        return Played(row, None, match.player, dice, match.undo())
    move = read_move(fields)
    after, _ = match.apply(move)
    return Played(row, move, match.player, dice, after)


def whole_game(archive: Archive, row: GameRow) -> tuple[Played, ...]:
    """All entries of a game; raises Damaged. Those taken back later are marked as such."""
    entries = list(played_again(row, archive.moves(row.game)))
    standing: list[int] = []
    for place, played in enumerate(entries):
        if played.move is None:
            back = standing.pop()
            entries[back] = replace(entries[back], stands=False)
        else:
            standing.append(place)
    return tuple(entries)
