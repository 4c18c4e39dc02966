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

from vision.calibration import NAME as CALIBRATION
from vision.calibration import Calibration, CalibrationFault, load
from vision.own_dice import OwnDice, own_dice
from vision.reader import read_picture
from vision.reading import Die, Kind, Reading
from vision.witnesses import MEANING

Outcome = Literal["right", "asked", "missed", "wrong"]
Group = Literal["flat", "leaning", "other"]
OUTCOMES: tuple[Outcome, ...] = ("right", "asked", "missed", "wrong")
LEANS = 12.0
"""A die that leans by more, degrees, shows no number: told as read it is wrong."""
FLAT = 8.0
"""A die that leans by less shows its number; between the two either answer will do, but a wrong number never."""
IN_SIGHT = 0.97
"""The share of a top face that must be seen for its number to be expected."""
BINS = (0.0, 0.1, 0.5, 0.8, 0.9, 0.95, 0.99, 0.995, 1.0)
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
    group: Group


@dataclass(frozen=True)
class Labelled:
    """A picture and its dice; `light` is the kind of light, or whose photographs these are."""

    path: Path
    light: str
    dice: tuple[Truth, ...]


@dataclass(frozen=True)
class Guess:
    """What a reading holds for the most likely number of something, told or not, and what is so: `truth` is the index
    of the die that lies there (None: there is none), `group` that die's. A guess is `right` when a die shows that
    number and is not one whose number may not be told."""

    die: Die
    truth: int | None
    group: Group | None
    right: bool


@dataclass(frozen=True)
class Bin:
    """Guesses with a confidence from `low` to below `high` (1 belongs to the last): how many, how many of them were
    told, the mean confidence, and the share that was right."""

    low: float
    high: float
    count: int
    told: int
    expected: float
    seen: float


@dataclass(frozen=True)
class NotRight:
    """A die of a picture (`path`) that was not read as it should be. `truth`: what lies there, None when no such die
    does; `found`: what was made of it, None when nothing was."""

    path: Path
    truth: Truth | None
    found: Die | None
    outcome: Outcome

    @property
    def px(self) -> tuple[float, float] | None:
        """Where it is in the picture, if anybody knows."""
        if self.truth is not None and self.truth.px is not None:
            return self.truth.px
        return None if self.found is None else self.found.px

    def __str__(self) -> str:
        where = "" if self.px is None else f" at {_at(self.px)}"
        if self.truth is None:
            told = None if self.found is None else self.found.value
            return f"{self.path.name}: {told} told{where}, where no such die lies"
        return f"{self.path.name}: {self.truth.kind} showing {self.truth.value}{where}: {self.outcome} ({self.made})"

    @property
    def made(self) -> str:
        """What was made of it, in a few words."""
        if self.found is None:
            return "nothing"
        if self.found.why is None:
            return str(self.found.value or self.found.status)
        return f"{self.found.status}: {MEANING[self.found.why]}"


@dataclass
class Accuracy:
    """Counts over many pictures: by (kind of die, group), of flat dice by (kind, light); and what every guess at a
    number, told or not, was worth."""

    pictures: int = 0
    phantoms: int = 0
    by_group: dict[tuple[str, str], Counter[Outcome]] = field(default_factory=dict)
    by_light: dict[tuple[str, str], Counter[Outcome]] = field(default_factory=dict)
    guesses: list[Guess] = field(default_factory=list)
    not_right: list[NotRight] = field(default_factory=list)
    """Each wrong number, phantom, and flat die that was not read."""
    confused: dict[Kind, Counter[tuple[int, int | None]]] = field(default_factory=dict)
    """Of flat dice: how often which number (None: none) was told for which."""

    def add(self, labelled: Labelled, reading: Reading) -> None:
        """Count one picture."""
        self.pictures += 1
        self.guesses += guesses_of(labelled.dice, reading.dice)
        taken = _matched(labelled.dice, reading.dice)
        found = {truth: reading.dice[index] for index, truth in taken.items()}
        for index, truth in enumerate(labelled.dice):
            self._count(labelled, truth, found.get(index))
        for index, die in enumerate(reading.dice):
            if index not in taken and die.status == "ok":
                self.phantoms += 1
                self.not_right.append(NotRight(labelled.path, None, die, "wrong"))

    def _count(self, labelled: Labelled, truth: Truth, found: Die | None) -> None:
        outcome = outcome_of(truth, found)
        self.by_group.setdefault((truth.kind, truth.group), Counter())[outcome] += 1
        if truth.group == "flat":
            self.by_light.setdefault((truth.kind, labelled.light), Counter())[outcome] += 1
            told = None if found is None else found.value
            self.confused.setdefault(truth.kind, Counter())[truth.value, told] += 1
        if outcome == "wrong" or (truth.group == "flat" and outcome != "right"):
            self.not_right.append(NotRight(labelled.path, truth, found, outcome))

    def flat(self) -> list[Guess]:
        """The guesses at dice that lie flat."""
        return [guess for guess in self.guesses if guess.group == "flat"]


