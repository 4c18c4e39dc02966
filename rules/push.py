"""What Ten Thousand and Farkle share: roll, set aside what scores, then stop or risk it.

A turn is a line of rolls, each followed by one set-aside. Rolling on is made by rolling; stopping is `Bank`.
What scores, who may stop and how a match ends, each game says in its own file.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import ClassVar, NamedTuple, TypeVar

from rules.combinations import Combinations, Scoring
from rules.dice import Dice, lacking, listed
from rules.events import Event, LastRound, Scored
from rules.game import MOST_SEATS, Details, Game, Table, changed
from rules.game import Turn as AnyTurn
from rules.given import a_number_each
from rules.match import Match
from rules.moves import Bank, Keep, Move, Roll, RollWanted
from rules.options import Options
from rules.refused import Refused

DICE = 6
ALIKE = 3
"""Fewer of a kind never score as such."""
ROLLS = {count: RollWanted("d6", count) for count in range(1, DICE + 1)}
BANK = Bank()
NOTHING: Mapping[Keep, int] = MappingProxyType({})
STEP = 50
"""All points of these games are multiples of this."""


@dataclass(frozen=True, kw_only=True)
class PushOptions(Options):
    """The options that both games have; each declares them with its own defaults."""

    entry: int
    goal: int
    hot_dice: str

    @abstractmethod
    def combinations(self) -> Combinations:
        """What scores."""

    @cached_property
    def scoring(self) -> Scoring:
        """What dice are worth."""
        return _scoring(tuple(self.combinations().items()))


@lru_cache(maxsize=32)
def _scoring(combinations: tuple[tuple[Dice, int], ...]) -> Scoring:
    # Shared by all matches in which the same scores: working it out takes longer than playing.
    return Scoring(dict(combinations), DICE)


AnyPush = TypeVar("AnyPush", bound=PushOptions)


@dataclass(frozen=True)
class HotDice(Event):
    """All six are set aside; `points`: the turn so far."""

    name = "hot_dice"
    points: int


@dataclass(frozen=True)
class OnBoard(Event):
    """The player's first points are written: on the list, on the board."""

    name = "on_board"


@dataclass(frozen=True)
class Turn(AnyTurn):
    """The turn so far.

    `points`: set aside. `left`: the number of dice of the next roll, or of the roll that is being decided on.
    `dice`: the last roll.
    """

    points: int = 0
    left: int = DICE
    dice: Dice = ()


class State(NamedTuple):
    """A match of a push game between two moves."""

    scores: tuple[int, ...]
    player: int | None
    starter: int
    played: frozenset[int] = frozenset()
    """The seats that have ended a turn."""
    last: tuple[int, ...] | None = None
    """Once somebody has reached the goal: the seats that still have a turn after this one."""
    least: int = 0
    """The fewest points with which this turn may be stopped."""
    points: int = 0
    """Set aside in this turn."""
    left: int = DICE
    """Dice of the next roll, or of the roll that is being decided on."""
    dice: Dice = ()
    """The last roll of this turn."""
    open: Mapping[Keep, int] = NOTHING
    """What may be set aside of the last roll, with its points, as long as it waits for that."""

    def within(self, points: int, left: int, dice: Dice, open: Mapping[Keep, int]) -> State:
        """The same player's turn a step further."""
        # Not `_replace`: it takes three times as long, and this is made at nearly every move.
        return State(
            self.scores,
            self.player,
            self.starter,
            self.played,
            self.last,
            self.least,
            points,
            left,
            dice,
            open,
        )

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        assert self.player is not None
        return self.player

    @property
    def total(self) -> int:
        """What the player would have after banking now."""
        return self.scores[self.seat] + self.points

    @property
    def hot(self) -> bool:
        """Whether all six have just been set aside."""
        return self.left == DICE and self.points > 0 and not self.open


