"""The reader of photographs on other people's photographs, where they lie beside the project."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cameras.protocol import Image
from vision.photo import read_photo
from vision.reading import Reading

DATA = Path(__file__).parents[2].parent / "shared" / "data"
pytestmark = [
    pytest.mark.skipif(not DATA.exists(), reason="the shared photographs are not beside the project"),
    pytest.mark.slow,
]

EDGES = {"KingJacker": 120.0, "seanwieser": 86.0}
"""Edges of the dice in pixels, where the labels give no boxes."""
CHANGES: dict[str, Callable[[Image], Any]] = {
    "half the light": lambda image: cv2.convertScaleAbs(image, alpha=0.5),
    "half as much light again": lambda image: cv2.convertScaleAbs(image, alpha=1.5),
    "a little out of focus": lambda image: cv2.GaussianBlur(image, (0, 0), image.shape[1] / 640),
    "out of focus": lambda image: cv2.GaussianBlur(image, (0, 0), image.shape[1] / 320),
    "moving": lambda image: cv2.filter2D(image, -1, np.full((1, 15), 1 / 15)),
    "saved badly": lambda image: cv2.imdecode(
        cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 40])[1], 1
    ),
}


def labelled(source: str, kind: str = "d6") -> list[tuple[str, dict[str, Any]]]:
    labels = json.loads((DATA / "photos" / "labels.json").read_text(encoding="utf-8"))
    return [
        (name, label) for name, label in sorted(labels.items()) if source in name and label["kind"] == kind
    ]


def photograph(name: str) -> Image:
    image = cv2.imread(str(DATA / "photos" / name))
    assert image is not None
    return np.asarray(image, np.uint8)


def by_place(reading: Reading, label: dict[str, Any], edge: float | None, scale: float = 1.0) -> Counter[str]:
    """Right, wrong, asked and missed dice, and values told where no die lies (phantom)."""
    score: Counter[str] = Counter()
    free = list(reading.dice)
    for truth in label["dice"]:
        box = truth.get("box")
        size = edge or max(box[2] - box[0], box[3] - box[1], 42)
        x, y = (place * scale for place in truth["px"])
        near = [die for die in free if np.hypot(die.px[0] - x, die.px[1] - y) < 0.6 * size * scale]
        if not near:
            score["missed"] += 1
            continue
        free.remove(near[0])
        value = near[0].value
        score["asked" if value is None else "right" if value == truth["value"] else "wrong"] += 1
    score["phantom"] += sum(die.value is not None for die in free)
    score["unsure phantom"] += sum(die.value is None for die in free)
    return score


def by_values(reading: Reading, label: dict[str, Any]) -> Counter[str]:
    got = Counter(die.value for die in reading.dice if die.value is not None)
    want = Counter(label["values"])
    return Counter(right=(got & want).total(), wrong=(got - want).total())


def crop_without_a_whole_die(
    rng: np.random.Generator, image: Image, label: dict[str, Any], edge: float | None
) -> Image | None:
    """A random part of a photograph that holds no die whole: all middles lie outside or at its border."""
    high, wide = image.shape[:2]
    size = rng.uniform(0.15, 0.5, 2) * (wide, high)
    left, top = rng.uniform(0, 1, 2) * ((wide, high) - size)
    for truth in label["dice"]:
        box = truth.get("box")
        # A little of a face may be cut off and all of its pips be in sight: the die is then still whole enough.
        far = 0.3 * (edge or max(box[2] - box[0], box[3] - box[1]))
        x, y = truth["px"]
        if (
            left - far < x < left + size[0] + far
            and top - far < y < top + size[1] + far
            and not (x < left + far or x > left + size[0] - far or y < top + far or y > top + size[1] - far)
        ):
            return None
    return image[int(top) : int(top + size[1]), int(left) : int(left + size[0])]


def total(source: str, every: int = 1) -> Counter[str]:
    score: Counter[str] = Counter()
    for name, label in labelled(source)[::every]:
        reading = read_photo(photograph(name))
        placed = by_place(reading, label, EDGES.get(source)) if label["dice"] else by_values(reading, label)
        score += placed
    return score


def dice_of(source: str, every: int) -> int:
    return sum(len(label["values"]) for _, label in labelled(source)[::every])


def test_six_dice_on_a_round_black_tray() -> None:
    score = total("KingJacker")
    assert score["wrong"] == score["phantom"] == score["unsure phantom"] == score["missed"] == 0
    assert score["right"] >= 41


def test_five_dice_in_a_dim_cardboard_box() -> None:
    score = total("seanwieser", every=2)
    assert score["wrong"] == score["phantom"] == 0
    assert score["right"] >= 0.99 * dice_of("seanwieser", every=2)


def test_ivory_dice_on_carpet_wood_and_cloth() -> None:
    score = total("DamianTab")
    assert score["wrong"] == 0
    assert score["right"] >= 0.95 * 122


def test_small_dice_of_many_colours_are_left_alone_rather_than_misread() -> None:
    score = total("nell-byler", every=4)
    assert score["wrong"] == score["phantom"] == 0
    assert score["right"] > 0


def test_a_tilted_view_with_side_faces_is_asked_about_rather_than_misread() -> None:
    score = total("matteop65", every=3)
    assert score["wrong"] == score["phantom"] == 0
    assert score["right"] > score["missed"]


@pytest.mark.parametrize("source", ["KingJacker", "seanwieser", "matteop65"])
def test_parts_of_photographs_without_a_whole_die_have_nothing_to_tell(source: str) -> None:
    rng = np.random.default_rng(11)
    for name, label in labelled(source)[::4]:
        image = photograph(name)
        for _ in range(4):
            part = crop_without_a_whole_die(rng, image, label, EDGES.get(source))
            if part is not None:
                assert not any(die.value for die in read_photo(np.ascontiguousarray(part)).dice), name


def test_dice_with_twelve_faces_are_never_read_as_six_sided_ones() -> None:
    for name, _ in labelled("", kind="d12")[::2]:
        assert not any(die.value for die in read_photo(photograph(name)).dice), name


@pytest.mark.parametrize("change", CHANGES)
def test_bad_light_focus_and_files_make_questions_not_errors(change: str) -> None:
    score: Counter[str] = Counter()
    for source, every in (("KingJacker", 3), ("seanwieser", 9)):
        for name, label in labelled(source)[::every]:
            score += by_place(read_photo(CHANGES[change](photograph(name))), label, EDGES[source])
    assert score["wrong"] == score["phantom"] == 0
    assert score["right"] > score["asked"] + score["missed"]


def test_a_small_copy_of_a_photograph_reads_the_same() -> None:
    for name, label in labelled("KingJacker")[::3]:
        half = cv2.resize(photograph(name), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        score = by_place(read_photo(np.asarray(half, np.uint8)), label, EDGES["KingJacker"], 0.5)
        assert score["right"] == len(label["dice"])


def test_a_film_of_rolls_on_felt_is_read_whenever_the_die_lies_still() -> None:
    folder = DATA / "sequences" / "felt_real"
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    for still in truth["settled"]:
        first, last = still["frames"]
        for number in range(first, last + 1, 7):
            image = cv2.imread(str(folder / f"{number:04d}.jpg"))
            assert image is not None
            values = [die.value for die in read_photo(np.asarray(image, np.uint8)).dice]
            assert values == still["values"], number