def reliability(guesses: Sequence[Guess]) -> list[Bin]:
    """Confidence, expected against seen; without empty bins."""
    bins = []
    for low, high in pairwise(BINS):
        inside = [
            one for one in guesses if low <= one.die.confidence < high or one.die.confidence == high == 1.0
        ]
        if inside:
            told = sum(one.die.status == "ok" for one in inside)
            expected = sum(one.die.confidence for one in inside) / len(inside)
            seen = sum(one.right for one in inside) / len(inside)
            bins.append(Bin(low, high, len(inside), told, expected, seen))
    return bins


def calibration_error(bins: Sequence[Bin]) -> float:
    """The expected calibration error: the mean distance between expected and seen, every guess counted alike
    (Naeini, Cooper and Hauskrecht, *Obtaining well calibrated probabilities using Bayesian binning*, 2015)."""
    total = sum(one.count for one in bins)
    return sum(one.count * abs(one.expected - one.seen) for one in bins) / max(1, total)


def guesses_of(truths: Sequence[Truth], dice: Sequence[Die]) -> list[Guess]:
    """Every guess of a reading with what is so. In a picture whose dice have no places each guess is compared with
    the numbers that no other guess has used up."""
    taken = _matched(truths, dice)
    return [_guess(die, taken.get(k), truths) for k, die in enumerate(dice) if die.guess is not None]


def _guess(die: Die, index: int | None, truths: Sequence[Truth]) -> Guess:
    if index is None:
        # Where no place is known a guess at a wrong number cannot be told from one at nothing.
        unplaced = any(truth.px is None for truth in truths)
        return Guess(die, None, "flat" if unplaced else None, right=False)
    truth = truths[index]
    return Guess(die, index, truth.group, die.guess == truth.value and truth.group != "leaning")


def outcome_of(truth: Truth, found: Die | None) -> Outcome:
    """What became of a die."""
    if found is None:
        return "missed"
    if found.status != "ok":
        return "asked"
    fits = found.kind == truth.kind and found.value == truth.value
    return "right" if fits and truth.group != "leaning" else "wrong"


def measured(folders: Sequence[Path]) -> Accuracy:
    """Read every labelled picture in these folders; raises `Unlabelled`.

    Where a table has laid its calibration and what it learnt of its own dice beside them, they are read with these.
    """
    accuracy = Accuracy()
    for folder in folders:
        calibration, own = _read_with(folder)
        for labelled in labelled_in(folder):
            image = cv2.imread(str(labelled.path))
            if image is None:
                raise Unlabelled(f"{labelled.path}: is no picture, but has labels")
            reading = read_picture(np.asarray(image, np.uint8), calibration, own)
            accuracy.add(labelled, reading)
    return accuracy


def _read_with(folder: Path) -> tuple[Calibration | None, OwnDice]:
    file = folder / CALIBRATION
    try:
        return (load(file) if file.is_file() else None), own_dice(file, _unusable)
    except CalibrationFault as fault:
        raise Unlabelled(str(fault)) from fault


def _unusable(fault: str) -> None:
    raise Unlabelled(fault)


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
    group: Group = "other"
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


def _matched(truths: Sequence[Truth], dice: Sequence[Die]) -> dict[int, int]:
    """Which of the dice that were seen (index) is which of those that lie there."""
    taken: dict[int, int] = {}
    for index, truth in enumerate(truths):
        free = [(k, die) for k, die in enumerate(dice) if k not in taken]
        found = _alike(truth, free) if truth.px is None else _near(truth.px, truth, free)
        if found is not None:
            taken[found] = index
    return taken


def _alike(truth: Truth, dice: list[tuple[int, Die]]) -> int | None:
    """Where no place is known: one that shows the number, or seems to when none does."""
    alike = [(die.status != "ok", k) for k, die in dice if die.guess == truth.value]
    return min(alike)[1] if alike else None


def _near(px: tuple[float, float], truth: Truth, dice: list[tuple[int, Die]]) -> int | None:
    near = [(math.dist(die.px, px), k) for k, die in dice if die.kind == truth.kind]
    distance, index = min(near, default=(math.inf, -1))
    return index if distance < 0.5 * truth.edge else None


def _at(px: tuple[float, float]) -> str:
    return f"{px[0]:.0f}, {px[1]:.0f}"
