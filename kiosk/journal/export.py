"""The journal as JSON lines, for whoever wants to count or keep it elsewhere. The form is told in docs/journal.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiosk.journal.archive import Archive, GameRow, digests_of, read_json
from kiosk.journal.replay import Played, opened_again, whole_game
from kiosk.journal.verify import stamp
from rules import Roll

FORMAT = 1


def lines(archive: Archive) -> Iterator[dict[str, Any]]:
    """First what it is, then each game followed by its moves; raises Damaged at a game that makes no sense."""
    notes: dict[int, list[dict[str, Any]]] = {}
    for note in archive.notes():
        found = {"what": note.what, "move": note.seq, "t": note.wall, **read_json(note.detail, dict)}
        notes.setdefault(note.game, []).append(found)
    yield {"line": "journal", "format": FORMAT}
    for row in archive.games():
        entries = whole_game(archive, row)
        yield _game(row, entries, notes.get(row.game, []))
        yield from (_move(row, played) for played in entries)


def _game(row: GameRow, entries: tuple[Played, ...], notes: list[dict[str, Any]]) -> dict[str, Any]:
    match = entries[-1].after if entries else opened_again(row)
    told: dict[str, Any] = {
        "line": "game",
        "number": row.game,
        "game": match.game,
        "began": row.wall,
        "time": stamp(row.wall),
        "language": row.language,
        "opening": read_json(row.opening, dict),
        "moves": len(entries),
        "ended": row.end[0] if row.end else None,
        "how": row.end[1] if row.end else "open",
        "scores": list(match.scores),
        "winners": list(match.winners),
    }
    return {**told, "notes": notes} if notes else told


def _move(row: GameRow, played: Played) -> dict[str, Any]:
    moved = played.row
    return {
        "line": "roll" if isinstance(played.move, Roll) else "move",
        "number": row.game,
        "seq": moved.seq,
        "t": moved.wall,
        "source": moved.source,
        "seat": played.seat,
        "stands": played.stands,
        "move": read_json(moved.move, dict),
        "dice": list(played.dice),
        "photographs": sorted(digests_of(moved)),
    }
