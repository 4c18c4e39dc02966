"""What the two judges agree on."""

from __future__ import annotations

import numpy as np
import pytest

from vision.d12.judges import Judges, turned
from vision.d12.net import NONE, SIZE


class Says:
    """A judge that always says the same: shares by column."""

    def __init__(self, **shares: float) -> None:
        self.row = np.zeros(NONE + 1, np.float32)
        for name, share in shares.items():
            self.row[int(name.strip("_"))] = share

    def judge(self, patches: np.ndarray) -> np.ndarray:
        return np.tile(self.row, (len(patches), 1))


PATCH = np.zeros((1, SIZE, SIZE), np.uint8)


@pytest.mark.parametrize(
    ("first", "second", "value", "agreed"),
    [
        pytest.param(Says(_3=0.9), Says(_3=0.7, _5=0.3), 4, 0.7, id="the less sure one counts"),
        pytest.param(Says(_0=0.85), Says(_10=0.59, _0=0.41), 1, 0.0, id="one likes another number better"),
        pytest.param(Says(_8=0.6), Says(_8=0.45, _12=0.55), 9, 0.0, id="one would rather not tell"),
        pytest.param(Says(_12=1.0), Says(_12=1.0), 1, 0.0, id="neither tells"),
    ],
)
def test_both_have_to_see_the_same(first: Says, second: Says, value: int, agreed: float) -> None:
    verdict = Judges(first, second).heard(PATCH)
    assert (int(verdict.value[0]), float(verdict.agreed[0])) == (value, pytest.approx(agreed))


def test_no_faces_are_answered() -> None:
    assert len(Judges(Says(_1=1.0), Says(_1=1.0)).heard(PATCH[:0]).value) == 0


def test_five_turns_are_a_whole_one() -> None:
    rng = np.random.default_rng(1)
    patch = np.kron(rng.integers(0, 255, (8, 8)), np.ones((6, 6))).astype(np.uint8)
    assert np.array_equal(turned(patch, 5), patch)
    back = turned(turned(patch, 2), 3)[16:32, 16:32].astype(float)
    assert np.abs(back - patch[16:32, 16:32]).mean() < 20
