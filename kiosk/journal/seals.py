"""Seals: a digest of each entry and of the seal before it, so that a change of what is written shows.

SQLite checks the shape of its pages, not what stands in them. A seal is the SHA-256 of a JSON list: the seal before
and the entry's columns as they are stored. A game is one chain: its beginning, its moves in order, its end; its
beginning is chained to the beginning of the game before, so that no game can be taken out of the middle. The notes
are a chain of their own, and so is the diary. Photographs may be removed to save space, so their digests are sealed in
their stead.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping

FIRST = ""
"""What stands for the seal before the first one."""
GAME_BEFORE = "SELECT seal FROM games WHERE game < ? ORDER BY game DESC LIMIT 1"
LAST_OF_GAME = (
    "SELECT coalesce((SELECT seal FROM moves WHERE game = ?1 ORDER BY seq DESC LIMIT 1),"
    " (SELECT seal FROM games WHERE game = ?1), '')"
)
LAST_NOTE = "SELECT seal FROM notes ORDER BY note DESC LIMIT 1"
LAST_OF_DIARY = "SELECT seal FROM diary ORDER BY entry DESC LIMIT 1"


def seal(before: str, *columns: int | float | str) -> str:
    """The seal of an entry. Columns as SQLite gives them back: times are floats."""
    return hashlib.sha256(json.dumps([before, *columns]).encode()).hexdigest()


def digest(photograph: bytes) -> str:
    """What stands for a photograph in the seal."""
    return hashlib.sha256(photograph).hexdigest()


def digests(photographs: Mapping[int, bytes]) -> str:
    """The column `pictures` of a move: the digest of each photograph by its place, as JSON."""
    return json.dumps({str(place): digest(photographs[place]) for place in sorted(photographs)})


def last(db: sqlite3.Connection, query: str, *parameters: int) -> str:
    """The seal that this query finds, or what stands for none."""
    row = db.execute(query, parameters).fetchone()
    return FIRST if row is None else str(row[0])


def seal_all(db: sqlite3.Connection) -> None:
    """Seals everything that was written before there were seals."""
    before = FIRST
    for game, wall, language, opening in db.execute(
        "SELECT game, wall, language, opening FROM games"
    ).fetchall():
        before = seal(before, game, wall, language, opening)
        db.execute("UPDATE games SET seal = ? WHERE game = ?", (before, game))
        _seal_end(db, game, _seal_moves(db, game, before))


def _seal_moves(db: sqlite3.Connection, game: int, before: str) -> str:
    """The seal of the last move."""
    rows = db.execute(
        "SELECT seq, wall, source, move, dice FROM moves WHERE game = ? ORDER BY seq", (game,)
    ).fetchall()
    for seq, *columns in rows:
        taken = db.execute("SELECT place, picture FROM photographs WHERE game = ? AND seq = ?", (game, seq))
        pictures = digests(dict(taken))
        before = seal(before, game, seq, *columns, pictures)
        db.execute(
            "UPDATE moves SET pictures = ?, seal = ? WHERE game = ? AND seq = ?",
            (pictures, before, game, seq),
        )
    return before


def _seal_end(db: sqlite3.Connection, game: int, before: str) -> None:
    end = db.execute("SELECT wall, how, scores FROM ends WHERE game = ?", (game,)).fetchone()
    if end is not None:
        db.execute("UPDATE ends SET seal = ? WHERE game = ?", (seal(before, game, *end), game))
