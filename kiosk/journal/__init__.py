"""The journal: every game, move and photograph of the table, in SQLite, only ever added to.

`Journal` writes it, `Archive` reads it (also while the table plays). What is taken back is not removed: an undo is
a row of its own. Nothing here needs more than the standard library and `rules`.
"""

from kiosk.journal.archive import Archive
from kiosk.journal.entries import Begun, Damaged, Ended, Entry, Happened, Moved, Noted, Result
from kiosk.journal.schema import FILE, VERSION
from kiosk.journal.state import StateHeld, StateUnusable, state_lock
from kiosk.journal.store import Journal, is_damage
from kiosk.journal.under_way import PUT_ASIDE, TAKEN_UP

__all__ = [
    "FILE",
    "PUT_ASIDE",
    "TAKEN_UP",
    "VERSION",
    "Archive",
    "Begun",
    "Damaged",
    "Ended",
    "Entry",
    "Happened",
    "Journal",
    "Moved",
    "Noted",
    "Result",
    "StateHeld",
    "StateUnusable",
    "is_damage",
    "state_lock",
]
