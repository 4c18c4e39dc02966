"""The table as the screens see it: the match, the dice with their photographs, what there is to say.

Screens read it and change it only through its methods. It draws nothing, waits for nothing and opens nothing.
Every move goes the same way: applied, stored, then shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kiosk import laying, refusals
from kiosk.advice import Advice
from kiosk.case import Awaited
from kiosk.clock import Clock
from kiosk.events import Event, Failed, Healed, Idle, Part, Preview, Seen, StateSeen, Tick, TrayState
from kiosk.felt import Felt, Taken
from kiosk.laying import Dice, Lay, seen_die
from kiosk.ledger import Ledger
from kiosk.record import Record
from kiosk.seats import Seat, seats_of
from kiosk.steps import LastTurn, Source, Step, TableDie
from kiosk.tray_picture import TrayPicture
from rules import GAMES, Bank, Dispute, Keep, Match, Move, Opening, Refused, Roll

if TYPE_CHECKING:
    from kiosk.words import Words

__all__ = ["LANGUAGES", "LastTurn", "Seat", "Table", "TableDie", "TrayPicture"]

log = logging.getLogger(__name__)

LANGUAGES: tuple[str, ...] = ("da", "nb", "en")
BEFORE_A_GAME = ("attract", "language", "games", "players")
"""The screens that belong to no match."""


class Table:
    """The model. Screens read the attributes; every method either does its work or leaves all as it was.

    `games`: those that can be shown, in their order.
    """

    def __init__(
        self,
        words: Callable[[str], Words],
        ledger: Ledger,
        clock: Clock,
        language: str = "da",
        games: Sequence[str] = tuple(GAMES),
    ) -> None:
        self._words = words
        self._ledger = ledger
        self._record = Record(ledger, clock)
        self._felt = Felt()
        self._away: frozenset[Part] = frozenset()
        self.games = tuple(games)
        """The games that can be played here."""
        self.game = self.games[0]
        """The game that is chosen, or was played last."""
        self.language = language
        self.screen = "attract"
        """The name of the screen shown."""
        self.seats: tuple[Seat, ...] = ()
        self.dice: tuple[TableDie, ...] = ()
        """The dice of this turn as drawn, left to right; HOLD n belongs to `dice[n - 1]`."""
        self.tray: TrayPicture | None = None
        self.notice: str | None = None
        """Why the last press did nothing: a sentence in the table's language, until the next press."""

    @property
    def words(self) -> Words:
        """The catalogue of the language spoken now."""
        return self._words(self.language)

    @property
    def match(self) -> Match | None:
        """The match that is played, or whose result is shown."""
        return self._record.match

    @property
    def steps(self) -> tuple[Step, ...]:
        """All moves of the match with the dice after each, oldest first."""
        return tuple(self._record.steps)

    @property
    def last(self) -> LastTurn | None:
        """The turn just ended, until the next roll."""
        steps = self._record.steps
        return steps[-1].last if steps else None

    @property
    def advice(self) -> Advice | None:
        """What the referee has to say; a question (`advice.question`) is answered by CONFIRM: `agree`."""
        return self._felt.advice

    @property
    def state(self) -> TrayState:
        """What happens in the tray just now."""
        return self._felt.state

    @property
    def faults(self) -> frozenset[Part]:
        """The parts of the table that do not work just now."""
        return self._away if self._ledger.stored else self._away | {"journal"}

    @property
    def renewed(self) -> bool:
        """Whether to say that a journal nobody can read was put aside."""
        return self._ledger.renewed

    @property
    def may_keep(self) -> bool:
        """Whether dice can be kept for another roll now."""
        return self.match is not None and laying.may_keep(self.match)

    @property
    def may_confirm(self) -> bool:
        """Whether the dice marked now may be kept: CONFIRM has something to agree to."""
        return self.match is not None and laying.marked(self.dice) in self.match.expect.choose

    # -- what screens do -------------------------------------------------------------------------------------

    def attend(self) -> None:
        """Somebody presses a button: what was said once has been read."""
        self.notice = None
        self._ledger.renewed = False

    def show(self, name: str) -> None:
        """Show another screen. Leaving a match that is over closes it."""
        self.screen = name
        self.notice = None
        if self.match is not None and self.match.over and name in BEFORE_A_GAME:
            self._close()

    def set_language(self, code: str) -> None:
        """Speak da, nb or en from now on."""
        self.language = code

    def choose_game(self, game: str) -> None:
        """The next match will be of this game."""
        self.game = game

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
        self._try(lambda: self._make(move, "button", self._lay(move)))

    def hold(self, index: int) -> None:
        """Keep the die `dice[index]`, or no longer; ignored when it cannot be chosen."""
        if self.may_keep and index < len(self.dice) and not self.dice[index].aside:
            self._mark(laying.toggled(self.dice, index))

    def mark(self, keep: Keep) -> None:
        """Mark exactly these dice as kept; ignored when nothing can be kept."""
        if self.may_keep:
            self._mark(laying.with_marks(self.dice, keep))

    def keep(self) -> None:
        """CONFIRM: the kept dice stay, the rest is rolled again."""
        self.play(laying.marked(self.dice))

    def bank(self) -> None:
        """BANK: the turn is stopped; what is marked of a roll is set aside first. Both or, if refused, neither."""
        self._try(self._bank)

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
        self._close()
        self.show("attract")

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
                self._away |= {part}
            case Healed(part):
                self._away -= {part}
            case Idle():
                self._rest()
            case Tick():
                self._ledger.retry()

    def resume(self) -> None:
        """Go on with the game that was being played when the program ended, if any."""
        language = self._record.resume(self.games)
        if language is None or self.match is None:
            return
        self.language = language if language in LANGUAGES else self.language
        self._sit_down(self.match)
        self.dice = self._record.dice
        self._expect()

    def _look(self, seen: Seen) -> None:
        """A settled reading: followed while people choose, judged while a roll is waited for."""
        if self.match is not None and self.match.expect.choose and self.match.expect.roll is None:
            self.dice = self._felt.follow(seen, self.dice, self.may_keep, self._next_roll)
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

    # -- moves -----------------------------------------------------------------------------------------------

    def _try(self, what: Callable[[], None]) -> None:
        """Do it; if the rules refuse, say why in the table's language."""
        self.notice = None
        try:
            what()
        except Refused as refused:
            self.notice = refusals.sentence(self.words, refused)

    def _open(self, opening: Mapping[str, object] | Opening) -> None:
        match = self._record.open(opening, self.language)
        self.dice = ()
        self._sit_down(match)
        self._expect()

    def _sit_down(self, match: Match) -> None:
        self.game = match.game
        self.seats = seats_of(match)
        self.show("result" if match.over else match.game)

    def _close(self) -> None:
        """The match, if there is one, leaves the table."""
        self._record.close()
        self.seats, self.dice = (), ()
        self._felt.await_choice()

    def _accept(self, taken: Taken) -> None:
        """The roll that lies there becomes the next move."""
        match, seen, before = self.match, taken.seen, self.dice
        if match is None or match.expect.roll is None:
            return
        rolled = sorted((seen_die(seen, index) for index in taken.accepted.rolled), key=lambda die: die.x)
        kept = [seen_die(seen, index) for index in taken.accepted.kept]
        # A last look, whatever the referee says: the kept dice in the picture are those on the screen.
        if [die.value for die in kept] != [die.value for die in before if die.kept]:
            log.error("a roll does not fit the dice that were kept: it is not counted")
            return
        move = Roll(tuple(die.value for die in rolled), match.expect.roll.kind)
        lay = partial(laying.after_roll, before=before, rolled=rolled, kept=kept)
        self._try(lambda: self._make(move, "camera", lay, seen.t))

    def _lay(self, move: Move) -> Lay:
        """The dice after a move made by button: only after a keep do any count."""
        before = self.dice
        return lambda after: laying.after_keep(after, before, move) if isinstance(move, Keep) else ()

    def _mark(self, dice: Dice) -> None:
        self.dice = dice
        self._felt.reconsider(dice, self._next_roll)

    def _next_roll(self, dice: Dice) -> Awaited | None:
        return None if self.match is None else laying.next_roll(self.match, dice)

    def _bank(self) -> None:
        match, keep = self.match, laying.marked(self.dice)
        if match is None:
            return
        if self.may_keep:
            after, _ = match.apply(keep)
            if after.player == match.player:
                after.apply(Bank())  # refused, if at all, before anything is done
            self._make(keep, "button", self._lay(keep))
            if after.player != match.player:
                return
        self._make(Bank(), "button", self._lay(Bank()))

    def _make(self, move: Move, source: Source, lay: Lay, seen_at: float | None = None) -> None:
        """Applied, stored, then shown; raises Refused."""
        if self.match is None:
            return
        match = self._record.make(move, source, self.dice, lay, seen_at)
        self.dice = self._record.dice
        self._expect()
        if match.over:
            self.show("result")

    def _undo(self) -> None:
        if self.match is None:
            return
        undone = self._record.undo()
        self.dice = self._record.dice
        self._expect()
        if isinstance(undone.move, Roll):
            self._felt.ask_again()
        self.show("result" if self.match.over else self.match.game)

    def _expect(self) -> None:
        """Tell the felt what the match waits for."""
        assert self.match is not None
        wanted = self.match.expect.roll
        if wanted is None:
            self._felt.await_choice()
            return
        lie = self.dice or (self.last.dice if self.last else ())
        kept = [die.spot for die in self.dice if die.kept]
        others = [die.spot for die in lie if not (die.kept and self.dice)]
        self._felt.await_roll(wanted, kept, others)
