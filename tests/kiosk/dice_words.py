"""Dice in words, for tests: `4@100,80` is a die showing 4 at (100, 80) mm.

Instead of the value `/` means leaning, `?` unreadable, `#` covered; `d12:` before it another kind. Dice in the
lane have x above 220.
"""

from __future__ import annotations

import re

from kiosk.referee.spots import Spot
from vision.reading import Die, Kind, Problem, ProblemKind, Reading, Status

STATUS: dict[str, Status] = {"/": "cocked", "?": "unsure", "#": "covered"}


def die(word: str) -> Die:
    kind: Kind = "d12" if word.startswith("d12:") else "d6"
    shown, x, y = re.fullmatch(r"(.+)@(-?\d+),(-?\d+)", word.removeprefix("d12:")).groups()  # type: ignore[union-attr]
    at = float(x), float(y)
    status = STATUS.get(shown, "ok")
    inside = 0 <= at[0] <= 260 and 0 <= at[1] <= 260
    zone = ("hold" if at[0] > 220 else "roll") if inside else None
    return Die(kind, int(shown) if status == "ok" else None, status, 0.99, at, 16.0, *at, zone=zone)


def spots(words: str) -> tuple[Spot, ...]:
    return tuple(
        Spot(d.value, d.x or 0, d.y or 0, d.zone == "hold", kind=d.kind) for d in map(die, words.split())
    )


def reading(words: str, *problems: ProblemKind, tray: bool = True) -> Reading:
    dice = tuple(map(die, words.split()))
    return Reading((1280, 720), tray, dice, tuple(Problem(kind, kind, (0, 0, 60, 60)) for kind in problems))
