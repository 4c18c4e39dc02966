"""The line to the camera in service mode: one order at a time, late answers are not heard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from service_bench import StillClock

from kiosk.ask import Answer
from kiosk.service.camera_line import PATIENCE, PAUSE, CameraLine


class Camera:
    """Takes orders and answers when it is told to."""

    def __init__(self) -> None:
        self.orders: list[tuple[str, dict[str, Any]]] = []
        self.thens: list[Answer] = []
        self.heard: list[Mapping[str, Any]] = []
        self.clock = StillClock()
        self.line = CameraLine(self.ask, self.clock, self.heard.append)

    def ask(self, name: str, then: Answer = lambda _: None, /, **arguments: Any) -> None:
        self.orders.append((name, arguments))
        self.thens.append(then)

    def free(self, later: float = 0.0) -> bool:
        self.clock.t += later
        return self.line.is_free(self.clock.t)


@pytest.fixture
def camera() -> Camera:
    return Camera()


def test_an_order_is_given_and_its_answer_heard(camera: Camera) -> None:
    assert camera.free()
    camera.line.order("look", lens=None)
    assert camera.orders == [("look", {"lens": None})]
    assert not camera.free(), "it is under way"
    camera.thens[0]({"ok": True, "picture": 1})
    assert camera.heard == [{"ok": True, "picture": 1}]


def test_there_is_a_pause_between_two_looks(camera: Camera) -> None:
    camera.line.order("look")
    camera.thens[0]({"ok": True})
    assert not camera.free(PAUSE - 0.01)
    assert camera.free(0.01)


def test_what_was_dropped_is_not_heard_and_the_next_order_may_go_out_at_once(camera: Camera) -> None:
    camera.line.order("look")
    camera.line.drop()
    assert camera.free()
    camera.line.order("measure")
    camera.thens[0]({"ok": False})
    assert camera.heard == []
    assert not camera.free(), "the late answer does not end the order that is under way"
    camera.thens[1]({"ok": True, "of": "measure"})
    assert camera.heard == [{"ok": True, "of": "measure"}]


def test_an_answer_that_does_not_come_is_a_camera_that_gives_no_picture(camera: Camera) -> None:
    camera.line.order("look")
    assert not camera.free(PATIENCE - 0.01)
    assert camera.heard == []
    assert not camera.free(0.01), "after a pause"
    assert camera.heard == [{"ok": False}]
    camera.thens[0]({"ok": True})
    assert camera.heard == [{"ok": False}], "too late"
    assert camera.free(PAUSE)


def test_a_camera_that_has_failed_is_asked_again(camera: Camera) -> None:
    camera.line.order("look")
    camera.thens[0]({"ok": False})
    assert camera.free(PAUSE)
    camera.line.order("look")
    camera.thens[1]({"ok": True})
    assert camera.heard == [{"ok": False}, {"ok": True}]
