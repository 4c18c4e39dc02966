"""The vision's process: what it tells, what it obeys, and that nothing brings it down."""

from __future__ import annotations

import logging
import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.cameras.protocol import Camera, CameraFault, Frame
from vision.worker import process as worker
from vision.worker.messages import (
    Alive,
    Command,
    Fault,
    Healed,
    Order,
    Preview,
    Reply,
    Report,
    Settled,
    StateChanged,
    Stop,
)
from vision.worker.outbox import Outbox
from vision.worker.process import Worker


class Parent:
    """The other end of the pipe, and the clock: waiting for an order lets time pass."""

    def __init__(self) -> None:
        self.now = 0.0
        self.orders: deque[Order] = deque()
        self.ends_at = 60.0
        self.reports: list[Report] = []
        self.waits: list[float] = []

    def clock(self) -> float:
        return self.now

    def poll(self, seconds: float = 0.0) -> bool:
        if self.now >= self.ends_at:
            raise EOFError
        if not self.orders and seconds:
            self.now += seconds
            self.waits.append(seconds)
        return bool(self.orders)

    def recv(self) -> Order:
        return self.orders.popleft()

    def told(self, *kinds: type) -> list[Any]:
        return [one for one in self.reports if isinstance(one, kinds)]


class PlainCamera:
    """Gives noise, fifteen frames a second, and what `script` raises or returns instead for a frame's number."""

    def __init__(self, parent: Parent, script: Callable[[int], object] = lambda index: None) -> None:
        self.parent, self.script = parent, script
        self.index = -1
        self.closed = 0
        self.rng = np.random.default_rng(2)

    def read(self) -> Frame | None:
        self.parent.now += 1 / 15
        self.index += 1
        answer = self.script(self.index)
        if isinstance(answer, Exception):
            raise answer
        if answer == "end":
            return None
        if answer == "stuck":
            return Frame(np.full((180, 320, 3), 65, np.uint8), self.index / 15, self.index)
        image = self.rng.integers(60, 70, (180, 320, 3), np.uint8)
        if answer == "moving":
            image[40:140, 20 * (self.index % 14) :][:, :40] = 220
        return Frame(image, self.index / 15, self.index)

    def close(self) -> None:
        self.closed += 1


def working(parent: Parent, *cameras: Camera | Exception, live: bool = False) -> Worker:
    """Has run until the parent was gone, with these cameras one after the other."""
    waiting = deque(cameras)

    def open_it() -> Camera:
        camera = waiting.popleft() if len(waiting) > 1 else waiting[0]
        if isinstance(camera, Exception):
            raise camera
        return camera

    made = Worker(parent, parent.reports.append, open_it, live, parent.clock)  # type: ignore[arg-type]
    made.run()
    return made


def test_signs_of_life_and_previews_come_often_but_not_with_every_frame() -> None:
    parent = Parent()
    parent.ends_at = 10.0
    working(parent, PlainCamera(parent, lambda index: "moving"))
    assert 20 <= len(parent.told(Alive)) <= 40
    assert 60 <= len(parent.told(Preview)) <= 120
    preview = parent.told(Preview)[0]
    assert preview.picture.shape == (180, 320, 3)
    assert (preview.px_per_mm, preview.origin) == (None, None)


def test_a_still_tray_is_shown_less_often() -> None:
    parent = Parent()
    parent.ends_at = 10.0
    working(parent, PlainCamera(parent))
    assert 20 <= len(parent.told(Preview)) <= 40


def test_the_parent_that_goes_ends_the_work_and_closes_the_camera() -> None:
    parent = Parent()
    parent.ends_at = 1.0
    camera = PlainCamera(parent)
    working(parent, camera)
    assert camera.closed == 1


def test_stop_ends_the_work() -> None:
    parent = Parent()
    parent.orders.append(Stop())
    camera = PlainCamera(parent)
    working(parent, camera)
    assert parent.now < 1.0


def test_a_camera_that_leaves_is_told_once_looked_for_with_growing_pauses_and_healed() -> None:
    parent = Parent()
    gone = CameraFault("the camera gives no picture: is its cable in?")
    parent.ends_at = 15.0
    first = PlainCamera(parent, lambda index: gone if index == 15 else None)
    working(parent, first, gone, gone, gone, PlainCamera(parent))
    assert first.closed == 1
    assert [type(one) for one in parent.told(Fault, Healed)] == [Fault, Healed]
    assert parent.told(Fault)[0] == Fault("camera", str(gone))
    faults = [one for one in parent.told(StateChanged) if one.state == "fault"]
    assert [one.fault.text for one in faults] == [str(gone)]
    assert 7.4 <= sum(parent.waits) <= 7.6, "0.5 + 1 + 2 + 4 seconds"
    assert parent.told(StateChanged)[-1].state == "empty"


def test_a_camera_that_shows_one_picture_for_ever_is_told_and_opened_again() -> None:
    parent = Parent()
    parent.ends_at = 15.0
    first = PlainCamera(parent, lambda index: "stuck" if index > 15 else None)
    working(parent, first, PlainCamera(parent), live=True)
    assert first.closed == 1
    told = [(type(one), one.kind) for one in parent.told(Fault, Healed)]
    assert told == [(Fault, "frozen"), (Healed, "frozen"), (Fault, "camera"), (Healed, "camera")]
    assert parent.told(StateChanged)[-1].state == "empty"


def test_it_shows_life_while_it_looks_for_the_camera() -> None:
    parent = Parent()
    working(parent, CameraFault("gone"))
    alive = len(parent.told(Alive))
    assert alive >= 2 * 55


