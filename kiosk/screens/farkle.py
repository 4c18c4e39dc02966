"""Farkle on the screen: what is its own among the push games."""

from __future__ import annotations

from kiosk.screens.game_cards import GameCard
from kiosk.screens.push import BOARD, RULES, PushScreen
from kiosk.words import msg
from rules.farkle import Farkled

__all__ = ["BOARD", "CARD", "RULES", "SCREEN"]


CARD = GameCard(
    msg("Farkle"), msg("Set aside what scores. Stop in time, or lose the turn."), (2, 2, 3, 3, 4, 4)
)


class FarkleScreen(PushScreen):
    """The turn, the choices and the scores."""

    name = "farkle"
    bust = msg("Farkle!")
    nothing = Farkled


SCREEN = FarkleScreen
