"""The picture of a roll waits in the camera's process until somebody asks for it."""

from __future__ import annotations

import multiprocessing

import cv2
import numpy as np
import pytest

from vision.cameras.protocol import Frame, Image
from vision.observations import Settled as Seen
from vision.reading import Reading
from vision.sim.die import lying
from vision.sim.measures import mounted_view
from vision.sim.painter import Painter
from vision.worker.kept_picture import KeptPicture
from vision.worker.messages import Command, Reply, Report, Settled, Stop
from vision.worker.process import Worker


def seen(t: float, tone: int = 90) -> Seen:
    image = np.random.default_rng(tone).integers(0, 255, (72, 128, 3), np.uint8)
    return Seen(t, int(t * 15), Reading((128, 72), tray=False), image, (), ())


def test_what_is_kept_comes_back_pixel_by_pixel_whatever_was_seen_since() -> None:
    kept, roll = KeptPicture(), seen(1.0)
    assert kept.answer("keep", 1.0, roll) == {"ok": True}
    answer = kept.answer("kept", 1.0, seen(2.0, 40))
    assert np.array_equal(cv2.imdecode(np.frombuffer(answer["png"], np.uint8), cv2.IMREAD_COLOR), roll.image)


@pytest.mark.parametrize("latest", [None, seen(2.0)])
def test_a_picture_that_has_gone_is_not_kept(latest: Seen | None) -> None:
    kept = KeptPicture()
    assert kept.answer("keep", 1.0, latest)["ok"] is False
    assert kept.answer("kept", 1.0, latest)["ok"] is False


def test_only_the_last_one_is_kept() -> None:
    kept = KeptPicture()
    for t in (1.0, 2.0):
        kept.answer("keep", t, seen(t))
    assert kept.answer("kept", 1.0, None)["ok"] is False
    assert kept.answer("kept", 2.0, None)["ok"] is True


class Film:
    """A tray with one die, for two seconds; then what `then` does, and the end of it."""

    def __init__(self, image: Image) -> None:
        self.image, self.index = image, -1
        self.rng = np.random.default_rng(1)

    def read(self) -> Frame | None:
        self.index += 1
        noise = self.rng.integers(-2, 3, self.image.shape)
        return Frame(np.clip(self.image + noise, 0, 255).astype(np.uint8), self.index / 15, self.index)

    def close(self) -> None:
        pass


def test_the_worker_keeps_and_gives_the_picture_it_has_read() -> None:
    rng = np.random.default_rng(3)
    tray = Painter(mounted_view((960, 540), rng), rng).frame(
        [lying(5, 100.0, 100.0, 0.3)], [], None, dark=False
    )
    ours, theirs = multiprocessing.Pipe()
    told: list[Report] = []

    def put(report: Report) -> None:
        told.append(report)
        if isinstance(report, Settled):
            ours.send(Command(1, "keep", {"t": report.t}))
            ours.send(Command(2, "kept", {"t": report.t}))
            ours.send(Stop())

    film = Film(tray)
    Worker(theirs, put, lambda: film).run()
    replies = {report.id: report.data for report in told if isinstance(report, Reply)}
    assert replies[1] == {"ok": True}
    picture = cv2.imdecode(np.frombuffer(replies[2]["png"], np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == tray.shape
    assert np.abs(picture.astype(int) - tray).max() <= 2
