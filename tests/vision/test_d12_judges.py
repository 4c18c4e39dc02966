"""The two judges of a d12's numeral: they tell what is there, ask where nothing can be told, agree on no mistake."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.d12.net import CORNERS, NONE, SIZE, NumeralNet, told
from vision.d12.net import MODEL as FIRST_MODEL
from vision.d12.second import LOOK, TURNS, SecondJudge, gathered, looks
from vision.d12.second import MODEL as SECOND_MODEL
from vision.sim.numerals import typefaces
from vision.training.d12 import nothing
from vision.training.d12.exam import Exam, faces_table
from vision.training.d12.samples import samples

ROOT = Path(__file__).parents[2]
RENDER = ROOT / "tests" / "data" / "render"
PAGE = ROOT / "docs" / "d12.md"
LIMIT = 290_000
"""Bytes of both files."""
AGREED = 0.8
FLAT_PART = 0.932
"""The truth's pentagon is the flat part of a face, without its rounded edges."""
Judge = NumeralNet | SecondJudge
JUDGES: list[Callable[..., Judge]] = [NumeralNet, SecondJudge]


@pytest.fixture(scope="module", params=JUDGES, ids=["first", "second"])
def judge(request: pytest.FixtureRequest) -> Judge:
    return request.param()  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def both() -> tuple[Judge, Judge]:
    return NumeralNet(), SecondJudge()


def agreed(both: tuple[Judge, Judge], patches: np.ndarray) -> list[int | None]:
    """What the two tell together."""
    shares = np.array([judge.judge(patches) for judge in both])
    value = shares.sum(axis=0)[:, :NONE].argmax(axis=1)
    least = shares.min(axis=0)[np.arange(len(patches)), value]
    return [int(v) + 1 if p >= AGREED else None for v, p in zip(value, least, strict=True)]


def rendered() -> tuple[np.ndarray, list[int]]:
    """The tops of flat d12 in full view in our own renders, from the truth's corners."""
    frames = json.loads((RENDER / "truth.json").read_text(encoding="utf-8"))["frames"]
    patches, values = [], []
    for frame in frames:
        grey = cv2.imread(str(RENDER / frame["file"]), cv2.IMREAD_GRAYSCALE)
        for die in frame["dice"]:
            if _is_fair(frame, die):
                patches.append(straightened(grey, np.array(die["top_poly_px"], float)))
                values.append(die["top_value"])
    return np.array(patches), values


def _is_fair(frame: dict[str, Any], die: dict[str, Any]) -> bool:
    at_rest = frame["settled"] and not die["moving"] and not die["stacked"] and die["tilt_deg"] < 8
    return die["type"] == "d12" and at_rest and die["top_visibility"] > 0.97 and not die["glare_hidden"]


