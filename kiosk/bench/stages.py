"""The stages that `raflebord bench` measures, from a watched frame to a whole table, with their budgets."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiosk.bench.light import light_stages
from kiosk.bench.measuring import Measured, measured, milliseconds
from kiosk.bench.processes import memory_mb, start_up_seconds
from rules import GAMES, Move, Roll, RollWanted, open_match
from rules.bots import random_move

if TYPE_CHECKING:
    from vision.cameras.protocol import Image
    from vision.reader import Reader

SIZE = (1280, 720)
GAMES_A_SECOND = {"yatzy": 100.0, "farkle": 200.0}
"""Budgets: 10 and 5 ms a game."""
_SPOTS = [(x, y) for y in (60.0, 130.0, 200.0) for x in (45.0, 110.0, 175.0)]
_FACES = {"d6": tuple(range(1, 7)), "d12": tuple(range(1, 13))}


def all_stages() -> Iterator[Measured]:
    """Measure one after the other."""
    import cv2

    cv2.setNumThreads(1)
    yield watched_frame()
    yield from full_reading()
    yield mixed_reading()
    yield from screen_frames()
    for game in GAMES:
        yield random_games(game)
    yield from light_stages()
    yield measured("start-up to the first screen", start_up_seconds(5), "s", 1.5)
    yield measured("memory, all processes, in the middle of a game", [memory_mb()], "MB", 250)


def watched_frame(throws: int = 5) -> Measured:
    """Frames of a throw that is under way: the busiest that the watcher sees, no reading among them."""
    from vision.cameras.protocol import Frame
    from vision.reader import Reader
    from vision.sim.table import SimTable
    from vision.watch.watcher import Watcher

    table = SimTable(seed=1, size=SIZE)
    table.throw(5)
    frames = []
    for index in range(20):
        frames.append(Frame(table.frame(), index / 15, index))
        table.advance(1 / 15)
    reader = Reader()
    times: list[float] = []
    for _ in range(throws):
        watcher, feed = Watcher(reader, reader.view), iter(frames)
        times += milliseconds(lambda watcher=watcher, feed=feed: watcher.feed(next(feed)), len(frames) - 3)  # type: ignore[misc]
    return measured("a watched frame, 1280x720", times, "ms", 2)


def full_reading(runs: int = 20) -> Iterator[Measured]:
    """Nine white dice, well apart. Then what each of its parts takes."""
    from vision.laps import Laps, Stage
    from vision.reader import Reader

    laps = Laps(time.process_time)
    picture = _nine_dice(len(_SPOTS))
    reader = _finding_all(Reader(lap=laps.lap), picture)
    parts: dict[Stage, list[float]] = {}

    def read() -> None:
        laps.start()
        reader.read(picture)
        for stage, seconds in laps.seconds.items():
            parts.setdefault(stage, []).append(seconds * 1000)

    yield measured("a full reading of nine dice, 1280x720", milliseconds(read, runs), "ms", 15)
    for stage, times in parts.items():
        yield measured(f"  of it: {stage}", times[-runs:], "ms")


def mixed_reading(runs: int = 20) -> Measured:
    """Six white dice and three black d12: all that lies in the tray in Target Dice."""
    from vision.reader import Reader

    picture = _nine_dice(6)
    reader = _finding_all(Reader(), picture)
    times = milliseconds(lambda: reader.read(picture), runs)
    return measured("a full reading of six d6 and three d12, 1280x720", times, "ms", 25)


def _finding_all(reader: Reader, picture: Image) -> Reader:
    """The reader, once it has read all dice of the picture."""
    if [die.status for die in reader.read(picture).dice] != ["ok"] * len(_SPOTS):
        raise RuntimeError("the reading that is measured does not tell the nine dice")
    return reader


def _nine_dice(white: int) -> Image:
    """Nine dice, so many of them white d6, the others black d12 of one maker."""
    import numpy as np

    from vision.sim import d12
    from vision.sim.die import lying
    from vision.sim.engraving import a_make
    from vision.sim.measures import mounted_view
    from vision.sim.painter import Painter

    rng, make = np.random.default_rng(1), a_make(np.random.default_rng(5))
    dice = []
    for index, (x, y) in enumerate(_SPOTS):
        yaw = float(rng.uniform(0, 3))
        dice.append(lying(1 + index % 6, x, y, yaw) if index < white else d12.lying(index, make, x, y, yaw))
    return Painter(mounted_view(SIZE, rng), rng).frame(dice, [], None, dark=False)


def screen_frames(runs: int = 30) -> Iterator[Measured]:
    """The screen of a turn with four players: drawn anew after a press, and once more when nothing has changed."""
    import pygame

    from kiosk.gallery.pictures import PICTURES
    from kiosk.gallery.studio import studio
    from kiosk.window import SIZE as SCREEN

    (turn,) = [picture for picture in PICTURES if picture.name == "turn-choose"]
    with studio("da", turn.seed, pygame.Surface(SCREEN)) as made:
        turn.prepare(made)

        def pressed() -> None:
            made.table.hold(0)
            made.draw()

        stage = "a screen frame, 1920x1080, "
        yield measured(f"{stage}after a press", milliseconds(pressed, runs), "ms", 8)
        yield measured(f"{stage}unchanged", milliseconds(made.draw, runs), "ms", 8)


def random_games(game: str, runs: int = 20) -> Measured:
    """Whole games of two, any legal move as likely as any other."""
    rng = random.Random(1)
    times = milliseconds(lambda: _random_game(game, rng), runs)
    rates = [1000 / max(time, 1e-3) for time in times]
    return measured(
        f"random games of {game.replace('_', ' ')} for two", rates, "games/s", GAMES_A_SECOND.get(game)
    )


def _random_game(game: str, rng: random.Random) -> None:
    match = open_match({"game": game, "players": ["A", "B"]})
    while not match.over:
        chosen = random_move(match.expect, rng)
        move: Move = chosen if not isinstance(chosen, RollWanted) else _roll(chosen, rng)
        match, _ = match.apply(move)


def _roll(wanted: RollWanted, rng: random.Random) -> Roll:
    return Roll(tuple(rng.choices(_FACES[wanted.kind], k=wanted.count)), wanted.kind)
