"""The table as the screens see it: the match, the dice with their photographs, what there is to say.

Screens read it and change it only through its methods. It draws nothing, waits for nothing and opens nothing.
Every move goes the same way: applied, stored, then shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kiosk import refusals
from kiosk.advice import Advice
from kiosk.clock import Clock
from kiosk.events import Event, Failed, Healed, Idle, Part, Preview, Seen, StateSeen, Tick, TrayState
from kiosk.felt import Felt, Taken
from kiosk.journal import Begun, Damaged, Ended, Moved
from kiosk.ledger import Ledger
from kiosk.pages import UNDO, advance, page, read_back
from kiosk.steps import LastTurn, Source, Step, TableDie
from kiosk.tray_picture import TrayPicture
from rules import GAMES, Dispute, Keep, Match, Move, Opening, Refused, Roll, open_match

if TYPE_CHECKING:
    from kiosk.words import Words

__all__ = ["LANGUAGES", "LastTurn", "Seat", "Table", "TableDie", "TrayPicture"]

log = logging.getLogger(__name__)

LANGUAGES: tuple[str, ...] = ("da", "nb", "en")
BEFORE_A_GAME = ("attract", "language", "players")
"""The screens that belong to no match."""


@dataclass(frozen=True)
class Seat:
    """A player's place; its colour and sign come from the theme by `index`."""

    index: int
    name: str


