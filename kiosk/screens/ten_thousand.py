"""Ten Thousand on the screen: what is its own among the push games."""

from __future__ import annotations

from kiosk.screens import push_words
from kiosk.screens.game_cards import GameCard
from kiosk.screens.push import BOARD, PushScreen
from kiosk.table import LastTurn, Table
from kiosk.words import msg
from rules.ten_thousand import Bust

__all__ = ["BOARD", "CARD", "SCREEN"]


CARD = GameCard(
    msg("Ten Thousand"), msg("Ones, fives and three alike score. First to 10,000."), (1, 1, 1, 5, 5, 5)
)


class TenThousandScreen(PushScreen):
    """The turn, the choices and the scores."""

    name = "ten_thousand"

    def ended(self, table: Table, last: LastTurn) -> tuple[str, str]:
        """Nothing scored, or banked."""
        bust = last.told(Bust)
        if bust is not None:
            return table.words.text("No points"), push_words.lost(table.words, bust.lost)
        return push_words.banked(table.words, last)


SCREEN = TenThousandScreen
