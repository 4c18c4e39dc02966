"""What holds in every game of this table, whatever the options and however it is played."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rules_play import by_chance, everything, opened, play_on, thrown

from rules import (
    GAMES,
    Bank,
    Dispute,
    Keep,
    Match,
    Matching,
    Move,
    Option,
    Pair,
    Pass,
    Refused,
    Roll,
    RollWanted,
    Score,
)
from rules.bots import good_move
from rules.options import declared
from rules.referee import Referee
from rules.saved import from_dict, to_dict
from rules.wire import details_as_dict, event_as_dict, match_as_dict, move_as_dict, parse, read_move

EVENTS = {
    "farkle",
    "bust",
    "hot_dice",
    "on_board",
    "scored",
    "matched",
    "lost",
    "attack",
    "out",
    "last_round",
}
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
CHANCE = st.integers(0, 2**32).map(Random)
QUICK = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def values(option: Option) -> st.SearchStrategy[Any]:
    """What the option may be; numbers no higher than the default, so that matches do not grow."""
    if isinstance(option.allowed, tuple):
        return st.sampled_from(option.allowed)
    assert isinstance(option.default, int)
    return st.sampled_from(range(option.allowed.start, option.default + 1, option.allowed.step))


def matches(game: str) -> st.SearchStrategy[Match]:
    """A new match of two to four players under any options."""
    options = {option.name: values(option) for option in declared(GAMES[game].options)}
    return st.builds(
        lambda players, first, options: opened(game, players, first=first % players, **options),
        st.integers(2, 4),
        st.integers(0, 3),
        st.fixed_dictionaries({}, optional=options),
    )


@EVERY_GAME
@QUICK
@given(st.data(), CHANCE)
def test_anything_that_is_open_leads_to_the_end(game: str, data: st.DataObject, rng: Random) -> None:
    way = play_on(data.draw(matches(game)), rng)
    assert all(match.expect.roll or match.expect.choose for match in way[:-1])
    assert all(match.player in range(len(match.players)) and not match.winners for match in way[:-1])
    end = way[-1]
    assert (end.over, end.player, end.expect.roll, end.expect.choose) == (True, None, None, ())
    assert end.winners


@EVERY_GAME
@settings(QUICK, max_examples=3)
@given(st.data(), CHANCE)
def test_a_bot_that_plays_well_plays_what_is_legal(game: str, data: st.DataObject, rng: Random) -> None:
    way = play_on(data.draw(matches(game)), rng, good_move, most=25)
    assert len(way) > 25 or way[-1].over


@EVERY_GAME
@QUICK
@given(st.data(), CHANCE, st.integers(1, 60))
def test_taking_back_gives_the_earlier_match(game: str, data: st.DataObject, rng: Random, most: int) -> None:
    way = play_on(data.draw(matches(game)), rng, most=most)
    later = way[-1]
    for earlier in reversed(way[:-1]):
        later = later.undo()
        assert everything(later) == everything(earlier)
    with pytest.raises(Refused):
        later.undo()


@EVERY_GAME
@QUICK
@given(st.data(), CHANCE)
def test_a_saved_match_is_the_same_match(game: str, data: st.DataObject, rng: Random) -> None:
    end = play_on(data.draw(matches(game)), rng, most=200)[-1]
    again = from_dict(parse(json.dumps(to_dict(end))))  # type: ignore[arg-type]
    assert again == end and everything(again) == everything(end)
    assert [read_move(move_as_dict(move)) for move in end.moves] == list(end.moves)


@EVERY_GAME
@settings(QUICK, max_examples=3)
@given(st.data(), CHANCE)
def test_all_that_is_told_can_be_written_down(game: str, data: st.DataObject, rng: Random) -> None:
    match = data.draw(matches(game))
    while not match.over:
        told = {**match_as_dict(match), **details_as_dict(match)}
        assert parse(json.dumps(told)) == json.loads(json.dumps(told))
        decision = by_chance(match, rng)
        match, events = match.apply(thrown(decision, rng) if isinstance(decision, RollWanted) else decision)
        names = [event_as_dict(event)["event"] for event in events]
        assert (names[-1:] == ["over"]) == match.over
        assert set(names) <= EVENTS | {"over"}


DICE = st.lists(st.integers(-1, 13), max_size=7).map(tuple)
PAIR = st.builds(Pair, st.integers(-1, 13), DICE)
WRONG: st.SearchStrategy[Move] = st.one_of(
    st.builds(Roll, DICE, st.sampled_from(["d6", "d12"])),
    DICE.map(Keep),
    st.lists(PAIR, max_size=4).map(lambda pairs: Matching(tuple(pairs))),
    st.sampled_from([Bank(), Pass(), Dispute(), Score("ones"), Score("chance"), Score("sevens"), Score("")]),
)


@EVERY_GAME
@settings(max_examples=25, deadline=None)
@given(st.data(), CHANCE, st.integers(0, 40), st.lists(WRONG, min_size=1, max_size=10))
def test_a_move_is_open_or_it_is_refused_and_changes_nothing(
    game: str, data: st.DataObject, rng: Random, moves: int, tried: list[Move]
) -> None:
    match = play_on(data.draw(matches(game)), rng, most=moves)[-1]
    before = everything(match)
    for move in tried:
        try:
            after, _ = match.apply(move)
        except Refused as reason:
            assert str(reason).endswith((".", "?")) and "{" not in str(reason)
            assert not is_listed(match, move)
        else:
            assert is_listed(match, move) or isinstance(move, Dispute) or several(move)
            assert after.moves == (*match.moves, move)
        assert everything(match) == before


def several(move: Move) -> bool:
    """Several matches at once are legal and not listed."""
    return isinstance(move, Matching) and len(move.pairs) > 1


def is_listed(match: Match, move: Move) -> bool:
    """Whether `expect` says that this move is open."""
    wanted = match.expect.roll
    if not isinstance(move, Roll):
        return move in match.expect.choose
    faces = set(range(1, 7 if move.kind == "d6" else 13))
    return (
        wanted is not None
        and (move.kind, len(move.dice)) == (wanted.kind, wanted.count)
        and set(move.dice) <= faces
    )


@EVERY_GAME
def test_what_is_open_is_listed_once_and_may_be_done(game: str) -> None:
    for match in play_on(opened(game, 3), Random(11), most=150):
        assert len(set(match.expect.choose)) == len(match.expect.choose)
        for move in match.expect.choose:
            assert match.apply(move)[0].moves == (*match.moves, move)


@EVERY_GAME
def test_a_match_is_played_from_the_answers_alone(game: str) -> None:
    referee, rng = Referee(), Random(5)
    answer = referee.answer(json.dumps({"game": game, "players": ["A", "B", "C"]}).encode())
    while not answer["over"]:
        answer = referee.answer(json.dumps(a_line(answer["expects"], rng)).encode())
        assert answer["ok"]
    assert answer["winners"] and not answer["expects"] and answer["player"] is None


def a_line(expects: dict[str, Any], rng: Random) -> dict[str, Any]:
    """One of the moves that an answer says are open."""
    rolls = [expects["roll"]] if "roll" in expects else []
    line: dict[str, Any] = rng.choice([*rolls, *expects.get("choose", [])])
    if "kind" not in line or "count" not in line:
        return line
    sides = 6 if line["kind"] == "d6" else 12
    return {"roll": [rng.randint(1, sides) for _ in range(line["count"])], "kind": line["kind"]}


@EVERY_GAME
def test_nothing_of_a_match_can_be_changed(game: str) -> None:
    match, told = opened(game, 3, roll_off=False), []
    for earlier in play_on(match, rng := Random(2), most=120)[:-1]:
        decision = by_chance(earlier, rng)
        match, events = earlier.apply(thrown(decision, rng) if isinstance(decision, RollWanted) else decision)
        told += events
    for value in (match, match.state, match.turn, match.details, match.options, match.expect, *told):
        names = value._fields if isinstance(value, tuple) else [field.name for field in fields(value)]
        for name in names:
            with pytest.raises(AttributeError):
                setattr(value, name, None)


@EVERY_GAME
def test_the_turn_goes_round_clockwise(game: str) -> None:
    """To the next seat that is still in the game, until somebody has started the end."""
    went = set()
    for seed in range(4):
        line = play_on(opened(game, 4, first=seed, roll_off=False), Random(seed), most=400)
        for before, after in pairwise(line):
            if after.over or after.details.last_round or isinstance(after.moves[-1], Dispute):
                break
            if before.player != after.player:
                seats = [(before.player + step) % 4 for step in range(1, 5)]
                assert after.player == next(seat for seat in seats if seat not in after.details.out)
                went.add((before.player, after.player))
    assert went >= {(0, 1), (1, 2), (2, 3), (3, 0)}


@EVERY_GAME
def test_the_rematch_is_opened_by_the_seat_after_the_last_starter(game: str) -> None:
    match = opened(game, 3, first=1, roll_off=False)
    assert open_again(match).player == 2
    assert open_again(open_again(match)).player == 0


def open_again(match: Match) -> Match:
    return from_dict({"format": 1, "opening": match.rematch().as_dict(), "moves": []})


@pytest.mark.parametrize("game", GAMES)
def test_dice_set_aside_are_out_of_later_choices(game: str) -> None:
    """Where a game says so, what may be kept speaks of the last roll alone; else of all dice that lie there."""
    rng = Random(3)
    for state in play_on(opened(game, 2), rng, most=400):
        keeps = [move.dice for move in state.expect.choose if isinstance(move, Keep)]
        last = next((move for move in reversed(state.moves) if isinstance(move, Roll)), None)
        if not keeps or last is None:
            continue
        lie = Counter(last.dice if GAMES[game].sets_aside else getattr(state.turn, "dice"))  # noqa: B009
        assert all(not Counter(dice) - lie for dice in keeps)
        assert max(map(len, keeps)) <= lie.total()
