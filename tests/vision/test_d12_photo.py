"""D12 in photographs without markers: told where both judges agree, and nothing round is taken for one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.d12.discs import discs_in
from vision.d12.judges import Judges
from vision.d12.photo import d12_in_photo
from vision.reader import Reader, read_picture
from vision.sim.scenes import draw

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "photos"
needs_shared = pytest.mark.skipif(
    not SHARED.exists(), reason="the shared photographs are not beside the project"
)


def decagon(x: float, y: float, radius: float, turn: float, size: tuple[int, int] = (240, 320)) -> np.ndarray:
    picture = np.full((*size, 3), (70, 110, 150), np.uint8)
    angles = turn + np.arange(10) * 2 * np.pi / 10
    outline = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])
    cv2.fillConvexPoly(picture, np.rint(outline * 16).astype(np.int32), (30, 28, 26), cv2.LINE_AA, 4)
    return picture


@pytest.mark.parametrize(
    ("x", "y", "radius"), [(100.0, 120.0, 40.0), (210.0, 90.0, 70.0), (60.0, 180.0, 25.0)]
)
def test_a_decagon_is_found_where_it_is(x: float, y: float, radius: float) -> None:
    disc = discs_in(decagon(x, y, radius, 0.2))[0]
    # A regular decagon covers 0.935 of the circle around it.
    assert (disc.x, disc.y, disc.r) == pytest.approx((x, y, radius * np.sqrt(0.935)), abs=2.0)


@pytest.mark.parametrize("size", [(16, 16), (1, 400), (30, 30)])
def test_tiny_pictures_hold_nothing(size: tuple[int, int]) -> None:
    assert discs_in(np.zeros((*size, 3), np.uint8)) == []


def test_a_bare_decagon_is_no_die() -> None:
    assert all(die.status != "ok" for die in d12_in_photo(decagon(150, 120, 60, 0.1), Judges()))


@pytest.mark.parametrize("words", ["", "4", "12"])
def test_a_coin_is_no_die(words: str) -> None:
    picture = np.full((240, 320, 3), (60, 90, 60), np.uint8)
    cv2.circle(picture, (160, 120), 70, (150, 180, 190), -1, cv2.LINE_AA)
    cv2.circle(picture, (160, 120), 62, (110, 140, 150), 4, cv2.LINE_AA)
    cv2.putText(picture, words, (130, 140), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (60, 80, 90), 5, cv2.LINE_AA)
    assert all(die.status != "ok" for die in read_picture(picture).dice)


@needs_shared
def test_a_photographed_d12_is_told() -> None:
    name = "d12/EnjoySkyBlue__C964_Dice_Project__d12_wood257.jpg"
    label = json.loads((SHARED / "labels.json").read_text(encoding="utf-8"))[name]
    image = np.asarray(cv2.imread(str(SHARED / name)), np.uint8)
    told = [(die.kind, die.value) for die in read_picture(image).dice if die.status == "ok"]
    assert told == [("d12", value) for value in label["values"]]


def told_without_markers(kind: str, seed: int) -> list[tuple[int, int]]:
    """What each drawn d12 shows and what is told of it by itself, twice as large and with no marker in sight."""
    scene, judges = draw(kind, seed), Judges()
    view = Reader().view(scene.image)
    assert view is not None
    half = round(26 * view.px_per_mm)
    pairs = []
    for die in scene.black:
        x, y = view.pixels(np.array([[die.x, die.y]]), 12.0)[0].astype(int)
        part = scene.image[max(0, y - half) : y + half, max(0, x - half) : x + half]
        large = np.asarray(cv2.resize(part, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
        pairs += [(die.value, one.value or 0) for one in d12_in_photo(large, judges) if one.status == "ok"]
    return pairs


@pytest.mark.parametrize("seed", [910003, 910006, 910017], ids=["half of an 11", "a neighbour", "another"])
def test_what_looks_less_at_the_camera_is_not_told(seed: int) -> None:
    """Parts of numerals and neighbours of the top face were told as the number here."""
    pairs = told_without_markers("d12 leaning on nothing seen", seed)
    assert [(shows, told) for shows, told in pairs if told != shows] == []


def test_drawn_dice_are_told_without_markers_and_none_wrong() -> None:
    pairs = [pair for seed in range(910000, 910003) for pair in told_without_markers("d12", seed)]
    assert pairs
    assert [(shows, told) for shows, told in pairs if told != shows] == []


STRAINS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "as it is": lambda image: image,
    "turned": lambda image: cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE),
    "smaller": lambda image: cv2.resize(image, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA),
    "darker": lambda image: (255 * (image / 255.0) ** 1.6).astype(np.uint8),
    "blurred": lambda image: cv2.GaussianBlur(image, (0, 0), image.shape[1] / 160),
}


@needs_shared
@pytest.mark.parametrize("strain", STRAINS)
def test_of_photographed_d12_under_strain_some_are_told_and_none_wrong(strain: str) -> None:
    labels = json.loads((SHARED / "labels.json").read_text(encoding="utf-8"))
    dice = {name: label["values"] for name, label in labels.items() if name.startswith("d12/")}
    told: dict[str, list[int | None]] = {}
    for name in dice:
        image = np.asarray(cv2.imread(str(SHARED / name)), np.uint8)
        found = d12_in_photo(STRAINS[strain](image), Judges())
        told[name] = [die.value for die in found if die.status == "ok"]
    assert {name: values for name, values in told.items() if set(values) - set(dice[name])} == {}
    assert sum(bool(values) for values in told.values()) >= len(dice) / 3
