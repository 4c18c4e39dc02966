"""The journal as it is read: without changing anything, also while the table plays."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from kiosk.journal.entries import Damaged
from kiosk.journal.schema import FILE, VERSION, StateUnusable, version_of

Wanted = TypeVar("Wanted")


@dataclass(frozen=True)
class GameRow:
    """A game as it is stored; `end` is None while it is not over: time, how, scores, seal."""

    game: int
    wall: float
    language: str
    opening: str
    seal: str
    end: tuple[float, str, str, str] | None


@dataclass(frozen=True)
class MoveRow:
    """A move as it is stored; `pictures`: the digests of its photographs by place, as JSON."""

    seq: int
    wall: float
    source: str
    move: str
    dice: str
    pictures: str
    seal: str


@dataclass(frozen=True)
class NoteRow:
    """A note as it is stored."""

    game: int
    seq: int
    wall: float
    what: str
    detail: str
    seal: str


@dataclass(frozen=True)
class DiaryRow:
    """An entry of the diary as it is stored."""

    wall: float
    up: float
    what: str
    detail: str
    seal: str


class Archive:
    """An open journal. What it gives is one moment's state, whatever is written meanwhile.

    Raises StateUnusable when there is no journal or one that cannot be read by this program, and
    `sqlite3.DatabaseError` when the file is damaged.
    """

    def __init__(self, directory: Path) -> None:
        path = directory / FILE
        if not path.is_file():
            raise StateUnusable(f"there is no journal in {directory}: expected {FILE}")
        self._db = _reading(path)
        try:
            _refuse_older(version_of(self._db, path), path)
            self._db.execute("BEGIN")
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Lets go of the file."""
        self._db.close()

    def games(self) -> Iterator[GameRow]:
        """All games in the order of their numbers."""
        rows = self._db.execute(
            "SELECT g.game, g.wall, g.language, g.opening, g.seal, e.wall, e.how, e.scores, e.seal"
            " FROM games g LEFT JOIN ends e USING (game) ORDER BY g.game"
        )
        for row in rows:
            game, wall, language, opening, seal, *end = row
            yield GameRow(game, wall, language, opening, seal, None if end[0] is None else tuple(end))

    def finished(self, most: int) -> Iterator[tuple[int, float, str, str]]:
        """The last games that were played to their end, the newest first: number, end, opening, scores."""
        return self._db.execute(
            "SELECT g.game, e.wall, g.opening, e.scores FROM ends e JOIN games g USING (game)"
            " WHERE e.how = 'finished' ORDER BY g.game DESC LIMIT ?",
            (most,),
        )

    def end_counts(self) -> Iterator[tuple[str, str, int]]:
        """How many games of each kind ended how; those that name none are left out."""
        return self._db.execute(
            "SELECT game, how, count(*) FROM (SELECT e.how AS how, CASE WHEN json_valid(g.opening)"
            " THEN json_extract(g.opening, '$.game') END AS game FROM ends e JOIN games g USING (game))"
            " WHERE game IS NOT NULL GROUP BY game, how"
        )

    def diary_counts(self) -> Iterator[tuple[str, str | None, int]]:
        """How often each thing happened to the table; of which part, if it was one."""
        return self._db.execute(
            "SELECT what, CASE WHEN json_valid(detail) THEN json_extract(detail, '$.part') END AS part, count(*)"
            " FROM diary GROUP BY what, part"
        )

    def moves(self, game: int) -> Iterator[MoveRow]:
        """The moves of a game in their order."""
        rows = self._db.execute(
            "SELECT seq, wall, source, move, dice, pictures, seal FROM moves WHERE game = ? ORDER BY seq",
            (game,),
        )
        return (MoveRow(*row) for row in rows)

    def notes(self) -> Iterator[NoteRow]:
        """All notes in the order in which they were written."""
        rows = self._db.execute("SELECT game, seq, wall, what, detail, seal FROM notes ORDER BY note")
        return (NoteRow(*row) for row in rows)

    def diary(self) -> Iterator[DiaryRow]:
        """The whole diary in the order in which it was written."""
        rows = self._db.execute("SELECT wall, up, what, detail, seal FROM diary ORDER BY entry")
        return (DiaryRow(*row) for row in rows)

    def photographs(self, game: int) -> Iterator[tuple[int, int, bytes]]:
        """The photographs of a game: number of the move, place among its dice, JPEG."""
        return self._db.execute(
            "SELECT seq, place, picture FROM photographs WHERE game = ? ORDER BY seq, place", (game,)
        )

    def cleared(self) -> frozenset[int]:
        """The games whose photographs were removed to make room."""
        return frozenset(int(game) for (game,) in self._db.execute("SELECT game FROM cleared"))

    def photograph_count(self) -> tuple[int, int]:
        """How many photographs there are, and how many bytes they take."""
        row = self._db.execute(
            "SELECT count(*), coalesce(sum(length(picture)), 0) FROM photographs"
        ).fetchone()
        return int(row[0]), int(row[1])

    def strays(self) -> Iterator[tuple[str, int]]:
        """Moves and photographs that belong to nothing: what, and the game they name."""
        yield from self._db.execute(
            "SELECT DISTINCT 'moves', game FROM moves WHERE game NOT IN (SELECT game FROM games) UNION ALL"
            " SELECT DISTINCT 'photographs', game FROM photographs p"
            " WHERE NOT EXISTS (SELECT 1 FROM moves m WHERE m.game = p.game AND m.seq = p.seq)"
        )

    def check(self) -> Iterator[str]:
        """What SQLite's own check of the whole file finds; nothing when all is well."""
        return (text for (text,) in self._db.execute("PRAGMA integrity_check(20)") if text != "ok")


