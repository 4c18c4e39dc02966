"""Room for what comes: when space runs low the photographs of the oldest games go, game by game; moves never.

Space that is freed stays in the journal's file and is used again for the next photographs.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from pathlib import Path

from kiosk.journal.under_way import PUT_ASIDE

KEEP_FREE = 512 * 1024 * 1024
"""Bytes of the disk that the journal leaves alone as long as it has photographs to give up: some twenty games' worth,
and what else the machine needs to write."""
SHARE = 0.1
"""Of a small disk no more than this share is kept free, but always `LEAST`."""
LEAST = 8 * 1024 * 1024
"""Bytes: SQLite's write-ahead log grows to 4 MB before it begins anew, and photographs need the log to go, too."""
AT_ONCE = 2
"""Games whose photographs go at a time. The 1,800 of a game of 300 rolls take 0.06 s of processor time on a server,
some four times as much on a Pi, and nothing else is done meanwhile: so it is done when a game begins."""
log = logging.getLogger(__name__)


def spare_bytes(directory: Path) -> int:
    """Bytes that may still be used on the disk of a directory; below 0 when space is low."""
    disk = os.statvfs(directory)
    keep = min(KEEP_FREE, max(LEAST, int(SHARE * disk.f_blocks * disk.f_frsize)))
    return disk.f_bavail * disk.f_frsize - keep


def unused(db: sqlite3.Connection) -> int:
    """Bytes inside the journal's file that are free."""
    pages, size = (
        int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("freelist_count", "page_size")
    )
    return pages * size


def clear_oldest(db: sqlite3.Connection, wall: float) -> int | None:
    """Removes the photographs of the oldest game that has any, in one transaction; gives its number.

    None: only the last game, or games that may go on, have photographs; those stay.
    """
    game = db.execute(
        "SELECT min(game) FROM photographs WHERE game < (SELECT max(game) FROM games)"
        " AND (game IN (SELECT game FROM ends) OR game NOT IN (SELECT game FROM notes WHERE what = ?))",
        (PUT_ASIDE,),
    ).fetchone()[0]
    if game is None:
        return None
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("INSERT INTO cleared VALUES (?, ?)", (game, wall))
        db.execute("DELETE FROM photographs WHERE game = ?", (game,))
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    log.warning("space is low: the photographs of game %d were removed, its moves are kept", game)
    return int(game)
