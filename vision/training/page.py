"""The page docs/classifier.md: what the network is, how it was made, what its probabilities are worth."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from vision.face_net import NONE, REACH, SIZE, SURE, FaceNet
from vision.small_net import Patches
from vision.training.report import (
    Exam,
    accuracy_table,
    confusion_table,
    kilobytes,
    milliseconds,
    reliability_table,
    threshold_of,
    threshold_table,
)

_WORDS = Path(__file__).parent / "page.md"
_DICE = 9
"""A tray holds at most nine dice."""


@dataclass(frozen=True)
class Facts:
    """How a network was trained; `minutes` of one processor core, `model` the file."""

    patches: int
    epochs: int
    temperature: float
    minutes: float
    model: Path


def page(facts: Facts, exam: Exam, net: FaceNet, patches: Patches) -> str:
    """The page as Markdown. `patches` are timed."""
    faces = int((exam.labels != NONE).sum())
    return _WORDS.read_text(encoding="utf-8").format(
        size=SIZE,
        reach=REACH,
        around=2 * REACH,
        model=f"vision/models/{facts.model.name}",
        sha=hashlib.sha256(facts.model.read_bytes()).hexdigest(),
        kilobytes=kilobytes(facts.model),
        ms=milliseconds(net.read, patches[:_DICE]),
        patches=facts.patches,
        epochs=facts.epochs,
        minutes=facts.minutes,
        temperature=facts.temperature,
        exam=len(exam.labels),
        faces=faces,
        accuracy=accuracy_table(exam),
        confusion=confusion_table(exam),
        reliability=reliability_table(exam),
        thresholds=threshold_table(exam),
        least=threshold_of(exam),
        sure=SURE,
    )
