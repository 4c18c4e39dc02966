"""The markers: found anywhere in a picture, and found again where they were, quickly but never on trust."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cameras.protocol import Image
from vision.markers import IDS, Known, Markers, markers_in, markers_near, middles
from vision.reader import Reader

RENDER = Path(__file__).parents[1] / "data" / "render"
FRAMES: list[dict[str, Any]] = json.loads((RENDER / "truth.json").read_text(encoding="utf-8"))["frames"]


def picture(frame: dict[str, Any]) -> Image:
    return np.asarray(cv2.imread(str(RENDER / frame["file"])), np.uint8)


def shifted(image: Image, x: float, y: float) -> Image:
    way = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpAffine(image, way, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def covered(image: Image, corners: np.ndarray, tone: int) -> Image:
    hidden = image.copy()
    cv2.fillConvexPoly(hidden, np.rint(corners).astype(np.int32), (tone, tone, tone))
    return hidden


def farthest(found: Markers, expected: Markers) -> float:
    return max(float(np.abs(found[name] - expected[name]).max()) for name in found)


@pytest.fixture(scope="module")
def image() -> Image:
    return picture(FRAMES[0])


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: str(frame["file"]))
def test_they_are_found_where_they_are(frame: dict[str, Any]) -> None:
    found = markers_in(picture(frame))
    true = {int(name): np.array(corners) for name, corners in frame["tray"]["marker_corners_px"].items()}
    # Something may lie on one of them.
    assert len(found) >= 3
    assert farthest(found, true) < 1.0


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: str(frame["file"]))
def test_they_are_found_again_at_the_same_places(frame: dict[str, Any]) -> None:
    still = picture(frame)
    found = markers_in(still)
    again = markers_near(still, Known({name: at + np.array([0.8, -0.6]) for name, at in found.items()}))
    assert sorted(again) == sorted(found)
    assert farthest(again, found) < 0.3


@pytest.mark.parametrize("way", [(1.0, 0.0), (-2.0, 2.0), (0.0, 6.0), (9.0, -5.0)])
def test_what_has_moved_a_little_is_found_where_it_is_now(image: Image, way: tuple[float, float]) -> None:
    found = markers_in(image)
    again = markers_near(shifted(image, *way), Known(found))
    assert len(again) >= 3
    assert farthest(again, {name: corners + way for name, corners in found.items()}) < 0.4


@pytest.mark.parametrize("tone", [0, 90, 255])
@pytest.mark.parametrize("name", IDS)
def test_a_covered_one_is_not_taken_on_trust(image: Image, name: int, tone: int) -> None:
    known = markers_in(image)
    assert sorted(markers_near(covered(image, known[name], tone), Known(known))) == [
        one for one in IDS if one != name
    ]


def test_another_marker_in_its_place_is_none(image: Image) -> None:
    known = markers_in(image)
    swapped = {0: known[1], 1: known[0], 2: known[2], 3: known[3]}
    assert sorted(markers_near(image, Known(swapped))) == [2, 3]


def test_a_hand_over_half_of_one_hides_it(image: Image) -> None:
    known = markers_in(image)
    half = np.array([known[2][0], known[2][1], known[2][1:3].mean(axis=0), known[2][[0, 3]].mean(axis=0)])
    assert 2 not in markers_near(covered(image, half, 150), Known(known))


@pytest.mark.parametrize("way", [(1.5, 0.0), (0.0, -4.0), (7.0, 3.0)])
def test_a_bumped_camera_is_noticed_at_once(image: Image, way: tuple[float, float]) -> None:
    reader = Reader()
    before, after = reader.view(image), reader.view(shifted(image, *way))
    assert before is not None and after is not None
    assert np.allclose(after.corners - before.corners, way, atol=0.6)


def test_a_still_camera_keeps_its_view(image: Image) -> None:
    reader = Reader()
    noisy = np.clip(image + np.random.default_rng(1).normal(0, 4, image.shape), 0, 255).astype(np.uint8)
    assert reader.view(image) is reader.view(noisy) is not None


def test_the_middles_of_a_markers_cells() -> None:
    square = np.array([[(10.0, 20.0), (30.0, 20.0), (30.0, 40.0), (10.0, 40.0)]])
    assert middles(square, 2).tolist() == [[[15, 25], [25, 25], [15, 35], [25, 35]]]
