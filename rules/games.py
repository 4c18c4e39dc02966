"""The games of this table, and how a match of one begins."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.farkle import Farkle
from rules.game import AnyGame
from rules.given import an_object
from rules.match import Match, begin
from rules.maxi_yatzy import MaxiYatzy
from rules.opening import Opening, read_opening
from rules.refused import Refused, quoted
from rules.target_dice import TargetDice
from rules.ten_thousand import TenThousand
from rules.thirty import Thirty
from rules.yatzy import Yatzy

_ALL: tuple[AnyGame, ...] = (
    TargetDice(),
    Yatzy(),
    Thirty(),
    TenThousand(),
    Farkle(),
    MaxiYatzy(),
)

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.name: game for game in _ALL})
"""The games that can be played, by name, in the order in which they are shown."""


def open_match(opening: Mapping[str, object] | Opening) -> Match:
    """The match before its first move.

    `opening` is `{"game": ..., "players": [...]}` with `options`, `first` and `position` where wanted, or
    what `Match.rematch` gave. Raises `Refused`.
    """
    given = an_object("An opening", opening.as_dict() if isinstance(opening, Opening) else opening)
    game = _game(given.get("game"))
    return begin(game, read_opening(game, given))


def _game(name: object) -> AnyGame:
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    raise Refused("There is no game {game}; there is {games}.", game=quoted(name), games=", ".join(GAMES))
