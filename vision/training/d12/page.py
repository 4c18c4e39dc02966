"""The page docs/d12.md: what the judges of d12 are, how they were made, what their probabilities are worth."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from vision.d12.net import RADIUS, SIZE, NumeralNet
from vision.d12.second import SecondJudge
from vision.small_net import Patches
from vision.training.d12 import exam as exam_of
from vision.training.d12.packages import EXAMINED, LEARNT
from vision.training.d12.samples import RADII
from vision.training.report import kilobytes, milliseconds

_WORDS = Path(__file__).parent / "page.md"
_DICE = 3
"""A tray holds at most three black dice."""


@dataclass(frozen=True)
class Made:
    """How a judge was trained: the file, in words what it has seen how often, how many typefaces, the temperature."""

    model: Path
    lessons: str
    faces: int
    softness: float


def page(first: Made, second: Made, exam: exam_of.Exam, exam_faces: int, some: Patches) -> str:
    """The page as Markdown; `some` patches are timed."""
    return _WORDS.read_text(encoding="utf-8").format(
        size=SIZE,
        radius=RADIUS,
        small=RADII[0],
        large=RADII[1],
        learnt=", ".join(LEARNT),
        examined=", ".join(EXAMINED),
        exam=len(exam.labels),
        exam_faces=exam_faces,
        numerals=int(exam.numerals.sum()),
        told=exam_of.TOLD,
        faces=exam_of.faces_table(exam),
        confusion=exam_of.confusion_table(exam),
        alone=exam_of.judges_confusion(exam),
        reliability=exam_of.reliability_table(exam),
        thresholds=exam_of.threshold_table(exam),
        **_facts("first", first, NumeralNet(first.model), some),
        **_facts("second", second, SecondJudge(second.model), some),
    )


def _facts(name: str, made: Made, judge: NumeralNet | SecondJudge, some: Patches) -> dict[str, object]:
    return {
        f"{name}_file": f"vision/models/{made.model.name}",
        f"{name}_sha": hashlib.sha256(made.model.read_bytes()).hexdigest(),
        f"{name}_kb": kilobytes(made.model),
        f"{name}_ms": milliseconds(judge.judge, some[:_DICE]),
        f"{name}_lessons": made.lessons,
        f"{name}_faces": made.faces,
        f"{name}_softness": made.softness,
    }
