"""Thirty ("Slå 30"): 2 or more players, six d6.

1. Everyone starts with 30 points; points only go down. The first game begins with a roll-off, a rematch with
   the seat clockwise of the last starter.
2. Roll all six; after every roll keep at least one die; roll the rest; until all six are kept.
3. Sum below 30: the player loses the difference. Exactly 30: nothing. Above: attack the player to the right
   with the face sum - 30.
4. Attack: roll all six; dice showing the face are taken out; roll the rest as long as the last roll showed
   one; six in all: all six again, counting on. The player to the right loses number x face.
5. Below 0: out. Exactly 0 still plays. The last one in wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from rules.dice import Dice, keeps, lacking, listed
from rules.events import Event
from rules.game import MOST_SEATS, Details, Game, Table, changed
from rules.game import Turn as AnyTurn
from rules.given import a_number_each
from rules.match import Match
from rules.moves import Keep, Move, Roll, RollWanted
from rules.options import MOST, Options, choice, number, switch
from rules.refused import Refused

__all__ = [
    "Attack",
    "Lost",
    "Out",
    "Outcome",
    "State",
    "Thirty",
    "ThirtyOptions",
    "Turn",
    "kept_of",
    "outcome",
    "sums",
    "turn_of",
    "victim_of",
]

DICE = 6
AIM = 30


@dataclass(frozen=True)
class ThirtyOptions(Options):
    """What a table may decide about Thirty."""

    roll_off: bool = switch(True, "Every seat rolls one die for who starts; the highest does.")
    zero_eliminates: bool = switch(False, "Exactly 0 points are out too.")
    victim: str = choice("right", ("right", "left"), "Who is attacked: the neighbour on this side.")
    start_points: int = number(30, "The points with which everyone starts.", least=1)


@dataclass(frozen=True)
class Turn(AnyTurn):
    """The turn so far. `sum`: of the dice kept; `taken`: dice kept, in an attack dice taken out; `left`: dice of
    the next roll, or of the roll being decided on; `dice`: the last roll of this phase."""

    phase: Literal["collect", "attack"] = "collect"
    sum: int = 0
    face: int | None = None
    taken: int = 0
    left: int = DICE
    dice: Dice = ()


@dataclass(frozen=True)
class Lost(Event):
    """The player of this seat has lost points."""

    name = "lost"
    player: int
    points: int


@dataclass(frozen=True)
class Attack(Event):
    """The player of the seat `victim` is attacked with this face."""

    name = "attack"
    face: int
    victim: int


@dataclass(frozen=True)
class Out(Event):
    """The player of this seat is out."""

    name = "out"
    player: int


class State(NamedTuple):
    """A match of Thirty between two moves."""

    points: tuple[int, ...]
    out: tuple[int, ...]
    """The seats that are out, ascending."""
    player: int | None
    kept: Dice = ()
    face: int | None = None
    """The face of the attack; None while dice are collected."""
    taken: int = 0
    """Dice that the attack has taken out."""
    dice: Dice = ()
    choosing: bool = False
    """Whether some of the dice rolled are still to be kept."""

    @property
    def left(self) -> int:
        """Dice of the next roll, or of the roll being decided on."""
        return DICE - (len(self.kept) if self.face is None else self.taken % DICE)

    @property
    def seat(self) -> int:
        """The seat in turn."""
        assert self.player is not None, "the core lets nobody move when the match is over"
        return self.player


Step: TypeAlias = tuple[State, tuple[Event, ...]]
Rules: TypeAlias = Table[ThirtyOptions]


class Thirty(Game[State, ThirtyOptions]):
    """The rules of Thirty."""

    name = "thirty"
    seats = range(2, MOST_SEATS + 1)
    options = ThirtyOptions
    moves = (Roll, Keep)
    position_keys = frozenset({"scores"})
    rolls_off_again = False  # 1. the first game only
    sets_aside = True

    def start(self, table: Rules, starter: int) -> State:
        """1. Everyone has all points."""
        return State((table.options.start_points,) * table.seats, (), starter)

    def place(self, table: Rules, starter: int, player: int, position: Mapping[str, object]) -> State:
        """The points left; who is out by them stays at the table and is passed over."""
        points = a_number_each(
            "scores", position.get("scores"), table.seats, range(-MOST, table.options.start_points + 1)
        )
        out = tuple(seat for seat, left in enumerate(points) if _is_out(table, left))
        if len(out) >= table.seats - 1:
            raise Refused("This match is over: fewer than two players are in.")
        if player in out:
            raise Refused("The player who would act, seat {player}, is out.", player=player)
        return State(points, out, player)

    def wanted(self, table: Rules, state: State) -> RollWanted | None:
        """All six dice at first, later those not kept or not taken out."""
        return None if state.choosing else RollWanted("d6", state.left)

    def choices(self, table: Rules, state: State) -> tuple[Move, ...]:
        """2. At least one of the dice rolled; nothing is chosen in an attack."""
        return keeps(state.dice) if state.choosing else ()

    def step(self, table: Rules, state: State, move: Move) -> Step:
        """One roll or keep."""
        if isinstance(move, Keep):
            return _kept(table, state, move.dice)
        assert isinstance(move, Roll)
        if state.face is not None:
            return _attacked(table, state, state.face, move.dice)
        return state._replace(dice=move.dice, choosing=True), ()

    def scores(self, table: Rules, state: State) -> tuple[int, ...]:
        """The points left; below 0 for those who went out by more than they had."""
        return state.points

    def turn(self, state: State) -> Turn:
        """The turn so far."""
        if state.face is None:
            return Turn("collect", sum(state.kept), None, len(state.kept), state.left, state.dice)
        return Turn("attack", sum(state.kept), state.face, state.taken, state.left, state.dice)

    def winners(self, table: Rules, state: State) -> tuple[int, ...]:
        """5. The last one in."""
        return tuple(seat for seat in range(table.seats) if seat not in state.out)

    def details(self, state: State) -> Details:
        """Who is out."""
        return Details(out=state.out)


def _kept(table: Rules, state: State, dice: Dice) -> Step:
    """2. At least one die is kept of each roll, until all six are."""
    _may_be_kept(state, dice)
    kept = (*state.kept, *dice)
    after = state._replace(kept=kept, choosing=False)
    return (after, ()) if len(kept) < DICE else _all_kept(table, after)


def _may_be_kept(state: State, dice: Dice) -> None:
    """Why these may not be kept now."""
    if state.face is not None:
        raise Refused("In an attack nothing is chosen: roll for {face}.", face=state.face)
    if not state.choosing:
        raise Refused("Roll first. Dice to roll: {count}.", count=state.left)
    if not dice:
        raise Refused("Keep at least one die of each roll.")
    if lacking(state.dice, dice) is not None:
        raise Refused("Only dice that lie there can be kept: {dice}.", dice=listed(state.dice))


@dataclass(frozen=True)
class Outcome:
    """What six kept dice bring: `loss` for the player, or the `face` to attack with (None: no attack)."""

    loss: int
    face: int | None


def outcome(kept: Iterable[int]) -> Outcome:
    """3. What six kept dice bring."""
    total = sum(kept)
    return Outcome(0, total - AIM) if total > AIM else Outcome(AIM - total, None)


def _all_kept(table: Rules, state: State) -> Step:
    """3. The player's own loss, nothing, or an attack, which is not a choice."""
    result = outcome(state.kept)
    if result.face is None:
        return _turn_ends(table, state, state.seat, result.loss)
    attack = Attack(result.face, _victim(table, state))
    return state._replace(face=result.face, dice=()), (attack,)


