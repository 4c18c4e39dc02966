"""What can go wrong with a throw, by name."""

from __future__ import annotations

from typing import Literal, get_args

Trouble = Literal["leaning", "touching", "floor", "dark", "bump", "tipped"]
"""leaning: a die comes to lean against the wall or the rail; touching: two dice lie side by side; floor: a
die jumps out of the tray; dark: the light fails for a moment; bump: a die that was left is nudged a few
millimetres; tipped: a die that was left is knocked to another face."""

TROUBLES: tuple[Trouble, ...] = get_args(Trouble)
NEEDS_LEFT_DICE: frozenset[Trouble] = frozenset({"bump", "tipped"})


def trouble_named(name: str) -> Trouble:
    """The trouble of that name; ValueError with one line when there is none."""
    for trouble in TROUBLES:
        if trouble == name:
            return trouble
    raise ValueError(f"no trouble is called {name!r}: choose one of {', '.join(TROUBLES)}")
