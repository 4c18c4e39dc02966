"""Which games are not over: the one that is played, and the one that was put aside and may be taken up again.

A game that is put aside, and one that is taken up again, has a note that says so; the last such note tells how it is.
A game without any is played if it was begun last.
"""

from __future__ import annotations

import sqlite3

PUT_ASIDE, TAKEN_UP = "put_aside", "taken_up"
"""What the notes are called. The detail of the first says `why`."""
_OPEN = """SELECT g.game, g.wall, g.language, g.opening, n.what, n.detail FROM games g
    LEFT JOIN notes n ON n.note =
        (SELECT max(note) FROM notes WHERE game = g.game AND what IN (:aside, :up))
    WHERE g.game NOT IN (SELECT game FROM ends)"""
PLAYED = f"""{_OPEN} AND (n.what = :up OR (n.what IS NULL AND g.game = (SELECT max(game) FROM games)))
    ORDER BY g.game DESC LIMIT 1"""
WAITING = f"{_OPEN} AND n.what = :aside ORDER BY n.note DESC LIMIT 1"
Row = tuple[int, float, str, str, str | None, str | None]
"""Game, wall, language, opening; the note and its detail."""


def played(db: sqlite3.Connection) -> Row | None:
    """The game that is under way."""
    return _one(db, PLAYED)


def waiting(db: sqlite3.Connection) -> Row | None:
    """The game that was put aside last."""
    return _one(db, WAITING)


def _one(db: sqlite3.Connection, query: str) -> Row | None:
    row: Row | None = db.execute(query, {"aside": PUT_ASIDE, "up": TAKEN_UP}).fetchone()
    return row
