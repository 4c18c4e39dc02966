"""What a game tells the core about itself. Each game is one file that fills this in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules.events import Event
from rules.moves import Move, RollWanted
from rules.options import AnyOptions

MOST_SEATS = 100
"""The most players where a rule sheet names no limit: a bound, so that nothing grows for ever."""


class AnyState(Protocol):
    """All that the core reads of a game's state."""

    @property
    def player(self) -> int | None:
        """The seat that acts next; None when the match is over."""


State = TypeVar("State", bound=AnyState)
Item = TypeVar("Item")


@dataclass(frozen=True)
class Table(Generic[AnyOptions]):
    """What stays the same during a match: the number of seats and the options in effect."""

    seats: int
    options: AnyOptions

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """All seats in order of play, beginning at `seat`."""
        return tuple(range(seat, self.seats)) + tuple(range(seat))


class Turn:
    """What the player in turn has done so far; each game has a frozen dataclass of its own."""


@dataclass(frozen=True)
class Details:
    """What only some games have. `sheets`: points written by field, `saved`: rolls saved, of each seat."""

    sheets: tuple[Mapping[str, int], ...] = ()
    targets: tuple[tuple[int, ...], ...] = ()
    saved: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    last_round: bool = False


class Game(ABC, Generic[State, AnyOptions]):
    """A game's rules, without any state of their own. A state is a frozen value that only its game reads."""

    name: ClassVar[str]
    seats: ClassVar[range]
    options: type[AnyOptions]
    moves: ClassVar[tuple[type[Any], ...]]
    position_keys: ClassVar[frozenset[str]]
    rolls_off_again: ClassVar[bool] = True
    """Whether a rematch begins with a roll-off as well, where the option is on."""
    sets_aside: ClassVar[bool] = False
    """Whether dice that were kept are set aside: they lie there, but later choices speak of the last roll only."""

    @abstractmethod
    def start(self, table: Table[AnyOptions], starter: int) -> State:
        """The state before the first move."""

    @abstractmethod
    def place(
        self, table: Table[AnyOptions], starter: int, player: int, position: Mapping[str, object]
    ) -> State:
        """The state of a position given from outside, `player` to act; raises `Refused`.

        `starter`: the seat that began the match, where rounds are counted.
        """

    @abstractmethod
    def wanted(self, table: Table[AnyOptions], state: State) -> RollWanted | None:
        """The roll that is open."""

    @abstractmethod
    def choices(self, table: Table[AnyOptions], state: State) -> tuple[Move, ...]:
        """All moves that are open besides rolling."""

    @abstractmethod
    def step(self, table: Table[AnyOptions], state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
        """The state after one move (of the kinds in `moves`; a roll is already checked); raises `Refused`."""

    @abstractmethod
    def scores(self, table: Table[AnyOptions], state: State) -> tuple[int, ...]:
        """The totals of all seats."""

    @abstractmethod
    def turn(self, state: State) -> Turn:
        """The turn so far of the player who acts next."""

    def winners(self, table: Table[AnyOptions], state: State) -> tuple[int, ...]:
        """Who has won when it is over: the highest total, shared by all who have it."""
        return highest(self.scores(table, state))

    def details(self, state: State) -> Details:
        """What only some games have."""
        return Details()


AnyGame = Game[Any, Any]
AnyTable = Table[Any]


def changed(values: tuple[Item, ...], place: int, value: Item) -> tuple[Item, ...]:
    """The same values but for the one in this place, such as a seat's."""
    return (*values[:place], value, *values[place + 1 :])


def highest(scores: Sequence[int]) -> tuple[int, ...]:
    """The seats that share the highest of these."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))
