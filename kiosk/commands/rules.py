"""`raflebord rules`: the rules engine as a referee on standard input and output."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, BinaryIO

from kiosk.cli import UsageError
from rules.game import AnyGame
from rules.games import GAMES
from rules.options import Option, declared
from rules.referee import Referee

HELP = "referee a game: one JSON object a line in, one answer a line out"
LONGEST_LINE = 1 << 20
"""Bytes. Longer lines are refused without being held; the longest honest opening is a tenth of it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--list", action="store_true", help="print the games with their options")
    parser.add_argument("--json", action="store_true", help="with --list: one JSON object a game")


def run(args: argparse.Namespace) -> int:
    """Answer every line of standard input, or list the games."""
    if args.json and not args.list:
        raise UsageError("--json goes with --list; without it the answers are JSON anyway")
    if args.list:
        print_games(as_json=args.json)
    else:
        if sys.stdin is None:
            raise UsageError("standard input is closed; an opening and moves were expected there")
        serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """One answer to each line, flushed at once, until the input ends."""
    referee = Referee()
    while line := lines.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            _skip_rest(lines)
            answer = referee.refuse(f"This line is longer than {LONGEST_LINE} bytes.")
        else:
            answer = referee.answer(line)
        answers.write(_encoded(answer))
        answers.flush()


def _skip_rest(lines: BinaryIO) -> None:
    """Read on to the end of a line, piece by piece."""
    while (piece := lines.readline(LONGEST_LINE)) and not piece.endswith(b"\n"):
        pass


def _encoded(answer: dict[str, Any]) -> bytes:
    # Half a surrogate pair, which JSON can smuggle into a text, has no UTF-8; its escape does.
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def print_games(*, as_json: bool) -> None:
    """Each game with its options, their defaults, ranges and meaning."""
    for game in GAMES.values():
        print(json.dumps(_as_dict(game), ensure_ascii=False) if as_json else _as_table(game))


def _as_dict(game: AnyGame) -> dict[str, Any]:
    return {
        "game": game.name,
        "players": {"least": game.seats[0], "most": game.seats[-1]},
        "options": [_option(option) for option in declared(game.options)],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "type": option.kind,
        "default": option.default,
        "range": option.range,
        "meaning": option.meaning,
    }


def _as_table(game: AnyGame) -> str:
    rows = [("option", "default", "range", "meaning")]
    rows += [(o.name, str(o.default).lower(), o.range, o.meaning) for o in declared(game.options)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = ["  ".join((*map(str.ljust, row, widths), row[3])) for row in rows]
    return f"{game.name}: {game.seats[0]} to {game.seats[-1]} players\n" + "\n".join(
        f"  {line}" for line in lines
    )
