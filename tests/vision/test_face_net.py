"""The network that judges faces, and the drawn patches that it learns from."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.face_net import MODEL, NONE, SIZE, SURE, FaceNet, middles_of, straightened, told
from vision.training.canvas import SIDE
from vision.training.dice import LAYOUTS
from vision.training.grounds import ground
from vision.training.others import THINGS, is_layout
from vision.training.samples import sample
from vision.training.simulated import Studio

RENDER = Path(__file__).parents[1] / "data" / "render"
PAGE = Path(__file__).parents[2] / "docs" / "classifier.md"
LIMIT = 300_000


@pytest.fixture(scope="module")
def net() -> FaceNet:
    return FaceNet()


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio(np.random.default_rng(1), spots=3)


def noise(seed: int, count: int, low: float = 0.0, high: float = 255.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.uniform(low, high, (count, SIZE, SIZE)).astype(np.uint8)


def rendered_faces() -> tuple[np.ndarray, list[int]]:
    """Every flat, resting, unhidden d6 of our own renders, straightened by the truth's corners."""
    frames = json.loads((RENDER / "truth.json").read_text(encoding="utf-8"))["frames"]
    patches, values = [], []
    for frame in frames:
        tone = np.asarray(cv2.imread(str(RENDER / frame["file"])), np.uint8).min(axis=2)
        for die in frame["dice"]:
            if _is_fair(frame, die):
                patches.append(straightened(tone, np.array(die["top_poly_px"], float)))
                values.append(die["top_value"])
    return np.array(patches), values


def _is_fair(frame: dict[str, Any], die: dict[str, Any]) -> bool:
    at_rest = frame["settled"] and not die["moving"] and not die["stacked"]
    return die["type"] == "d6" and at_rest and die["tilt_deg"] < 8 and die["top_visibility"] > 0.97


def test_it_tells_the_dice_of_our_renders_and_never_another_number(net: FaceNet) -> None:
    patches, values = rendered_faces()
    assert len(values) >= 15
    answers = [told(row) for row in net.read(patches)]
    assert all(answer in (None, value) for answer, value in zip(answers, values, strict=True))
    assert sum(answer is None for answer in answers) <= len(values) // 10


def test_a_turned_face_is_the_same_face(net: FaceNet) -> None:
    patches, values = rendered_faces()
    for quarter in (1, 2, 3):
        for row, value in zip(net.read(np.rot90(patches, quarter, (1, 2))), values, strict=True):
            assert told(row) in (None, value)


def checkerboard(pitch: int) -> np.ndarray:
    rows, columns = np.indices((SIZE, SIZE)) // pitch
    return ((rows + columns) % 2 * 200 + 20).astype(np.uint8)


@pytest.mark.parametrize(
    ("name", "patches"),
    [
        ("black", np.zeros((1, SIZE, SIZE), np.uint8)),
        ("white", np.full((1, SIZE, SIZE), 255, np.uint8)),
        ("noise", noise(1, 60)),
        ("faint noise", noise(2, 60, 40, 60)),
        ("checkers", np.array([checkerboard(pitch) for pitch in range(2, 20)])),
        ("ramp", np.tile(np.linspace(0, 255, SIZE).astype(np.uint8), (1, SIZE, 1))),
    ],
)
def test_where_no_face_is_it_tells_none(net: FaceNet, name: str, patches: np.ndarray) -> None:
    assert [told(row) for row in net.read(patches)] == [None] * len(patches), name


def test_felt_is_none(net: FaceNet) -> None:
    rng = np.random.default_rng(5)
    first = (SIDE - SIZE) // 2
    felts = [
        (255 * ground(rng)[first : first + SIZE, first : first + SIZE]).astype(np.uint8) for _ in range(40)
    ]
    assert (net.read(np.array(felts)).argmax(axis=1) == NONE).all()


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ([0, 0, 0, 1, 0, 0, 0], 4),
        ([0, 0, 0, SURE - 0.01, 0, 0, 1.01 - SURE], None),
        ([0, 0, 0, 0, 0, 0, 1], None),
        ([0.5, 0.5, 0, 0, 0, 0, 0], None),
    ],
)
def test_a_value_is_told_from_the_threshold_on(row: list[float], value: int | None) -> None:
    assert told(np.array(row, np.float32)) == value


def test_a_face_is_laid_straight_with_half_an_edge_of_surroundings() -> None:
    tone = np.zeros((200, 200), np.uint8)
    corners = cv2.boxPoints(((100.0, 90.0), (60.0, 60.0), 30.0))
    cv2.fillConvexPoly(tone, np.rint(corners).astype(np.int32), 200)
    patch = straightened(tone, corners.astype(float))
    face = slice(SIZE // 6 + 1, SIZE - SIZE // 6 - 1)
    assert patch[face, face].min() > 150
    assert patch[: SIZE // 6 - 1].max() < 50


def test_the_middle_of_a_larger_patch_is_the_same_place() -> None:
    large = np.zeros((137, 137), np.uint8)
    large[36:101, 36:101] = 200  # 16 mm at 0.25 mm a pixel, around pixel 68
    assert abs(float(middles_of(large[None], 64.0).mean()) / 200 - (16 / 24) ** 2) < 0.03


def test_the_file_is_small_and_the_one_that_the_page_describes() -> None:
    data = MODEL.read_bytes()
    assert len(data) < LIMIT
    assert hashlib.sha256(data).hexdigest() in PAGE.read_text(encoding="utf-8")


def test_the_same_seed_draws_the_same_patch(studio: Studio) -> None:
    one, other = (sample(np.random.default_rng([7, 3]), studio) for _ in range(2))
    assert one[1] == other[1]
    assert (one[0] == other[0]).all()


def test_most_drawn_patches_are_told_rightly_and_hardly_any_wrongly(net: FaceNet, studio: Studio) -> None:
    drawn = [sample(np.random.default_rng([99, k]), studio) for k in range(120)]
    answers = [told(row) for row in net.read(np.array([patch for patch, _ in drawn]))]
    truth = [None if label == NONE else label + 1 for _, label in drawn]
    pairs = list(zip(answers, truth, strict=True))
    assert sum(answer is not None and value is not None and answer != value for answer, value in pairs) <= 1
    assert sum(answer is not None and value is None for answer, value in pairs) <= 0.08 * len(pairs)
    assert sum(answer == value for answer, value in pairs) > 0.8 * len(pairs)


def test_all_things_can_be_drawn() -> None:
    for thing in THINGS:
        canvas = ground(np.random.default_rng(1))
        before = canvas.copy()
        thing(np.random.default_rng(4), canvas)
        assert np.isfinite(canvas).all(), thing.__name__
        assert thing.__name__ == "nothing" or (canvas != before).any(), thing.__name__


@pytest.mark.parametrize("value", range(1, 7))
def test_a_layout_without_one_pip_is_no_layout_but_where_the_middle_makes_another(value: int) -> None:
    pips = list(LAYOUTS[value])
    assert is_layout(pips)
    assert is_layout([(-y, x) for x, y in pips])
    for lost in pips:
        rest = [pip for pip in pips if pip != lost]
        assert is_layout(rest) is (value in (3, 5) and lost == (0, 0))