def _attacked(table: Rules, state: State, face: int, dice: Dice) -> Step:
    """4. The dice showing the face are taken out; none of them: the attack is over."""
    if hits := dice.count(face):
        return state._replace(taken=state.taken + hits, dice=dice), ()
    return _turn_ends(table, state, _victim(table, state), state.taken * face)


def _turn_ends(table: Rules, state: State, loser: int, loss: int) -> Step:
    """One player loses points, perhaps the last ones, and the next living seat plays."""
    left = state.points[loser] - loss  # 1. points only go down
    points = changed(state.points, loser, left)
    events: tuple[Event, ...] = (Lost(loser, loss),) if loss else ()
    out = state.out
    if _is_out(table, left):
        out, events = tuple(sorted((*out, loser))), (*events, Out(loser))
    living = [seat for seat in _others(table, state.seat) if seat not in out]
    if len(out) == table.seats - 1:
        return State(points, out, None), events  # 5. one is left
    return State(points, out, living[0]), events


def _is_out(table: Rules, points: int) -> bool:
    """5. Below 0, not at 0."""
    return points < 0 or (points == 0 and table.options.zero_eliminates)


def _victim(table: Rules, state: State) -> int:
    """3. The nearest living seat to the right, which is counter-clockwise."""
    others = _others(table, state.seat)
    order = others if table.options.victim == "left" else others[::-1]
    return next(seat for seat in order if seat not in state.out)


def _others(table: Rules, seat: int) -> tuple[int, ...]:
    """All seats but this one, clockwise from it."""
    return table.clockwise(seat)[1:]


# For screens and bots.


def turn_of(match: Match) -> Turn:
    """The turn so far; an empty one during the roll-off."""
    return match.turn if isinstance(match.turn, Turn) else Turn()


def kept_of(match: Match) -> Dice:
    """The dice kept so far in this turn, in the order in which they were kept."""
    return match.state.kept if isinstance(match.state, State) else ()


def sums(match: Match) -> dict[Keep, int]:
    """The sum that each open choice would make; with all six kept, `outcome` says what it brings."""
    so_far = turn_of(match).sum
    return {move: so_far + sum(move.dice) for move in match.expect.choose if isinstance(move, Keep)}


def victim_of(match: Match) -> int | None:
    """The seat that an attack of the present player strikes; None in the roll-off and when it is over."""
    if not isinstance(match.state, State) or match.over:
        return None
    assert isinstance(match.options, ThirtyOptions)
    return _victim(Table(len(match.players), match.options), match.state)
