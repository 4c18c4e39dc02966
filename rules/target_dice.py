"""Target Dice ("Målterninger"): 2 to 6 players, six white d6 for all, three black d12 for each.

1. Each player rolls three black dice: the player's targets, which lie open.
2. A turn begins by rolling all six white dice.
3. Unused white dice whose sum is one of the player's own open targets match it (`rules.matches`).
4. A match sets the target and its white dice aside and scores the target's value.
5. All six white dice used: all six are rolled again at once.
6. All three targets matched: three new ones; unused white dice keep their faces. Both: white first, then black.
7. When nothing can be matched the turn ends by itself; points are never lost, open targets stay.
8. 100 or more at the end of a turn: the round is finished. Most points win.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules import matches
from rules.dice import Dice, without
from rules.events import Event, LastRound, Scored
from rules.game import Details, Game, Table, changed
from rules.game import Turn as AnyTurn
from rules.given import a_list, a_number_each
from rules.match import Match
from rules.moves import SIDES, Matching, Move, Pair, Pass, Roll, RollWanted
from rules.options import MOST, Options, number, switch
from rules.refused import Refused, quoted

__all__ = ["Matched", "State", "TargetDice", "TargetDiceOptions", "Turn", "most", "sums", "turn_of"]

WHITE = RollWanted("d6", 6)
TARGETS = 3
BLACK = RollWanted("d12", TARGETS)


@dataclass(frozen=True)
class TargetDiceOptions(Options):
    """What a table may decide about Target Dice."""

    stop_early: bool = switch(False, "A player may pass while a match exists, and so keep the open targets.")
    reroll_leftover: bool = switch(False, "After each match the unused dice are rolled again.")
    refill_each_turn: bool = switch(False, "A turn begins with new targets for those that were matched.")
    goal: int = number(100, "The points that start the end; the round is finished.", least=1)


@dataclass(frozen=True)
class Turn(AnyTurn):
    """The turn so far: its points, the unused white dice, the player's open targets."""

    points: int = 0
    white: Dice = ()
    targets: Dice = ()


@dataclass(frozen=True)
class Matched(Event):
    """The white dice made the target, which scores its value."""

    name = "matched"
    target: int
    dice: Dice


class State(NamedTuple):
    """A match of Target Dice between two moves."""

    starter: int
    player: int | None
    scores: tuple[int, ...]
    targets: tuple[Dice, ...]
    """The open targets of each seat, in the order in which they were rolled."""
    rolls: tuple[RollWanted, ...] = ()
    """The rolls that come before the next choice, in order."""
    white: Dice = ()
    points: int = 0
    ending: bool = False
    """Whether the goal has been reached."""

    @property
    def seat(self) -> int:
        """The seat in turn."""
        assert self.player is not None, "the core lets nobody move when the match is over"
        return self.player

    @property
    def mine(self) -> Dice:
        """The open targets of the seat in turn."""
        return self.targets[self.seat]

    def with_mine(self, targets: Dice) -> tuple[Dice, ...]:
        """All targets, with these for the seat in turn."""
        return changed(self.targets, self.seat, targets)


Step: TypeAlias = tuple[State, tuple[Event, ...]]
Rules: TypeAlias = Table[TargetDiceOptions]


class TargetDice(Game[State, TargetDiceOptions]):
    """The rules of Target Dice."""

    name = "target_dice"
    seats = range(2, 7)
    options = TargetDiceOptions
    moves = (Roll, Matching, Pass)
    position_keys = frozenset({"scores", "targets"})

    def start(self, table: Rules, starter: int) -> State:
        """No targets yet: rule 1 comes first."""
        return _turn_begins(table, State(starter, starter, (0,) * table.seats, ((),) * table.seats))

    def place(self, table: Rules, starter: int, player: int, position: Mapping[str, object]) -> State:
        """One to three open targets of each seat, and the scores (0 where none are given)."""
        targets = _read_targets(position.get("targets"), table.seats)
        scores = _read_scores(position.get("scores", [0] * table.seats), table)
        return _turn_begins(table, State(starter, player, scores, targets))

    def wanted(self, table: Rules, state: State) -> RollWanted | None:
        """The next roll, as long as there is one before the next choice."""
        return state.rolls[0] if state.rolls else None

    def choices(self, table: Rules, state: State) -> tuple[Move, ...]:
        """Each single match, and with `stop_early` the pass."""
        if state.rolls:
            return ()
        found = tuple(Matching((pair,)) for pair in matches.pairs(state.mine, state.white))
        return (*found, Pass()) if table.options.stop_early else found

    def step(self, table: Rules, state: State, move: Move) -> Step:
        """One roll, match or pass."""
        match move:
            case Roll(dice, "d12"):
                return _black_rolled(table, state, dice)
            case Roll(dice):
                return _white_rolled(table, state, dice)
            case Matching(pairs):
                return _matched(table, state, pairs)
            case _:
                return _passed(table, state)

    def scores(self, table: Rules, state: State) -> tuple[int, ...]:
        """The points written at the ends of turns."""
        return state.scores

    def turn(self, state: State) -> Turn:
        """The turn so far."""
        return Turn() if state.player is None else Turn(state.points, state.white, state.mine)

    def details(self, state: State) -> Details:
        """All targets, and whether the round is being finished."""
        return Details(targets=state.targets, last_round=state.ending)


def _turn_begins(table: Rules, state: State) -> State:
    """What the seat in turn has to roll first."""
    missing = TARGETS - len(state.mine)
    if missing == TARGETS:
        return state._replace(rolls=(BLACK,))  # 1. the player's first targets
    refill = (RollWanted("d12", missing),) if missing and table.options.refill_each_turn else ()
    return state._replace(rolls=(*refill, WHITE))  # 2. all six white dice