@pytest.mark.parametrize("problem", [ValueError("odd"), MemoryError(), OSError(5, "io")])
def test_a_camera_that_stumbles_is_opened_again(problem: Exception, caplog: pytest.LogCaptureFixture) -> None:
    parent = Parent()
    parent.ends_at = 5.0
    with caplog.at_level(logging.CRITICAL):
        working(
            parent, PlainCamera(parent, lambda index: problem if index == 5 else None), PlainCamera(parent)
        )
    assert [one.kind for one in parent.told(Fault, Healed)] == ["camera", "camera"]


def test_a_reader_that_stumbles_is_told_and_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(self: object, image: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("vision.reader.Reader.read", stumble)
    parent = Parent()
    parent.ends_at = 10.0
    working(parent, PlainCamera(parent))
    assert parent.told(Fault)[0].kind == "program"
    assert "\n" not in parent.told(Fault)[0].text


def test_the_end_of_a_film_is_told_and_orders_are_still_heard() -> None:
    parent = Parent()
    parent.orders.append(Command(1, "throw"))
    working(parent, PlainCamera(parent, lambda index: "end" if index == 30 else None))
    assert parent.told(Fault)[-1].kind == "camera"
    assert parent.told(Alive)[-1].t == pytest.approx(29 / 15)
    assert parent.told(Reply) == [Reply(1, {"ok": False, "error": "this camera takes no commands"})]


def test_a_calibration_that_cannot_be_used_is_no_reason_to_stop(tmp_path: Path) -> None:
    parent = Parent()
    parent.ends_at = 1.0
    made = Worker(parent, parent.reports.append, lambda: PlainCamera(parent), clock=parent.clock)  # type: ignore[arg-type]
    made.calibrate(tmp_path / "absent.json")
    made.run()
    assert parent.told(Preview)


# -- the pipe -----------------------------------------------------------------------------------------------------


def test_a_slow_parent_misses_previews_and_nothing_else() -> None:
    ours, theirs = multiprocessing.Pipe()
    outbox = Outbox(theirs)
    picture = np.zeros((560, 560, 3), np.uint8)
    for index in range(50):
        outbox.put(Preview(picture, None, None, "rolling"))
        outbox.put(Alive(float(index)))
        outbox.put(StateChanged(float(index), index, "rolling"))
    got: list[Any] = []
    while len([one for one in got if isinstance(one, StateChanged)]) < 50 or not isinstance(
        got[-1], StateChanged
    ):
        got.append(ours.recv())
    outbox.close(5.0)
    assert [one.frame for one in got if isinstance(one, StateChanged)] == list(range(50))
    assert len([one for one in got if isinstance(one, Preview)]) < 10
    ours.close()
    theirs.close()


def test_a_parent_that_is_gone_is_noticed_and_does_not_raise() -> None:
    ours, theirs = multiprocessing.Pipe()
    outbox = Outbox(theirs)
    ours.close()
    outbox.put(Alive(0.0))
    outbox.close(5.0)
    assert outbox.gone
    theirs.close()


# -- a real process -------------------------------------------------------------------------------------------------


@pytest.fixture
def process() -> Iterator[tuple[Connection, Any]]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    spec = "sim:seed=5,speed=0,size=960x540"
    started = context.Process(target=worker.main, args=(theirs, spec, None), daemon=True)
    started.start()
    theirs.close()
    yield ours, started
    ours.close()
    started.join(5.0)
    if started.is_alive():
        started.kill()
        started.join()


def until(connection: Connection, wanted: Callable[[Any], bool], seconds: float = 60.0) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end and connection.poll(seconds):
        report = connection.recv()
        if wanted(report):
            return report
    raise AssertionError("the process did not tell in time")


@pytest.mark.slow
def test_a_throw_at_the_simulated_table_is_told_as_it_fell(process: tuple[Connection, Any]) -> None:
    connection, started = process
    until(connection, lambda one: isinstance(one, StateChanged) and one.state == "empty")
    connection.send(Command(7, "throw", {"count": 3, "values": [6, 2, 5]}))
    assert until(connection, lambda one: isinstance(one, Reply)).data["ok"]
    told = until(connection, lambda one: isinstance(one, Settled))
    assert sorted(die.value for die in told.reading.dice) == [2, 5, 6]
    assert [crop.shape for crop in told.crops] == [(96, 96, 3)] * 3
    assert told.picture.shape == (560, 560, 3)
    x, y = told.origin
    assert (x, y) == pytest.approx((-24.0, -24.0))
    assert told.px_per_mm == pytest.approx(560 / 308)
    connection.send(Command(8, "truth"))
    truth = until(connection, lambda one: isinstance(one, Reply) and one.id == 8).data["dice"]
    fell = sorted(
        (die["value"], round(die["x"] / 4), round(die["y"] / 4)) for die in truth if die["place"] == "roll"
    )
    seen = sorted((die.value, round(die.x / 4), round(die.y / 4)) for die in told.reading.dice)
    assert [value for value, *_ in seen] == [value for value, *_ in fell]
    for (_, x1, y1), (_, x2, y2) in zip(fell, seen, strict=True):
        assert abs(x1 - x2) <= 1
        assert abs(y1 - y2) <= 1
    connection.send(Stop())
    started.join(10.0)
    assert started.exitcode == 0


@pytest.mark.slow
def test_the_process_ends_quietly_when_the_pipe_is_closed(process: tuple[Connection, Any]) -> None:
    connection, started = process
    until(connection, lambda one: isinstance(one, Alive))
    connection.close()
    started.join(20.0)
    assert started.exitcode == 0
