"""The match under way and the dice it is played with.

Every move goes the same way: applied, stored, then shown. What the rules refuse is raised as `Refused` and leaves
all as it was.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Mapping, Sequence
from functools import partial

from kiosk.clock import Clock
from kiosk.events import Seen, StateSeen, TrayState
from kiosk.match import contest
from kiosk.match.ledger import Ledger
from kiosk.match.record import Aside, Record
from kiosk.match.steps import LastTurn, Source, Step
from kiosk.referee import laying
from kiosk.referee.advice import Advice, AdviceKind
from kiosk.referee.case import Awaited
from kiosk.referee.felt import Felt, Taken
from kiosk.referee.laying import Dice, Lay, seen_die
from rules import Bank, Keep, Match, Matching, Move, Opening, Roll

log = logging.getLogger(__name__)


class Play:
    """Knows the match, its dice and what is waited for. `dice`: see `Table.dice`."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._record = Record(ledger, clock)
        self._felt = Felt()
        self._asked: AdviceKind | None = None
        self.dice: Dice = ()

    @property
    def match(self) -> Match | None:
        """The match that is played, or whose result is shown."""
        return self._record.match

    @property
    def number(self) -> int:
        """Of the match in the journal, or of the last one; 0 before the first."""
        return self._record.number

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
        """What the referee has to say."""
        return self._felt.advice

    @property
    def state(self) -> TrayState:
        """What happens in the tray just now."""
        return self._felt.state

    @property
    def there(self) -> Dice:
        """The dice that lie where they are taken to lie."""
        return self._felt.there(self.dice)

    @property
    def may_keep(self) -> bool:
        """Whether dice can be marked now."""
        return self.match is not None and laying.may_keep(self.match)

    @property
    def contested(self) -> Step | None:
        """The roll that may be contested."""
        return contest.contested(self._record.steps)

    # -- the match -------------------------------------------------------------------------------------------

    def open(self, opening: Mapping[str, object] | Opening, language: str) -> None:
        """A new match."""
        self._record.open(opening, language)
        self.dice = ()
        self._expect()

    def resume(self, playable: Container[str]) -> str | None:
        """Take up the match that was under way; gives the language that it was played in, None if there is none."""
        language = self._record.resume(playable)
        if language is not None:
            self._show_dice()
        return language

    @property
    def left_at(self) -> float:
        """When the match taken up with `resume` was played last, seconds since 1970."""
        return self._record.left_at

    def close(self) -> None:
        """The match, if there is one, leaves the table."""
        self._record.close()
        self._clear()

    def _clear(self) -> None:
        self.dice = ()
        self._felt.await_choice()

    def put_aside(self, why: str) -> None:
        """The match leaves the table as it is, and can be taken up again; `why` in a word."""
        self._record.put_aside(why)
        self._clear()

    def take_up(self, why: str) -> str | None:
        """What lies aside goes on, and what is played lies aside instead; gives its language."""
        language = self._record.take_up(why)
        if language is not None:
            self._show_dice()
        return language

    def drop_aside(self) -> None:
        """What lies aside will not be taken up again."""
        self._record.drop()

    @property
    def aside(self) -> Aside | None:
        """The match that was put aside, if any."""
        return self._record.aside

    @property
    def in_play(self) -> bool:
        """Whether dice are moving, in somebody's hand or to be decided on: then nobody is hurried."""
        if self.match is None or self.match.over:
            return False
        undecided = bool(self.dice) and self.match.roll_off is None
        return undecided or self.advice is not None or self.state in ("hand", "rolling", "settling")

    def note_staff(self, did: str, **detail: object) -> None:
        """What staff did to the match under way is written down."""
        self._record.note("staff", {"did": did, **detail})

    def make(self, move: Move) -> None:
        """A move that was chosen by button."""
        self._make(move, "button", self._lay(move))

    def bank(self) -> None:
        """The turn is stopped; what is marked of a roll is set aside first. Both or, if refused, neither."""
        match, keep = self.match, laying.marked(self.dice)
        if match is None:
            return
        if self.may_keep:
            after, _ = match.apply(keep)
            if after.player == match.player:
                after.apply(Bank())  # refused, if at all, before anything is done
            self.make(keep)
            if after.player != match.player:
                return
        self.make(Bank())

    def undo(self) -> None:
        """Take the last move back (staff)."""
        if self.match is None:
            return
        undone = self._record.undo("staff")
        self._show_dice()
        if isinstance(undone.move, Roll):
            self._felt.ask_again()

    # -- the dice --------------------------------------------------------------------------------------------

    def hold(self, index: int) -> None:
        """Mark the die `dice[index]`, or no longer; ignored when it cannot be chosen."""
        if self.may_keep and index < len(self.dice) and not self.dice[index].aside:
            self._mark(laying.toggled(self.dice, index))

    def mark(self, keep: Keep) -> None:
        """Mark exactly these dice; ignored when nothing can be kept."""
        if self.may_keep:
            self._mark(laying.with_marks(self.dice, keep))

    def agree(self) -> None:
        """Yes to the referee's question."""
        taken = self._felt.agree()
        if taken is None:
            return
        if taken.early is not None:
            self.dice = taken.early
            self.make(laying.marked(taken.early))
        self._accept(taken)

    def roll_again(self) -> None:
        """The contested roll does not count; its dice are rolled again."""
        if self.contested is not None:
            self._take_roll_back()
            self._show_dice()

    def correct(self, values: Sequence[int]) -> None:
        """The dice rolled with the contested roll show these values, left to right."""
        step = self.contested
        if step is None or self.match is None:
            return
        before = contest.before(self._record.steps, step)
        rolled, kept = contest.corrected(step, before, values)
        self._take_roll_back()
        assert isinstance(step.move, Roll)
        lay = partial(laying.after_roll, before=before, rolled=rolled, kept=kept)
        self.dice = before
        self._make(Roll(tuple(values), step.move.kind), "button", lay)

    def enter(self, values: Sequence[int]) -> None:
        """The roll that is waited for, as people say that it lies there. Raises Refused."""
        match = self.match
        if match is None or match.expect.roll is None:
            return
        kind, before = match.expect.roll.kind, self.dice
        rolled = [laying.entered_die(value, kind) for value in values]
        kept = laying.staying(before, kind)
        lay = partial(laying.after_roll, before=before, rolled=rolled, kept=kept)
        self._make(Roll(tuple(values), kind), "button", lay)

    def _take_roll_back(self) -> None:
        while not isinstance(self._record.undo("button").move, Roll):
            pass

    # -- what the camera tells -------------------------------------------------------------------------------

    def note(self, event: StateSeen) -> None:
        """The tray's state has changed."""
        self._felt.note(event)
        self._note_question()

    def lose_sight(self) -> None:
        """Nobody sees the tray."""
        self._felt.lose_sight()

    def look(self, seen: Seen) -> bool:
        """A settled reading: followed while people choose, judged while a roll is waited for.

        Whether it was a move.
        """
        moved = self._judge(seen)
        self._note_question()
        return moved

    def _judge(self, seen: Seen) -> bool:
        if self.match is not None and self.match.expect.choose and self.match.expect.roll is None:
            self.dice = self._felt.follow(seen, self.dice, self.may_keep, self._next_roll)
            return False
        taken = self._felt.see(seen)
        if taken is not None:
            return self._accept(taken)
        self._follow_kept()
        return False

    def _note_question(self) -> None:
        """What people are asked to do is written down: once as long as it is said."""
        kind = self.advice.kind if self.advice is not None else None
        if kind is not None and kind != self._asked:
            self._record.note("asked", {"kind": kind})
        self._asked = kind

    def _follow_kept(self) -> None:
        """Kept dice may be laid into the lane after CONFIRM, too."""
        now = iter(self._felt.kept)
        self.dice = tuple(die.at(next(now, die.spot)) if die.kept else die for die in self.dice)

    def _accept(self, taken: Taken) -> bool:
        """The roll that lies there becomes the next move."""
        match, seen, before = self.match, taken.seen, self.dice
        if match is None or match.expect.roll is None:
            return False
        rolled = sorted((seen_die(seen, index) for index in taken.accepted.rolled), key=lambda die: die.x)
        kept = [seen_die(seen, index) for index in taken.accepted.kept]
        # A last look, whatever the referee says: the kept dice in the picture are those on the screen.
        stay = laying.staying(before, match.expect.roll.kind)
        if [die.value for die in kept] != [die.spot.value for die in stay]:
            log.error("a roll does not fit the dice that were kept: it is not counted")
            return False
        move = Roll(tuple(die.value for die in rolled), match.expect.roll.kind)
        lay = partial(laying.after_roll, before=before, rolled=rolled, kept=kept)
        self._make(move, "camera", lay, seen.t)
        return True

    # -- moves -----------------------------------------------------------------------------------------------

    def _lay(self, move: Move) -> Lay:
        """The dice after a move made by button: only after a keep or a match do any count."""
        before = self.dice
        match move:
            case Keep():
                return lambda after: laying.after_keep(after, before, move)
            case Matching(pairs):
                used = Keep(tuple(die for pair in pairs for die in pair.dice))
                return lambda after: laying.after_match(after, before, used)
            case _:
                return lambda after: ()

    def _mark(self, dice: Dice) -> None:
        self.dice = dice
        self._felt.reconsider(dice, self._next_roll)

    def _next_roll(self, dice: Dice) -> Awaited | None:
        return None if self.match is None else laying.next_roll(self.match, dice)

    def _make(self, move: Move, source: Source, lay: Lay, seen_at: float | None = None) -> None:
        """Applied, stored, then shown."""
        if self.match is not None:
            self._record.make(move, source, self.dice, lay, seen_at)
            self._show_dice()

    def _show_dice(self) -> None:
        self.dice = self._record.dice
        self._expect()

    def _expect(self) -> None:
        """Tell the felt what the match waits for."""
        assert self.match is not None
        wanted = self.match.expect.roll
        if wanted is None:
            self._felt.await_choice()
        else:
            last = self.last.dice if self.last is not None else ()
            self._felt.await_roll(laying.awaited(wanted, self.dice, last))
