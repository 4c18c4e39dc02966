"""What every small network promises that judges patches, of a face or of a numeral."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import face_net
from vision.d12 import net as numeral_net
from vision.d12.net import NumeralNet
from vision.d12.second import SecondJudge
from vision.face_net import FaceNet
from vision.small_net import Floats, Patches


@dataclass(frozen=True)
class Kind:
    """How a judge is made (from its file, or the one that is shipped), asked, and what it looks at."""

    make: Callable[..., Callable[[Patches], Floats]]
    size: int
    columns: int
    module: str


KINDS = {
    "faces": Kind(lambda *file: FaceNet(*file).read, face_net.SIZE, face_net.NONE + 1, "vision.face_net"),
    "numerals": Kind(
        lambda *file: NumeralNet(*file).judge, numeral_net.SIZE, numeral_net.NONE + 1, "vision.d12.net"
    ),
    "numerals, the second": Kind(
        lambda *file: SecondJudge(*file).judge, numeral_net.SIZE, numeral_net.NONE + 1, "vision.d12.second"
    ),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


def noise(kind: Kind, seed: int, count: int) -> Patches:
    rng = np.random.default_rng(seed)
    return rng.uniform(0, 255, (count, kind.size, kind.size)).astype(np.uint8)


@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_any_number_of_patches_gives_a_row_of_probabilities_each(kind: Kind, count: int) -> None:
    rows = kind.make()(noise(kind, 3, count))
    assert rows.shape == (count, kind.columns)
    assert rows.dtype == np.float32
    assert np.allclose(rows.sum(axis=1), 1.0, atol=1e-5)


def test_a_patch_is_judged_alike_alone_and_among_others(kind: Kind) -> None:
    ask, patches = kind.make(), noise(kind, 4, 9)
    alone = np.concatenate([ask(patch[None]) for patch in patches])
    assert np.allclose(ask(patches), alone, atol=1e-4)


def test_threads_may_share_it(kind: Kind) -> None:
    ask = kind.make()
    batches = [noise(kind, seed, 1 + seed % 4) for seed in range(16)]
    alone = [ask(batch) for batch in batches]
    with ThreadPoolExecutor(4) as pool:
        for one, other in zip(alone, pool.map(ask, batches), strict=True):
            assert np.allclose(one, other, atol=1e-4)


def test_patches_of_another_shape_are_refused(kind: Kind) -> None:
    size = kind.size
    for shape in ((size, size), (1, size, size - 1), (1, size, size, 3)):
        with pytest.raises(ValueError, match=f"patches are N x {size} x {size}"):
            kind.make()(np.zeros(shape, np.uint8))


def test_the_model_is_read_when_it_is_first_asked(kind: Kind, tmp_path: Path) -> None:
    ask = kind.make(tmp_path / "absent.onnx")
    assert len(ask(noise(kind, 1, 0))) == 0
    with pytest.raises(cv2.error):
        ask(noise(kind, 1, 1))


def test_the_table_never_needs_what_trains(kind: Kind) -> None:
    code = (
        f"import sys, {kind.module};"
        " print({'torch', 'onnx', 'fontTools', 'vision.training'} & set(sys.modules))"
    )
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert seen.stdout.strip() == "set()"
