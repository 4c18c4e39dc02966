"""Trains the two judges of d12's numerals and writes docs/d12.md."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from vision.d12.net import MODEL as FIRST_MODEL
from vision.d12.net import NONE, NumeralNet
from vision.d12.second import MODEL as SECOND_MODEL
from vision.d12.second import SecondJudge, gathered
from vision.sim.numerals import Typeface
from vision.small_net import Floats
from vision.training import onnx_file
from vision.training.d12 import fitting, packages, standing
from vision.training.d12.exam import examined
from vision.training.d12.page import Made, page
from vision.training.d12.samples import Labels, samples

CHECK, EXAM = 3_000, 6_000
"""How many patches tell a judge's temperature; are the examination that the page reports."""
SHOTS = 2
"""So many patches are taken of each die that is drawn to be learnt from."""
_EXAM_SEED = 9
PAGE = Path(__file__).parents[3] / "docs" / "d12.md"
Say = Callable[[str], None]


@dataclass(frozen=True)
class _Course:
    """How one judge learns: its layers, its file, from how many patches, how often it sees each, which packages are
    the other's, its seed."""

    plan: fitting.Plan
    model: Path
    patches: int
    epochs: int
    without: int
    seed: int


FIRST = _Course(fitting.FIRST, FIRST_MODEL, 144_000, 14, 1, 1)
SECOND = _Course(fitting.SECOND, SECOND_MODEL, 120_000, 12, 3, 2)


def train(fonts: Path, say: Say) -> None:
    """Trains what tells standing dice from leaning ones; fetches fonts into the folder, trains both judges; writes
    their files and the page."""
    cv2.setNumThreads(1)
    standing.train(say)
    packages.fetch(fonts)
    made = [_judge(course, packages.learnt(fonts, course.without), say) for course in (FIRST, SECOND)]
    report(made[0], made[1], packages.examined(fonts), say)


def _judge(course: _Course, faces: list[Typeface], say: Say) -> Made:
    count = course.patches
    say(f"drawing {count} patches with {len(faces)} typefaces")
    patches, labels = samples(count + CHECK, course.seed, faces, SHOTS)
    net = fitting.fit(course.plan, patches[:count], labels[:count], course.epochs, course.seed, say)
    softness = soften(course.plan, fitting.evidence(course.plan, net, patches[count:]), labels[count:])
    lessons = f"{course.epochs} epochs of {count} patches"
    write(course, net, softness, lessons)
    return Made(course.model, lessons, len(faces), softness)


def soften(plan: fitting.Plan, evidence: Floats, labels: Labels) -> float:
    """The temperature of a judge."""
    whole = plan is fitting.FIRST
    return fitting.temperature(lambda t: evidence / t if whole else gathered(evidence / t), labels)


def write(course: _Course, net: Any, softness: float, lessons: str) -> None:
    """Writes the judge's file."""
    plan, about = course.plan, f"numerals of d12: {lessons}, drawn, seed {course.seed}"
    form = onnx_file.Form(course.model.stem, (1, plan.side, plan.side), plan.columns, half=True)
    onnx_file.write(net, softness, course.model, about, form)


def report(first: Made, second: Made, faces: list[Typeface], say: Say) -> None:
    """Examines both judges on patches with typefaces they have not seen, and writes the page."""
    patches, labels = samples(EXAM, _EXAM_SEED, faces)
    exam = examined(NumeralNet(first.model), SecondJudge(second.model), patches, labels)
    text = page(first, second, exam, len(faces), patches[labels != NONE])
    PAGE.write_text(text, encoding="utf-8")
    say(text)


def main(arguments: list[str] | None = None) -> int:
    """`python -m vision.training.d12 FONTS`."""
    (fonts,) = sys.argv[1:] if arguments is None else arguments
    train(Path(fonts), lambda line: print(line, file=sys.stderr, flush=True))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
