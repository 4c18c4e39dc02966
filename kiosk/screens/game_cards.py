"""How a game introduces itself: each game's file offers its `CARD`, found by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from kiosk import theme
from kiosk.buttons import HOLDS, Button
from kiosk.draw.box import Box
from kiosk.draw.buttons import PLACES
from kiosk.draw.pen import Pen
from kiosk.screens.scene import foot
from kiosk.table import Table


@dataclass(frozen=True)
class GameCard:
    """Messages, to be looked up in the language spoken, and dice that show what is good in it."""

    title: str
    line: str
    dice: tuple[int, ...]
    black: tuple[int, ...] = ()


def card_of(game: str) -> GameCard:
    """A game's card."""
    return cast(GameCard, import_module(f"kiosk.screens.{game}").CARD)


def buttons(table: Table) -> Mapping[Button, str]:
    """The HOLD buttons that choose a game."""
    return dict(zip(HOLDS, table.games, strict=False))


def draw_names(pen: Pen, table: Table) -> None:
    """Each game's name above its button."""
    for button, game in buttons(table).items():
        place = Box(PLACES[button] * pen.w / theme.WIDTH - 78, foot(pen).y + 10, 156, 98)
        title = table.words.text(card_of(game).title)
        pen.write(title, place, theme.BODY, face="bold", align="centre", lines=2)
