"""What only staff can do to a table. Everything is written down: in the game's notes, or in the table's diary.

Nothing here loses a game: one that is restarted, changed or put away lies aside for ten minutes and can be brought
back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from kiosk.chosen import Chosen
from kiosk.clock import Clock
from kiosk.journal import Happened
from kiosk.match import positions
from kiosk.match.ledger import Ledger
from kiosk.match.play import Play
from kiosk.match.positions import Opening, Sheet
from kiosk.match.record import Aside
from kiosk.outside.orders import Announce, Order, Restart, SetVolume, kind_of
from kiosk.pause import KEEP, UNDO
from kiosk.sound.loudness import VOLUMES, Volume
from rules import GAMES, Match, RollWanted
from rules.target_dice import BLACK

if TYPE_CHECKING:
    from kiosk.table import Table

SCREENS = ("staff", "staff_sure", "staff_players", "staff_points", "staff_settings")
"""The screens that nobody else reaches."""
Question: TypeAlias = Literal["restart", "new_game"]
"""What is asked before it is done."""
PAUSED, LOCKED = "pause", "lock"
"""Why a game lies aside if it was not by staff's wish to end it."""


class Staff:
    """The staff of one table. `asking`: what `staff_sure` asks about."""

    def __init__(self, table: Table, play: Play, ledger: Ledger, chosen: Chosen, clock: Clock) -> None:
        self._table = table
        self._play = play
        self._ledger = ledger
        self._chosen = chosen
        self._clock = clock
        self._began = clock.now()
        self.asking: Question = "restart"
        self.joining: RollWanted | None = None
        """The dice that a new player has to roll before joining, while they are entered."""

    @property
    def match(self) -> Match | None:
        """The match that can be changed: one that is played and not over."""
        match = self._table.match
        return None if match is None or match.over else match

    # -- the menu --------------------------------------------------------------------------------------------

    def call(self) -> None:
        """STAFF was held: the menu, or out of it again."""
        if self._table.screen in SCREENS:
            self.leave()
        else:
            self._table.look_up("staff")

    def leave(self) -> None:
        """Back to the game, or to where nobody plays."""
        self._table.back()

    def ask(self, question: Question) -> None:
        """Something that is not done by one press."""
        self.asking = question
        self._table.show("staff_sure")

    # -- the game --------------------------------------------------------------------------------------------

    def restart(self) -> None:
        """The same people begin the same game anew."""
        if self.match is not None:
            self._replace(positions.afresh(self.match), "restart")

    def new_game(self) -> None:
        """This game is put away; another is chosen."""
        self._play.put_aside("new_game")
        self._table.close()
        self._table.show("games")

    @property
    def may_bring_back(self) -> Aside | None:
        """The game that lies aside, if any. One that was locked away comes back by itself."""
        return None if self._chosen.locked else self._play.aside

    @property
    def minutes_left(self) -> int:
        """For how long it still can be brought back."""
        aside = self.may_bring_back
        left = 0.0 if aside is None else aside.since + _kept_for(aside) - self._clock.now()
        return max(1, -(-int(left) // 60))

    def bring_back(self) -> None:
        """The game that lies aside goes on; one that is played lies aside instead."""
        self._table.take_up("brought_back")
        self._play.note_staff("brought_back")

    def take_back(self) -> None:
        """The last reading or move."""
        self._table.undo()

    def drop_what_is_too_old(self) -> None:
        """What nobody has taken up in time is closed."""
        aside = self._play.aside
        if aside is not None and self._clock.now() >= aside.since + _kept_for(aside):
            self._play.drop_aside()

    # -- who plays, and their points -------------------------------------------------------------------------

    def add_player(self, targets: Sequence[int] = ()) -> None:
        """One more at the end. In Target Dice, once it is under way, the new player's black dice are entered first."""
        match = self.match
        if match is None:
            return
        if match.details.targets and positions.begun(match) and not targets:
            self.joining = BLACK
            self._table.show("by_hand")
            return
        self.joining = None
        names = self._table.names(len(match.players) + 1)
        self._try(lambda: positions.with_seat(match, names, targets), "players")

    def remove_player(self, seat: int) -> None:
        """One less; the others keep their points and their order."""
        match = self.match
        if match is not None:
            names = self._table.names(len(match.players) - 1)
            self._try(lambda: positions.without_seat(match, seat, names), "players")

    def may_add(self) -> bool:
        """Whether there is room for one more."""
        return self.match is not None and len(self.match.players) + 1 in GAMES[self.match.game].seats

    def may_remove(self) -> bool:
        """Whether there would be enough left."""
        return self.match is not None and len(self.match.players) - 1 in GAMES[self.match.game].seats

    def repair(self, scores: Sequence[int] | None = None, sheets: Sequence[Sheet] | None = None) -> None:
        """Other points; the turn under way begins again."""
        match = self.match
        if match is not None:
            self._try(lambda: positions.with_points(match, scores, sheets), "points")

    def _try(self, opening: Callable[[], Opening], why: str) -> None:
        self._table.attempt(lambda: self._replace(opening(), why))

    def _replace(self, opening: Opening, why: str) -> None:
        self._play.put_aside(why)
        self._table.open(opening)
        self._play.note_staff(why)

    # -- the table -------------------------------------------------------------------------------------------

    def lock(self) -> None:
        """Nobody plays until staff open the table again; a game stays as it is."""
        self._chosen.lock(True)
        self._note("lock")
        self._play.put_aside(LOCKED)
        self._table.close()
        self._table.show("attract")

    def unlock(self) -> None:
        """The table is open; a game that was locked away goes on, or waits aside if it is of another day."""
        self._chosen.lock(False)
        self._note("unlock")
        aside = self._play.aside
        if aside is not None and aside.why == LOCKED:
            self._table.take_up(LOCKED)
            if self._clock.wall() - aside.wall >= KEEP:
                self._table.make_room()
        else:
            self._table.show("attract")

    @property
    def volume(self) -> Volume | None:
        """How loud it is; None at a table without sound."""
        return None if self._chosen.loudness is None else self._chosen.loudness.volume

    def next_volume(self) -> None:
        """Off, low, high, and round again."""
        if self.volume is not None:
            self.set_volume(VOLUMES[(VOLUMES.index(self.volume) + 1) % len(VOLUMES)])

    def set_volume(self, volume: Volume) -> None:
        """So loud from now on; ignored at a table without sound."""
        if self._chosen.loudness is not None:
            self._chosen.loudness.choose(volume)
            self._note("volume", now=volume)

    def obey(self, order: Order) -> None:
        """What was asked for from afar and is allowed there, noted as such."""
        self._note("from_afar", order=kind_of(order))
        match order:
            case Restart():
                self.restart()
            case SetVolume(volume):
                self.set_volume(volume)
            case Announce(texts):
                self._chosen.announcement.say(texts)

    def switch(self, name: str) -> None:
        """Large type, or reduced motion, the other way round."""
        self._note(name, now=self._chosen.switch(name))

    def _note(self, did: str, **detail: object) -> None:
        """It belongs to the table, not to a game."""
        up = self._clock.now() - self._began
        self._ledger.write(Happened(self._clock.wall(), up, "staff", {"did": did, **detail}))


def _kept_for(aside: Aside) -> float:
    """Seconds; a game that was locked away waits until the table is opened."""
    return {PAUSED: KEEP, LOCKED: float("inf")}.get(aside.why, UNDO)