class Table:
    """The model. Screens read the attributes; every method either does its work or leaves all as it was.

    `games`: those that can be shown.
    """

    def __init__(
        self,
        words: Callable[[str], Words],
        ledger: Ledger,
        clock: Clock,
        language: str = "da",
        games: Collection[str] = tuple(GAMES),
    ) -> None:
        self._words = words
        self._ledger = ledger
        self._clock = clock
        self._games = games
        self._felt = Felt()
        self._steps: list[Step] = []
        self._game = 0
        self._seq = 0
        self.language = language
        self.screen = "attract"
        """The name of the screen shown."""
        self.match: Match | None = None
        self.seats: tuple[Seat, ...] = ()
        self.dice: tuple[TableDie, ...] = ()
        """The dice of this turn as drawn, left to right; HOLD n belongs to `dice[n - 1]`."""
        self.tray: TrayPicture | None = None
        self.faults: frozenset[Part] = frozenset()
        self.notice: str | None = None
        """Why the last press did nothing: a sentence in the table's language, until the next press."""
        self._note_journal()

    @property
    def words(self) -> Words:
        """The catalogue of the language spoken now."""
        return self._words(self.language)

    @property
    def advice(self) -> Advice | None:
        """What the referee has to say; a question (`advice.question`) is answered by CONFIRM: `agree`."""
        return self._felt.advice

    @property
    def state(self) -> TrayState:
        """What happens in the tray just now."""
        return self._felt.state

    @property
    def last(self) -> LastTurn | None:
        """The turn just written, until the next roll: what a dispute is about."""
        return self._steps[-1].last if self._steps else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """All moves of the match with the dice after each, oldest first."""
        return tuple(self._steps)

    # -- what screens do -------------------------------------------------------------------------------------

    def show(self, name: str) -> None:
        """Show another screen. Leaving a match that is over closes it."""
        self.screen = name
        self.notice = None
        if self.match is not None and self.match.over and name in BEFORE_A_GAME:
            self._close()

    def set_language(self, code: str) -> None:
        """Speak da, nb or en from now on."""
        self.language = code

    def begin(self, game: str, player_count: int, options: Mapping[str, object] | None = None) -> None:
        """Open a match and show its screen (named like the game)."""
        names = [self.words.text("Player {number}", number=seat + 1) for seat in range(player_count)]
        self._try(lambda: self._open({"game": game, "players": names, "options": dict(options or {})}))

    def rematch(self) -> None:
        """The same people again; the next seat starts."""
        if self.match is not None:
            self._open(self.match.rematch())

    def play(self, move: Move) -> None:
        """Make a move that was chosen by button (`Score`, `Keep`, ...)."""
        dice = self._kept_marked(move) if isinstance(move, Keep) else ()
        self._try(lambda: self._make(move, "button", dice))

    def hold(self, index: int) -> None:
        """Keep the die `dice[index]`, or no longer; ignored when nothing can be kept."""
        if self.may_keep and index < len(self.dice):
            die = self.dice[index]
            self.dice = (*self.dice[:index], replace(die, kept=not die.kept), *self.dice[index + 1 :])
            self._felt.reconsider(self.dice, self.may_keep)

    def keep(self) -> None:
        """CONFIRM: the kept dice stay, the rest is rolled again."""
        self.play(Keep(tuple(die.value for die in self.dice if die.kept)))

    def agree(self) -> None:
        """CONFIRM as yes to `advice` when it is a question."""
        taken = self._felt.agree()
        if taken is None or "camera" in self.faults:
            return
        if taken.early:
            self.keep()
        self._accept(taken)

    def dispute(self) -> None:
        """The turn just written is played again."""
        self.play(Dispute())
        if self.match is not None and not self.match.over:
            self.show(self.match.game)

    def undo(self) -> None:
        """Take the last move back (staff)."""
        self._try(self._undo)

    def end_game(self) -> None:
        """Leave the match as it is (staff) and go back to the attract screen."""
        if self.match is not None:
            self._close()
        self.show("attract")

    @property
    def renewed(self) -> bool:
        """Whether to say that a journal nobody can read was put aside."""
        return self._ledger.renewed

    def attend(self) -> None:
        """Somebody presses a button: what was said once has been read."""
        self.notice = None
        self._ledger.renewed = False

    @property
    def may_keep(self) -> bool:
        """Whether dice can be kept for another roll now."""
        return self.match is not None and any(isinstance(move, Keep) for move in self.match.expect.choose)

    # -- what happens to it ----------------------------------------------------------------------------------

    def take(self, event: Event) -> None:
        """Readings, states, faults, timers: called by the main loop only."""
        match event:
            case Preview(picture, px_per_mm, origin):
                self.tray = TrayPicture(picture, px_per_mm, origin)
            case StateSeen():
                self._felt.note(event)
            case Seen():
                self._look(event)
            case Failed(part):
                self.faults |= {part}
            case Healed(part):
                self.faults -= {part}
            case Idle():
                self._rest()
            case Tick():
                self._retry()

    def resume(self) -> None:
        """Go on with the game that was being played when the program ended, if any."""
        found = self._ledger.unfinished()
        if found is None:
            return
        try:
            match, steps = read_back(*found)
        except Damaged as problem:
            self._ledger.set_aside(problem)
            return
        if match.game not in self._games:
            log.error("%s is under way in the journal, and cannot be shown here: it is left", match.game)
            return
        self._game, self._seq = found[0].game, len(found[1])
        self.language = found[0].language if found[0].language in LANGUAGES else self.language
        self._steps = steps
        self._sit_down(match)
        self.dice = self._steps[-1].dice if self._steps else ()
        self._expect()

    def _look(self, seen: Seen) -> None:
        """A settled reading: followed while people choose, judged while a roll is waited for."""
        if self.match is not None and self.match.expect.choose:
            self.dice = self._felt.follow(seen, self.dice, self.may_keep)
            return
        taken = self._felt.see(seen)
        if taken is not None:
            self._accept(taken)
        else:
            self._follow_kept()

    def _follow_kept(self) -> None:
        """Kept dice may be laid into the lane after CONFIRM, too."""
        now = iter(self._felt.kept)
        self.dice = tuple(die.at(next(now, die.spot)) if die.kept else die for die in self.dice)

    def _rest(self) -> None:
        """Nobody is here: back to the beginning, unless a game is under way."""
        if self.match is None or self.match.over:
            self.show("attract")

    def _retry(self) -> None:
        if not self._ledger.stored:
            self._ledger.retry()
            self._note_journal()

    def _note_journal(self) -> None:
        self.faults = self.faults - {"journal"} if self._ledger.stored else self.faults | {"journal"}

    # -- moves -----------------------------------------------------------------------------------------------

    def _try(self, what: Callable[[], None]) -> None:
        """Do it; if the rules refuse, say why in the table's language."""
        self.notice = None
        try:
            what()
        except Refused as refused:
            self.notice = refusals.sentence(self.words, refused)

    def _open(self, opening: Mapping[str, object] | Opening) -> None:
        match = open_match(opening)
        self._close()
        wall = self._clock.wall()
        self._game, self._seq, self._steps, self.dice = self._ledger.next_game(wall), 0, [], ()
        self._ledger.write(Begun(self._game, wall, self.language, match.opening.as_dict()))
        self._note_journal()
        self._sit_down(match)
        self._expect()

    def _sit_down(self, match: Match) -> None:
        self.match = match
        self.seats = tuple(Seat(index, name) for index, name in enumerate(match.players))
        self.show("result" if match.over else match.game)

    def _close(self) -> None:
        """The match, if there is one, leaves the table."""
        if self.match is None:
            return
        how: Literal["finished", "left"] = "finished" if self.match.over else "left"
        self._ledger.write(Ended(self._game, self._clock.wall(), how, self.match.scores))
        self._note_journal()
        self.match, self.seats, self.dice, self._steps = None, (), (), []
        self._felt.await_choice()

    def _accept(self, taken: Taken) -> None:
        """The roll that lies there becomes the next move."""
        match, seen = self.match, taken.seen
        if match is None or match.expect.roll is None:
            return
        rolled = sorted((self._die(seen, index) for index in taken.accepted.rolled), key=lambda die: die.x)
        kept = [self._die(seen, index) for index in taken.accepted.kept]
        # A last look, whatever the referee says: the kept dice in the picture are those on the screen.
        if [die.value for die in kept] != [die.value for die in self.dice if die.kept]:
            log.error("a roll does not fit the dice that were kept: it is not counted")
            return
        move = Roll(tuple(die.value for die in rolled), match.expect.roll.kind)
        dice = self._laid(rolled, kept)
        self._try(lambda: self._make(move, "camera", dice, seen.t))

    def _die(self, seen: Seen, index: int) -> TableDie:
        die = seen.reading.dice[index]
        assert die.value is not None
        assert die.x is not None
        assert die.y is not None
        crop = seen.crops[index] if index < len(seen.crops) else None
        return TableDie(die.value, crop, die.x, die.y, lane=die.zone == "hold")

    def _laid(self, rolled: list[TableDie], kept: list[TableDie]) -> tuple[TableDie, ...]:
        """All dice after a roll: those kept stay in place with their photographs, the new fill the gaps."""
        if not any(die.kept for die in self.dice):
            return tuple(rolled)
        new, now = iter(rolled), iter(kept)
        return tuple(die.at(next(now).spot) if die.kept else next(new) for die in self.dice)

    def _kept_marked(self, move: Keep) -> tuple[TableDie, ...]:
        """The dice after a keep: those that stay, and empty places. Dice marked as kept come first."""
        stay: set[int] = set()
        for value in move.dice:
            fits = [place for place, die in enumerate(self.dice) if die.value == value and place not in stay]
            stay.update(sorted(fits, key=lambda place: not self.dice[place].kept)[:1])
        return tuple(
            replace(die, kept=place in stay, rolled=place in stay) for place, die in enumerate(self.dice)
        )

    def _make(
        self, move: Move, source: Source, dice: tuple[TableDie, ...], seen_at: float | None = None
    ) -> None:
        """Applied, stored, then shown; raises Refused."""
        assert self.match is not None
        match, last = advance(self.match, self.dice, move)
        step = Step(move, source, dice, last, seen_at)
        self._store(source, *page(step, self.dice))
        self.match, self.dice = match, dice
        self._steps.append(step)
        self._expect()
        if match.over:
            self.show("result")

    def _undo(self) -> None:
        if self.match is None:
            return
        match = self.match.undo()
        self._store("staff", dict(UNDO), (), {})
        undone = self._steps.pop()
        self.match, self.dice = match, self._steps[-1].dice if self._steps else ()
        self._expect()
        if isinstance(undone.move, Roll):
            self._felt.ask_again()
        self.show("result" if match.over else match.game)

    def _store(
        self,
        source: Source,
        move: Mapping[str, object],
        dice: tuple[Mapping[str, object], ...],
        photographs: Mapping[int, bytes],
    ) -> None:
        wall = self._clock.wall()
        self._ledger.write(Moved(self._game, self._seq, wall, source, move, dice, photographs))
        self._seq += 1
        self._note_journal()

    def _expect(self) -> None:
        """Tell the felt what the match waits for."""
        assert self.match is not None
        wanted = self.match.expect.roll
        if wanted is None:
            if not self.may_keep:
                self.dice = tuple(replace(die, kept=False) for die in self.dice)
            self._felt.await_choice()
            return
        lie = self.dice or (self.last.dice if self.last else ())
        kept = [die.spot for die in self.dice if die.kept]
        self._felt.await_roll(wanted, kept, [die.spot for die in lie if not die.kept])
