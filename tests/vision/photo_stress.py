"""Other people's photographs under strain: how their dice are read when the pictures get worse or are taken otherwise.

Every change keeps track of where the dice are, so that a value at the wrong place is a phantom and not a hit. Run by
itself it prints a table: `python tests/vision/photo_stress.py [--source NAME] [--change NAME] [--every N]`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.protocol import Image
from vision.reader import read_picture
from vision.reading import Die, Reading

DATA = Path(__file__).parents[2].parent / "shared" / "data"
SOURCES = ("KingJacker", "seanwieser", "DamianTab", "matteop65", "nell-byler")
EDGES = {"KingJacker": 120.0, "seanwieser": 86.0}
"""Edges of the dice in pixels, where the labels give no boxes."""
Way = NDArray[np.float64]
"""Where the pixels of a photograph go: 2 x 3, affine."""
STAYS: Way = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
Changed = tuple[Image, Way]
Change = Callable[[Image, np.random.Generator], Changed]


@dataclass(frozen=True)
class Truth:
    """A die of a photograph: its value, the middle of its top face and its edge in pixels."""

    value: int
    x: float
    y: float
    edge: float

    def moved(self, way: Way) -> Truth:
        """The same die where a change has put it."""
        x, y = way @ (self.x, self.y, 1.0)
        return Truth(self.value, float(x), float(y), self.edge * float(np.hypot(*way[:, 0])))


# Light and lens: the dice stay where they are.


def _tones(image: Any) -> Changed:
    return np.asarray(np.clip(image, 0, 255), np.uint8), STAYS


def lit(share: float, image: Image, _: np.random.Generator) -> Changed:
    """More or less light; what gets too light burns out."""
    return _tones(image * share)


def tinted(blue: float, red: float, image: Image, _: np.random.Generator) -> Changed:
    """A white balance that is off."""
    return _tones(image * np.array([blue, 1.0, red]))


def gamma(power: float, image: Image, _: np.random.Generator) -> Changed:
    """Another tone curve."""
    return _tones(255.0 * (image / 255.0) ** power)


def blurred(share: float, image: Image, _: np.random.Generator) -> Changed:
    """Out of focus, by a share of the picture's longer side."""
    return _tones(cv2.GaussianBlur(image, (0, 0), share * max(image.shape)))


def shaken(share: float, image: Image, rng: np.random.Generator) -> Changed:
    """Moved in some direction, by a share of the picture's longer side."""
    length = max(3, round(share * max(image.shape)))
    kernel = np.zeros((length, length), np.float32)
    turn = rng.uniform(0, np.pi)
    along = 0.5 * (length - 1) * np.array([np.cos(turn), np.sin(turn)])
    middle = np.full(2, (length - 1) / 2)
    ends = [tuple(int(c) for c in np.rint(middle + sign * along)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    return _tones(cv2.filter2D(image, -1, kernel / kernel.sum()))


def saved(quality: int, image: Image, _: np.random.Generator) -> Changed:
    """Saved as a JPEG of low quality."""
    _, code = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return _tones(cv2.imdecode(code, cv2.IMREAD_COLOR))


def grainy(noise: float, image: Image, rng: np.random.Generator) -> Changed:
    """Noise as in the dark."""
    return _tones(image + rng.normal(0.0, noise, image.shape))


# Views: the dice go elsewhere.


def scaled(factor: float, image: Image, _: np.random.Generator) -> Changed:
    """Taken from nearer or farther away."""
    size = (round(image.shape[1] * factor), round(image.shape[0] * factor))
    flags = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    shift = 0.5 * factor - 0.5
    return np.asarray(cv2.resize(image, size, interpolation=flags), np.uint8), np.array(
        [[factor, 0.0, shift], [0.0, factor, shift]]
    )


def turned(degrees: float, image: Image, _: np.random.Generator) -> Changed:
    """Turned on its middle, on a canvas that holds all of it."""
    high, wide = image.shape[:2]
    way = np.asarray(cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), degrees, 1.0), np.float64)
    cos, sin = np.abs(way[0, :2])
    size = np.array([wide * cos + high * sin, wide * sin + high * cos])
    way[:, 2] += (size - (wide, high)) / 2
    canvas = (int(size[0]), int(size[1]))
    flags, border = cv2.INTER_CUBIC, cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpAffine(image, way, canvas, flags=flags, borderMode=border), np.uint8), way


def mirrored(image: Image, _: np.random.Generator) -> Changed:
    """Seen in a mirror."""
    way = np.array([[-1.0, 0.0, image.shape[1] - 1.0], [0.0, 1.0, 0.0]])
    return np.ascontiguousarray(image[:, ::-1]), way


def cut(image: Image, rng: np.random.Generator) -> Changed:
    """A part of the picture."""
    high, wide = image.shape[:2]
    share = rng.uniform(0.5, 0.9, 2)
    left, top = (int(v) for v in rng.uniform(0, 1, 2) * (1 - share) * (wide, high))
    part = image[top : top + int(share[1] * high), left : left + int(share[0] * wide)]
    return np.ascontiguousarray(part), np.array([[1.0, 0.0, -left], [0.0, 1.0, -top]])


