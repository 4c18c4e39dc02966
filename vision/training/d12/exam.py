"""What the two judges of a d12's numeral are worth, each and together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.d12.net import NONE, NumeralNet
from vision.d12.second import SecondJudge
from vision.small_net import Floats, Patches
from vision.training.d12.samples import Labels
from vision.training.report import table

NAMES = (*(str(value) for value in range(1, 13)), "none")
_BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
_THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
TOLD = 0.7
"""The probability of the less sure judge at which the tables of single faces are counted."""


@dataclass(frozen=True, eq=False)
class Exam:
    """The probabilities that both judges gave to patches with known labels: N x 13 each, N."""

    first: Floats
    second: Floats
    labels: Labels

    @property
    def value(self) -> Labels:
        """The numeral's column that both together hold most likely."""
        return np.asarray((self.first + self.second)[:, :NONE].argmax(axis=1), np.int64)

    @property
    def agreed(self) -> Floats:
        """What the less sure judge gives to it."""
        rows = np.arange(len(self.labels))
        return np.asarray(np.minimum(self.first[rows, self.value], self.second[rows, self.value]), np.float32)

    def told(self, threshold: float) -> NDArray[np.bool_]:
        """Which patches a numeral is told for."""
        return np.asarray(self.agreed >= threshold)

    @property
    def numerals(self) -> NDArray[np.bool_]:
        """Which patches show a numeral that can be told."""
        return np.asarray(self.labels != NONE)


def examined(first: NumeralNet, second: SecondJudge, patches: Patches, labels: Labels) -> Exam:
    """Both judges' answers."""
    parts = [patches[k : k + 128] for k in range(0, len(patches), 128)]
    answers = [np.concatenate([judge.judge(part) for part in parts]) for judge in (first, second)]
    return Exam(answers[0], answers[1], labels)


def faces_table(exam: Exam) -> str:
    """For each numeral: how often each judge alone holds it most probable, and what both together tell."""
    rows = []
    told, right = exam.told(TOLD), exam.value == exam.labels
    for column, name in enumerate(NAMES):
        of = exam.labels == column
        alone = [_percent((given.argmax(axis=1) == column)[of]) for given in (exam.first, exam.second)]
        counts = ((told & right)[of].sum(), (~told)[of].sum(), (told & ~right)[of].sum())
        rows.append((name, str(int(of.sum())), *alone, *(str(int(count)) for count in counts)))
    head = ("shown", "patches", "first judge right", "second right", "told right", "asked", "told wrong")
    return table(head, rows)


def _percent(which: NDArray[np.bool_]) -> str:
    return f"{100 * float(which.mean()):.1f} %" if len(which) else ""


def confusion_table(exam: Exam) -> str:
    """Rows: the truth; columns: what is told, or that it is asked."""
    answers = np.where(exam.told(TOLD), exam.value, NONE)
    rows = []
    for column, name in enumerate(NAMES):
        counts = np.bincount(answers[exam.labels == column], minlength=NONE + 1)
        rows.append((name, *(str(count) if count else "" for count in counts.tolist())))
    return table(("shown", *NAMES[:-1], "asked"), rows)


def judges_confusion(exam: Exam) -> str:
    """The same for what each judge alone holds most probable, both counted into one table."""
    rows = []
    for column, name in enumerate(NAMES):
        of = exam.labels == column
        counts = sum(
            np.bincount(given.argmax(axis=1)[of], minlength=NONE + 1) for given in (exam.first, exam.second)
        )
        rows.append((name, *(str(count) if count else "" for count in np.asarray(counts).tolist())))
    return table(("shown", *NAMES), rows)


def reliability_table(exam: Exam) -> str:
    """How often each judge's most probable answer is right, next to what its probability says."""
    rows = []
    for low, high in pairwise(_BINS):
        cells = [cell for given in (exam.first, exam.second) for cell in _bin(given, exam.labels, low, high)]
        rows.append((f"{low:g} to {high:g}", *cells))
    head = ("probability", "first: patches", "expected", "seen", "second: patches", "expected", "seen")
    return table(head, rows)


def _bin(given: Floats, labels: Labels, low: float, high: float) -> Iterator[str]:
    sure = given.max(axis=1)
    inside = (sure >= low) & ((sure < high) | (high == _BINS[-1]))
    yield str(int(inside.sum()))
    if not inside.any():
        yield from ("", "")
        return
    yield f"{float(sure[inside].mean()):.3f}"
    yield f"{float((given.argmax(axis=1) == labels)[inside].mean()):.3f}"


def threshold_table(exam: Exam) -> str:
    """What a threshold for the less sure judge costs and saves."""
    rows = []
    right = exam.value == exam.labels
    for threshold in _THRESHOLDS:
        told = exam.told(threshold)
        shares = ((told & right)[exam.numerals], (told & ~right)[exam.numerals], told[~exam.numerals])
        counts = f"{int(shares[1].sum())}", f"{int(shares[2].sum())}"
        rows.append((f"{threshold:g}", *(f"{100 * float(share.mean()):.2f} %" for share in shares), *counts))
    head = (
        "threshold",
        "numerals told right",
        "told wrong",
        "nothing told as a numeral",
        "wrong",
        "phantoms",
    )
    return table(head, rows)
