"""The stages of a reading, timed: each is told when it has ended, and together they are the whole."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import cv2
import numpy as np
import pytest

from vision.cameras.protocol import Image
from vision.laps import Laps, Stage
from vision.reader import Reader

PICTURE = Path(__file__).parents[1] / "data" / "render" / "dev_0002.jpg"


@pytest.fixture(scope="module")
def picture() -> Image:
    return np.asarray(cv2.imread(str(PICTURE)), np.uint8)


class Clock:
    """A second later each time it is asked."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def test_a_lap_is_as_long_as_it_took() -> None:
    clock = Clock()
    laps = Laps(clock)
    laps.lap("markers")
    clock.now += 4
    laps.lap("scene")
    laps.lap("markers")
    assert laps.seconds == {"markers": 2.0, "scene": 5.0}
    laps.start()
    assert laps.seconds == {}
    laps.lap("scene")
    assert laps.seconds == {"scene": 1.0}


def test_a_reading_of_the_tray_tells_every_stage_once_and_in_order(picture: Image) -> None:
    told: list[Stage] = []
    Reader(lap=told.append).read(picture)
    assert tuple(told) == get_args(Stage)


def test_nothing_of_the_tray_is_told_of_a_picture_without_markers(picture: Image) -> None:
    told: list[Stage] = []
    Reader(lap=told.append).read(np.full_like(picture, 120))
    assert told == ["markers"]


def test_who_listens_changes_nothing(picture: Image) -> None:
    assert Reader(lap=Laps(Clock()).lap).read(picture) == Reader().read(picture)
