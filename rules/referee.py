"""The referee: each line in gets one answer out. `raflebord rules` reads the lines and writes the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.events import Event
from rules.games import open_match
from rules.given import an_object
from rules.match import Match
from rules.refused import Refused
from rules.wire import details_as_dict, event_as_dict, expect_as_dict, flag, match_as_dict, parse, read_move

Answer = dict[str, Any]


class Referee:
    """Holds one match; no line can harm it."""

    def __init__(self) -> None:
        self.match: Match | None = None

    def answer(self, line: bytes) -> Answer:
        """The answer to one line of JSON: what the match is now, or why the line was refused."""
        try:
            given = an_object("A line", parse(_text(line)))
            return self._opened(given) if self.match is None else self._moved(self.match, given)
        except Refused as refusal:
            return self.refuse(str(refusal))

    def refuse(self, reason: str) -> Answer:
        """The answer to what cannot be taken."""
        expects = {} if self.match is None else expect_as_dict(self.match.expect)
        return {"ok": False, "error": reason, "expects": expects}

    def _opened(self, given: Mapping[str, object]) -> Answer:
        if "game" not in given:
            raise Refused('No match is open: begin with {"game": ..., "players": [...]}.')
        self.match = open_match(given)
        return _told(self.match, ())

    def _moved(self, match: Match, given: Mapping[str, object]) -> Answer:
        if "game" in given:
            raise Refused("A match is open already; a new one needs a new start of this command.")
        if "state" in given:
            flag(given, "state")
            return {**_told(match, ()), **details_as_dict(match)}
        if "undo" in given:
            flag(given, "undo")
            self.match = match.undo()
            return _told(self.match, ())
        self.match, events = match.apply(read_move(given))
        return _told(self.match, events)


def _text(line: bytes) -> str:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise Refused("This line is no UTF-8: byte {at}.", at=problem.start + 1) from None
    if not text.strip():
        raise Refused("This line is blank.")
    return text


def _told(match: Match, events: tuple[Event, ...]) -> Answer:
    return {"ok": True, **match_as_dict(match), "events": [event_as_dict(event) for event in events]}