def straightened(grey: np.ndarray, corners: np.ndarray) -> np.ndarray:
    x, y = (corners - corners.mean(axis=0)).T
    if (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() < 0:
        corners = corners[::-1]
    middle = (SIZE - 1) / 2
    inner = (CORNERS - middle) * FLAT_PART + middle
    way, _ = cv2.findHomography(corners, inner.astype(float))
    return cv2.warpPerspective(grey, way, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE)


def turned(patches: np.ndarray, fifths: int) -> np.ndarray:
    middle = (SIZE - 1) / 2
    way = cv2.getRotationMatrix2D((middle, middle), 72.0 * fifths, 1.0)
    return np.array([cv2.warpAffine(p, way, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE) for p in patches])


def noise(seed: int, count: int, low: float = 0.0, high: float = 255.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.uniform(low, high, (count, SIZE, SIZE)).astype(np.uint8)


@pytest.mark.parametrize("fifths", range(5))
def test_d12_of_our_renders_are_told_in_any_turn_and_never_wrongly(
    both: tuple[Judge, Judge], fifths: int
) -> None:
    patches, values = rendered()
    assert len(values) >= 6
    answers = agreed(both, turned(patches, fifths))
    assert all(answer in (None, value) for answer, value in zip(answers, values, strict=True))
    assert sum(answer is None for answer in answers) <= len(values) // 2


@pytest.mark.parametrize(
    ("name", "patches"),
    [
        ("black", np.zeros((1, SIZE, SIZE), np.uint8)),
        ("white", np.full((1, SIZE, SIZE), 255, np.uint8)),
        ("noise", noise(1, 60)),
        ("faint noise", noise(2, 60, 40, 60)),
        ("ramp", np.tile(np.linspace(0, 255, SIZE).astype(np.uint8), (1, SIZE, 1))),
    ],
)
def test_where_no_numeral_is_they_agree_on_none(
    both: tuple[Judge, Judge], name: str, patches: np.ndarray
) -> None:
    assert agreed(both, patches) == [None] * len(patches), name


def test_drawn_numerals_of_typefaces_never_learnt_are_told_and_never_wrongly(
    both: tuple[Judge, Judge],
) -> None:
    patches, labels = samples(240, 77, typefaces())
    truth = [None if label == NONE else label + 1 for label in labels.tolist()]
    pairs = list(zip(agreed(both, patches), truth, strict=True))
    assert sum(answer is not None and value is not None and answer != value for answer, value in pairs) == 0
    assert sum(answer is not None and value is None for answer, value in pairs) <= 0.02 * len(pairs)
    assert sum(answer == value for answer, value in pairs if value) > 0.35 * sum(bool(v) for v in truth)


@pytest.mark.parametrize(
    ("best", "share", "value"), [(3, 0.9, 4), (3, 0.6, None), (NONE, 1.0, None), (11, 0.8, 12)]
)
def test_a_numeral_is_told_from_the_threshold_on(best: int, share: float, value: int | None) -> None:
    row = np.full(NONE + 1, (1 - share) / NONE, np.float32)
    row[best] = share
    assert told(row, 0.7) == value


def test_the_second_judge_looks_at_each_patch_at_ten_turns() -> None:
    patches, _ = rendered()
    seen = looks(patches[:2])
    assert seen.shape == (2 * TURNS, 1, LOOK, LOOK)
    # Half a turn later the same picture stands on its head.
    assert np.allclose(seen[5, 0], seen[0, 0][::-1, ::-1], atol=0.05)


def test_what_speaks_for_a_numeral_at_any_turn_counts() -> None:
    evidence = np.full((1, TURNS, NONE), -9.0, np.float32)
    evidence[0, 7, 4] = 6.0
    scores = gathered(evidence)
    assert scores.shape == (1, NONE + 1)
    assert int(scores.argmax()) == 4
    assert gathered(np.full((1, TURNS, NONE), -9.0, np.float32)).argmax() == NONE


def test_the_files_are_small_and_the_ones_that_the_page_describes() -> None:
    page = PAGE.read_text(encoding="utf-8")
    files = [model.read_bytes() for model in (FIRST_MODEL, SECOND_MODEL)]
    assert sum(len(data) for data in files) < LIMIT
    assert all(hashlib.sha256(data).hexdigest() in page for data in files)


def test_the_same_seed_draws_the_same_patches() -> None:
    one, other = (samples(6, 5, typefaces(), 2) for _ in range(2))
    assert (one[0] == other[0]).all()
    assert (one[1] == other[1]).all()


def test_all_that_is_no_numeral_can_be_drawn() -> None:
    assert min(nothing.KINDS.values()) > 0
    labels = samples(60, 6, typefaces())[1]
    assert 5 < int((labels == NONE).sum()) < 50


def test_an_examination_counts_what_both_agree_on() -> None:
    first, second = np.full((3, NONE + 1), 0.01, np.float32), np.full((3, NONE + 1), 0.01, np.float32)
    for row, (one, other, share) in enumerate([(0, 0, 0.85), (4, 4, 0.75), (2, 6, 0.88)]):
        first[row, one], second[row, other] = 0.88, share
    exam = Exam(first, second, np.array([0, 5, 2]))
    assert exam.told(0.7).tolist() == [True, True, False]
    assert exam.agreed == pytest.approx([0.85, 0.75, 0.01])
    assert "| 1 | 1 | 100.0 % | 100.0 % | 1 | 0 | 0 |" in faces_table(exam)
    assert "| 6 | 1 | 0.0 % | 0.0 % | 0 | 0 | 1 |" in faces_table(exam)
