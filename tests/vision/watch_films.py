"""Watches the shared film and rolls, changed in many ways, and counts: `python tests/vision/watch_films.py`.

Each change stands for other films of the kind: mirrored, in other light, noisy, saved badly, of other sizes, at
half the speed. What settles must be what the truth says, in its time, once; where it is not read it is asked about.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from watch_lights import LIGHTS, Light, blurred, gain, noisy, saved

from vision.cameras.protocol import Frame, Image
from vision.observations import Settled
from vision.reader import Reader
from vision.watch.watcher import Watcher

SEQUENCES = Path(__file__).parents[2].parent / "shared" / "data" / "sequences"
FILM = "felt_real"


def scaled(factor: float) -> Light:
    """Of another size."""
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return lambda image, t: np.asarray(
        cv2.resize(image, None, fx=factor, fy=factor, interpolation=way), np.uint8
    )


def flipped(code: int) -> Light:
    """Mirrored left and right (1), up and down (0), or turned half round (-1)."""
    return lambda image, t: np.asarray(cv2.flip(image, code), np.uint8)


CHANGES: dict[str, Light] = {
    **LIGHTS,
    "half the light": gain(0.5),
    "strong noise": noisy(9.0),
    "badly saved": saved(30),
    "out of focus": blurred(1.0),
    "smaller": scaled(2 / 3),
    "larger": scaled(4 / 3),
    "turned": flipped(-1),
}
MIRRORED: dict[str, Light] = {"left and right": flipped(1), "up and down": flipped(0)}
"""For films without markers only: these cannot be mirrored."""


def changes_of(name: str) -> dict[str, Light]:
    """What is done to this film."""
    return {**CHANGES, **MIRRORED} if name == FILM else CHANGES


def truth_of(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((SEQUENCES / name / "truth.json").read_text())
    return data


def pictures(name: str) -> list[Image]:
    """The frames of a film, decoded."""
    files = sorted(path for path in (SEQUENCES / name).iterdir() if path.suffix in (".jpg", ".png"))
    return [np.asarray(cv2.imread(str(path)), np.uint8) for path in files]


def watched(images: Sequence[Image], fps: float, change: Light, every: int = 1) -> list[Settled]:
    """The settled readings of the changed film."""
    reader = Reader()
    watcher = Watcher(reader, reader.view)
    seen: list[Settled] = []
    for index in range(0, len(images), every):
        frame = Frame(change(images[index], index / fps), index / fps, index)
        seen += [one for one in watcher.feed(frame) if isinstance(one, Settled)]
    return seen


def rests(truth: dict[str, Any]) -> Iterator[tuple[int, int, list[int], list[int]]]:
    """First and last frame of each rest, the values of the white dice that lie flat, and what may be told besides:
    of a die that leans by 8 to 12 degrees either answer is right.
    """
    if "settled" in truth:
        for rest in truth["settled"]:
            yield *rest["frames"], rest["values"], []
        return
    frames, begun = truth["frames"], None
    for index, frame in enumerate([*frames, {"hand": True, "dice": []}]):
        quiet = not frame["hand"] and not any(die["moving"] for die in frame["dice"])
        if quiet and begun is None:
            begun = index
        elif not quiet and begun is not None:
            dice = [die for die in frames[begun]["dice"] if die["type"] == "d6" and die["tilt_deg"] <= 12]
            flat = [die["top_value"] for die in dice if die["tilt_deg"] <= 8]
            yield begun, index - 1, flat, [die["top_value"] for die in dice if die["tilt_deg"] > 8]
            begun = None


def judged(seen: Sequence[Settled], truth: dict[str, Any]) -> Counter[str]:
    """How the readings compare: right, asked or wrong for each rest, and what was told beside that."""
    counts: Counter[str] = Counter()
    left = list(seen)
    for first, last, flat, besides in rests(truth):
        mine = [one for one in left if first <= one.frame <= last]
        left = [one for one in left if one not in mine]
        counts["missed"] += not mine and (last - first) / truth["fps"] > 0.5
        counts["twice"] += len(mine) > 1
        if mine:
            shown = Counter(die.value for die in mine[0].reading.dice if die.kind == "d6" and die.value)
            counts[_verdict(shown, Counter(flat), Counter(besides))] += 1
    counts["outside a rest"] += len(left)
    return +counts


def _verdict(shown: Counter[int | None], flat: Counter[int | None], besides: Counter[int | None]) -> str:
    if shown - flat - besides:
        return "wrong"
    return "asked" if flat - shown else "right"


def main() -> None:
    """Watch and tell, a line for each changed film; then all together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", help="only this film")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    names = arguments.only or sorted(path.name for path in SEQUENCES.iterdir())
    total: Counter[str] = Counter()
    for name in names:
        truth, images = truth_of(name), pictures(name)
        for what, every, change in _all(changes_of(name)):
            counts = judged(watched(images, truth["fps"], change, every), truth)
            total += counts
            print(f"  {name}, {what}: {dict(counts)}", flush=True)
    print(", ".join(f"{name} {count}" for name, count in sorted(total.items())))


def _all(changes: dict[str, Light]) -> Iterator[tuple[str, int, Callable[[Image, float], Image]]]:
    yield from ((what, 1, change) for what, change in changes.items())
    yield "every second frame", 2, LIGHTS["plain"]


if __name__ == "__main__":
    main()
