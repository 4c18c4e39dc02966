"""The empty tray measured: what is found, and each thing that can be wrong with its sentence."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from calibrating_stage import blurred, covered, lit, pictures, shifted, with_dice, zoomed

from vision.calibrating.look import look_at
from vision.calibrating.survey import Survey, survey
from vision.calibrating.troubles import TEXTS, Trouble, Troubled
from vision.calibration import Calibration, assumed
from vision.calibration_record import LensRecord
from vision.cameras.protocol import Image
from vision.markers import markers_in


def trouble(taken: list[Image], lens: Calibration | None = None) -> Trouble:
    with pytest.raises(Troubled) as caught:
        survey(taken, lens)
    return caught.value.trouble


def flipped(picture: Image) -> Image:
    return np.ascontiguousarray(picture[:, ::-1])


def turned(times: int) -> Callable[[Image], Image]:
    return lambda picture: np.ascontiguousarray(np.rot90(picture, times))


@pytest.fixture(scope="module")
def found() -> Survey:
    return survey(pictures())


def test_an_empty_tray_is_measured(found: Survey) -> None:
    assert sorted(found.markers) == [0, 1, 2, 3]
    assert 485 < found.fit.view().camera[2] < 500
    assert found.fit.error < 0.5
    assert found.seen.blur < 0.6
    assert max(found.fit.off.values()) < 0.2


def test_the_noise_is_that_of_the_simulated_sensor(found: Survey) -> None:
    assert found.seen.noise == pytest.approx(1.8, abs=0.4)


def test_one_picture_tells_no_noise() -> None:
    assert survey(pictures()[:1]).seen.noise is None


def test_the_flat_field_is_brightest_in_the_middle(found: Survey) -> None:
    flat = np.array(found.seen.flat)
    assert flat.shape == (13, 13)
    assert flat.mean() == pytest.approx(1.0, abs=0.01)
    assert flat[5:8, 5:8].mean() > flat[[0, -1]].mean() + 0.1


def test_what_is_kept_of_it_says_where_the_markers_are(found: Survey) -> None:
    kept = found.calibration()
    assert kept.placed is not None
    assert kept.placed.error == found.fit.error
    assert {name: at.shape for name, at in kept.placed.markers.items()} == dict.fromkeys(range(4), (4, 2))
    assert kept.lens == LensRecord("assumed")


@pytest.mark.parametrize(
    ("kind", "befalls"),
    [
        ("dark", lambda picture: lit(picture, 0.1)),
        ("dark", lambda picture: lit(picture, 0.3)),
        ("bright", lambda picture: lit(picture, 1.6)),
        ("bright", lambda picture: lit(picture, 8.0)),
        ("mirrored", flipped),
        ("turned", turned(2)),
        ("turned", turned(1)),
        ("turned", turned(3)),
        ("wrong_lens", lambda picture: zoomed(picture, 0.53)),
        ("wrong_lens", lambda picture: zoomed(picture, 0.8)),
        ("wrong_lens", lambda picture: zoomed(shifted(picture, 0.0, 30.0), 1.12)),
        ("no_markers", lambda picture: zoomed(picture, 1.5)),
        ("blurred", lambda picture: blurred(picture, 2.0)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_is_said(kind: str, befalls: Callable[[Image], Image]) -> None:
    said = trouble([befalls(picture) for picture in pictures()[:2]])
    assert said.kind == kind
    assert said.text.count("\n") == 0
    assert "{" not in said.text


def test_the_light_goes_off() -> None:
    assert trouble([*pictures()[:2], *(lit(picture, 0.05) for picture in pictures()[:2])]).kind == "dark"


def test_without_markers_it_says_so() -> None:
    bare = pictures()[0]
    for corners in markers_in(bare).values():
        bare = covered(bare, corners)
    assert trouble([bare]).kind == "no_markers"


@pytest.mark.parametrize("hidden", [(0,), (1,), (2,), (3,), (0, 2), (1, 3), (0, 1, 2)], ids=str)
def test_a_hidden_marker_is_named_and_its_place_shown(hidden: tuple[int, ...]) -> None:
    picture, places = pictures()[0], markers_in(pictures()[0])
    for name in hidden:
        picture = covered(picture, places[name])
    said = trouble([picture])
    assert said.kind == "marker_hidden"
    assert said.numbers["marker"] == hidden[0]
    # One marker alone tells only roughly where the others are.
    near = 14.0 if len(hidden) > 2 else 4.0
    for name, box in zip(hidden, said.px, strict=True):
        expected = (*places[name].min(axis=0), *places[name].max(axis=0))
        assert box == pytest.approx(expected, abs=near)


@pytest.mark.parametrize("way", [(3.0, 0.0), (0.0, -4.0), (20.0, 9.0)], ids=str)
def test_a_bump_in_the_middle_is_noticed(way: tuple[float, float]) -> None:
    taken = list(pictures())
    said = trouble([*taken[:2], *(shifted(picture, *way) for picture in taken[2:])])
    assert said.kind == "bumped"
    assert said.numbers["off"] == pytest.approx(np.hypot(*way) / 2.13, abs=0.2)


def test_a_camera_that_is_turned_away_meanwhile_ends_it_as_well() -> None:
    away = np.full_like(pictures()[0], 90)
    assert trouble([*pictures()[:2], away, away]).kind == "no_markers"


def test_dice_on_the_felt_are_shown() -> None:
    said = trouble([pictures()[0], with_dice()])
    assert said.kind == "not_empty"
    assert len(said.px) == 3


def test_dice_may_lie_there_when_that_is_said() -> None:
    assert survey([with_dice()], empty=False).seen.flat == ()


def test_no_picture_at_all() -> None:
    assert trouble([]).kind == "no_pictures"


def test_a_marker_glued_askew_is_named() -> None:
    picture = pictures()[0].copy()
    corners = markers_in(picture)[2]
    left, top = (np.floor(corners.min(axis=0)) - 4).astype(int)
    right, bottom = (np.ceil(corners.max(axis=0)) + 5).astype(int)
    patch = picture[top:bottom, left:right].copy()
    picture[top - 10 : bottom - 10, left:right] = patch
    said = trouble([picture])
    assert said.kind == "marker_off"
    assert said.numbers["marker"] == 2
    assert said.numbers["off"] == pytest.approx(10 / 2.13, abs=0.3)


def test_with_a_measured_lens_the_height_is_to_blame() -> None:
    lens = assumed((1280, 720))
    measured = Calibration(lens.size, lens.focal, lens.middle, lens=LensRecord("card", 12, 0.9, 0.1))
    said = trouble([zoomed(pictures()[0], 0.75)], measured)
    assert said.kind == "height"
    assert said.numbers["height"] == pytest.approx(650, abs=30)


def test_a_look_tells_what_a_screen_shows() -> None:
    look = look_at(pictures()[0])
    assert look.trouble is None
    assert look.fit is not None
    assert sorted(look.expected) == [0, 1, 2, 3]
    assert look.white is not None and max(look.white) > 200


def test_every_trouble_has_one_sentence_with_a_way_on() -> None:
    for text in TEXTS.values():
        assert ":" in text
        assert text.endswith((".", "?"))
