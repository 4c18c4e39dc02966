"""`raflebord bench`: how fast each stage is on this machine, next to its budget."""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

HELP = "measure the speed of each stage on this machine"
_WARM_UP = 3


@dataclass(frozen=True)
class Measured:
    """One stage: milliseconds of processor time in the middle and at worst over `runs`, and the budget for it."""

    stage: str
    median_ms: float
    worst_ms: float
    runs: int
    budget_ms: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--json", action="store_true", help="one JSON object a stage")


def run(args: argparse.Namespace) -> int:
    """Measures and prints every stage."""
    for measured in _stages():
        if args.json:
            line = json.dumps(asdict(measured))
        else:
            line = (
                f"{measured.stage:<52} {measured.median_ms:8.2f} ms, worst {measured.worst_ms:8.2f} ms"
                f"  (budget {measured.budget_ms:g} ms, {measured.runs} runs)"
            )
        print(line, flush=True)
    return 0


def _stages() -> Iterator[Measured]:
    import cv2

    cv2.setNumThreads(1)
    yield _watched_frames()
    yield _full_reading()
    yield _measure("a whole random game of Yatzy for two", _random_game, 40, 10)


def _measure(stage: str, work: Callable[[], object], runs: int, budget_ms: float) -> Measured:
    """Processor time, not wall time: other programs on the machine do not count."""
    times = []
    for _ in range(_WARM_UP + runs):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    counted = times[_WARM_UP:]
    return Measured(stage, statistics.median(counted), max(counted), runs, budget_ms)


def _watched_frames() -> Measured:
    """Frames of a throw that is under way: the busiest that the watcher sees, no reading among them."""
    from vision.cameras.protocol import Frame
    from vision.reader import Reader
    from vision.sim.table import SimTable
    from vision.watch import Watcher

    table = SimTable(seed=1)
    table.throw(5)
    frames = []
    for index in range(20):
        frames.append(Frame(table.frame(), index / 15, index))
        table.advance(1 / 15)
    reader = Reader()
    watcher = Watcher(reader, reader.view)
    feed = iter(frames)
    return _measure("a watched frame, 1280x720", lambda: watcher.feed(next(feed)), len(frames) - _WARM_UP, 2)


def _full_reading() -> Measured:
    from vision.reader import Reader
    from vision.sim.table import SimTable

    table = SimTable(seed=1)
    table.throw(6, values=[1, 2, 3, 4, 5, 6])
    while table.busy:
        table.advance(0.1)
    picture = table.frame()
    reader = Reader()
    return _measure("a full reading of six d6, 1280x720", lambda: reader.read(picture), 20, 25)


def _random_game() -> None:
    from rules import Move, Roll, RollWanted, open_match
    from rules.bots import random_move

    rng = random.Random(1)
    match = open_match({"game": "yatzy", "players": ["A", "B"]})
    while not match.over:
        chosen = random_move(match.expect, rng)
        move: Move = chosen if not isinstance(chosen, RollWanted) else Roll(_dice(rng, chosen.count))
        match, _ = match.apply(move)


def _dice(rng: random.Random, count: int) -> tuple[int, ...]:
    return tuple(rng.randint(1, 6) for _ in range(count))
