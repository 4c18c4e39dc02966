"""The table as the screens see it: the match, the dice with their photographs, what there is to say.

Screens read it and change it only through its methods. It draws nothing, waits for nothing and opens nothing. The
match and its dice are `kiosk.match.play`'s; here is what stands around them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from kiosk import refusals
from kiosk.chosen import Chosen
from kiosk.clock import Clock
from kiosk.events import (
    Drifted,
    Event,
    Failed,
    Healed,
    HouseTold,
    Idle,
    Ordered,
    Part,
    Preview,
    Seen,
    StateSeen,
    Tick,
    TrayState,
)
from kiosk.honours import Honours
from kiosk.match import contest
from kiosk.match.contest import Doubted
from kiosk.match.ledger import Ledger
from kiosk.match.play import Play
from kiosk.match.record import Aside
from kiosk.match.steps import LastTurn, Step
from kiosk.pause import Pause
from kiosk.referee import laying
from kiosk.referee.advice import UNREADABLE, Advice
from kiosk.referee.table_die import TableDie
from kiosk.seats import Seat, seats_of
from kiosk.staff import LOCKED, PAUSED, SCREENS, Staff
from kiosk.tray_picture import TrayPicture
from kiosk.wishes import LANGUAGES, Wishes
from rules import GAMES, Dispute, Keep, Match, Move, Opening, Options, Refused, RollWanted
from rules.options import read
from vision.observations import DriftKind

if TYPE_CHECKING:
    from kiosk.words import Words

__all__ = ["LANGUAGES", "LastTurn", "Seat", "Table", "TableDie", "TrayPicture"]

BEFORE_A_GAME = ("attract", "language", "games", "players", "house_rules")
"""The screens that belong to no match."""
ASIDE = ("rules", "by_hand", "still_there")
"""The screens that a roll leads back from, since people play on."""


class Table(Wishes):
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
        chosen: Chosen | None = None,
    ) -> None:
        super().__init__(words, language, games)
        self._ledger = ledger
        self._clock = clock
        self._play = Play(ledger, clock)
        self.honours = Honours(ledger)
        """Who has won here."""
        self._pause = Pause(clock.now())
        self.chosen = chosen or Chosen()
        """What staff have chosen for this table."""
        self.staff = Staff(self, self._play, ledger, self.chosen, clock)
        """What only staff can do."""
        self._away: frozenset[Part] = frozenset()
        self.screen = "locked" if self.chosen.locked else "attract"
        """The name of the screen shown."""
        self._opened_from = "attract"
        self.seats: tuple[Seat, ...] = ()
        self.tray: TrayPicture | None = None
        self.drift: tuple[DriftKind, ...] = ()
        """What is otherwise than when the camera was calibrated: work for the maintainer, no reason to stop."""
        self.notice: str | None = None
        """Why the last press did nothing: a sentence in the table's language, until the next press."""

    @property
    def match(self) -> Match | None:
        """The match that is played, or whose result is shown."""
        return self._play.match

    @property
    def number(self) -> int:
        """Of the match in the journal, or of the last one; 0 before the first."""
        return self._play.number

    @property
    def steps(self) -> tuple[Step, ...]:
        """All moves of the match with the dice after each, oldest first."""
        return self._play.steps

    @property
    def dice(self) -> tuple[TableDie, ...]:
        """The dice of this turn as drawn, left to right; HOLD n belongs to `dice[n - 1]`."""
        return self._play.dice

    @property
    def there(self) -> tuple[TableDie, ...]:
        """Those of the dice that were last seen where they are taken to lie: only beside these their values stand."""
        return self._play.there

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
    def wall(self) -> float:
        """The time that is stamped on what happens now."""
        return self._clock.wall()

    @property
    def may_keep(self) -> bool:
        """Whether dice can be marked now: to be kept, or to make a target."""
        return self._play.may_keep

    @property
    def may_confirm(self) -> bool:
        """Whether the dice marked now may be kept: CONFIRM has something to agree to."""
        return self.match is not None and laying.marked(self.dice) in self.match.expect.choose

    @property
    def aside(self) -> Aside | None:
        """A game that was left alone for long: whoever comes back can go on with it."""
        aside = self._play.aside
        return aside if aside is not None and aside.why == PAUSED else None

    @property
    def entry(self) -> RollWanted | None:
        """The roll that is waited for, if it can be entered by hand: no camera reads it. For staff, a new player's."""
        if self.staff.joining is not None:
            return self.staff.joining
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
        self._pause.alive(self._clock.now())
        self._pause.taken_up()
        self.notice = None
        self._ledger.renewed = False

    def show(self, name: str) -> None:
        """Show another screen. Leaving a match that is over closes it. A table that is locked invites nobody."""
        self.screen = "locked" if name == "attract" and self.chosen.locked else name
        self.notice = None
        if self.match is not None and self.match.over and name in BEFORE_A_GAME:
            self.close()
        if name == "attract":
            self.forget()

    def look_up(self, name: str) -> None:
        """Show a screen that is left again with `back`."""
        self._opened_from = self.screen if self.screen not in (*ASIDE, *SCREENS) else self._opened_from
        self.show(name)

    def back(self) -> None:
        """To the match or its result; without a match to the screen from which this one was opened."""
        self.staff.joining = None
        self.show(self._opened_from if self.match is None else self._screen_of(self.match))

    @property
    def options(self) -> Options:
        """The options in effect: of the match, or of the one that would begin now."""
        return read(GAMES[self.game].options, self.house_rules) if self.match is None else self.match.options

    def begin(self, game: str, player_count: int, options: Mapping[str, object] | None = None) -> None:
        """Open a match and show its screen (named like the game)."""
        opening = {"game": game, "players": self.names(player_count), "options": dict(options or {})}
        self.attempt(lambda: self.open(opening))

    def rematch(self) -> None:
        """The same people again; the next seat starts."""
        if self.match is not None:
            self.open(self.match.rematch())

    def play(self, move: Move) -> None:
        """Make a move that was chosen by button (`Score`, `Keep`, ...)."""
        self.attempt(lambda: self._play.make(move))

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
        self.attempt(self._play.bank)

    def agree(self) -> None:
        """CONFIRM as yes to `advice` when it is a question."""
        if "camera" not in self.faults:
            self.attempt(self._play.agree)

    def dispute(self) -> None:
        """The turn just written is played again."""
        self.attempt(lambda: self._play.make(Dispute()), self.back)

    def roll_again(self) -> None:
        """The contested roll does not count: its dice are rolled again."""
        self.attempt(self._play.roll_again, self.back)

    def correct(self, values: Sequence[int]) -> None:
        """The dice `rolled` of those `contested` show these values: set by people, and marked as such."""
        self.attempt(lambda: self._play.correct(values), self.back)

    def enter(self, values: Sequence[int]) -> None:
        """The dice of the roll that is waited for show these values: told by people, and marked as such."""
        if self.staff.joining is not None:
            self.staff.add_player(values)
        elif self.may_enter:
            self.attempt(lambda: self._play.enter(values), self.back)

    def undo(self) -> None:
        """Take the last move back (staff)."""
        self.attempt(self._play.undo)

    def put_aside(self) -> None:
        """Leave the match as it is; it can be taken up again."""
        self._play.put_aside(PAUSED)
        self.close()
        self.show("attract")

    def make_room(self) -> None:
        """The same, for people of another day."""
        self.put_aside()
        self.speak_own_language()

    def take_up(self, why: str = PAUSED) -> None:
        """Go on with the game that lies aside; `why` in a word, if another is put aside for it."""
        language = self._play.take_up(why)
        if language is not None:
            self.set_language(language)
            self.sit_down()

    # -- what happens to it ----------------------------------------------------------------------------------

    def take(self, event: Event) -> None:
        """Readings, states, faults, timers: called by the main loop only."""
        match event:
            case Preview(picture, px_per_mm, origin):
                self.tray = TrayPicture(picture, px_per_mm, origin)
            case StateSeen():
                self._pause.alive(self._clock.now())
                self._play.note(event)
            case Seen():
                self._pause.alive(self._clock.now())
                self._look(event)
            case Failed(part):
                self._fail(part)
            case Healed(part):
                self._away -= {part}
                self._leave_what_is_done()
            case Drifted(kinds):
                self.drift = kinds
            case Ordered() | HouseTold():
                self._take_from_afar(event)
            case Idle():
                self._rest()
            case Tick():
                self._ledger.retry()
                self._look_at_the_clock()

    def _take_from_afar(self, event: Ordered | HouseTold) -> None:
        if isinstance(event, Ordered):
            self.staff.obey(event.order)
        else:
            self.honours.house = event.lists

    def resume(self) -> None:
        """Go on with the game that was being played when the program ended, if any."""
        language = self._play.resume(self.games)
        if language is not None:
            self.set_language(language)
            self.sit_down()
            self._pause.left(self._play.left_at)
        if self.chosen.locked:
            self._play.put_aside(LOCKED)
            self.close()
            self.show("attract")
        else:
            self._make_room_in_the_morning()

    def _look(self, seen: Seen) -> None:
        """A roll leads back from the rules: people play on."""
        if self._play.look(seen):
            self._pause.taken_up()
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
        """Nobody is here: back to the beginning, unless a game is under way; staff have gone in any case."""
        if self.match is None or self.match.over:
            self.show("attract")
            self.speak_own_language()
        elif self.screen in SCREENS:
            self.staff.leave()

    def _look_at_the_clock(self) -> None:
        """A game that nobody plays makes room; what nobody came back for is closed."""
        self.staff.drop_what_is_too_old()
        self._make_room_in_the_morning()
        if self.match is None or self.match.over or self.screen in SCREENS:
            return
        due = self._pause.due(self._clock.now(), self._play.in_play)
        if due == "leave":
            self.put_aside()
        elif due == "ask" and self.screen != "still_there":
            self.show("still_there")

    def _make_room_in_the_morning(self) -> None:
        """Yesterday's game is not in the way of today's people."""
        if self.match is not None and self._pause.is_from_before(self._clock.wall()):
            self._pause.taken_up()
            self.make_room()

    def attempt(self, what: Callable[[], None], then: Callable[[], None] = lambda: None) -> None:
        """Do it, and then the other; if the rules refuse, say why in the table's language."""
        self.notice = None
        try:
            what()
        except Refused as refused:
            self.notice = refusals.sentence(self.words, refused)
        else:
            then()
            self._show_end()

    def open(self, opening: Mapping[str, object] | Opening) -> None:
        """Open a match as it is told and show its screen. Raises Refused."""
        self._play.open(opening, self.language)
        self.sit_down()

    def sit_down(self) -> None:
        """Show the match under way."""
        assert self.match is not None
        self.game = self.match.game
        self.seats = seats_of(self.match)
        self.show(self._screen_of(self.match))

    def _show_end(self) -> None:
        if self.match is not None and self.match.over:
            self.show("result")

    def _screen_of(self, match: Match) -> str:
        return "result" if match.over else match.game

    def close(self) -> None:
        """The match, if there is one, leaves the table."""
        self._play.close()
        self.seats = ()
