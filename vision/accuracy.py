"""How well pictures with known dice are read: what is right, asked, missed, wrong; and whether confidence holds.

A folder is labelled by `truth.json` (rendered trays: every die's face, place, tilt and how much of it is seen) or by
`labels.json` (photographs: values, and where known the dice's places). Their formats are told in `docs/accuracy.md`.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from vision.reader import read_picture
from vision.reading import Die, Kind, Reading

Outcome = Literal["right", "asked", "missed", "wrong"]
OUTCOMES: tuple[Outcome, ...] = ("right", "asked", "missed", "wrong")
LEANS = 12.0
"""A die that leans by more, degrees, shows no number: told as read it is wrong."""
FLAT = 8.0
"""A die that leans by less shows its number; between the two either answer will do, but a wrong number never."""
IN_SIGHT = 0.97
"""The share of a top face that must be seen for its number to be expected."""
BINS = (0.0, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Borders of confidence in the reliability table."""
_PICTURES = (".jpg", ".jpeg", ".png")


class Unlabelled(Exception):
    """A folder without labels that can be read; the text is one clear line."""


@dataclass(frozen=True)
class Truth:
    """A die that lies there. `px`: its top face's middle, None where nobody wrote it down; `edge`: pixels of its edge.

    `group`: `flat`, `leaning` (no number may be told) or `other` (moving, stacked, partly hidden, barely leaning).
    """

    kind: Kind
    value: int
    px: tuple[float, float] | None
    edge: float
    group: Literal["flat", "leaning", "other"]


@dataclass(frozen=True)
class Labelled:
    """A picture and its dice; `light` is the kind of light, or whose photographs these are."""

    path: Path
    light: str
    dice: tuple[Truth, ...]


