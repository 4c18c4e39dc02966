"""What a screen may ask of the camera's process while somebody calibrates, and what the camera does meanwhile."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from calibrating_stage import pictures, with_dice

from vision.calibrating.check import LAYINGS
from vision.calibrating.session import Session
from vision.calibration import Calibration
from vision.calibration_record import Locked
from vision.cameras.protocol import CameraFault, Frame, Image
from vision.worker.messages import Command, Order, Reply, Report, Settled
from vision.worker.process import Worker

HELD = Locked(8000, 1.5, (2.1, 1.7), 2.08)


class Tray:
    """A real camera over a tray: its settings can be held, and it is closed and opened again."""

    opened = 0
    closed = 0

    def __init__(self, image: Image, breaks: bool = False) -> None:
        self.image, self.breaks = image, breaks
        self.locks = 0
        self._index = 0
        type(self).opened += 1

    def read(self) -> Frame:
        self._index += 1
        return Frame(self.image, self._index / 15, self._index)

    def lock(self, meanwhile: Callable[[], None] = lambda: None) -> Locked:
        self.locks += 1
        meanwhile()
        if self.breaks:
            raise CameraFault("the camera does not hold its settings")
        return HELD

    def close(self) -> None:
        type(self).closed += 1


def answer(session: Session, camera: Tray, name: str, **arguments: Any) -> dict[str, Any]:
    session.begin(name, arguments, 7)
    done = None
    while done is None:
        done = session.add(camera.read(), camera)
    assert done[0] == 7
    return done[1]


@pytest.fixture
def tray() -> Tray:
    return Tray(pictures()[0])


def test_a_look_takes_one_frame_and_tells_what_is_seen(tray: Tray) -> None:
    told = answer(Session(), tray, "look", lens=None)
    assert told["trouble"] is None
    assert sorted(told["look"].markers) == [0, 1, 2, 3]
    assert told["picture"].shape == (540, 960, 3)
    assert told["zoom"] == 0.75


def test_what_is_measured_says_what_the_camera_held(tray: Tray) -> None:
    made = answer(Session(), tray, "measure", lens=None)["calibration"]
    assert isinstance(made, Calibration)
    assert made.locked == HELD
    assert made.placed is not None and made.seen is not None


def test_while_the_camera_settles_somebody_is_told_that_time_passes(tray: Tray) -> None:
    passed: list[str] = []
    session = Session()
    session.begin("measure", {"lens": None}, 1)
    session.add(tray.read(), tray, lambda: passed.append("a picture"))
    assert passed == ["a picture"]


def test_a_camera_without_settings_has_none_held() -> None:
    class Plain:
        def read(self) -> Frame:
            return Frame(pictures()[0], 0.0, 0)

        def close(self) -> None: ...

    session = Session()
    session.begin("measure", {"lens": None}, 1)
    done = None
    while done is None:
        done = session.add(Plain().read(), Plain())
    assert done[1]["calibration"].locked is None


def test_a_camera_that_does_not_hold_is_not_asked_for_ever() -> None:
    session, camera = Session(), Tray(pictures()[0], breaks=True)
    session.begin("measure", {"lens": None}, 1)
    with pytest.raises(CameraFault):
        session.add(camera.read(), camera)
    assert session.add(camera.read(), camera) is None
    assert camera.locks == 1


def test_dice_are_checked_with_the_calibration_that_is_being_made(tray: Tray) -> None:
    session = Session()
    made = answer(session, tray, "measure", lens=None)["calibration"]
    told = answer(session, Tray(with_dice()), "check", calibration=made, asked=LAYINGS[0], frames=2)
    assert len(told["reading"].dice) == 3
    assert told["trouble"].kind == "faces"


def test_without_an_order_nothing_is_answered(tray: Tray) -> None:
    session = Session()
    assert not session.on
    assert session.add(tray.read(), tray) is None


class Orders:
    """A parent that gives these orders one after the other, each when the one before is answered."""

    def __init__(self, orders: list[Command]) -> None:
        self._orders: deque[Command] = deque(orders)
        self.reports: list[Report] = []
        self._given = 0
        self.left = 40

    def poll(self, seconds: float = 0.0) -> bool:
        answered = sum(isinstance(one, Reply) for one in self.reports)
        if not self._orders and answered == self._given:
            self.left -= 1
        if self.left < 0:
            raise EOFError
        return bool(self._orders) and answered == self._given

    def recv(self) -> Order:
        self._given += 1
        return self._orders.popleft()


def test_a_real_camera_is_opened_anew_to_find_its_settings_and_to_hold_the_kept_ones(tmp_path: Path) -> None:
    Tray.opened = Tray.closed = 0
    orders = Orders(
        [
            Command(1, "look", {"lens": None}),
            Command(2, "measure", {"lens": None}),
            Command(3, "measure", {"lens": None}),
            Command(4, "leave"),
        ]
    )
    told: list[Locked | None] = []

    def open_it() -> Tray:
        told.append(worker.locked)
        return Tray(with_dice())

    worker = Worker(orders, orders.reports.append, open_it, live=True, clock=lambda: 0.0)  # type: ignore[arg-type]
    Calibration((1280, 720), (985.0, 985.0), (639.5, 359.5), locked=HELD).save(tmp_path / "c.json")
    worker.calibrate(tmp_path / "c.json")
    worker.run()
    # Free to look and measure; free again for the second measurement; as calibrated when people play again.
    assert told == [None, None, HELD]
    assert [reply.data["ok"] for reply in orders.reports if isinstance(reply, Reply)] == [True] * 4


def test_what_lies_in_the_tray_meanwhile_is_no_roll() -> None:
    orders = Orders([Command(number, "look", {"lens": None}) for number in range(30)])
    orders.left = 0
    camera = Tray(with_dice())
    worker = Worker(orders, orders.reports.append, lambda: camera, clock=lambda: 0.0)  # type: ignore[arg-type]
    worker.run()
    assert sum(isinstance(one, Reply) for one in orders.reports) == 30
    assert not [one for one in orders.reports if isinstance(one, Settled)]