def _black_rolled(table: Rules, state: State, dice: Dice) -> Step:
    """New targets, beside those still open."""
    targets = state.with_mine((*state.mine, *dice))
    return _goes_on(table, state._replace(targets=targets, rolls=state.rolls[1:]))


def _white_rolled(table: Rules, state: State, dice: Dice) -> Step:
    return _goes_on(table, state._replace(white=dice, rolls=state.rolls[1:]))


def _matched(table: Rules, state: State, pairs: tuple[Pair, ...]) -> Step:
    """One or more targets, all or nothing."""
    _must_lie(state)
    matches.check(state.mine, state.white, pairs)  # 3. sums of unused white dice
    white = without(state.white, [die for pair in pairs for die in pair.dice])
    targets = without(state.mine, [pair.target for pair in pairs])
    after = state._replace(
        targets=state.with_mine(targets),  # 4. the target and its dice are set aside
        white=() if table.options.reroll_leftover else white,
        points=state.points + matches.points(pairs),
        rolls=_after_match(table, len(white), len(targets)),
    )
    following, events = _goes_on(table, after)
    return following, (*(Matched(pair.target, pair.dice) for pair in pairs), *events)


def _after_match(table: Rules, white: int, targets: int) -> tuple[RollWanted, ...]:
    """What is rolled next with so many white dice unused and so many targets open."""
    rolls: list[RollWanted] = []
    if not white:
        rolls.append(WHITE)  # 5. all six again
    elif table.options.reroll_leftover:
        rolls.append(RollWanted("d6", white))
    if not targets:
        rolls.append(BLACK)  # 6. three new ones; white first, then black
    return tuple(rolls)


def _passed(table: Rules, state: State) -> Step:
    if not table.options.stop_early:
        raise Refused("At this table nobody passes: the turn ends when nothing can be matched.")
    _must_lie(state)
    return _turn_ends(table, state)


def _must_lie(state: State) -> None:
    """Nothing can be chosen while dice are in the hand."""
    if not state.rolls:
        return
    if state.rolls[0].kind == "d12":
        raise Refused("Roll new targets first. Black dice to roll: {count}.", count=state.rolls[0].count)
    raise Refused("Roll first. White dice to roll: {count}.", count=state.rolls[0].count)


def _goes_on(table: Rules, state: State) -> Step:
    """7. When no match is possible, and nothing is still to be rolled, the turn ends by itself."""
    if state.rolls or matches.matchable(state.mine, state.white):
        return state, ()
    return _turn_ends(table, state)


def _turn_ends(table: Rules, state: State) -> Step:
    """The points are written and the next seat begins, unless the round in which it ends is finished."""
    first_targets_only = not state.white  # 1. before the first turns there is nothing to write
    score = state.scores[state.seat] + state.points
    scores = changed(state.scores, state.seat, score)
    ending = state.ending or score >= table.options.goal  # 8. at the end of a turn
    waiting = _still_to_play(table, state)
    after = State(state.starter, None, scores, state.targets, ending=ending)
    events: tuple[Event, ...] = () if first_targets_only else (Scored(state.points),)
    if ending and not waiting:
        return after, events  # 8. all have had equally many turns
    if ending and not state.ending:
        events = (*events, LastRound(waiting))
    following = (state.seat + 1) % table.seats
    return _turn_begins(table, after._replace(player=following)), events


def _still_to_play(table: Rules, state: State) -> tuple[int, ...]:
    """The seats that come after this one in the round."""
    order = table.clockwise(state.starter)
    return order[order.index(state.seat) + 1 :]


def _read_targets(given: object, seats: int) -> tuple[Dice, ...]:
    hands = a_list("targets", given)
    if len(hands) != seats:
        raise Refused("There must be targets for each of the {seats} players.", seats=seats)
    return tuple(_read_hand(hand) for hand in hands)


def _read_hand(given: object) -> Dice:
    hand = a_list("A player's targets", given)
    if not 1 <= len(hand) <= TARGETS:
        raise Refused("A player has one to three open targets, not {count}.", count=len(hand))
    return tuple(_read_target(target) for target in hand)


def _read_target(given: object) -> int:
    if type(given) is int and 1 <= given <= SIDES["d12"]:
        return given
    raise Refused("A target is a whole number from 1 to 12, not {given}.", given=quoted(given))


def _read_scores(given: object, table: Rules) -> tuple[int, ...]:
    scores = a_number_each("scores", given, table.seats, range(MOST + 1))
    if max(scores) >= table.options.goal:
        raise Refused("A score at or past the goal of {goal} is no start.", goal=table.options.goal)
    return scores


# For screens and bots.


def turn_of(match: Match) -> Turn:
    """The turn so far; an empty one during the roll-off."""
    return match.turn if isinstance(match.turn, Turn) else Turn()


def sums(match: Match) -> dict[int, tuple[Dice, ...]]:
    """For each of the player's open targets all unused white dice that make it; empty while a roll is wanted."""
    if match.expect.roll or match.over:
        return {}
    turn = turn_of(match)
    found = matches.pairs(turn.targets, turn.white)
    return {target: tuple(p.dice for p in found if p.target == target) for target in turn.targets}


def most(match: Match) -> tuple[Pair, ...]:
    """The matches that together score the most before another die is rolled; none while a roll is wanted."""
    turn = turn_of(match)
    return () if match.expect.roll else matches.most(turn.targets, turn.white)
