"""Openings that go on from where a match is: with one player more or less, or with other points.

What is to be kept of a match, and which positions can be, is known to the rules; here they are only put together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from rules import GAMES, Match, Refused, open_match

Opening: TypeAlias = dict[str, Any]
Sheet: TypeAlias = Mapping[str, int]


def begun(match: Match) -> bool:
    """Whether there is anything yet that a position would keep."""
    everybody_has_targets = all(match.details.targets)
    return match.roll_off is None and len(match.moves) > 0 and everybody_has_targets


def afresh(match: Match, players: Sequence[str] | None = None) -> Opening:
    """The same game from its beginning."""
    opening = match.opening.as_dict()
    opening.pop("position", None)
    names = list(match.players if players is None else players)
    return {**opening, "players": names, "first": match.opening.first % len(names)}


def with_seat(match: Match, players: Sequence[str], targets: Sequence[int] = ()) -> Opening:
    """One more player, at the end, with what everybody began with. Raises Refused.

    `targets`: the new player's, in a game that has any.
    """
    if not begun(match):
        return _checked(afresh(match, players))
    position = _position(match)
    new = _position(_fresh(match, players))
    for key in ("scores", "sheets"):
        if key in position:
            position[key] = [*position[key], new[key][-1]]
    if "targets" in position:
        position["targets"] = [*position["targets"], list(targets)]
    return _checked({**afresh(match, players), "position": position})


def without_seat(match: Match, seat: int, players: Sequence[str]) -> Opening:
    """One player less; whoever is next in turn plays. Raises Refused."""
    first = match.opening.first - (seat < match.opening.first)
    opening = {**afresh(match, players), "first": max(0, first) % len(players)}
    if not begun(match):
        return _checked(opening)
    position = _position(match)
    for key in ("scores", "sheets", "targets"):
        if key in position:
            position[key] = [one for place, one in enumerate(position[key]) if place != seat]
    player = position["player"] - (seat < position["player"])
    return _first_that_can_be(opening, position, player, len(players))


def with_points(
    match: Match, scores: Sequence[int] | None = None, sheets: Sequence[Sheet] | None = None
) -> Opening:
    """Other points for all, or other sheets; the turn under way begins again. Raises Refused."""
    position = _position(match)
    if sheets is not None:
        position["sheets"] = [dict(sheet) for sheet in sheets]
    elif scores is not None:
        position["scores"] = list(scores)
    return _first_that_can_be(afresh(match), position, position["player"], len(match.players))


def _position(match: Match) -> Opening:
    """What the rules call a position of this match."""
    parts: Opening = {
        "scores": list(match.scores),
        "sheets": [dict(sheet) for sheet in match.sheets],
        "targets": [list(targets) for targets in match.details.targets],
    }
    keys = GAMES[match.game].position_keys
    return {"player": match.player or 0, **{key: parts[key] for key in parts if key in keys}}


def _first_that_can_be(opening: Opening, position: Opening, player: int, seats: int) -> Opening:
    """With the first player from this one on who can act; raises the first refusal if nobody can."""
    refusals: list[Refused] = []
    for step in range(seats):
        whole = {**opening, "position": {**position, "player": (player + step) % seats}}
        try:
            return _checked(whole)
        except Refused as refused:
            refusals.append(refused)
    raise refusals[0]


def _checked(opening: Opening) -> Opening:
    open_match(opening)
    return opening


def _fresh(match: Match, players: Sequence[str]) -> Match:
    options = {**asdict(match.options), "roll_off": False}
    return open_match(
        {
            "game": match.game,
            "players": list(players),
            "options": options,
            "first": match.opening.first % len(players),
        }
    )
