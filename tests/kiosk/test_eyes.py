"""The camera's process: listened to, watched, killed when it hangs, started again."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue

import numpy as np
import pytest
from by_hand_time import Clock

from kiosk.events import Answered, Event, Failed, Healed, PreviewReady, Seen, StateSeen
from kiosk.eyes import RETRY, SILENT, STARTING, Eyes
from vision.observations import FaultKind, TrayFault
from vision.reading import Reading
from vision.worker import messages


class FakeProcess:
    """The other end of the pipe, played by the test."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe
        self.alive = True
        self.killed = False

    def is_alive(self) -> bool:
        return self.alive

    def kill(self) -> None:
        self.killed, self.alive = True, False
        self.pipe.close()

    def join(self, timeout: float | None = None) -> None: ...


class World:
    """Eyes with processes that the test plays."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.processes: list[FakeProcess] = []
        self.eyes = Eyes("sim", None, self.events, self.clock, self._start)

    def _start(self, spec: str, calibration: Path | None) -> tuple[FakeProcess, Connection]:
        ours, theirs = Pipe()
        self.processes.append(FakeProcess(theirs))
        return self.processes[-1], ours

    def tell(self, *reports: messages.Report) -> None:
        for report in reports:
            self.processes[-1].pipe.send(report)

    def heard(self) -> Event:
        return self.events.get(timeout=2)

    def silent(self) -> bool:
        try:
            self.events.get(timeout=0.05)
        except Empty:
            return True
        return False

    def check(self, seconds: float = 0.0) -> None:
        self.clock.time += seconds
        self.eyes.check(self.clock.time)


@pytest.fixture
def world() -> Iterator[World]:
    made = World()
    made.check()
    yield made
    made.eyes.close()


READING = Reading((1280, 720), True)
PICTURE = np.zeros((4, 4, 3), np.uint8)


def preview(shade: int) -> messages.Preview:
    return messages.Preview(np.full((4, 4, 3), shade, np.uint8), 2.0, (0.0, 0.0), "settled")


def test_what_the_camera_sees_arrives_as_events(world: World) -> None:
    world.tell(messages.StateChanged(1.0, 1, "rolling"))
    assert world.heard() == StateSeen("rolling")
    world.tell(messages.StateChanged(1.0, 2, "fault", TrayFault("dark", "It is dark.")))
    assert world.heard() == StateSeen("fault", "dark")
    world.tell(messages.Settled(2.0, READING, PICTURE, 2.0, (0.0, 0.0), (PICTURE,)))
    seen = world.heard()
    assert isinstance(seen, Seen)
    assert (seen.reading, seen.t) == (READING, 2.0)
    assert len(seen.crops) == 1


def test_pictures_never_queue_up(world: World) -> None:
    world.tell(*(preview(shade) for shade in range(50)), messages.StateChanged(1.0, 1, "empty"))
    events = [world.heard()]
    while events[-1] != StateSeen("empty"):
        events.append(world.heard())
    assert events == [PreviewReady(), StateSeen("empty")]
    newest = world.eyes.preview()
    assert newest is not None
    assert newest.picture[0, 0, 0] == 49
    assert world.eyes.preview() is None


def test_a_process_that_gives_signs_of_life_is_left_alone(world: World) -> None:
    for _ in range(5):
        world.tell(messages.Alive(1.0), messages.StateChanged(1.0, 1, "empty"))
        world.heard()
        world.check(SILENT * 0.9)
    assert len(world.processes) == 1


def test_a_slow_start_is_no_fault(world: World) -> None:
    world.check(STARTING * 0.9)
    assert len(world.processes) == 1


@pytest.mark.parametrize("how", ["hangs", "ends"])
def test_a_process_that_is_lost_is_said_and_started_again(world: World, how: str) -> None:
    world.tell(messages.Alive(1.0), messages.StateChanged(1.0, 1, "empty"))
    world.heard()
    if how == "ends":
        world.processes[0].alive = False
        world.check()
    else:
        world.check(SILENT + 0.1)
    assert isinstance(world.heard(), Failed)
    assert world.processes[0].killed
    world.check(RETRY / 2)
    assert len(world.processes) == 1
    world.check(RETRY)
    assert len(world.processes) == 2
    world.tell(messages.Alive(2.0))
    assert world.heard() == Healed("camera")


def test_a_camera_that_never_comes_is_said_once(world: World) -> None:
    for _ in range(4):
        world.check(STARTING + 1)
        world.check(RETRY)
    assert isinstance(world.heard(), Failed)
    assert world.silent()


def test_a_fault_of_the_camera_is_said_until_it_heals(world: World) -> None:
    world.tell(messages.Fault("camera", "There is no camera."))
    assert world.heard() == Failed("camera", "There is no camera.")
    world.tell(messages.Alive(1.0), messages.Healed("camera"))
    assert world.heard() == Healed("camera")


@pytest.mark.parametrize("kind", ["dark", "bright", "covered"])
def test_what_people_at_the_table_can_mend_is_no_fault_of_the_camera(world: World, kind: FaultKind) -> None:
    world.tell(messages.Fault(kind, "Look."), messages.Healed(kind))
    assert world.silent()


def test_commands_are_answered_to_whoever_asked(world: World) -> None:
    answers: list[object] = []
    world.eyes.ask("throw", answers.append, count=5)
    order = world.processes[0].pipe.recv()
    assert (order.name, dict(order.arguments)) == ("throw", {"count": 5})
    world.tell(messages.Reply(order.id, {"ok": True}))
    event = world.heard()
    assert isinstance(event, Answered)
    world.eyes.answered(event)
    assert answers == [{"ok": True}]


def test_a_question_to_a_lost_camera_is_answered_too(world: World) -> None:
    answers: list[dict[str, object]] = []
    world.eyes.ask("throw", answers.append, count=5)  # type: ignore[arg-type]
    world.check(STARTING + 1)
    world.eyes.ask("busy", answers.append)  # type: ignore[arg-type]
    for _ in range(3):
        event = world.heard()
        if isinstance(event, Answered):
            world.eyes.answered(event)
    assert [answer["ok"] for answer in answers] == [False, False]


def test_it_is_asked_to_end(world: World) -> None:
    pipe = world.processes[0].pipe
    world.eyes.close()
    world.eyes.close()
    assert world.processes[0].killed
    assert pipe.closed