def _reading(path: Path) -> sqlite3.Connection:
    # In a directory that may not be written SQLite cannot share a journal that others write, but nobody writes there.
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=5.0, isolation_level=None
        )
        try:
            db.execute("SELECT count(*) FROM sqlite_schema")
        except sqlite3.OperationalError:
            db.close()
        except BaseException:
            db.close()
            raise
        else:
            return db
    raise StateUnusable(f"cannot open {path}")


def _refuse_older(version: int, path: Path) -> None:
    if version < VERSION:
        raise StateUnusable(
            f"{path} was written by an older Raflebord (format {version}; {VERSION} is expected here): start the table"
            " once, it is upgraded then and the old one kept beside it"
        )


def read_json(text: str, kind: type[Wanted]) -> Wanted:
    """The value of a stored column, which is of this kind; raises Damaged."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise Damaged(f"it is no JSON: {problem}") from problem
    if not isinstance(found, kind):
        raise Damaged(f"it is no {'object' if kind is dict else 'list'}: {text[:40]}")
    return found


def digests_of(row: MoveRow) -> Mapping[int, str]:
    """The digest of each photograph of a move by its place; raises Damaged."""
    found = read_json(row.pictures, dict)
    if not all(place.isdecimal() and isinstance(one, str) for place, one in found.items()):
        raise Damaged(f"it names no photographs: {row.pictures[:40]}")
    return {int(place): one for place, one in found.items()}


def dice_of(row: MoveRow) -> tuple[Mapping[str, Any], ...]:
    """All dice after a move; raises Damaged."""
    dice = read_json(row.dice, list)
    if not all(isinstance(die, dict) and _is_die(die) for die in dice):
        raise Damaged(f"these are no dice: {row.dice[:40]}")
    return tuple(dice)


def _is_die(die: Mapping[str, Any]) -> bool:
    numbers = all(isinstance(die.get(key, 0.0), int | float) for key in ("x", "y"))
    return isinstance(die.get("value"), int) and isinstance(die.get("kind", "d6"), str) and numbers
