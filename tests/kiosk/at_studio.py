"""What a game's screen says and which lamps it lights, for tests of screens."""

from __future__ import annotations

from kiosk.buttons import Button, Lamp
from kiosk.gallery.studio import Studio
from kiosk.screens.turn import TurnScreen


def headline(made: Studio) -> str:
    assert isinstance(made.shown, TurnScreen)
    return made.shown.headline(made.table)


def lamps(made: Studio) -> dict[Button, Lamp]:
    return dict(made.shown.lamps(made.table))
