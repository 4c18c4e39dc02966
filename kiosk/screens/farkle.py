"""Farkle on the screen: what is its own among the push games."""

from __future__ import annotations

from kiosk.screens import push_words
from kiosk.screens.game_cards import GameCard
from kiosk.screens.push import BOARD, PushScreen
from kiosk.table import LastTurn, Table
from kiosk.words import msg
from rules.farkle import Farkled

__all__ = ["BOARD", "CARD", "SCREEN"]


CARD = GameCard(
    msg("Farkle"), msg("Set aside what scores. Stop in time, or lose the turn."), (2, 2, 3, 3, 4, 4)
)


class FarkleScreen(PushScreen):
    """The turn, the choices and the scores."""

    name = "farkle"

    def ended(self, table: Table, last: LastTurn) -> tuple[str, str]:
        """Farkled, or banked."""
        farkled = last.told(Farkled)
        if farkled is not None:
            return table.words.text("Farkle!"), push_words.lost(table.words, farkled.lost)
        return push_words.banked(table.words, last)


SCREEN = FarkleScreen
