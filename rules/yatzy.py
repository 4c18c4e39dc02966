"""Yatzy: any number of players, five d6, fifteen fields (the Scandinavian game, not the American one).

1. A turn has up to three rolls; after the first and second any dice may be kept, or the turn is ended early.
2. Then exactly one free field is written, whichever the player likes, also for 0.
3. What each field gives, and 4. the bonus for the upper six, stand in `rules.yatzy_sheet`.
5. It ends when all fields of all players are full; the highest total wins, ties share.
6. Dispute: the turn just scored is played again and must fill the same field.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

from rules.dice import keeps, lacking, listed
from rules.events import Event, Scored
from rules.game import MOST_SEATS, Details, Game, Table, changed
from rules.game import Turn as AnyTurn
from rules.given import a_list, an_object
from rules.match import Match
from rules.moves import Dispute, Keep, Move, Roll, RollWanted, Score
from rules.refused import Refused, Term, quoted
from rules.yatzy_sheet import (
    DICE,
    FIELDS,
    FORM,
    UPPER,
    Form,
    Sheet,
    Summary,
    YatzyOptions,
    points,
)

__all__ = [
    "DICE",
    "FIELDS",
    "ROLLS",
    "UPPER",
    "FieldScored",
    "Summary",
    "Turn",
    "Yatzy",
    "YatzyOptions",
    "disputable",
    "disputed",
    "keepable",
    "open_fields",
    "options_of",
    "points",
    "rolls_left",
    "summary",
    "turn_of",
    "worth",
]

ROLLS = 3
NONE = Keep(())


@dataclass(frozen=True)
class Turn(AnyTurn):
    """The turn so far. `dice` are the five values in their places; `kept` those that stay until the roll."""

    rolls: int = 0
    dice: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()


@dataclass(frozen=True)
class FieldScored(Scored):
    """The turn's points were written in `field`."""

    field: str


class State(NamedTuple):
    """A match of Yatzy between two moves."""

    sheets: tuple[Sheet, ...]
    player: int | None
    turn: Turn = Turn()
    rolling: bool = True
    """Whether the next thing is a roll: at the start of a turn, and after dice were kept."""
    chosen: str | None = None
    """The field that a turn played again must fill."""
    last: tuple[int, str] | None = None
    """Seat and field of the turn just scored, as long as it may be disputed."""
    saved: tuple[int, ...] = ()
    """Rolls that each seat has saved, where rolls are saved."""
    saved_before: tuple[int, ...] = ()
    """The same before the turn just scored."""

    @property
    def form(self) -> Form:
        """The sheet that is played."""
        return self.sheets[0].form

    @property
    def rolls(self) -> int:
        """How many rolls this turn may have."""
        return ROLLS + (self.saved[self.player] if self.saved and self.player is not None else 0)


