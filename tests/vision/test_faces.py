"""Pips, layouts, tones and borders of single drawn faces."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn_dice import Drawn, picture
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.layouts import LAYOUTS
from vision.photo.face_fit import FaceFit
from vision.photo.faces import fit_face, fit_faces
from vision.photo.grid import grid_through
from vision.photo.outline import outline_of
from vision.photo.pips import Grey, Pip, pips_in, resized
from vision.photo.relief import relief_of
from vision.photo.witness import agreement

EDGE = 48.0
MIDDLE = 70.0
SURE = 0.6


def face(value: int, rotation: float = 0.0, **drawn: object) -> Grey:
    """One die in the middle of a picture 140 pixels wide, 48 pixels large."""
    die = Drawn(value, MIDDLE, MIDDLE, EDGE, rotation, **drawn)  # type: ignore[arg-type]
    return np.asarray(cv2.cvtColor(picture([die], 140, 140), cv2.COLOR_BGR2GRAY), np.uint8)


def fit(grey: Grey, pips: list[Pip] | None = None) -> FaceFit | None:
    return fit_face(pips_in(grey, EDGE) if pips is None else pips, EDGE, (MIDDLE, MIDDLE), 0.15, grey)


def told(found: FaceFit | None) -> int | None:
    """The value that would be told: None when there is doubt."""
    return found.value if found is not None and found.confidence >= SURE else None


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("edge", [26, 36, 48, 60])
def test_every_pip_is_found_where_it_was_drawn(value: int, edge: int) -> None:
    image = picture([Drawn(value, 60.3, 61.8, edge, 20.0)], 120, 120)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    pips = [pip for pip in pips_in(grey, edge) if pip.contrast > 0.5]
    assert len(pips) == value
    centre = np.mean([(pip.x, pip.y) for pip in pips], axis=0)
    assert centre == pytest.approx((60.3, 61.8), abs=0.6)
    assert all(pip.r == pytest.approx(0.105 * edge, rel=0.25) and pip.roundness > 0.8 for pip in pips)


def test_pips_keep_their_place_when_the_picture_is_scaled() -> None:
    grey = face(5)
    small = sorted(pip.scaled(2.0) for pip in pips_in(resized(grey, 0.5), EDGE / 2) if pip.contrast > 0.5)
    large = sorted(pip for pip in pips_in(grey, EDGE) if pip.contrast > 0.5)
    assert len(small) == len(large) == 5
    assert np.allclose([pip[:2] for pip in small], [pip[:2] for pip in large], atol=0.8)


@pytest.mark.parametrize("picture_side", [1, 2, 5])
def test_tiny_pictures_hold_no_pips(picture_side: int) -> None:
    assert pips_in(np.zeros((picture_side, picture_side), np.uint8), EDGE) == []


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("rotation", range(0, 180, 15))
def test_each_layout_is_read_however_it_is_turned(value: int, rotation: float) -> None:
    found = fit(face(value, rotation))
    assert told(found) == value
    assert found is not None
    assert found.centre == pytest.approx((MIDDLE, MIDDLE), abs=0.7)
    if value > 1:
        off = (found.rotation - rotation) % 90.0
        assert min(off, 90.0 - off) < 2.0
        assert found.edge == pytest.approx(EDGE, rel=0.05)


@settings(max_examples=60, deadline=None)
@given(
    value=st.integers(1, 6),
    rotation=st.floats(0, 360),
    edge=st.floats(41, 55),
    shake=st.lists(st.floats(-0.02, 0.02), min_size=12, max_size=12),
)
def test_pips_a_little_out_of_place_still_read_as_what_they_are(
    value: int, rotation: float, edge: float, shake: list[float]
) -> None:
    places = tuple(
        (x + 4 * dx, y + 4 * dy) for (x, y), dx, dy in zip(LAYOUTS[value], shake, shake[6:], strict=False)
    )
    die = Drawn(value, MIDDLE, MIDDLE, edge, rotation, pips=places)
    grey = np.asarray(cv2.cvtColor(picture([die], 140, 140), cv2.COLOR_BGR2GRAY), np.uint8)
    assert told(fit(grey)) in (value, None)
    if max(map(abs, shake)) < 0.01:
        assert told(fit(grey)) == value


@pytest.mark.parametrize("value", range(2, 7))
def test_a_pip_that_was_not_found_never_makes_another_number(value: int) -> None:
    grey = face(value, 25.0)
    pips = [pip for pip in pips_in(grey, EDGE) if pip.contrast > 0.5]
    for lost in range(len(pips)):
        assert told(fit(grey, pips[:lost] + pips[lost + 1 :])) is None


@pytest.mark.parametrize(
    ("value", "crumb"), [(2, (0, 0)), (4, (0, 0)), (2, (-1, 1)), (3, (1, -1)), (1, (1, 1)), (5, (0, 1))]
)
def test_a_crumb_on_the_face_is_a_reason_to_ask(value: int, crumb: tuple[int, int]) -> None:
    grey = face(value)
    x, y = (round(MIDDLE + 0.25 * EDGE * place) for place in crumb)
    cv2.circle(grey, (x, y), 3, 90, cv2.FILLED)
    assert told(fit(grey)) is None


@pytest.mark.parametrize(("value", "drowned"), [(3, (0, 0)), (5, (0, 0)), (5, (1, 1)), (6, (-1, 0))])
def test_a_pip_half_drowned_in_glare_is_a_reason_to_ask(value: int, drowned: tuple[int, int]) -> None:
    grey = face(value)
    x, y = (round(MIDDLE + 0.25 * EDGE * place) for place in drowned)
    cv2.circle(grey, (x, y), 7, 160, cv2.FILLED)
    assert told(fit(grey)) in (value, None)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_seen_from_the_side_is_not_read(value: int) -> None:
    squeezed = cv2.resize(face(value), None, fx=1.0, fy=0.55, interpolation=cv2.INTER_AREA)
    found = fit_face(pips_in(squeezed, EDGE), EDGE, (MIDDLE, 0.55 * MIDDLE), 0.15, squeezed)
    assert told(found) is None


def test_neighbours_that_touch_are_two_faces() -> None:
    image = picture([Drawn(6, 60, 70, EDGE), Drawn(5, 60 + EDGE + 2, 70, EDGE)], 170, 140)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = fit_faces(pips_in(grey, EDGE), EDGE, 0.15, grey)
    assert [(fit.value, round(fit.centre[0] / 10)) for fit in found if fit.confidence >= SURE] in (
        [(6, 6), (5, 11)],
        [(5, 11), (6, 6)],
    )


def test_the_second_witness_sees_a_pip_that_the_fit_does_not_know() -> None:
    grey = face(5)
    five = fit(grey)
    assert five is not None
    four = FaceFit(4, 1.0, five.centre, five.edge, five.rotation, 0.0, five.pips[:4], 1.0, five.spread)
    assert agreement(grey, five) == pytest.approx(1.0)
    assert agreement(grey, four) == 0.0


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("rotation", [0.0, 30.0, 66.0])
def test_the_border_of_a_face_is_a_square_of_its_size(value: int, rotation: float) -> None:
    die = Drawn(value, MIDDLE, MIDDLE, EDGE, rotation, side=(0.2, 0.1))
    image = picture([die], 140, 140)
    found = fit(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    assert found is not None
    outline = outline_of(image, found)
    assert outline.confidence(value) > 0.9
    assert outline.edge == pytest.approx(EDGE, rel=0.08)
    off = (outline.rotation - rotation) % 90.0
    assert min(off, 90.0 - off) <= 6.0


def test_a_pip_without_a_face_around_it_has_no_border() -> None:
    image = np.full((140, 140, 3), 220, np.uint8)
    cv2.circle(image, (70, 70), 5, (30, 30, 30), cv2.FILLED, cv2.LINE_AA)
    found = fit(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    assert found is not None
    assert outline_of(image, found).confidence(1) == 0.0


def test_a_grid_through_a_six_may_be_a_rectangle_and_tells_its_spread() -> None:
    points = [(3.0 + 2.0 * u, 5.0 + 4.0 * v) for u, v in LAYOUTS[6]]
    grid = grid_through(LAYOUTS[6], points)
    assert grid.centre == pytest.approx((3.0, 5.0))
    assert grid.spread == pytest.approx((2.0, 4.0))
    assert grid.residual == pytest.approx(0.0, abs=1e-9)
    assert grid.squareness > 0.9


@given(st.floats(0, 359), st.floats(0.5, 20), st.sampled_from(sorted(LAYOUTS)[1:]))
def test_a_grid_goes_exactly_through_a_turned_layout(turn: float, spread: float, value: int) -> None:
    cos, sin = spread * np.cos(np.radians(turn)), spread * np.sin(np.radians(turn))
    points = [(10 + u * cos - v * sin, 20 + u * sin + v * cos) for u, v in LAYOUTS[value]]
    grid = grid_through(LAYOUTS[value], points)
    assert grid.residual < 1e-9 * spread
    assert grid.scale == pytest.approx(spread)
    off = (grid.rotation - turn) % 90.0
    assert min(off, 90.0 - off) < 1e-6


@pytest.mark.parametrize("rotation", [0.0, 40.0])
def test_a_die_stands_out_from_its_ground_by_its_shadow_or_its_side(rotation: float) -> None:
    image = picture([Drawn(5, 100, 100, EDGE, rotation)], 200, 200)
    assert relief_of(image, (100, 100), EDGE, rotation, 0.3) > 0.15


@pytest.mark.parametrize("thickness", [0, 2])
def test_a_flat_thing_has_no_relief_or_a_narrow_one(thickness: int) -> None:
    image = np.full((200, 200, 3), (60, 90, 40), np.uint8)
    cv2.rectangle(
        image, (76 + thickness, 76 + thickness), (124 + thickness, 124 + thickness), (20, 30, 15), -1
    )
    cv2.rectangle(image, (76, 76), (124, 124), (230, 235, 235), -1)
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)
    assert relief_of(blurred, (100, 100), EDGE, 0.0, 0.3) < 0.15


def test_a_wary_look_takes_the_felt_between_flat_things_for_no_band() -> None:
    image = np.full((200, 200, 3), (60, 90, 40), np.uint8)
    image[:, :62] = image[:, 138:] = image[:62] = 230
    cv2.rectangle(image, (76, 76), (124, 124), (230, 235, 235), -1)
    careless, wary = (relief_of(image, (100, 100), EDGE, 0.0, 0.3, one) for one in (False, True))
    assert wary < 0.15 < careless


def test_a_disc_with_a_ring_is_round_and_a_die_is_not() -> None:
    image = np.full((140, 140, 3), (60, 90, 40), np.uint8)
    cv2.circle(image, (70, 70), 28, (200, 205, 205), cv2.FILLED, cv2.LINE_AA)
    for turn in range(0, 360, 90):
        cv2.ellipse(image, (70, 70), (24, 24), turn, -24, 24, (175, 180, 180), 2, cv2.LINE_AA)
    for u, v in LAYOUTS[4]:
        cv2.circle(image, (70 + 11 * u, 70 + 11 * v), 4, (30, 30, 30), cv2.FILLED, cv2.LINE_AA)
    disc = fit(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    four = fit(face(4))
    assert disc is not None and four is not None
    ring, die = outline_of(image, disc), outline_of(picture([Drawn(4, MIDDLE, MIDDLE, EDGE)], 140, 140), four)
    assert ring.roundest < 0.0149 < ring.off_oval
    assert die.roundest > 0.0195


@pytest.mark.parametrize(("wide", "high"), [(24, 24), (24, 20), (22, 26)])
def test_what_is_round_lies_on_an_oval_and_a_die_does_not(wide: int, high: int) -> None:
    image = np.full((140, 140, 3), (60, 90, 40), np.uint8)
    cv2.ellipse(image, (70, 70), (wide, high), 0, 0, 360, (230, 235, 235), cv2.FILLED, cv2.LINE_AA)
    cv2.circle(image, (70, 70), 5, (30, 30, 30), cv2.FILLED, cv2.LINE_AA)
    disc = fit(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    die = picture([Drawn(1, MIDDLE, MIDDLE, EDGE)], 140, 140)
    one = fit(face(1))
    assert disc is not None and one is not None
    assert outline_of(image, disc).off_oval < 0.009
    assert outline_of(die, one).off_oval > 0.019
