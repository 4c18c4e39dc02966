"""A match: a frozen value made of an opening and moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rules.events import Event, Over
from rules.game import AnyGame, AnyTable, Details, Table, Turn
from rules.given import a_seat
from rules.history import Moves
from rules.moves import SIDES, Dispute, Expect, Move, Roll, RollWanted
from rules.opening import Opening
from rules.options import Options
from rules.refused import Refused, Term, quoted
from rules.roll_off import ONE_DIE, RollOff
from rules.roll_off import begin as begin_roll_off


@dataclass(frozen=True, init=False)
class Match:
    """A match after some moves. Made by `rules.open_match`; `apply` gives the next one."""

    opening: Opening
    moves: Moves
    starter: int | None
    """The seat that started; None while the roll-off decides it."""
    _rules: AnyGame = field(repr=False, compare=False)
    _table: AnyTable = field(repr=False, compare=False)
    state: Any = field(repr=False)
    """The game's own frozen state, for the game's own module; or the roll-off."""

    def __init__(
        self, opening: Opening, moves: Moves, starter: int | None, rules: AnyGame, table: AnyTable, state: Any
    ) -> None:
        # A match is made at every move, and six guarded assignments would take twice as long.
        own = self.__dict__
        own["opening"], own["moves"], own["starter"] = opening, moves, starter
        own["_rules"], own["_table"], own["state"] = rules, table, state

    @property
    def game(self) -> str:
        """The game's name."""
        return self.opening.game

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.opening.players

    @property
    def rules(self) -> AnyGame:
        """The game's rules: what holds for every match of it."""
        return self._rules

    @property
    def options(self) -> Options:
        """All options in effect: the game's own dataclass."""
        return self.opening.options

    @property
    def roll_off(self) -> RollOff | None:
        """The roll-off while it lasts."""
        return self.state if isinstance(self.state, RollOff) else None

    @property
    def player(self) -> int | None:
        """The seat that acts next; None when the match is over."""
        return self.state.player  # type: ignore[no-any-return]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.player is None

    @property
    def expect(self) -> Expect:
        """What the table waits for: a roll, one of these moves, or both; nothing when over."""
        rules, table, state = self._rules, self._table, self.state
        if self.starter is None:
            return Expect(ONE_DIE)
        if state.player is None:
            return Expect()
        return Expect(rules.wanted(table, state), rules.choices(table, state))

    @property
    def _game_state(self) -> Any:
        """The game's state; during the roll-off a fresh one, for what does not hang on who starts."""
        if isinstance(self.state, RollOff):
            return self._rules.start(self._table, self.opening.first)
        return self.state

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The totals of all seats (Thirty: points left)."""
        return self._rules.scores(self._table, self._game_state)

    @property
    def turn(self) -> Turn:
        """The turn so far of the player who acts next: the game's own dataclass, or the roll-off."""
        return self.roll_off or self._rules.turn(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, several when shared; empty until the match is over."""
        return self._rules.winners(self._table, self.state) if self.over else ()

    @property
    def details(self) -> Details:
        """What only some games have: sheets, targets, seats that are out, the last round."""
        return self._rules.details(self._game_state)

    @property
    def sheets(self) -> tuple[Mapping[str, int], ...]:
        """The points written by field, of each seat; empty in games without sheets."""
        return self.details.sheets

    def apply(self, move: Move) -> tuple[Match, tuple[Event, ...]]:
        """The match after this move and what is worth telling; raises `Refused` and changes nothing."""
        rules, table, state = self._rules, self._table, self.state
        if not isinstance(move, rules.moves):
            raise Refused("That is no move in this game: {move}.", move=type(move).__name__.lower())
        if self.starter is None:
            return self._rolled_off(state, move), ()
        if state.player is None and not isinstance(move, Dispute):
            raise Refused("The match is over.")
        if isinstance(move, Roll):
            check_roll(rules.wanted(table, state), move)
        state, events = rules.step(table, state, move)
        after = Match(self.opening, self.moves.and_then(move), self.starter, rules, table, state)
        return after, events if state.player is not None else (*events, Over())

    def _rolled_off(self, roll_off: RollOff, move: Move) -> Match:
        if not isinstance(move, Roll):
            raise Refused("First it is rolled for who starts: one die each.")
        check_roll(ONE_DIE, move)
        result = roll_off.after(move.dice[0])
        if isinstance(result, RollOff):
            return self._after(move, result, None)
        return self._after(move, self._rules.start(self._table, result), result)

    def _after(self, move: Move, state: Any, starter: int | None) -> Match:
        return Match(self.opening, self.moves.and_then(move), starter, self._rules, self._table, state)

    def undo(self) -> Match:
        """The match before the last move: all others are played again. Raises `Refused` if there is none."""
        if not self.moves:
            raise Refused("There is nothing to take back.")
        match = begin(self._rules, self.opening)
        for move in self.moves[:-1]:
            match, _ = match.apply(move)
        return match

    def rematch(self) -> Opening:
        """The opening of the next match of the same people: the seat after the last starter starts."""
        starter = self.opening.first if self.starter is None else self.starter
        options = self.options
        if not self._rules.rolls_off_again:
            options = replace(options, roll_off=False)
        return Opening(self.game, self.players, options, (starter + 1) % len(self.players))


def check_roll(wanted: RollWanted | None, roll: Roll) -> None:
    """Whether these dice may have been rolled now; raises `Refused`."""
    if wanted is None:
        raise Refused("No roll is open now: first choose.")
    if roll.kind != wanted.kind:
        raise Refused(
            "{wanted} dice are rolled now, not {given}.", wanted=wanted.kind, given=quoted(roll.kind)
        )
    if len(roll.dice) != wanted.count:
        raise Refused(
            "Dice to roll now: {wanted}. There are {given}.",
            wanted=wanted.count,
            given=len(roll.dice),
        )
    sides = SIDES[wanted.kind]
    for die in roll.dice:
        if type(die) is not int or not 1 <= die <= sides:
            raise Refused("A die shows 1 to {sides}, not {given}.", sides=sides, given=quoted(die))


def begin(game: AnyGame, opening: Opening) -> Match:
    """The match before its first move; raises `Refused` for a position that cannot be."""
    table = Table(len(opening.players), opening.options)
    position = opening.position
    if position is not None:
        for key in position:
            if key != "player" and key not in game.position_keys:
                raise Refused("A position of {game} has no {key}.", game=Term(game.name), key=quoted(key))
        player = a_seat("player", position.get("player", 0), table.seats)
        state = game.place(table, opening.first, player, position)
        return Match(opening, Moves([], 0), opening.first, game, table, state)
    if opening.options.roll_off and table.seats > 1:
        return Match(opening, Moves([], 0), None, game, table, begin_roll_off(table.clockwise(opening.first)))
    return Match(opening, Moves([], 0), opening.first, game, table, game.start(table, opening.first))
