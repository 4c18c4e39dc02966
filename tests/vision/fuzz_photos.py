"""Looks for numbers where no die is: drawn pictures of all kinds, and parts of photographs without a whole die.

`python tests/vision/fuzz_photos.py --pictures 10000 [--first SEED] [--kind NAME] [--keep FOLDER]` prints every picture
in which a die was told a value, and how long the slowest took. It ends with 1 when there was one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from fuzz_pictures import KINDS, Image, drawn
from photo_stress import DATA, SOURCES, labelled, photograph, truths

from vision.reader import read_picture

SIZES = ((320, 240), (480, 360), (640, 480), (960, 540))
PARTS = "parts of photographs"


def parts(first: int, count: int) -> Iterator[tuple[str, Image]]:
    """Random parts of the shared photographs that hold no die whole."""
    names = [
        (name, truths(source, one)) for source in SOURCES for name, one in labelled(source) if one["dice"]
    ]
    for seed in range(first, first + count):
        rng = np.random.default_rng(seed)
        name, dice = names[rng.integers(len(names))]
        image = photograph(name)
        for _ in range(20):
            left, top, right, bottom = _window(rng, image)
            if not any(_is_in(one.x, one.y, one.edge, left, top, right, bottom) for one in dice):
                yield (
                    f"{name} {left} {top} {right} {bottom}",
                    np.ascontiguousarray(image[top:bottom, left:right]),
                )
                break


def _window(rng: np.random.Generator, image: Image) -> tuple[int, int, int, int]:
    size = rng.uniform(0.1, 0.6, 2) * image.shape[1::-1]
    left, top = rng.uniform(0, 1, 2) * (image.shape[1::-1] - size)
    return int(left), int(top), int(left + size[0]), int(top + size[1])


def _is_in(x: float, y: float, edge: float, left: float, top: float, right: float, bottom: float) -> bool:
    """Whether so much of a die's face may be in sight that it is whole: all of its pips are."""
    # A little of a face may be cut off and all of its pips be in sight: the die is then still whole enough. Where
    # the labels are boxes around whole dice, their edges are up to 1.7 times the face's.
    far = 0.2 * edge
    return left + far <= x <= right - far and top + far <= y <= bottom - far


def pictures(kinds: tuple[str, ...], first: int, count: int) -> Iterator[tuple[str, Image]]:
    """So many pictures of each kind, with a name to find them again."""
    for kind in kinds:
        if kind == PARTS:
            yield from parts(first, count)
            continue
        for seed in range(first, first + count):
            yield f"{kind} {seed}", drawn(kind, seed, *SIZES[seed % len(SIZES)])


def main(words: list[str] | None = None) -> int:
    """Read many pictures without a die; 1 when a die was told in one of them."""
    cv2.setNumThreads(1)
    kinds = (*KINDS, PARTS) if DATA.exists() else KINDS
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--pictures", type=int, default=1000, help="how many, of all kinds together")
    parser.add_argument("--first", type=int, default=1000, help="the first seed")
    parser.add_argument("--kind", choices=kinds, action="append", help="only these kinds")
    parser.add_argument("--keep", type=Path, help="a folder for the pictures in which a die was told")
    args = parser.parse_args(words)
    chosen = tuple(args.kind or kinds)
    bad, slowest, read = 0, (0.0, ""), 0
    for name, image in pictures(chosen, args.first, -(-args.pictures // len(chosen))):
        began = time.perf_counter()
        told = [die for die in read_picture(image).dice if die.value is not None]
        slowest = max(slowest, (time.perf_counter() - began, f"{name} {image.shape[1]} x {image.shape[0]}"))
        read += 1
        if told:
            bad += 1
            print(
                name, [(die.value, round(die.confidence, 2), *map(round, die.px)) for die in told], flush=True
            )
            if args.keep:
                cv2.imwrite(str(args.keep / f"{name.replace('/', '_').replace(' ', '_')}.png"), image)
    print(f"{bad} of {read} pictures; the slowest took {slowest[0]:.2f} s: {slowest[1]}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
