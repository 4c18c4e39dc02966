"""What a journal adds up to: games, rolls, questions, and how often each face has come."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from kiosk.journal.archive import Archive, GameRow, digests_of, read_json
from kiosk.journal.entries import Damaged
from kiosk.journal.fairness import Evenness, evenness, together
from kiosk.journal.replay import Played, opened_again, whole_game
from rules import Roll
from rules.moves import SIDES, Kind


@dataclass
class GameCount:
    """The games of one kind."""

    finished: int = 0
    left: int = 0
    open: int = 0
    rolls: int = 0
    seconds: float = 0.0
    """From the beginning to the end of those that were finished, by the machine's clock."""

    @property
    def games(self) -> int:
        """All of them."""
        return self.finished + self.left + self.open


@dataclass
class Counts:
    """Everything that is counted. A roll "counts" for `faces` if the camera read it alone and it was not taken back."""

    games: dict[str, GameCount] = field(default_factory=dict)
    rolls: int = 0
    taken_back: int = 0
    by_hand: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    faces: dict[Kind, list[int]] = field(default_factory=dict)
    thrown: dict[Kind, list[tuple[int, ...]]] = field(default_factory=dict)
    """The rolls that count, in their order."""
    places: list[tuple[float, float]] = field(default_factory=list)
    """Where their dice lay, tray millimetres."""
    photographs: int = 0
    photograph_bytes: int = 0
    unreadable: list[int] = field(default_factory=list)
    """Games that make no sense; nothing of them is counted."""
    first: float | None = None
    last: float | None = None
    """Seconds since 1970: the beginning of the first game and of the last one."""

    @property
    def tests(self) -> dict[Kind, Evenness | None]:
        """The test of each kind of die."""
        return {kind: evenness(counts) for kind, counts in self.faces.items()}

    @property
    def overall(self) -> Evenness | None:
        """The test of all kinds that can be tested."""
        return together(test for test in self.tests.values() if test is not None)


def counted(archive: Archive) -> Counts:
    """Counts a whole journal. A game that makes no sense is named and left out."""
    counts = Counts(faces={kind: [0] * sides for kind, sides in SIDES.items()})
    counts.thrown = {kind: [] for kind in SIDES}
    for row in archive.games():
        try:
            match, entries = opened_again(row), whole_game(archive, row)
        except Damaged:
            counts.unreadable.append(row.game)
            continue
        _count_game(counts, row, match.game, entries)
    counts.asked = Counter(
        str(read_json(note.detail, dict).get("kind")) for note in archive.notes() if note.what == "asked"
    )
    counts.photographs, counts.photograph_bytes = archive.photograph_count()
    return counts


def _count_game(counts: Counts, row: GameRow, name: str, entries: tuple[Played, ...]) -> None:
    game = counts.games.setdefault(name, GameCount())
    how = row.end[1] if row.end else "open"
    game.finished += how == "finished"
    game.left += how == "left"
    game.open += how == "open"
    if row.end and how == "finished":
        game.seconds += max(0.0, row.end[0] - row.wall)
    counts.first = row.wall if counts.first is None else counts.first
    counts.last = row.wall
    for played in entries:
        if isinstance(played.move, Roll):
            game.rolls += 1
            _count_roll(counts, played, played.move)


def _count_roll(counts: Counts, played: Played, roll: Roll) -> None:
    counts.rolls += 1
    counts.taken_back += not played.stands
    counts.by_hand += played.by_hand
    if not played.stands or played.by_hand:
        return
    counts.thrown[roll.kind].append(roll.dice)
    for value in roll.dice:
        counts.faces[roll.kind][value - 1] += 1
    # The dice photographed with a roll are those that were rolled with it; the others were kept.
    new = [played.dice[place] for place in digests_of(played.row) if place < len(played.dice)]
    counts.places.extend((float(die["x"]), float(die["y"])) for die in new if "x" in die and "y" in die)


def as_dict(counts: Counts) -> dict[str, Any]:
    """The figures as plain data."""
    return {
        "games": {
            name: {"finished": one.finished, "left": one.left, "open": one.open, "rolls": one.rolls}
            for name, one in sorted(counts.games.items())
        },
        "rolls": counts.rolls,
        "taken_back": counts.taken_back,
        "by_hand": counts.by_hand,
        "asked": dict(counts.asked.most_common()),
        "photographs": counts.photographs,
        "photograph_bytes": counts.photograph_bytes,
        "unreadable": counts.unreadable,
        "dice": {kind: _kind_as_dict(counts.faces[kind], test) for kind, test in counts.tests.items()},
        "overall": _test_as_dict(counts.overall),
    }


def _kind_as_dict(faces: list[int], test: Evenness | None) -> dict[str, Any]:
    return {"count": sum(faces), "faces": faces, "test": _test_as_dict(test)}


def _test_as_dict(test: Evenness | None) -> dict[str, Any] | None:
    if test is None:
        return None
    return {"chi_square": test.statistic, "freedom": test.freedom, "p": test.p}
