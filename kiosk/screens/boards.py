"""The right half of the screen: a game's scores. Each game's file offers its own as `BOARD`, found by its name."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from kiosk.draw.box import Box
from kiosk.draw.pen import Pen
from kiosk.table import Table
from rules import Match


class Board(Protocol):
    """Everybody's scores while nobody chooses: at the end, and beside what staff do.

    `ranks`: it is no more than names and points, so that these need not stand beside it once more.
    """

    @property
    def ranks(self) -> bool:
        """Whether it says all that a ranking would say."""

    def pages(self, match: Match) -> int:
        """How many pages the scores take."""

    def page_of(self, seat: int) -> int:
        """The page on which a seat is."""

    def draw(self, pen: Pen, box: Box, table: Table, match: Match, page: int) -> None:
        """Draw a page on a felt that is there already; winners, or else whose turn it is, in the light."""


def board_of(match: Match) -> Board:
    """The scores of a match's game."""
    return cast(Board, import_module(f"kiosk.screens.{match.game}").BOARD)
