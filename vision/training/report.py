"""What a trained network is worth, in numbers: accuracy, confusion, reliability, and the threshold that follows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.face_net import NONE, FaceNet
from vision.small_net import Floats, Patches

Labels = NDArray[np.int64]
NAMES = ("1", "2", "3", "4", "5", "6", "none")
_BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
_THRESHOLDS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
_WRONG, _PHANTOM = 0.002, 0.1
"""At the threshold at most so many faces are told as another number, and of the things drawn to deceive at most so many
as a face: the first judge has to be deceived by the same thing in the same way before that does harm."""


@dataclass(frozen=True, eq=False)
class Exam:
    """The probabilities that the network gave to patches with known labels: N x 7, N."""

    given: Floats
    labels: Labels

    @property
    def best(self) -> Labels:
        """The most probable column of each patch."""
        return np.asarray(self.given.argmax(axis=1), np.int64)

    @property
    def sure(self) -> Floats:
        """Its probability."""
        return np.asarray(self.given.max(axis=1), np.float32)

    def told(self, threshold: float) -> NDArray[np.bool_]:
        """Which patches a value is told for."""
        return np.asarray((self.best != NONE) & (self.sure >= threshold))


def examined(net: FaceNet, patches: Patches, labels: Labels) -> Exam:
    """The network's answers."""
    parts = [net.read(patches[k : k + 256]) for k in range(0, len(patches), 256)]
    return Exam(np.concatenate(parts), labels)


def threshold_of(exam: Exam) -> float:
    """The least of the thresholds at which wrong numbers and phantoms are rare enough."""
    good = (t for t in _THRESHOLDS if wrong(exam, t) <= _WRONG and phantoms(exam, t) <= _PHANTOM)
    return next(good, _THRESHOLDS[-1])


def right(exam: Exam, threshold: float) -> float:
    """The share of faces that are told as what they are."""
    faces = exam.labels != NONE
    return float((exam.told(threshold) & (exam.best == exam.labels)).sum() / faces.sum())


def wrong(exam: Exam, threshold: float) -> float:
    """The share of faces that are told as another number."""
    faces = exam.labels != NONE
    return float((exam.told(threshold) & faces & (exam.best != exam.labels)).sum() / faces.sum())


def phantoms(exam: Exam, threshold: float) -> float:
    """The share of patches without a face that are told as a number."""
    nothing = exam.labels == NONE
    return float((exam.told(threshold) & nothing).sum() / nothing.sum())


def accuracy_table(exam: Exam) -> str:
    """For each class: how many patches, and for how many it is the most probable."""
    rows = []
    for column, name in enumerate(NAMES):
        of_class = exam.labels == column
        right = float((exam.best == column)[of_class].mean())
        rows.append((name, str(int(of_class.sum())), f"{100 * right:.1f} %"))
    right = float((exam.best == exam.labels).mean())
    return table(
        ("class", "patches", "right"), [*rows, ("all", str(len(exam.labels)), f"{100 * right:.1f} %")]
    )


def confusion_table(exam: Exam) -> str:
    """Rows: the truth; columns: what the network holds most probable."""
    rows = []
    for column, name in enumerate(NAMES):
        counts = np.bincount(exam.best[exam.labels == column], minlength=NONE + 1)
        rows.append((name, *(str(count) for count in counts.tolist())))
    return table(("shown", *NAMES), rows)


def reliability_table(exam: Exam) -> str:
    """How often the most probable answer is right, next to what its probability says."""
    rows = []
    for low, high in pairwise(_BINS):
        inside = (exam.sure >= low) & ((exam.sure < high) | (high == _BINS[-1]))
        if inside.any():
            expected, seen = exam.sure[inside].mean(), (exam.best == exam.labels)[inside].mean()
            rows.append((f"{low:g} to {high:g}", str(int(inside.sum())), f"{expected:.3f}", f"{seen:.3f}"))
    return table(("probability", "patches", "expected right", "seen right"), rows)


def threshold_table(exam: Exam) -> str:
    """What a threshold costs and saves: values told of faces, and told wrongly (another value, or no face at all)."""
    rows = []
    for threshold in _THRESHOLDS:
        shares = (share(exam, threshold) for share in (right, wrong, phantoms))
        rows.append((f"{threshold:g}", *(f"{100 * share:.2f} %" for share in shares)))
    return table(("threshold", "faces told right", "faces told wrong", "no faces told a value"), rows)


def milliseconds(judge: Callable[[Patches], object], patches: Patches, times: int = 200) -> float:
    """The median processor time of one batch."""
    judge(patches)
    took = []
    for _ in range(times):
        began = time.process_time()
        judge(patches)
        took.append(1000 * (time.process_time() - began))
    return float(np.median(took))


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def kilobytes(path: Path) -> float:
    """A file's size."""
    return path.stat().st_size / 1000
