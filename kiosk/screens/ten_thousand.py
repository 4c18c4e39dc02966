"""Ten Thousand on the screen: what is its own among the push games."""

from __future__ import annotations

from kiosk.screens.game_cards import GameCard
from kiosk.screens.push import BOARD, RULES, PushScreen
from kiosk.words import msg
from rules.ten_thousand import Bust

__all__ = ["BOARD", "CARD", "RULES", "SCREEN"]


CARD = GameCard(
    msg("Ten Thousand"), msg("Ones, fives and three alike score. First to 10,000."), (1, 1, 1, 5, 5, 5)
)


class TenThousandScreen(PushScreen):
    """The turn, the choices and the scores."""

    name = "ten_thousand"
    bust = msg("No points")
    nothing = Bust


SCREEN = TenThousandScreen