STRAINS: dict[str, Change] = {
    "as it is": partial(lit, 1.0),
    "half the light": partial(lit, 0.5),
    "half as much light again": partial(lit, 1.5),
    "a little out of focus": partial(blurred, 1 / 640),
    "out of focus": partial(blurred, 1 / 320),
    "moving a little": partial(shaken, 0.006),
    "moving": partial(shaken, 0.012),
    "saved badly": partial(saved, 40),
    "half size": partial(scaled, 0.5),
}
VIEWS: dict[str, Change] = {
    "warm": partial(tinted, 0.7, 1.15),
    "cold": partial(tinted, 1.2, 0.75),
    "darker": partial(lit, 0.75),
    "lighter": partial(lit, 1.2),
    "flat tones": partial(gamma, 0.75),
    "hard tones": partial(gamma, 1.3),
    "grainy": partial(grainy, 8.0),
    "mirrored": mirrored,
    "a quarter turned": partial(turned, 90.0),
    "turned by 17": partial(turned, 17.0),
    "turned by 45": partial(turned, 45.0),
    "from farther away": partial(scaled, 0.7),
    "from nearer": partial(scaled, 1.4),
    "a part": cut,
}
CHANGES = STRAINS | VIEWS


def labelled(source: str, kind: str = "d6") -> list[tuple[str, dict[str, Any]]]:
    """The photographs of one source with their labels."""
    labels = json.loads((DATA / "photos" / "labels.json").read_text(encoding="utf-8"))
    return [(name, one) for name, one in sorted(labels.items()) if source in name and one["kind"] == kind]


def photograph(name: str) -> Image:
    """A photograph by its name in the labels."""
    image = cv2.imread(str(DATA / "photos" / name))
    if image is None:
        raise FileNotFoundError(f"photograph {name} cannot be read")
    return np.asarray(image, np.uint8)


def truths(source: str, label: dict[str, Any]) -> list[Truth]:
    """The dice of a photograph whose places are known."""
    return [Truth(one["value"], *one["px"], EDGES.get(source) or _size_of(one)) for one in label["dice"]]


def _size_of(one: dict[str, Any]) -> float:
    box = one.get("box")
    return 42.0 if box is None else max(42.0, box[2] - box[0], box[3] - box[1])


def by_place(reading: Reading, dice: list[Truth]) -> Counter[str]:
    """Right, wrong, asked and missed dice, and values told where no die lies (phantom)."""
    score: Counter[str] = Counter()
    free = list(reading.dice)
    height = reading.size[1]
    for truth in dice:
        if not (0 <= truth.x < reading.size[0] and 0 <= truth.y < height):
            continue
        found = min(free, key=lambda die: _apart(die, truth), default=None)
        if found is None or _apart(found, truth) >= 0.6 * truth.edge:
            score["missed"] += 1
            continue
        free.remove(found)
        score["asked" if found.value is None else "right" if found.value == truth.value else "wrong"] += 1
    score["phantom"] += sum(die.value is not None for die in free)
    score["unsure phantom"] += sum(die.value is None for die in free)
    return score


def _apart(die: Die, truth: Truth) -> float:
    return float(np.hypot(die.px[0] - truth.x, die.px[1] - truth.y))


def by_values(reading: Reading, values: list[int]) -> Counter[str]:
    """The same where only the values are known: a value too many is wrong."""
    got = Counter(die.value for die in reading.dice if die.value is not None)
    want = Counter(values)
    right, wrong = (got & want).total(), (got - want).total()
    return Counter(right=right, wrong=wrong, missed=max(0, len(values) - right - wrong))


def scored(source: str, change: Change, every: int = 1) -> Counter[str]:
    """How the dice of every so manieth photograph of a source are read after a change."""
    score: Counter[str] = Counter()
    for number, (name, label) in enumerate(labelled(source)[::every]):
        image, way = change(photograph(name), np.random.default_rng(number))
        reading = read_picture(image)
        if label["dice"]:
            score += by_place(reading, [truth.moved(way) for truth in truths(source, label)])
        else:
            score += by_values(reading, label["values"])
    return score


def main(words: list[str] | None = None) -> None:
    """Print how many dice are right, wrong and asked about for each source and change."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--source", choices=SOURCES, action="append", help="only these photographs")
    parser.add_argument("--change", choices=CHANGES, action="append", help="only these changes")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth photograph")
    args = parser.parse_args(words)
    for source, name in _rows(args.source or SOURCES, args.change or CHANGES):
        score = scored(source, CHANGES[name], args.every)
        counts = "  ".join(
            f"{key} {score[key]:4}" for key in ("right", "wrong", "asked", "missed", "phantom")
        )
        print(f"{source:12}{name:26}{counts}", flush=True)


def _rows(sources: Any, changes: Any) -> Iterator[tuple[str, str]]:
    return ((source, change) for source in sources for change in changes)


if __name__ == "__main__":
    main()
