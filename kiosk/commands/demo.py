"""`raflebord demo`: bots play a whole game at the simulated table, offscreen."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kiosk.cli import UsageError
from kiosk.logs import log_to_stderr
from kiosk.settings import check_light
from rules import GAMES

HELP = "bots play a game at the simulated table, offscreen, and leave pictures of it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--game", required=True, help="which game, for example yatzy")
    parser.add_argument("--players", type=int, required=True, help="how many play")
    parser.add_argument("--seed", type=int, required=True, help="decides every throw; 0 or more")
    parser.add_argument(
        "--out", type=Path, default=Path("out"), help="folder for the pictures (default: out)"
    )
    parser.add_argument(
        "--speed", type=float, help="times life's speed (default: as fast as the machine can)"
    )
    parser.add_argument(
        "--noise", type=float, default=0.0, help="how often a throw goes wrong, 0 to 1 (default: 0)"
    )
    parser.add_argument(
        "--light",
        metavar="none|sim|PORT",
        default="none",
        help="the tray's light: none (default), the simulated table's, or the tray controller's serial line",
    )


def run(args: argparse.Namespace) -> int:
    """Play; 0 when the game ended and every recorded roll was what lay there."""
    _check(args)
    log_to_stderr()
    from kiosk.sim.botgame import Wanted, play

    speed = args.speed or 0.0
    wanted = Wanted(args.game, args.players, args.seed, args.out, speed, args.noise, light=args.light)
    summary = play(wanted, lambda line: print(line, file=sys.stderr))
    print(f"{args.out / 'summary.json'}: {summary}", file=sys.stderr)
    return 0 if summary.true else 1


def _check(args: argparse.Namespace) -> None:
    from kiosk.screens import games

    if args.game not in games():
        why = "has no screens yet" if args.game in GAMES else "is not on this table"
        raise UsageError(f"--game {args.game!r} {why}: expected {' or '.join(games())}")
    seats = GAMES[args.game].seats
    if args.players not in seats:
        raise UsageError(f"--players {args.players}: {args.game} is played by {seats[0]} to {seats[-1]}")
    if not 0 <= args.seed < 10**18:
        raise UsageError(f"--seed {args.seed}: expected a whole number, 0 or more")
    check_light(args.light, "sim")
    if args.speed is not None and not 0 < args.speed <= 1000:
        raise UsageError(f"--speed {args.speed}: expected a number above 0, at most 1000")
    if not 0 <= args.noise <= 1:
        raise UsageError(f"--noise {args.noise}: expected a number from 0 to 1")
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"--out {args.out}: cannot be used as a folder: {problem.strerror}") from problem
