"""Plays many random games and checks in each what must always hold: `python tests/rules/random_games.py --games N`.

Any options, any number of seats up to six, anything that is open. Each game must end; no roll asks for more dice
than there are; the scores move only as the game allows; what is refused changes nothing; one game in twenty, played
again from its saved form, and with the last move taken back and made again, is the same.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from operator import ne
from random import Random
from time import perf_counter
from typing import Any

from rules_play import everything, thrown

from rules import (
    GAMES,
    Expect,
    Keep,
    Match,
    Matching,
    Move,
    Option,
    Pair,
    Refused,
    Roll,
    RollWanted,
    open_match,
)
from rules.bots import random_move
from rules.options import declared
from rules.saved import from_dict, to_dict

MOST_MOVES = 100_000
MOST_DICE = {"d6": 6, "d12": 3}
SEATS = 6
PLAYED_AGAIN = 20
"""One game in so many: playing it again twice takes twice as long as playing it."""


def a_value(option: Option, rng: Random) -> Any:
    """The default half of the time; numbers no higher than it, so that games do not grow."""
    if rng.random() < 0.5:
        return option.default
    if isinstance(option.allowed, tuple):
        return rng.choice(option.allowed)
    assert isinstance(option.default, int)
    return rng.choice(range(option.allowed.start, option.default + 1, option.allowed.step))


def new_match(game: str, rng: Random) -> Match:
    """A match of this game under random options."""
    rules = GAMES[game]
    fewest = rules.seats[0]
    seats = fewest if rng.random() < 0.5 else rng.randint(fewest, min(rules.seats[-1], SEATS))
    options = {option.name: a_value(option, rng) for option in declared(rules.options)}
    opening = {"game": game, "players": ["x"] * seats, "first": rng.randrange(seats), "options": options}
    return open_match(opening)


def check_step(before: Match, after: Match, expect: Expect) -> None:
    """What must hold between two moves that follow each other; `expect`: what is open after them."""
    wanted, choices = expect
    assert after.over or wanted or choices
    assert wanted is None or 1 <= wanted.count <= MOST_DICE[wanted.kind]
    was, now = before.scores, after.scores
    assert len(now) == len(was)
    assert sum(map(ne, was, now)) <= 1, "one move writes one score"
    assert (sum(now) <= sum(was)) if before.game == "thirty" else (sum(now) >= sum(was))


NONSENSE: tuple[Move, ...] = (
    Roll(()),
    Roll((7,) * 6),
    Roll((13, 1, 1), "d12"),
    Keep((9,)),
    Matching(()),
    Matching((Pair(13, (6, 6, 1)),)),
)


def check_refusals(match: Match) -> None:
    """Nonsense is refused, with a reason, and changes nothing."""
    before = everything(match)
    for move in NONSENSE:
        try:
            match.apply(move)
        except Refused as reason:
            assert str(reason)
        else:
            raise AssertionError(f"{move} was not refused")
    assert everything(match) == before


def check_again(end: Match) -> None:
    """Played again from its saved form, and with the last move made again, it is the same game."""
    again = from_dict(json.loads(json.dumps(to_dict(end))))
    assert everything(again) == everything(end)
    assert everything(again.undo().apply(end.moves[-1])[0]) == everything(end)


def play(game: str, seed: int) -> int:
    """One random game, checked; the number of its moves."""
    rng = Random(seed)
    match = new_match(game, rng)
    expect = match.expect
    while not match.over:
        if rng.random() < 0.005:
            check_refusals(match)
        decision = random_move(expect, rng)
        before, (match, _) = (
            match,
            match.apply(thrown(decision, rng) if isinstance(decision, RollWanted) else decision),
        )
        expect = match.expect
        check_step(before, match, expect)
        assert len(match.moves) < MOST_MOVES, "this game does not end"
    assert match.winners and match.player is None
    if seed % PLAYED_AGAIN == 0:
        check_again(match)
    return len(match.moves)


def main() -> None:
    """Play and tell; stops at the first game in which something does not hold, with its seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="how many of each game (default: 200)")
    parser.add_argument("--only", choices=list(GAMES), action="append", help="only this game")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: 0)")
    arguments = parser.parse_args()
    for game in arguments.only or GAMES:
        begun, moves = perf_counter(), Counter[str]()
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            try:
                moves[game] += play(game, seed)
            except Exception:
                print(f"{game}: seed {seed}")
                raise
        seconds = perf_counter() - begun
        print(
            f"{game}: {arguments.games} games, {moves[game]} moves, {seconds:.0f} s, all as it should be",
            flush=True,
        )


if __name__ == "__main__":
    main()
