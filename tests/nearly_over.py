"""Games that end soon, for tests that play to the end."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from kiosk.journal import Begun, Journal
from rules.yatzy import FIELDS

POSITIONS: dict[str, dict[str, Any]] = {
    "yatzy": {"players": ["A"], "position": {"sheets": [{name: 0 for name in FIELDS if name != "chance"}]}},
    "thirty": {"players": ["A", "B"], "position": {"scores": [2, 1]}},
    "farkle": {"players": ["A", "B"], "position": {"scores": [9900, 9850]}},
    "target_dice": {
        "players": ["A", "B"],
        "position": {"scores": [97, 97], "targets": [[3, 4, 5], [3, 4, 5]]},
    },
}
"""Yatzy with one field left, thirty with little left, a push game a few points below the goal, targets that nearly any
roll makes."""


def seats(game: str) -> int:
    """How many play."""
    return len(POSITIONS[game]["players"])


def begun_in(state_dir: Path, game: str) -> None:
    """Such a game, as if the program had been switched off just now."""
    journal = Journal(state_dir)
    # A game that began long ago would be put aside.
    journal.write(Begun(1, time.time(), "en", {"game": game, "options": {}, **POSITIONS[game]}))
    journal.close()
