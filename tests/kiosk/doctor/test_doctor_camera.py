"""What the doctor makes of a camera: filmed, and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from doctor_checks import GREY, ticking

from kiosk.doctor import camera, film
from kiosk.doctor.check import Grade
from kiosk.doctor.film import FEW, SETTLING, Film
from vision.cameras.protocol import CameraFault, Frame, Image


def a_film(
    rate: float = 30.0, gaps: Sequence[int] = (), repeated: int = 0, image: Image = GREY, **more: object
) -> Film:
    """Sixty pictures a sensor gave; `gaps`: after which of them one is missing."""
    times, t = [], 0.0
    for index in range(60):
        times.append(t)
        t += (2 if index in gaps else 1) / rate
    return Film(None, tuple(times), repeated, image, live=True, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "made, grade, words",
    [
        (a_film(), "fine", "30.0 a second, 0 missing, 0 twice of 60"),
        (a_film(gaps=[10, 20]), "fine", "2 missing"),
        (a_film(gaps=[10, 20, 30, 40]), "look", "4 missing"),
        (a_film(repeated=5), "look", "5 twice"),
        (a_film(repeated=59), "broken", "59 twice"),
        (a_film(rate=8.0), "look", "8.0 a second"),
        (a_film(rate=2.0), "broken", "2.0 a second"),
        (a_film(image=np.zeros_like(GREY)), "broken", "640x360"),
        (a_film(image=np.full_like(GREY, 255)), "broken", "640x360"),
        (a_film(image=np.zeros((30, 40, 3), np.uint8)), "broken", "40x30"),
        (a_film(asked=("exposure is 9000, not 8000",)), "look", "30.0 a second"),
        (Film("the camera gives no picture"), "broken", "the camera gives no picture"),
        (Film("the camera has stopped", (0.0, 0.1), 0, GREY, live=True), "broken", "then: the camera has stopped"),
        (Film(None, (0.0,) * 5, 4, GREY, live=False), "fine", "no rate"),
    ],
)  # fmt: skip
def test_the_camera(made: Film, grade: Grade, words: str) -> None:
    check = camera.check(made)
    assert check.grade == grade
    assert words in check.found
    assert bool(check.todo) == (grade != "fine")


class Reel:
    """A camera that gives what `frames` says, or raises it."""

    def __init__(self, frames: Iterator[Frame | Exception]) -> None:
        self.frames = frames

    def read(self) -> Frame | None:
        found = next(self.frames, None)
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        pass


def numbered(image: Callable[[int], Image], fps: float = 20.0) -> Iterator[Frame]:
    return (Frame(image(index), index / fps, index) for index in count())


def test_filming_tells_pictures_that_come_twice() -> None:
    rng = np.random.default_rng(2)
    pictures = [rng.integers(0, 255, (36, 64, 3), np.uint8) for _ in range(5)]
    found = film.filmed(Reel(numbered(lambda index: pictures[index % 10 // 2])), True, ticking())
    assert found.trouble is None
    assert found.rate == pytest.approx(20.0)
    assert found.repeated == pytest.approx(len(found.times) / 2, abs=1)


def test_filming_leaves_the_first_pictures_out_and_waits_for_enough_of_a_slow_camera() -> None:
    found = film.filmed(Reel(numbered(lambda index: GREY)), False, ticking(0.4), seconds=2.0)
    assert len(found.times) >= FEW
    assert found.times[0] == pytest.approx(SETTLING / 20.0)
    slower = film.filmed(Reel(numbered(lambda index: GREY)), False, ticking(5.0), seconds=2.0)
    assert 1 <= len(slower.times) < FEW


def test_filming_a_camera_that_stops_keeps_what_there_was() -> None:
    frames: list[Frame | Exception] = [Frame(GREY, index / 20, index) for index in range(9)]
    found = film.filmed(Reel(iter([*frames, CameraFault("gone")])), True, ticking())
    assert (found.trouble, len(found.times), found.last is GREY) == ("gone", 9 - SETTLING, True)


class Silent:
    """A process and its pipe, of which nothing comes."""

    def __init__(self, ends: bool) -> None:
        self.ends, self.killed = ends, False

    def poll(self, seconds: float) -> bool:
        return self.ends

    def recv(self) -> Film:
        raise EOFError

    def kill(self) -> None:
        self.killed = True

    def join(self, seconds: float) -> None:
        assert self.killed

    def close(self) -> None:
        assert self.killed


@pytest.mark.parametrize("ends, words", [(False, "the camera hangs"), (True, "driver has crashed")])
def test_a_camera_that_hangs_or_crashes_is_killed_and_said(ends: bool, words: str) -> None:
    silent = Silent(ends)
    found = film.film_apart("pi", None, start=lambda spec, calibration: (silent, silent))  # type: ignore[arg-type, return-value]
    assert found.trouble is not None
    assert words in found.trouble
    assert silent.killed


@pytest.mark.slow
def test_a_camera_is_filmed_in_a_process_of_its_own(folder: Path) -> None:
    found = film.film_apart(str(folder / "film"), None)
    assert found.trouble is None
    assert found.last is not None
    assert len(found.times) == 3
