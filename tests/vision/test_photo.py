"""Photographs without markers, drawn: the scale comes from the dice, doubt is a question, nothing else is a die."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn_dice import Drawn, Image, picture
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.photo.read import read_photo
from vision.reading import Die, Reading


def told(reading: Reading) -> list[int]:
    return sorted(die.value for die in reading.dice if die.value is not None)


def at(reading: Reading, x: float, y: float, within: float) -> Die | None:
    return next((die for die in reading.dice if np.hypot(die.px[0] - x, die.px[1] - y) < within), None)


def six_dice(edge: float) -> list[Drawn]:
    """One of each value, turned, with the side that a camera above the middle sees."""
    return [
        Drawn(value, (1 + 2.2 * ((value - 1) % 3)) * edge + 20, (1 + 2.4 * ((value - 1) // 3)) * edge + 20, edge,
              23.0 * value, side=(0.12 * (1 - (value - 1) % 3), 0.12 * (1 - 2 * ((value - 1) // 3))))
        for value in range(1, 7)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("edge", "width", "height"),
    [(25, 640, 480), (60, 640, 480), (110, 1280, 720), (250, 1640, 1232), (230, 4000, 3000)],
)
def test_all_sizes_of_dice_and_pictures(edge: int, width: int, height: int) -> None:
    dice = six_dice(edge)
    reading = read_photo(picture(dice, width, height))
    assert told(reading) == [1, 2, 3, 4, 5, 6]
    assert reading.size == (width, height)
    assert not reading.tray
    for drawn in dice:
        die = at(reading, drawn.x, drawn.y, 0.1 * edge)
        assert die is not None and die.value == drawn.value
        assert die.size == pytest.approx(16.0, rel=0.1)
        assert die.x is None and die.y is None and die.zone is None
        assert 0.6 <= die.confidence <= 1.0


def test_the_outline_is_the_top_face() -> None:
    (die,) = read_photo(picture([Drawn(5, 200, 150, 80, 30.0)], 400, 300)).dice
    corners = np.array(die.outline)
    assert corners.mean(axis=0) == pytest.approx((200, 150), abs=2.0)
    assert np.hypot(*(corners - (200, 150)).T) == pytest.approx(np.full(4, 80 / np.sqrt(2)), rel=0.1)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_single_die_tells_its_own_scale(value: int) -> None:
    assert told(read_photo(picture([Drawn(value, 300, 220, 70, 35.0, side=(0.15, 0.1))]))) == [value]


def test_dice_side_by_side() -> None:
    row = [Drawn(value, 80 * value, 200, 60, 4.0 * value) for value in range(1, 7)]
    assert told(read_photo(picture(row))) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("pitch", [60, 61, 62, 64])
def test_a_row_in_line_looks_like_tiles_and_may_be_asked_about_but_is_never_misread(pitch: int) -> None:
    row = [Drawn(value, 80 + pitch * value, 200, 60) for value in range(1, 7)]
    reading = read_photo(picture(row))
    for die in reading.dice:
        nearest = min(row, key=lambda drawn: abs(drawn.x - die.px[0]))
        assert die.value in (nearest.value, None)


@pytest.mark.parametrize("felt", [(40, 40, 42), (60, 105, 55), (30, 40, 150), (140, 150, 155)])
def test_grounds_of_many_colours(felt: tuple[int, int, int]) -> None:
    assert told(read_photo(picture(six_dice(70), felt=felt))) == [1, 2, 3, 4, 5, 6]


@settings(max_examples=8, deadline=None)
@given(
    values=st.lists(st.integers(1, 6), min_size=5, max_size=5),
    turns=st.lists(st.floats(0, 90), min_size=5, max_size=5),
    edge=st.floats(40, 90),
    light=st.floats(0.5, 1.5),
    blur=st.floats(0.3, 2.0),
)
def test_whatever_the_throw_and_the_light_no_value_is_wrong(
    values: list[int], turns: list[float], edge: float, light: float, blur: float
) -> None:
    places = [(100, 100), (300, 110), (500, 95), (180, 330), (420, 340)]
    dice = [Drawn(v, x, y, edge, t, (0.1, 0.08)) for v, (x, y), t in zip(values, places, turns, strict=True)]
    image = cv2.GaussianBlur(cv2.convertScaleAbs(picture(dice), alpha=light), (0, 0), blur)
    reading = read_photo(np.asarray(image, np.uint8))
    assert len(reading.dice) == 5
    for drawn in dice:
        die = at(reading, drawn.x, drawn.y, 0.4 * edge)
        assert die is not None and die.value in (drawn.value, None)


@pytest.mark.parametrize("length", [9, 17, 31, 45])
def test_motion_blur_is_asked_about_but_never_misread(length: int) -> None:
    dice = six_dice(70)
    kernel = np.full((1, length), 1.0 / length)
    reading = read_photo(np.asarray(cv2.filter2D(picture(dice), -1, kernel), np.uint8))
    for die in reading.dice:
        nearest = min(dice, key=lambda drawn: np.hypot(drawn.x - die.px[0], drawn.y - die.px[1]))
        assert die.value in (nearest.value, None)


@pytest.mark.parametrize("value", [2, 3, 5, 6])
@pytest.mark.parametrize("cut", [-0.3, -0.15, 0.0, 0.15, 0.3])
def test_a_die_cut_by_the_border_is_not_read(value: int, cut: float) -> None:
    dice = [Drawn(4, 150, 300, 70), Drawn(value, 500, 150, 70, 10.0)]
    image = picture(dice)[:, : round(500 + cut * 70)]
    assert told(read_photo(image)) == [4]


def test_a_die_without_a_readable_face_is_asked_about() -> None:
    dice = [Drawn(4, 150, 120, 70, 20.0), Drawn(6, 400, 130, 70, 50.0)]
    image = picture([*dice, Drawn(1, 300, 330, 70, 30.0, pips=((-0.9, -1.3), (0.2, -1.2), (0.5, 0.9)))])
    reading = read_photo(image)
    assert told(reading) == [4, 6]
    die = at(reading, 300, 330, 35)
    assert die is not None and (die.status, die.value) == ("unsure", None)


def page_of_text() -> Image:
    page = np.full((600, 800, 3), 235, np.uint8)
    for line in range(18):
        cv2.putText(
            page,
            "8 dice: 60 % (o.k.) oQ0 :.: 6689",
            (8, 30 + 32 * line),
            0,
            1.0,
            (30, 30, 30),
            2,
            cv2.LINE_AA,
        )
    return page


def chessboard(square: int) -> Image:
    rows, columns = np.indices((480, 640)) // square
    return np.repeat((((rows + columns) % 2) * 180 + 30).astype(np.uint8)[..., None], 3, axis=2)


def noise(grain: float) -> Image:
    grains = np.random.default_rng(3).normal(0.0, 1.0, (480, 640, 3))
    smooth = cv2.GaussianBlur(grains, (0, 0), grain) if grain else grains
    return np.asarray(cv2.normalize(smooth, None, 0, 255, cv2.NORM_MINMAX), np.uint8)


def keys() -> Image:
    board = np.full((360, 640, 3), 40, np.uint8)
    for i in range(50):
        x, y = 5 + 64 * (i % 10), 5 + 70 * (i // 10)
        cv2.rectangle(board, (x, y), (x + 55, y + 60), (220, 220, 220), cv2.FILLED)
        cv2.putText(board, "OQ80R6BDoe"[i % 10], (x + 14, y + 42), 0, 1.0, (20, 20, 20), 3, cv2.LINE_AA)
    return board


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((3, 500, 3), np.uint8),
        np.zeros((480, 640, 3), np.uint8),
        np.full((480, 640, 3), 128, np.uint8),
        np.full((480, 640, 3), 255, np.uint8),
        np.full((3000, 4000, 3), 90, np.uint8),
        noise(0.0),
        noise(2.0),
        noise(9.0),
        chessboard(12),
        chessboard(31),
        page_of_text(),
        keys(),
        picture([]),
    ],
    ids=[
        "dot",
        "line",
        "black",
        "grey",
        "white",
        "huge",
        "noise",
        "grain",
        "clouds",
        "fine",
        "coarse",
        "text",
        "keys",
        "felt",
    ],
)
def test_what_is_no_die_is_never_read_as_one(image: Image) -> None:
    assert told(read_photo(image)) == []


def test_a_dotted_cloth_is_no_die() -> None:
    cloth = np.full((480, 640, 3), 225, np.uint8)
    for y in range(10, 480, 36):
        for x in range(10, 640, 36):
            cv2.circle(cloth, (x, y), 8, (40, 40, 40), cv2.FILLED, cv2.LINE_AA)
    assert told(read_photo(cloth)) == []
