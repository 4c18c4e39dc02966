"""A match as a dictionary that JSON can hold, and back. What is saved is the opening and the moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.games import open_match
from rules.given import a_list, an_object
from rules.match import Match
from rules.refused import Refused, quoted
from rules.wire import move_as_dict, only, read_move

FORMAT = 1


def to_dict(match: Match) -> dict[str, Any]:
    """The match to be saved; all its options are written out, so that later defaults do not change it."""
    moves = [move_as_dict(move) for move in match.moves]
    return {"format": FORMAT, "opening": match.opening.as_dict(), "moves": moves}


def from_dict(saved: Mapping[str, object]) -> Match:
    """The match that was saved, played again move by move; raises `Refused`."""
    given = an_object("A saved match", saved)
    version = given.get("format")
    if type(version) is not int or version != FORMAT:
        raise Refused(
            "This match was saved in format {given}; {known} is read here.",
            given=quoted(version),
            known=FORMAT,
        )
    only(given, "format", "opening", "moves")
    match = open_match(an_object("opening", given.get("opening")))
    for move in a_list("moves", given.get("moves")):
        match, _ = match.apply(read_move(move))
    return match