@dataclass
class Accuracy:
    """Counts over many pictures: by (kind of die, group), of flat dice by (kind, light); each told number's
    confidence and whether it was right."""

    pictures: int = 0
    phantoms: int = 0
    by_group: dict[tuple[str, str], Counter[Outcome]] = field(default_factory=dict)
    by_light: dict[tuple[str, str], Counter[Outcome]] = field(default_factory=dict)
    told: list[tuple[float, bool]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """A line for each wrong number, phantom, and flat die that was not read."""

    def add(self, labelled: Labelled, reading: Reading) -> None:
        """Count one picture."""
        self.pictures += 1
        taken: set[int] = set()
        for truth in labelled.dice:
            found = _found(truth, reading.dice, taken)
            self._count(labelled, truth, found)
        for index, die in enumerate(reading.dice):
            if index not in taken and die.status == "ok":
                self.phantoms += 1
                self.told.append((die.confidence, False))
                self.notes.append(
                    f"{labelled.path.name}: {die.value} told at {_at(die.px)}, where no such die lies"
                )

    def _count(self, labelled: Labelled, truth: Truth, found: Die | None) -> None:
        outcome = outcome_of(truth, found)
        self.by_group.setdefault((truth.kind, truth.group), Counter())[outcome] += 1
        if truth.group == "flat":
            self.by_light.setdefault((truth.kind, labelled.light), Counter())[outcome] += 1
        if found is not None and found.status == "ok":
            self.told.append((found.confidence, outcome == "right"))
        if outcome == "wrong" or (truth.group == "flat" and outcome != "right"):
            where = "" if truth.px is None else f" at {_at(truth.px)}"
            told = "nothing" if found is None else str(found.value or found.status)
            self.notes.append(
                f"{labelled.path.name}: {truth.kind} showing {truth.value}{where}: {outcome} ({told})"
            )

    def reliability(self) -> list[tuple[float, float, int, float, float]]:
        """Of the numbers told: borders of confidence, how many, mean confidence, share that was right."""
        rows = []
        for low, high in pairwise(BINS):
            inside = [one for one in self.told if low <= one[0] < high or (high == 1.0 and one[0] == 1.0)]
            if inside:
                expected = sum(confidence for confidence, _ in inside) / len(inside)
                seen = sum(right for _, right in inside) / len(inside)
                rows.append((low, high, len(inside), expected, seen))
        return rows


def outcome_of(truth: Truth, found: Die | None) -> Outcome:
    """What became of a die."""
    if found is None:
        return "missed"
    if found.status != "ok":
        return "asked"
    fits = found.kind == truth.kind and found.value == truth.value
    return "right" if fits and truth.group != "leaning" else "wrong"


def measured(folders: Sequence[Path]) -> Accuracy:
    """Read every labelled picture in these folders; raises `Unlabelled`."""
    accuracy = Accuracy()
    for folder in folders:
        for labelled in labelled_in(folder):
            image = cv2.imread(str(labelled.path))
            if image is None:
                raise Unlabelled(f"{labelled.path}: is no picture, but has labels")
            accuracy.add(labelled, read_picture(np.asarray(image, np.uint8)))
    return accuracy


def labelled_in(folder: Path) -> Iterator[Labelled]:
    """The labelled pictures of a folder; raises `Unlabelled`."""
    readers = {"truth.json": _rendered, "labels.json": _photographed}
    for name, read in readers.items():
        if (folder / name).is_file():
            yield from read(folder, _object(folder / name))
            return
    raise Unlabelled(f"{folder}: there is neither truth.json nor labels.json")


def _object(path: Path) -> Mapping[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise Unlabelled(f"{path}: cannot be read as JSON") from problem
    if not isinstance(found, dict):
        raise Unlabelled(f"{path}: an object was expected")
    return found


def _rendered(folder: Path, truth: Mapping[str, Any]) -> Iterator[Labelled]:
    try:
        for frame in truth["frames"]:
            dice = tuple(_rendered_die(die, settled=frame["settled"]) for die in frame["dice"])
            yield Labelled(folder / frame["file"], str(frame["light"]), dice)
    except (KeyError, TypeError, ValueError) as problem:
        raise Unlabelled(f"{folder / 'truth.json'}: {problem!r} in the list of frames") from problem


def _rendered_die(die: Mapping[str, Any], *, settled: bool) -> Truth:
    first, second = die["top_poly_px"][:2]
    edge = math.dist(first, second)
    hidden = die["stacked"] or die["top_visibility"] <= IN_SIGHT or die["glare_hidden"]
    group: Literal["flat", "leaning", "other"] = "other"
    if die["tilt_deg"] > LEANS:
        group = "leaning"
    elif settled and not die["moving"] and not hidden and die["tilt_deg"] < FLAT:
        group = "flat"
    x, y = die["top_centre_px"]
    return Truth(die["type"], int(die["top_value"]), (float(x), float(y)), edge, group)


def _photographed(folder: Path, labels: Mapping[str, Any]) -> Iterator[Labelled]:
    try:
        for name, label in labels.items():
            path = folder / name
            if path.suffix.lower() in _PICTURES:
                yield Labelled(path, path.name.partition("__")[0], _photographed_dice(label))
    except (KeyError, TypeError, ValueError) as problem:
        raise Unlabelled(f"{folder / 'labels.json'}: {problem!r} in a picture's label") from problem


def _photographed_dice(label: Mapping[str, Any]) -> tuple[Truth, ...]:
    kind = label["kind"]
    placed = label.get("dice") or []
    if not placed:
        return tuple(Truth(kind, int(value), None, 0.0, "flat") for value in label["values"])
    dice = []
    for die in placed:
        left, top, right, bottom = die.get("box") or (0, 0, 60, 60)
        x, y = die["px"]
        edge = max(right - left, bottom - top)
        dice.append(Truth(die["kind"], int(die["value"]), (float(x), float(y)), float(edge), "flat"))
    return tuple(dice)


def _found(truth: Truth, dice: Sequence[Die], taken: set[int]) -> Die | None:
    """The die that was seen where this one lies; where no place is known, one that shows its number."""
    if truth.px is None:
        fits = [i for i, die in enumerate(dice) if i not in taken and die.value == truth.value]
    else:
        reach = 0.5 * truth.edge
        near = [
            (math.dist(die.px, truth.px), i)
            for i, die in enumerate(dice)
            if i not in taken and die.kind == truth.kind
        ]
        fits = [i for distance, i in sorted(near) if distance < reach]
    if not fits:
        return None
    taken.add(fits[0])
    return dice[fits[0]]


def _at(px: tuple[float, float]) -> str:
    return f"{px[0]:.0f}, {px[1]:.0f}"
