"""Who plays when nobody sits there. A bot chooses among what is open; it never invents dice.

What it answers is a move, or the roll it wants to be made: the dice are somebody else's. How a game is played
well stands beside the game, in a module of its own: `rules.yatzy_bot` for `yatzy`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, TypeAlias, TypeVar, cast

from rules.match import Match
from rules.moves import Expect, Move, RollWanted

Decision: TypeAlias = Move | RollWanted
Item = TypeVar("Item")


class Rng(Protocol):
    """Where chance comes from, such as a `random.Random`."""

    def choice(self, seq: Sequence[Item], /) -> Item:
        """One of these, each as likely."""


class Bot(Protocol):
    """The module `rules.<game>_bot`."""

    def decide(self, match: Match, rng: Rng) -> Decision:
        """A sound decision in a match that is neither over nor in its roll-off; `rng` chooses among equals."""


def random_move(expect: Expect, rng: Rng) -> Decision:
    """Anything that is open, each as likely. There must be something: the match is not over."""
    roll, choose = expect
    if roll is None:
        return rng.choice(choose)
    return rng.choice((roll, *choose)) if choose else roll


def good_move(match: Match, rng: Rng) -> Decision:
    """What a sound player would do now; where only a roll is open, that roll. The match is not over."""
    roll, choose = match.expect.roll, match.expect.choose
    return _bot(match.game).decide(match, rng) if choose or roll is None else roll


def _bot(game: str) -> Bot:
    # The name says where: no list of bots to be kept beside the list of games.
    return cast(Bot, import_module(f"rules.{game}_bot"))
