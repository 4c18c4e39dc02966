"""What the doctor makes of the tray in the picture: its markers and its light."""

from __future__ import annotations

import numpy as np
import pytest

from kiosk.doctor import light, markers
from kiosk.doctor.check import Grade
from vision.cameras.protocol import Image


def test_four_markers_that_fit(tray: Image) -> None:
    seen = markers.looked(tray, None)
    assert seen.seen == (0, 1, 2, 3)
    assert seen.misfit is not None
    assert seen.misfit < 0.5
    assert markers.check(seen).grade == "fine"


def test_a_hidden_marker_is_named_and_two_are_too_many(tray: Image) -> None:
    hidden = tray.copy()
    corners = markers.markers_in(tray)
    for name, grade in ((1, "look"), (2, "broken")):
        (left, top), (right, bottom) = (
            corners[name].min(axis=0).astype(int),
            corners[name].max(axis=0).astype(int),
        )
        hidden[top:bottom, left:right] = 90
        check = markers.check(markers.looked(hidden, None))
        assert check.grade == grade
        assert markers.PLACES[name] in check.found


def test_markers_that_have_moved_ask_for_a_calibration() -> None:
    assert markers.check(markers.Sighting((0, 1, 2, 3), 0.1, moved=0.4)).grade == "fine"
    check = markers.check(markers.Sighting((0, 1, 2, 3), 0.1, moved=3.0))
    assert (check.grade, "calibrate" in check.todo) == ("look", True)


def test_the_light_of_a_tray(tray: Image) -> None:
    lit = light.looked(tray, None)
    assert light.check(lit).grade == "fine"
    dark = light.check(light.looked((tray * 0.35).astype(np.uint8), None))
    assert dark.grade in ("look", "broken")
    assert light.check(None).grade == "broken"


@pytest.mark.parametrize(
    "lit, grade, words",
    [
        (light.Lit(80.0, 0.3), "look", "more light"),
        (light.Lit(255.0, 0.3), "look", "burnt out"),
        (light.Lit(200.0, 0.3, calibrated=150.0), "look", "has changed"),
        (light.Lit(200.0, 0.3, calibrated=180.0), "fine", ""),
        (light.Lit(200.0, 2.0, ("The picture is blurred.",)), "broken", "blurred"),
    ],
)
def test_how_light_it_should_be(lit: light.Lit, grade: Grade, words: str) -> None:
    check = light.check(lit)
    assert check.grade == grade
    assert words in check.todo
