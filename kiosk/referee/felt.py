"""What is known of the dice on the felt from one reading to the next, and what there is to say about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from kiosk.events import Seen, StateSeen, TrayState
from kiosk.referee.advice import Advice
from kiosk.referee.case import Accepted, Asked, Awaited, Case
from kiosk.referee.choosing import followed, left_lying, rolled_since
from kiosk.referee.judge import hidden, judge
from kiosk.referee.laying import Dice, marked
from kiosk.referee.spots import Spot, pair, spot, untouched
from kiosk.referee.table_die import TableDie
from vision.reading import Reading

NextRoll: TypeAlias = Callable[[tuple[TableDie, ...]], Awaited | None]
"""The roll that CONFIRM would open with the dice marked like this; None when these may not be kept."""
EMPTY = Seen(Reading((0, 0), tray=True))
"""What an empty tray amounts to."""
NO_VIEW = {"dark": Advice("dark"), "bright": Advice("bright"), "covered": Advice("lens")}
"""What is said of a tray that cannot be seen, by the fault."""


@dataclass(frozen=True, eq=False)
class Taken:
    """A roll that counts: the reading, and which of its dice are which."""

    seen: Seen
    accepted: Accepted
    early: Dice | None = None
    """It was made before CONFIRM: the dice as they are kept first."""


class Felt:
    """Follows the dice. `advice` is what to say now."""

    def __init__(self) -> None:
        self.state: TrayState = "empty"
        self._said: Advice | None = None
        self._question: Taken | None = None
        self._no_view: Advice | None = None
        self._latest: Seen | None = None
        self._awaited: Awaited | None = None
        self._rolling_seen = False
        self._doubt = True
        """Dice were rolled while nobody looked, or the last roll was taken back: ask before it counts."""
        self._found: tuple[Spot, ...] = ()
        self._found_there: tuple[object, Dice] = (None, ())

    @property
    def advice(self) -> Advice | None:
        """What to say now; that nothing can be seen comes first."""
        return self._no_view or self._said

    @property
    def kept(self) -> tuple[Spot, ...]:
        """Where the kept dice lie by now, while a roll is waited for."""
        return self._awaited.kept if self._awaited is not None else ()

    def there(self, dice: Dice) -> Dice:
        """Those of the dice that were last seen where they are taken to lie: beside no other its value stands."""
        asked = (dice, self._latest)
        if self._found_there[0] != asked:  # asked for each picture of the screen
            self._found_there = (asked, _where_they_lie(dice, self._latest) if self._latest else ())
        return self._found_there[1]

    def _say(self, advice: Advice | None, question: Taken | None = None) -> None:
        self._said = advice
        self._question = question

    def await_roll(self, awaited: Awaited) -> None:
        """From now on a roll is waited for; where its dice lie the latest reading knows better."""
        self._say(None)
        self._rolling_seen = False
        self._awaited = awaited
        if self._latest is not None:
            case = Case(replace(awaited, lying=()), self._latest.reading)
            harmless = (replace(one, value=None) for one in case.spots(case.strangers))
            self._awaited = replace(
                case.after, lying=case.spots(case.new), beside=(*case.after.beside, *harmless)
            )

    def await_choice(self) -> None:
        """From now on people choose, or nothing is expected; the dice are theirs."""
        self._say(None)
        self._rolling_seen = False
        self._awaited = None

    def ask_again(self) -> None:
        """The roll that lies there was taken back: was it none, or was it only read wrongly?"""
        self._doubt = True
        if self._awaited is not None and self._latest is not None:
            self._awaited = replace(self._awaited, lying=())
            self._judge(self._latest)

    def lose_sight(self) -> None:
        """Nobody sees the tray: what lies there later may have been rolled meanwhile, so it is asked about."""
        self._say(None)
        self._no_view = self._latest = None
        self._doubt, self._found, self._rolling_seen = True, (), False

    def note(self, event: StateSeen) -> None:
        """The tray's state has changed. An empty tray is a reading too: all dice are in somebody's hand."""
        self.state = event.state
        if event.state == "rolling":
            self._rolling_seen = True
            self._trust()
        self._no_view = NO_VIEW.get(event.why or "")
        if event.state == "empty":
            self.see(EMPTY)

    def see(self, seen: Seen) -> Taken | None:
        """A settled reading: the roll, if one was waited for and this is it."""
        if not self._in_view(seen):
            return None
        self._latest = seen
        return self._judge(seen)

    def _in_view(self, seen: Seen) -> bool:
        """Whether anything can be said of this picture; if not, that is what to say until the next one."""
        why = hidden(seen.reading)
        self._no_view = Advice(why) if why is not None else None
        return why is None

    def _judge(self, seen: Seen) -> Taken | None:
        if self._awaited is None:
            return None
        if self._awaited.all_dice > sum(die.kind == self._awaited.wanted.kind for die in seen.reading.dice):
            self._trust()  # dice are in somebody's hand: what comes next will be seen
        verdict = judge(self._awaited, seen.reading)
        if isinstance(verdict, Accepted):
            if self._doubt:
                self._ask_about_found(seen, verdict)
                return None
            self._say(None)
            return Taken(seen, verdict)
        self._awaited = verdict.awaited
        if isinstance(verdict, Asked):
            self._say(verdict.advice, Taken(seen, verdict.yes) if verdict.yes else None)
        elif self._question is not None:
            self._say(None)  # the dice it was about are being picked up: that was a no
        return None

    def _trust(self) -> None:
        """From now on rolls are seen; dice that were asked about must be rolled to count."""
        if self._doubt and self._awaited is not None:
            self._awaited = replace(self._awaited, lying=(*self._awaited.lying, *self._found))
        self._doubt, self._found = False, ()

    def _ask_about_found(self, seen: Seen, accepted: Accepted) -> None:
        """Dice lie there; nobody saw them being rolled for this."""
        self._found = tuple(spot(seen.reading.dice[index]) for index in accepted.rolled)
        self._say(Advice("found", {}, tuple(one.mark for one in self._found)), Taken(seen, accepted))

    def follow(
        self, seen: Seen, dice: tuple[TableDie, ...], may_keep: bool, next_roll: NextRoll
    ) -> tuple[TableDie, ...]:
        """A settled reading while people choose: the dice where they lie now, what is in the lane proposed.

        Asks if the roll has been made already that CONFIRM would open.
        """
        self.see(seen)
        if self._no_view is not None:
            return dice
        dice = followed(dice, seen.reading, may_keep)
        self._ask_about_early_roll(seen, dice, next_roll)
        return dice

    def reconsider(self, dice: tuple[TableDie, ...], next_roll: NextRoll) -> None:
        """People have changed which dice are kept: a question about the roll after that may be another one."""
        if self._latest is not None:
            self._ask_about_early_roll(self._latest, dice, next_roll)

    def _ask_about_early_roll(self, seen: Seen, dice: tuple[TableDie, ...], next_roll: NextRoll) -> None:
        """Dice were rolled before anybody agreed: those marked are kept, or else those that were left lying."""
        self._say(None)
        if not self._rolling_seen or not dice or not rolled_since(dice, seen.reading):
            return
        marked_by_people = any(die.kept and not die.offered and not die.aside for die in dice)
        for lie in (dice,) if marked_by_people else (dice, left_lying(dice, seen.reading)):
            awaited = next_roll(lie)
            verdict = judge(awaited, seen.reading) if awaited is not None else None
            if isinstance(verdict, Accepted):
                rolled = tuple(spot(seen.reading.dice[index]).mark for index in verdict.rolled)
                advice = Advice("rolled_early", {"values": marked(lie).dice}, rolled)
                self._say(advice, Taken(seen, verdict, early=lie))
                return
        self._say(Advice("choose_first"))

    def agree(self) -> Taken | None:
        """People say yes to the question: the roll that counts now, as long as the dice still lie there."""
        return self._question if self.state == "settled" else None


def _where_they_lie(dice: Dice, seen: Seen) -> Dice:
    inside = {index: die for index, die in enumerate(seen.reading.dice) if die.zone}
    found = pair({index: die.spot for index, die in enumerate(dice)}, inside, untouched)
    return tuple(die for index, die in enumerate(dice) if index in found)
