"""The match under way and all its steps: each is applied and stored before anything is shown of it.

One other match may lie aside, whole as it was, and be taken up again.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from kiosk.clock import Clock
from kiosk.journal import PUT_ASIDE, TAKEN_UP, Begun, Damaged, Ended, Moved, Noted
from kiosk.match.ledger import Ledger
from kiosk.match.pages import UNDO, advance, page, read_back
from kiosk.match.steps import Source, Step
from kiosk.referee.laying import Dice, Lay
from rules import Match, Move, Opening, open_match

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Game:
    """A match as it stands in the journal: its number there, its language, how many entries it has, all its steps."""

    number: int
    language: str
    entries: int
    match: Match
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, eq=False)
class Aside:
    """A game that lies aside since `since` (monotonic seconds), and why, in a word; last touched at `wall`."""

    game: Game
    why: str
    since: float
    wall: float


class Record:
    """Knows the match and writes it down. Every method either does its work or leaves all as it was."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self.number = 0
        """The match's in the journal; after a match that of the last one, 0 before the first."""
        self._language = ""
        self.match: Match | None = None
        self.steps: list[Step] = []
        """All moves of the match with the dice after each, oldest first."""
        self.entries = 0
        """How many entries of this match are in the journal, those taken back among them."""
        self.aside: Aside | None = None
        """The match that lies aside, if any."""
        self.left_at = 0.0
        """When the match taken up after a restart was played last, seconds since 1970."""

    @property
    def dice(self) -> Dice:
        """The dice after the last step."""
        return self.steps[-1].dice if self.steps else ()

    def open(self, opening: Mapping[str, object] | Opening, language: str) -> Match:
        """A new match; the one before, if any, is closed. Raises Refused."""
        match = open_match(opening)
        self.close()
        wall = self._clock.wall()
        number = self._ledger.next_game(wall)
        self._ledger.write(Begun(number, wall, language, match.opening.as_dict()))
        self._sit_down(Game(number, language, 0, match))
        return match

    def close(self) -> None:
        """The match, if there is one, leaves the table."""
        if self.match is None:
            return
        how: Literal["finished", "left"] = "finished" if self.match.over else "left"
        self._ledger.write(Ended(self.number, self._clock.wall(), how, self.match.scores))
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
            self._ledger.write(Noted(self.number, self.entries, self._clock.wall(), what, detail))

    def undo(self, source: Source) -> Step:
        """Take the last move back; gives the step that it was. Raises Refused."""
        assert self.match is not None
        match = self.match.undo()
        self._store(source, dict(UNDO), (), {})
        self.match = match
        return self.steps.pop()

    # -- put aside and taken up again ------------------------------------------------------------------------

    def put_aside(self, why: str) -> None:
        """The match leaves the table as it is; what lay aside before is closed. One that is over is closed, too."""
        if self.match is None or self.match.over:
            self.close()
            return
        self.drop()
        self.note(PUT_ASIDE, {"why": why})
        self.aside = Aside(self._present(self.match), why, self._clock.now(), self._clock.wall())
        self.match, self.steps = None, []

    def take_up(self, why: str) -> str | None:
        """The match that lies aside goes on; one that is played changes places with it. Gives its language."""
        aside = self.aside
        if aside is None:
            return None
        self.aside = None
        self.put_aside(why)
        self._sit_down(aside.game)
        self.note(TAKEN_UP, {})
        return aside.game.language

    def drop(self) -> None:
        """What lies aside will not be taken up again."""
        if self.aside is not None:
            game = self.aside.game
            self._ledger.write(Ended(game.number, self._clock.wall(), "left", game.match.scores))
            self.aside = None

    def _present(self, match: Match) -> Game:
        return Game(self.number, self._language, self.entries, match, tuple(self.steps))

    def _sit_down(self, game: Game) -> None:
        self.number, self._language, self.entries = game.number, game.language, game.entries
        self.match, self.steps = game.match, list(game.steps)

    # -- after a restart -------------------------------------------------------------------------------------

    def resume(self, playable: Container[str]) -> str | None:
        """Take up the match that was under way; gives the language that it was played in, None if there is none.

        What lay aside lies aside again.
        """
        self._find_aside(playable)
        found = self._ledger.unfinished()
        if found is None:
            return None
        try:
            game = _read(*found)
        except Damaged as problem:
            self._ledger.set_aside(problem)
            return None
        if game.match.game not in playable:
            log.error("%s is under way in the journal, and cannot be shown here: it is left", game.match.game)
            return None
        self._sit_down(game)
        self.left_at = _last(*found)
        return game.language

    def _find_aside(self, playable: Container[str]) -> None:
        found = self._ledger.put_aside()
        if found is None:
            return
        begun, moves, why = found
        try:
            game = _read(begun, moves)
        except Damaged as problem:
            log.error("the game that was put aside makes no sense: %s", problem)
            return
        if game.match.game in playable:
            self.aside = Aside(game, why, self._clock.now(), _last(begun, moves))

    def _store(
        self,
        source: Source,
        move: Mapping[str, object],
        dice: tuple[Mapping[str, object], ...],
        photographs: Mapping[int, bytes],
    ) -> None:
        wall = self._clock.wall()
        self._ledger.write(Moved(self.number, self.entries, wall, source, move, dice, photographs))
        self.entries += 1


def _read(begun: Begun, moves: tuple[Moved, ...]) -> Game:
    """A game of the journal; raises Damaged."""
    match, steps = read_back(begun, moves)
    return Game(begun.game, begun.language, len(moves), match, tuple(steps))


def _last(begun: Begun, moves: tuple[Moved, ...]) -> float:
    """When it was played last, seconds since 1970."""
    return moves[-1].wall if moves else begun.wall
