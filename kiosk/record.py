"""The match under way and all its steps: each is applied and stored before anything is shown of it."""

from __future__ import annotations

import logging
from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Literal

from kiosk.clock import Clock
from kiosk.journal import Begun, Damaged, Ended, Moved, Noted
from kiosk.laying import Dice, Lay
from kiosk.ledger import Ledger
from kiosk.pages import UNDO, advance, page, read_back
from kiosk.steps import Source, Step
from rules import Match, Move, Opening, open_match

log = logging.getLogger(__name__)


class Record:
    """Knows the match and writes it down. Every method either does its work or leaves all as it was."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._game = 0
        self.match: Match | None = None
        self.steps: list[Step] = []
        """All moves of the match with the dice after each, oldest first."""
        self.entries = 0
        """How many entries of this match are in the journal, those taken back among them."""

    @property
    def dice(self) -> Dice:
        """The dice after the last step."""
        return self.steps[-1].dice if self.steps else ()

    def open(self, opening: Mapping[str, object] | Opening, language: str) -> Match:
        """A new match; the one before, if any, is closed. Raises Refused."""
        match = open_match(opening)
        self.close()
        wall = self._clock.wall()
        self._game, self.entries, self.steps = self._ledger.next_game(wall), 0, []
        self._ledger.write(Begun(self._game, wall, language, match.opening.as_dict()))
        self.match = match
        return match

    def close(self) -> None:
        """The match, if there is one, leaves the table."""
        if self.match is None:
            return
        how: Literal["finished", "left"] = "finished" if self.match.over else "left"
        self._ledger.write(Ended(self._game, self._clock.wall(), how, self.match.scores))
        self.match, self.steps = None, []

    def make(
        self,
        move: Move,
        source: Source,
        before: Dice,
        lay: Lay,
        seen_at: float | None = None,
    ) -> Match:
        """A move; `before` are the dice before it, `lay` gives those after it. Raises Refused."""
        assert self.match is not None
        match, step = advance(self.match, before, move, lay)
        step = replace(step, source=source, seen_at=seen_at)
        self._store(source, *page(step, before))
        self.match = match
        self.steps.append(step)
        return match

    def note(self, what: str, detail: Mapping[str, object]) -> None:
        """Something about the match under way that is no move; without a match nothing is noted."""
        if self.match is not None:
            self._ledger.write(Noted(self._game, self.entries, self._clock.wall(), what, detail))

    def undo(self, source: Source) -> Step:
        """Take the last move back; gives the step that it was. Raises Refused."""
        assert self.match is not None
        match = self.match.undo()
        self._store(source, dict(UNDO), (), {})
        self.match = match
        return self.steps.pop()

    def resume(self, playable: Container[str]) -> str | None:
        """Take up the match that was under way; gives the language that it was played in, None if there is none."""
        found = self._ledger.unfinished()
        if found is None:
            return None
        begun, moves = found
        try:
            match, steps = read_back(begun, moves)
        except Damaged as problem:
            self._ledger.set_aside(problem)
            return None
        if match.game not in playable:
            log.error("%s is under way in the journal, and cannot be shown here: it is left", match.game)
            return None
        self._game, self.entries = begun.game, len(moves)
        self.match, self.steps = match, steps
        return begun.language

    def _store(
        self,
        source: Source,
        move: Mapping[str, object],
        dice: tuple[Mapping[str, object], ...],
        photographs: Mapping[int, bytes],
    ) -> None:
        wall = self._clock.wall()
        self._ledger.write(Moved(self._game, self.entries, wall, source, move, dice, photographs))
        self.entries += 1
