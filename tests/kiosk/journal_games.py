"""Journals with games in them, played by chance: for the tests of what reads a journal, and to look at its page.

python tests/kiosk/journal_games.py DIR --games 300
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kiosk.journal import Begun, Ended, Journal, Moved, Noted
from rules import GAMES, Match, Move, Roll, RollWanted, open_match
from rules.bots import random_move
from rules.wire import move_as_dict

SIDES = {"d6": 6, "d12": 12}
BEGAN = 1.75e9


def a_game(
    number: int, game: str, rng: random.Random, wall: float = BEGAN, most: int = 10**6, loaded: float = 0.0
) -> Iterator[Begun | Moved | Ended | Noted]:
    """The entries of one game of two, given up after `most` moves. `loaded`: how often a die is turned to a six."""
    match = open_match({"game": game, "players": ["A", "B"]})
    yield Begun(number, wall, "da", match.opening.as_dict())
    for seq in range(most):
        if match.over:
            break
        move = a_move(match, rng, loaded)
        rolled = isinstance(move, Roll)
        dice = tuple(_die(value, move.kind, rng) for value in move.dice) if isinstance(move, Roll) else ()
        pictures = {place: rng.randbytes(40) for place in range(len(dice))}
        if rolled and rng.random() < 0.04:
            kind = rng.choice(["leaning", "leaning", "too_few", "unsure", "hand", "kept_moved"])
            yield Noted(number, seq, wall + seq * 9, "asked", {"kind": kind})
        match, _ = match.apply(move)
        source = "camera" if rolled else "button"
        yield Moved(number, seq, wall + seq * 9, source, move_as_dict(move), dice, pictures)
    yield Ended(number, wall + 9000, "finished" if match.over else "left", match.scores)


def a_move(match: Match, rng: random.Random, loaded: float = 0.0) -> Move:
    chosen = random_move(match.expect, rng)
    if not isinstance(chosen, RollWanted):
        return chosen
    faces: Sequence[int] = range(1, SIDES[chosen.kind] + 1)
    thrown = (6 if rng.random() < loaded else rng.choice(faces) for _ in range(chosen.count))
    return Roll(tuple(thrown), chosen.kind)


def _die(value: int, kind: str, rng: random.Random) -> Mapping[str, object]:
    x, y = min(205.0, max(9.0, rng.gauss(110, 45))), min(250.0, max(9.0, rng.gauss(130, 55)))
    special = {"kind": kind} if kind != "d6" else {}
    return {"value": value, "x": round(x, 1), "y": round(y, 1), "rolled": True, **special}


def write_games(
    directory: Path, games: Sequence[str], seed: int = 1, most: int = 10**6, loaded: float = 0.0
) -> None:
    """A journal with these games, one after the other."""
    journal, rng = Journal(directory), random.Random(seed)
    for index, game in enumerate(games):
        for entry in a_game(index + 1, game, rng, BEGAN + index * 9000, most, loaded):
            journal.write(entry)
    journal.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--loaded", type=float, default=0.0)
    args = parser.parse_args()
    args.directory.mkdir(parents=True, exist_ok=True)
    chosen = random.Random(5).choices(list(GAMES), k=args.games)
    write_games(args.directory, chosen, most=120, loaded=args.loaded)
