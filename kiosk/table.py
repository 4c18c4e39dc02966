"""The table as the screens see it: the match, the dice with their photographs, what there is to say.

Screens read it and change it only through its methods. It draws nothing, waits for nothing and opens nothing. The
match and its dice are `kiosk.play`'s; here is what stands around them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from kiosk import contest, laying, refusals
from kiosk.advice import UNREADABLE, Advice
from kiosk.clock import Clock
from kiosk.contest import Doubted
from kiosk.events import Event, Failed, Healed, Idle, Part, Preview, Seen, StateSeen, Tick, TrayState
from kiosk.ledger import Ledger
from kiosk.play import Play
from kiosk.seats import Seat, seats_of
from kiosk.steps import LastTurn, Step, TableDie
from kiosk.tray_picture import TrayPicture
from rules import GAMES, Dispute, Keep, Match, Move, Opening, Options, Refused, RollWanted
from rules.options import Value, read

if TYPE_CHECKING:
    from kiosk.words import Words

__all__ = ["LANGUAGES", "LastTurn", "Seat", "Table", "TableDie", "TrayPicture"]

USUAL = 2
"""How many play unless people say otherwise."""
LANGUAGES: tuple[str, ...] = ("da", "nb", "en")
BEFORE_A_GAME = ("attract", "language", "games", "players", "house_rules")
"""The screens that belong to no match."""
ASIDE = ("rules", "by_hand")
"""The screens that a roll leads back from, since people play on."""


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
        self._play = Play(ledger, clock)
        self._away: frozenset[Part] = frozenset()
        self.games = tuple(games)
        """The games that can be played here."""
        self.game = self.games[0]
        """The game that is chosen, or was played last."""
        self.player_count = USUAL
        """How many will play the next match."""
        self.house_rules: dict[str, Value] = {}
        """The options of the next match that people have decided on."""
        self.language = language
        self.screen = "attract"
        """The name of the screen shown."""
        self._opened_from = "attract"
        self.seats: tuple[Seat, ...] = ()
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
        return self._play.match

    @property
    def steps(self) -> tuple[Step, ...]:
        """All moves of the match with the dice after each, oldest first."""
        return self._play.steps

    @property
    def dice(self) -> tuple[TableDie, ...]:
        """The dice of this turn as drawn, left to right; HOLD n belongs to `dice[n - 1]`."""
        return self._play.dice

    @property
    def last(self) -> LastTurn | None:
        """The turn just ended, until the next roll."""
        return self._play.last

    @property
    def advice(self) -> Advice | None:
        """What the referee has to say; a question (`advice.question`) is answered by CONFIRM: `agree`."""
        return self._play.advice

    @property
    def state(self) -> TrayState:
        """What happens in the tray just now."""
        return self._play.state

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
        """Whether dice can be marked now: to be kept, or to make a target."""
        return self._play.may_keep

    @property
    def may_confirm(self) -> bool:
        """Whether the dice marked now may be kept: CONFIRM has something to agree to."""
        return self.match is not None and laying.marked(self.dice) in self.match.expect.choose

    @property
    def entry(self) -> RollWanted | None:
        """The roll that is waited for, if it can be entered by hand: no camera reads it."""
        unread = self.advice is not None and self.advice.kind in UNREADABLE
        return self.match.expect.roll if self.match and (unread or "camera" in self.faults) else None

    @property
    def may_enter(self) -> bool:
        """Whether dice can be entered by hand now."""
        return self.entry is not None

    @property
    def contested(self) -> tuple[Doubted, ...]:
        """The dice of the last roll, whose values may be contested; none when there is no such roll."""
        step = self._play.contested
        return () if step is None else contest.doubted(step, contest.before(self.steps, step))

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
        if name == "attract":
            self._forget()

    def _forget(self) -> None:
        """What others have decided for their match is not for the next people."""
        self.player_count = USUAL
        self.house_rules.clear()

    def look_up(self, name: str) -> None:
        """Show a screen that is left again with `back`."""
        self._opened_from = self.screen
        self.show(name)

    def back(self) -> None:
        """To the match or its result; without a match to the screen from which this one was opened."""
        self.show(self._opened_from if self.match is None else self._screen_of(self.match))

    def set_language(self, code: str) -> None:
        """Speak da, nb or en from now on."""
        self.language = code

    def choose_game(self, game: str) -> None:
        """The next match will be of this game."""
        if game != self.game:
            self._forget()
        self.game = game

    def choose_players(self, count: int) -> None:
        """So many will play; ignored when the game is not for so many."""
        if count in GAMES[self.game].seats:
            self.player_count = count

    def set_house_rule(self, name: str, value: Value) -> None:
        """An option of the next match."""
        self.house_rules[name] = value

    @property
    def options(self) -> Options:
        """The options in effect: of the match, or of the one that would begin now."""
        return read(GAMES[self.game].options, self.house_rules) if self.match is None else self.match.options

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
        self._try(lambda: self._play.make(move))

    def hold(self, index: int) -> None:
        """Mark the die `dice[index]`, or no longer; ignored when it cannot be chosen."""
        self._play.hold(index)

    def mark(self, keep: Keep) -> None:
        """Mark exactly these dice; ignored when nothing can be kept."""
        self._play.mark(keep)

    def keep(self) -> None:
        """CONFIRM: the kept dice stay, the rest is rolled again."""
        self.play(laying.marked(self.dice))

    def bank(self) -> None:
        """BANK: the turn is stopped; what is marked of a roll is set aside first. Both or, if refused, neither."""
        self._try(self._play.bank)

    def agree(self) -> None:
        """CONFIRM as yes to `advice` when it is a question."""
        if "camera" not in self.faults:
            self._try(self._play.agree)

    def dispute(self) -> None:
        """The turn just written is played again."""
        self._try(lambda: self._play.make(Dispute()), self.back)

    def roll_again(self) -> None:
        """The contested roll does not count: its dice are rolled again."""
        self._try(self._play.roll_again, self.back)

    def correct(self, values: Sequence[int]) -> None:
        """The dice `rolled` of those `contested` show these values: set by people, and marked as such."""
        self._try(lambda: self._play.correct(values), self.back)

    def enter(self, values: Sequence[int]) -> None:
        """The dice of the roll that is waited for show these values: told by people, and marked as such."""
        if self.may_enter:
            self._try(lambda: self._play.enter(values), self.back)

    def undo(self) -> None:
        """Take the last move back (staff)."""
        self._try(self._play.undo, self.back)

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
                self._play.note(event)
            case Seen():
                self._look(event)
            case Failed(part):
                self._fail(part)
            case Healed(part):
                self._away -= {part}
                self._leave_what_is_done()
            case Idle():
                self._rest()
            case Tick():
                self._ledger.retry()

    def resume(self) -> None:
        """Go on with the game that was being played when the program ended, if any."""
        language = self._play.resume(self.games)
        if language is not None:
            self.language = language if language in LANGUAGES else self.language
            self._sit_down()

    def _look(self, seen: Seen) -> None:
        """A roll leads back from the rules: people play on."""
        if self._play.look(seen):
            self.notice = None
            if self.screen in ASIDE:
                self.back()
            self._show_end()
        self._leave_what_is_done()

    def _fail(self, part: Part) -> None:
        self._away |= {part}
        if part == "camera":
            self._play.lose_sight()

    def _leave_what_is_done(self) -> None:
        """Nobody enters by hand what the camera reads again."""
        if self.screen == "by_hand" and not self.may_enter:
            self.back()

    def _rest(self) -> None:
        """Nobody is here: back to the beginning, unless a game is under way."""
        if self.match is None or self.match.over:
            self.show("attract")

    def _try(self, what: Callable[[], None], then: Callable[[], None] = lambda: None) -> None:
        """Do it, and then the other; if the rules refuse, say why in the table's language."""
        self.notice = None
        try:
            what()
        except Refused as refused:
            self.notice = refusals.sentence(self.words, refused)
        else:
            then()
            self._show_end()

    def _open(self, opening: Mapping[str, object] | Opening) -> None:
        self._play.open(opening, self.language)
        self._sit_down()

    def _sit_down(self) -> None:
        assert self.match is not None
        self.game = self.match.game
        self.seats = seats_of(self.match)
        self.show(self._screen_of(self.match))

    def _show_end(self) -> None:
        if self.match is not None and self.match.over:
            self.show("result")

    def _screen_of(self, match: Match) -> str:
        return "result" if match.over else match.game

    def _close(self) -> None:
        """The match, if there is one, leaves the table."""
        self._play.close()
        self.seats = ()
