"""The drift watch: what has changed since the calibration is told once, and never for somebody's shadow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from calibrating_stage import blurred, covered, lit, pictures, shifted, with_dice

from vision.calibrating.drift import DriftWatch
from vision.calibrating.survey import survey
from vision.calibration import Calibration, assumed
from vision.cameras.protocol import Frame, Image
from vision.markers import markers_in
from vision.observations import StateChanged
from vision.worker.messages import Drift as DriftMessage
from vision.worker.messages import Report
from vision.worker.process import Worker


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return survey(pictures()).calibration()


def kinds(calibration: Calibration, picture: Image) -> tuple[str, ...] | None:
    measured = DriftWatch(calibration).measured(picture)
    return None if measured is None else measured.kinds


@pytest.mark.parametrize(
    ("befalls", "expected"),
    [
        (lambda picture: picture, ()),
        (lambda _: with_dice(), ()),
        (lambda picture: shifted(picture, 1.5, 0.0), ()),
        (lambda picture: shifted(picture, 2.0, -2.0), ("moved",)),
        (lambda picture: shifted(picture, 0.0, 20.0), ("moved",)),
        (lambda picture: lit(picture, 0.96), ()),
        (lambda picture: lit(picture, 0.86), ("light",)),
        (lambda picture: lit(picture, 1.11), ("light",)),
        (lambda picture: blurred(picture, 0.8), ()),
        (lambda picture: blurred(picture, 2.0), ("focus",)),
        (lambda picture: lit(shifted(picture, 4.0, 0.0), 0.8), ("moved", "light")),
        (lambda picture: blurred(shifted(picture, 4.0, 0.0), 2.0), ("moved", "focus")),
    ],
)
def test_what_has_changed(
    calibration: Calibration, befalls: Callable[[Image], Image], expected: tuple[str, ...]
) -> None:
    assert kinds(calibration, befalls(pictures()[-1])) == expected


def test_one_marker_torn_off_is_no_movement(calibration: Calibration) -> None:
    assert kinds(calibration, covered(pictures()[0], markers_in(pictures()[0])[1])) == ()


def test_where_no_markers_are_seen_nothing_is_told(calibration: Calibration) -> None:
    assert kinds(calibration, np.full((720, 1280, 3), 90, np.uint8)) is None


def test_another_resolution_is_no_drift(calibration: Calibration) -> None:
    half = cv2.resize(pictures()[0], (640, 360), interpolation=cv2.INTER_AREA)
    measured = DriftWatch(calibration).measured(np.asarray(half, np.uint8))
    assert measured is not None
    assert measured.moved < 0.5


def test_pictures_of_another_shape_tell_nothing(calibration: Calibration) -> None:
    assert kinds(calibration, np.ascontiguousarray(pictures()[0][:, 160:1120])) is None


@pytest.mark.parametrize("nothing", [None, assumed((1280, 720))])
def test_without_a_calibrated_tray_there_is_no_drift(nothing: Calibration | None) -> None:
    assert DriftWatch(nothing).measured(pictures()[0]) is None


def test_it_is_told_once_when_it_has_lasted_and_once_when_it_is_over(calibration: Calibration) -> None:
    watch, here, there = DriftWatch(calibration), pictures()[0], shifted(pictures()[0], 6.0, 0.0)
    seen = [here, there, here, there, there, there, there, there, here, here, here, here]
    told = [drift.kinds if (drift := watch.look(picture)) else None for picture in seen]
    assert told == [None] * 5 + [("moved",)] + [None] * 4 + [()] + [None]


def test_light_is_compared_as_light_and_not_as_picture_values(calibration: Calibration) -> None:
    measured = DriftWatch(calibration).measured(lit(pictures()[0], 0.8 ** (1 / 2.2)))
    assert measured is not None
    assert measured.light == pytest.approx(0.8, abs=0.03)


class Restless:
    """A camera over a tray that was moved: for a moment something moves, then all is quiet, again and again."""

    def __init__(self, picture: Image, frames: int) -> None:
        self._picture, self._frames, self._index = picture, frames, -1

    def read(self) -> Frame | None:
        self._index += 1
        if self._index == self._frames:
            return None
        image = self._picture
        if self._index % 20 < 3:
            image = image.copy()
            image[300:400, 500 + 40 * (self._index % 20) :][:, :60] = 220
        return Frame(image, self._index / 15, self._index)

    def close(self) -> None:
        """Nothing to let go of."""


class Silent:
    """A parent that orders nothing, and is gone when the pictures are."""

    def __init__(self) -> None:
        self.now = 0.0

    def poll(self, seconds: float = 0.0) -> bool:
        if seconds:
            raise EOFError
        return False


def test_the_worker_tells_it_when_the_tray_was_read(calibration: Calibration, tmp_path: Path) -> None:
    calibration.save(tmp_path / "calibration.json")
    reports: list[Report] = []
    moved = shifted(pictures()[0], 6.0, 0.0)
    worker = Worker(Silent(), reports.append, lambda: Restless(moved, 90), clock=lambda: 0.0)  # type: ignore[arg-type]
    worker.calibrate(tmp_path / "calibration.json")
    worker.run()
    (drift,) = (one for one in reports if isinstance(one, DriftMessage))
    assert drift.kinds == ("moved",)
    assert drift.moved == pytest.approx(6 / 2.0, abs=0.3)
    assert [one.state for one in reports if isinstance(one, StateChanged)].count("empty") >= 3


def test_focus_has_a_limit_of_its_own(calibration: Calibration) -> None:
    assert calibration.seen is not None
    sharp = replace(calibration, seen=replace(calibration.seen, blur=0.1))
    assert kinds(sharp, pictures()[0]) == ()