class PushGame(Game[State, AnyPush]):
    """The rules that both games share."""

    seats = range(2, MOST_SEATS + 1)
    moves = (Roll, Keep, Bank)
    position_keys: ClassVar[frozenset[str]] = frozenset({"scores"})
    sets_aside = True

    @abstractmethod
    def nothing(self, lost: int) -> Event:
        """What a roll that scores nothing is called; the turn's points are lost."""

    @abstractmethod
    def enough(self, options: AnyPush, total: int) -> bool:
        """Whether this total starts the end."""

    @abstractmethod
    def last_turns(self, table: Table[AnyPush], state: State) -> tuple[int, ...]:
        """The seats that still have a turn when the player has reached the goal, in order of play."""

    def entered(self, options: AnyPush, state: State) -> bool:
        """Whether the player's turn counts from its first point."""
        return state.scores[state.seat] > 0

    def turn_over(self, options: AnyPush, state: State) -> bool:
        """Whether the turn ends with the set-aside just made, without anybody's choice."""
        return False

    def least(self, options: AnyPush, state: State) -> int:
        """The fewest points with which the turn that begins may be stopped; 0: any."""
        return 0 if self.entered(options, state) else options.entry

    def may_stop(self, options: AnyPush, state: State) -> bool:
        """Whether the player may stop after a set-aside."""
        return state.points >= state.least and not (options.hot_dice == "must" and state.hot)

    def must_go_on(self, options: AnyPush, state: State) -> Refused:
        """Why the player may not stop."""
        if options.hot_dice == "must" and state.hot:
            return Refused("All six are set aside: they must be rolled again.")
        return Refused(
            "The first points take {entry} in one turn; this one has {points}.",
            entry=options.entry,
            points=state.points,
        )

    def start(self, table: Table[AnyPush], starter: int) -> State:
        """Nobody has points."""
        return self._turn_begins(table, State((0,) * table.seats, starter, starter))

    def place(
        self, table: Table[AnyPush], starter: int, player: int, position: Mapping[str, object]
    ) -> State:
        """Scores given from outside, all below the goal."""
        allowed = range(0, table.options.goal, STEP)
        scores = a_number_each("scores", position.get("scores"), table.seats, allowed)
        return self._turn_begins(table, State(scores, player, starter))

    def scores(self, table: Table[AnyPush], state: State) -> tuple[int, ...]:
        """The points written."""
        return state.scores

    def turn(self, state: State) -> Turn:
        """The turn so far."""
        return Turn(state.points, state.left, state.dice)

    def details(self, state: State) -> Details:
        """Whether the last round has begun."""
        return Details(last_round=state.last is not None)

    def wanted(self, table: Table[AnyPush], state: State) -> RollWanted | None:
        """The dice that are left, unless a roll waits for its set-aside."""
        return None if state.open else ROLLS[state.left]

    def choices(self, table: Table[AnyPush], state: State) -> tuple[Move, ...]:
        """What may be set aside of a roll; after it, whether the player may stop."""
        if state.open:
            return tuple(state.open)
        return (BANK,) if state.points and self.may_stop(table.options, state) else ()

    def step(self, table: Table[AnyPush], state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
        """One roll, set-aside or bank."""
        if isinstance(move, Roll):
            return self._rolled(table, state, move.dice)
        if isinstance(move, Keep):
            return self._set_aside(table, state, move)
        return self._bank(table, state)

    def _rolled(self, table: Table[AnyPush], state: State, dice: Dice) -> tuple[State, tuple[Event, ...]]:
        """The roll waits for its set-aside; if nothing in it scores, the turn and its points are gone."""
        if found := table.options.scoring.set_asides(dice):
            return state.within(state.points, state.left, dice, found), ()
        return self._next(table, state, state.scores, state.last), (self.nothing(state.points),)

    def _set_aside(self, table: Table[AnyPush], state: State, keep: Keep) -> tuple[State, tuple[Event, ...]]:
        """The dice count for the turn; when all six are set aside they are all free again."""
        gain = state.open.get(keep)
        if gain is None:
            raise _no_set_aside(table.options.scoring, state, keep)
        points = state.points + gain
        left = state.left - len(keep.dice)
        after = state.within(points, left or DICE, state.dice, NOTHING)
        if self.turn_over(table.options, after):
            return self._write(table, after, points if points >= state.least else 0)
        return after, () if left else (HotDice(points),)

    def _bank(self, table: Table[AnyPush], state: State) -> tuple[State, tuple[Event, ...]]:
        """The player stops; the turn's points are written."""
        if state.open:
            raise Refused("First set aside what is to count of this roll.")
        if state.points == 0:
            raise Refused("There is nothing to bank yet: first roll.")
        if not self.may_stop(table.options, state):
            raise self.must_go_on(table.options, state)
        return self._write(table, state, state.points)

    def _write(self, table: Table[AnyPush], state: State, points: int) -> tuple[State, tuple[Event, ...]]:
        """The turn's points are written, and perhaps the end begins."""
        seat = state.seat
        total = state.scores[seat] + points
        scores = changed(state.scores, seat, total)
        events: tuple[Event, ...] = (Scored(points),)
        if state.scores[seat] == 0 < points:
            events += (OnBoard(),)
        if state.last is not None or not self.enough(table.options, total):
            return self._next(table, state, scores, state.last), events
        last = self.last_turns(table, state)
        return self._next(table, state, scores, last), (*events, LastRound(last)) if last else events

    def _next(
        self, table: Table[AnyPush], state: State, scores: tuple[int, ...], last: tuple[int, ...] | None
    ) -> State:
        """The next seat's turn; none when the last turns are played."""
        seat = state.seat
        played = state.played | {seat}
        if last is None:
            return self._turn_begins(table, State(scores, (seat + 1) % table.seats, state.starter, played))
        if not last:
            return State(scores, None, state.starter, played, last)
        return self._turn_begins(table, State(scores, last[0], state.starter, played, last[1:]))

    def _turn_begins(self, table: Table[AnyPush], state: State) -> State:
        """What this turn must bring stands from its beginning."""
        least = self.least(table.options, state)
        return State(state.scores, state.player, state.starter, state.played, state.last, least)


def _no_set_aside(scoring: Scoring, state: State, keep: Keep) -> Refused:
    """Why these dice may not be set aside now."""
    roll = state.dice
    if not roll:
        return Refused("Roll first. Dice to roll: {count}.", count=state.left)
    if not state.open:
        return Refused("Dice of this roll are set aside already, and that is done once a roll.")
    if not keep.dice:
        return Refused("After each roll at least one scoring die is set aside.")
    if lacking(roll, keep.dice) is not None:
        return Refused("Only dice of this roll can be set aside: {roll}.", roll=listed(roll))
    return _not_enough(scoring, roll, keep.dice)


def _not_enough(scoring: Scoring, roll: Dice, dice: Dice) -> Refused:
    """Which of these dice score nothing: the lowest that the most that scores leaves over."""
    most = max(scoring.set_asides(dice), key=lambda keep: len(keep.dice), default=Keep(()))
    face, count = min((Counter(dice) - Counter(most.dice)).items())
    if len(roll) == DICE and roll.count(face) < ALIKE and Keep(roll) in scoring.set_asides(roll):
        return Refused("A {face} scores here only with all six dice together.", face=face)
    if count == 1:
        return Refused("A {face} alone scores nothing; it takes at least three alike.", face=face)
    return Refused("{face} and {face} are only a pair; it takes at least three alike.", face=face)


# For screens and bots.


def worth(match: Match) -> Mapping[Keep, int]:
    """The points of each set-aside that is open now, in the order of `expect`; empty when none is due."""
    return match.state.open if isinstance(match.state, State) else NOTHING


def options_of(match: Match) -> PushOptions:
    """The options of a match of a push game."""
    assert isinstance(match.options, PushOptions)
    return match.options


def least_to_stop(match: Match) -> int:
    """The fewest points with which the turn may be stopped; 0 where any will do."""
    return match.state.least if isinstance(match.state, State) else 0


def still_to_play(match: Match) -> tuple[int, ...]:
    """The seats that still have a last turn after this one, in order of play; none before the end has begun."""
    return (match.state.last or ()) if isinstance(match.state, State) else ()


def turn_of(match: Match) -> Turn:
    """The turn so far; an empty one during the roll-off."""
    return match.turn if isinstance(match.turn, Turn) else Turn()
