"""How a match begins: which game, who plays, with what options, who starts, perhaps from which position."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass
from typing import Any

from rules.game import AnyGame
from rules.given import a_list, a_seat, an_object
from rules.options import Options, read
from rules.refused import Refused, Term, quoted

LONGEST_NAME = 100
KEYS = {"game", "players", "options", "first", "position"}


@dataclass(frozen=True)
class Opening:
    """A checked opening. `options`: all in effect. `position`: as given (never changed), or None."""

    game: str
    players: tuple[str, ...]
    options: Options
    first: int = 0
    position: Mapping[str, Any] | None = None

    def as_dict(self) -> dict[str, Any]:
        """The opening in the form in which it is given."""
        whole = {
            "game": self.game,
            "players": list(self.players),
            "options": asdict(self.options),
            "first": self.first,
        }
        return whole if self.position is None else {**whole, "position": deepcopy(dict(self.position))}


def read_opening(game: AnyGame, given: Mapping[str, object]) -> Opening:
    """Read an opening of this game strictly; raises `Refused`. The game checks a position."""
    for key in given:
        if key not in KEYS:
            raise Refused("An opening has no {key}.", key=quoted(key))
    players = _players(game, given.get("players"))
    options = read(game.options, an_object("options", given.get("options", {})))
    first = a_seat("first", given.get("first", 0), len(players))
    position = an_object("position", given["position"]) if "position" in given else None
    return Opening(game.name, players, options, first, deepcopy(position))


def _players(game: AnyGame, given: object) -> tuple[str, ...]:
    names = a_list("players", given)
    if len(names) not in game.seats:
        raise Refused(
            "{game} is played by {least} to {most}, not by {count}.",
            game=Term(game.name),
            least=game.seats[0],
            most=game.seats[-1],
            count=len(names),
        )
    for name in names:
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            raise Refused("A player's name is text of at most {most} letters.", most=LONGEST_NAME)
    return tuple(str(name) for name in names)