class Yatzy(Game[State, YatzyOptions]):
    """The rules of Yatzy."""

    name = "yatzy"
    seats = range(1, MOST_SEATS + 1)
    options = YatzyOptions
    moves = (Roll, Keep, Score, Dispute)
    position_keys = frozenset({"sheets"})
    form: ClassVar[Form] = FORM

    def start(self, table: Table[YatzyOptions], starter: int) -> State:
        """Empty sheets."""
        return _first(table, (Sheet.of(self.form, {}),) * table.seats, starter)

    def place(
        self, table: Table[YatzyOptions], starter: int, player: int, position: Mapping[str, object]
    ) -> State:
        """Sheets given from outside; they need not be in step."""
        given = a_list("sheets", position.get("sheets"))
        if len(given) != table.seats:
            raise Refused("There must be a sheet for each of the {seats} players.", seats=table.seats)
        sheets = tuple(_read_sheet(self.form, sheet, table.options) for sheet in given)
        if not any(sheet.free() for sheet in sheets):
            raise Refused("This match is over: all fields are full.")
        if not sheets[player].free():
            raise Refused("The player who would act, seat {player}, has no free field.", player=player)
        return _first(table, sheets, player)

    def scores(self, table: Table[YatzyOptions], state: State) -> tuple[int, ...]:
        """The totals, bonus included as soon as it is earned."""
        return tuple(sheet.total(table.options) for sheet in state.sheets)

    def turn(self, state: State) -> Turn:
        """The turn so far."""
        return state.turn

    def details(self, state: State) -> Details:
        """The sheets."""
        return Details(sheets=tuple(sheet.filled() for sheet in state.sheets))

    def wanted(self, table: Table[YatzyOptions], state: State) -> RollWanted | None:
        """All dice at first, later those not kept."""
        return RollWanted("d6", self.form.dice - len(state.turn.kept)) if state.rolling else None

    def choices(self, table: Table[YatzyOptions], state: State) -> tuple[Move, ...]:
        """What may be kept while rolls are left, and the fields that may be written."""
        if state.rolling:
            return ()
        keeps = keepable(state.turn.dice) if state.turn.rolls < state.rolls else ()
        return (*keeps, *map(_score, _writable(state, table.options)))

    def step(self, table: Table[YatzyOptions], state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
        """One roll, keep, score or dispute."""
        match move:
            case Roll(dice):
                return _rolled(state, dice), ()
            case Keep(dice):
                return _kept(state, dice), ()
            case Score(field):
                return _scored(table, state, field)
            case _:
                return _disputed(state), ()


def _first(table: Table[YatzyOptions], sheets: tuple[Sheet, ...], player: int) -> State:
    """Before the first roll, with no rolls saved."""
    return State(sheets, player, saved=(0,) * table.seats if table.options.rolls_are_saved else ())


def _read_sheet(form: Form, given: object, options: YatzyOptions) -> Sheet:
    sheet = Sheet.of(form, {})
    for field, value in an_object("A sheet", given).items():
        form.known(field)
        if type(value) is not int or value not in form.possible(options)[field]:
            raise Refused("No dice give {value} in {field}.", value=quoted(value), field=Term(field))
        sheet = sheet.put(field, value)
    return sheet


@cache
def _score(field: str) -> Score:
    return Score(field)


def keepable(dice: Iterable[int]) -> tuple[Keep, ...]:
    """All that may be kept of these dice: none, but not all; by count, then values."""
    return (NONE, *keeps(dice)[:-1])


def _open_fields(state: State, options: YatzyOptions) -> tuple[str, ...]:
    """The fields that this turn may fill, whatever they give."""
    if state.player is None:
        return ()
    if state.chosen is not None:
        return (state.chosen,)
    free = state.sheets[state.player].free()
    return free[:1] if options.forced_order else free


def _writable(state: State, options: YatzyOptions) -> tuple[str, ...]:
    """The fields that may be written with the present dice."""
    fields = _open_fields(state, options)
    if not options.strict_zero:
        return fields
    gives = state.form.all_points(state.turn.dice, options)
    # A single field that may be written, such as that of a disputed turn, may always be written for nothing.
    return tuple(field for field in fields if gives[field]) or fields


def _rolled(state: State, dice: tuple[int, ...]) -> State:
    """The dice lie: those kept in their places, the new ones in the gaps."""
    kept, new = list(state.turn.kept), iter(dice)
    places = state.turn.dice or dice
    lie = tuple(kept.pop(kept.index(die)) if die in kept else next(new) for die in places)
    turn = Turn(state.turn.rolls + 1, lie)
    return state._replace(turn=turn, rolling=False, last=None)


def _kept(state: State, dice: tuple[int, ...]) -> State:
    """These dice stay; the others will be rolled."""
    _must_lie(state)
    if state.turn.rolls == state.rolls:
        raise Refused("All {count} rolls are used: choose a field.", count=state.rolls)
    if lacking(state.turn.dice, dice) is not None:
        raise Refused("Only dice that lie there can stay: {dice}.", dice=listed(state.turn.dice))
    if len(dice) == state.form.dice:
        raise Refused("Keeping all {count} leaves nothing to roll: choose a field.", count=len(dice))
    turn = Turn(state.turn.rolls, state.turn.dice, dice)
    return state._replace(turn=turn, rolling=True)


def _must_lie(state: State) -> None:
    """Nothing can be chosen while dice are in the hand."""
    if state.rolling:
        raise Refused("Roll first. Dice to roll: {count}.", count=state.form.dice - len(state.turn.kept))


def _scored(table: Table[YatzyOptions], state: State, field: str) -> tuple[State, tuple[Event, ...]]:
    """The field is written and the next seat with a free field plays."""
    _must_lie(state)
    _may_be_written(table.options, state, field)
    seat = state.player or 0
    value = state.form.points(field, state.turn.dice, table.options)
    sheets = changed(state.sheets, seat, state.sheets[seat].put(field, value))
    order = table.clockwise((seat + 1) % table.seats)
    player = next((other for other in order if sheets[other].free()), None)
    saved = _saved(state, seat)
    after = State(sheets, player, last=(seat, field), saved=saved, saved_before=state.saved)
    return after, (FieldScored(value, field),)


def _saved(state: State, seat: int) -> tuple[int, ...]:
    """The rolls saved when this turn is over: those it might still have had."""
    if not state.saved:
        return ()
    return changed(state.saved, seat, state.rolls - state.turn.rolls)


def _may_be_written(options: YatzyOptions, state: State, field: str) -> None:
    """Why a field may not be written now."""
    state.form.known(field)
    if field in _writable(state, options):
        return
    if state.chosen is not None:
        raise Refused("This turn is played again for {field}.", field=Term(state.chosen))
    if field not in state.sheets[state.player or 0].free():
        raise Refused("The field {field} is already written.", field=Term(field))
    if options.forced_order:
        raise Refused("The next field is {field}.", field=Term(_open_fields(state, options)[0]))
    raise Refused("The field {field} gives 0 here, and another one scores.", field=Term(field))


def _disputed(state: State) -> State:
    """The turn just scored is taken off the sheet and played again by the same player for the same field."""
    if state.last is None:
        raise Refused("A turn can be disputed only after it is scored and before the next roll.")
    seat, field = state.last
    sheets = changed(state.sheets, seat, state.sheets[seat].put(field, None))
    return State(sheets, seat, chosen=field, saved=state.saved_before)


# For screens and bots.


def options_of(match: Match) -> YatzyOptions:
    """The options of a match of Yatzy."""
    assert isinstance(match.options, YatzyOptions)
    return match.options


def turn_of(match: Match) -> Turn:
    """The turn so far; an empty one during the roll-off."""
    return match.turn if isinstance(match.turn, Turn) else Turn()


def rolls_left(match: Match) -> int:
    """How many more rolls this turn may have."""
    return match.state.rolls - match.state.turn.rolls if isinstance(match.state, State) else ROLLS


def open_fields(match: Match) -> tuple[str, ...]:
    """The fields that this turn may fill, whatever they will give."""
    return _open_fields(match.state, options_of(match)) if isinstance(match.state, State) else ()


def worth(match: Match) -> dict[str, int]:
    """What the present dice give in each field that may be written now; empty while a roll is wanted."""
    fields = [move.field for move in match.expect.choose if isinstance(move, Score)]
    gives = match.state.form.all_points(turn_of(match).dice, options_of(match)) if fields else {}
    return {field: gives[field] for field in fields}


def disputable(match: Match) -> tuple[int, str] | None:
    """Seat and field of the turn that may be disputed now."""
    return match.state.last if isinstance(match.state, State) else None


def disputed(match: Match) -> str | None:
    """The field for which the present turn is played again."""
    return match.state.chosen if isinstance(match.state, State) else None


def summary(match: Match, seat: int) -> Summary:
    """One player's sheet with its sums."""
    filled, options = match.sheets[seat], options_of(match)
    sheet = Sheet.of(match.state.form if isinstance(match.state, State) else FORM, filled)
    return Summary(filled, sheet.upper, sheet.bonus(options), sheet.lower, sheet.total(options))
