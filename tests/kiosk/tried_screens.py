"""The screens that are tried: games in the order of their buttons, a game begun, and all parts that can fail."""

from __future__ import annotations

from typing import get_args

from kiosk.buttons import HOLDS
from kiosk.events import Failed, Healed, Part
from kiosk.gallery.studio import Studio

OFFERED = ["target_dice", "yatzy", "thirty", "ten_thousand", "farkle"]
"""In the order of their buttons."""
YATZY, THIRTY, TEN_THOUSAND, FARKLE = HOLDS[1:5]


def begun(made: Studio, players: int, turns: int = 0, game: str = "yatzy") -> Studio:
    made.table.begin(game, players, {"roll_off": False})
    made.draw()
    made.stage.play_turns(turns)
    return made


def go_wrong(made: Studio) -> None:
    for part in get_args(Part):
        made.table.take(Failed(part, ""))


def come_right(made: Studio) -> None:
    for part in get_args(Part):
        made.table.take(Healed(part))
