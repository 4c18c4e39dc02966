"""The link's thread with lines that misbehave: pseudo-terminals with a hand at the other end."""

from __future__ import annotations

import os
import pty
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from kiosk.clock import SystemClock
from kiosk.light import link as module
from kiosk.light.frames import Decoder, encode
from kiosk.light.link import Found, Link, LinkTold, Missing, Port
from kiosk.light.messages import Answer, Command, Light, Outcome, Pattern, Ring
from kiosk.light.session import Away
from kiosk.light.wanted import Wanted


def eventually(seen: Callable[[], Any], seconds: float = 4.0) -> Any:
    end = time.monotonic() + seconds
    while not (found := seen()):
        assert time.monotonic() < end, seen
        time.sleep(0.005)
    return found


class Device:
    """Something on a serial line. `protocol`: the version it speaks, None: it is something else."""

    def __init__(self, protocol: int | None = 1, chatter: bytes = b"") -> None:
        self.protocol, self.chatter = protocol, chatter
        self.heard: list[bytes] = []
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.name = os.ttyname(self._slave)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def unplug(self) -> None:
        if not self._stop.is_set():
            self._stop.set()
            self._thread.join()
            os.close(self._master)
            os.close(self._slave)

    def _run(self) -> None:
        os.set_blocking(self._master, False)
        decoder = Decoder()
        while not self._stop.wait(0.005):
            try:
                if self.chatter:
                    os.write(self._master, self.chatter)
                data = os.read(self._master, 4096)
            except BlockingIOError:
                continue
            for payload in decoder.feed(data):
                self.heard.append(payload)
                if self.protocol is not None:
                    os.write(self._master, encode(self._answer(payload)))

    def _answer(self, payload: bytes) -> bytes:
        data = payload[2:]
        if payload[0] == Command.IDENTIFY:
            data = bytes((*b"RB", self.protocol or 0, 0, 1, 0, 0, 0, 0, 7, 1))
        return bytes((payload[0] | 0x80, payload[1], 0)) + data


class Linked:
    """A link to whatever `device` is just now."""

    def __init__(self, open_port: Callable[[str], Port] = module.open_serial) -> None:
        self.told: list[LinkTold] = []
        self.link = Link("/dev/tray", self.told.append, SystemClock(), self._opened)
        self.device: Device | None = None
        self.opened = 0
        self._open = open_port

    def _opened(self, name: str) -> Port:
        self.opened += 1
        if self.device is None:
            raise serial.SerialException(2, f"could not open port {name}: No such file or directory")
        return self._open(self.device.name)

    def plug(self, device: Device) -> Device:
        self.device = device
        return device

    def of(self, kind: type[Any]) -> list[Any]:
        return [one for one in self.told if isinstance(one, kind)]


@pytest.fixture
def linked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Linked]:
    monkeypatch.setattr(module, "RETRY", 0.05)
    monkeypatch.setattr(module, "GRACE", 0.4)
    monkeypatch.setattr(module, "MUTE", 0.6)
    linked = Linked()
    yield linked
    linked.link.close()
    linked.link.close()
    if linked.device is not None:
        linked.device.unplug()
    assert not any(thread.name == "tray-light" for thread in threading.enumerate())


def test_the_whole_light_reaches_the_device(linked: Linked) -> None:
    device = linked.plug(Device())
    linked.link.want(Wanted(Light(10, 20), Ring(Pattern.ASK, (1, 2, 3))))
    linked.link.start()
    eventually(lambda: len(device.heard) >= 3)
    assert [payload[0] for payload in device.heard[:3]] == [Command.IDENTIFY, Command.LIGHT, Command.RING]
    assert [payload[2:] for payload in device.heard[1:3]] == [bytes((10, 20)), bytes((4, 1, 2, 3))]


def test_without_a_device_it_is_said_once_and_looked_for(linked: Linked) -> None:
    linked.link.start()
    (missing,) = eventually(lambda: linked.of(Missing))
    assert "/dev/tray cannot be opened" in missing.text
    time.sleep(0.5)
    assert len(linked.of(Missing)) == 1
    linked.plug(Device())
    eventually(lambda: linked.of(Found))


def test_it_is_found_again_under_another_number(linked: Linked) -> None:
    first = linked.plug(Device())
    linked.link.start()
    eventually(lambda: linked.of(Found))
    linked.device = None
    first.unplug()
    linked.link.want(Wanted(Light(3, 4), Ring()))
    second = linked.plug(Device())
    eventually(lambda: len(linked.of(Found)) == 2)
    eventually(lambda: any(payload[2:] == bytes((3, 4)) for payload in second.heard))


@pytest.mark.parametrize(
    "chatter", [b"", b"$GPGGA,no,tray,controller\r\n", b"\0\0\1\0\xff" * 9, bytes(range(256))]
)
def test_a_wrong_device_is_named_as_such_and_not_believed(linked: Linked, chatter: bytes) -> None:
    linked.plug(Device(protocol=None, chatter=chatter))
    linked.link.start()
    (missing,) = eventually(lambda: linked.of(Missing))
    assert "nothing on /dev/tray answers as a tray controller does" in missing.text
    eventually(lambda: linked.opened >= 2)
    assert not linked.of(Found)


def test_a_device_that_sends_back_what_it_hears_is_no_controller(linked: Linked) -> None:
    class Echo(Device):
        def _answer(self, payload: bytes) -> bytes:
            return payload

    linked.plug(Echo())
    linked.link.start()
    eventually(lambda: linked.of(Missing))
    assert not linked.of(Found)


def test_another_version_is_told_with_what_to_do(linked: Linked) -> None:
    device = linked.plug(Device(protocol=2))
    linked.link.start()
    (missing,) = eventually(lambda: linked.of(Missing))
    assert "speaks protocol 2" in missing.text and "flash" in missing.text
    assert {payload[0] for payload in device.heard} == {Command.IDENTIFY}, "it is left alone"


def test_a_controller_that_falls_silent_is_told_and_found_again(linked: Linked) -> None:
    device = linked.plug(Device())
    linked.link.start()
    eventually(lambda: linked.of(Found))
    device.protocol = None
    eventually(lambda: linked.of(Away))
    eventually(lambda: linked.of(Missing))
    device.protocol = 1
    eventually(lambda: len(linked.of(Found)) == 2)


def test_questions_are_answered_or_told_to_be_not(linked: Linked) -> None:
    answers: list[Answer | None] = []
    linked.link.start()
    linked.link.ask(Command.PING, b"?", answers.append)
    eventually(lambda: answers == [None])
    device = linked.plug(Device())
    eventually(lambda: linked.of(Found))
    linked.link.ask(Command.PING, b"!", answers.append)
    eventually(lambda: len(answers) == 2)
    assert answers[1] and (answers[1].outcome, answers[1].data) == (Outcome.DONE, b"!")
    device.protocol = None
    linked.link.ask(Command.PING, b"?", answers.append)
    eventually(lambda: len(answers) == 3)
    assert answers[2] is None


class Broken:
    """A port that fails in a way of its own."""

    def __init__(self, port: Port, method: str, problem: Exception) -> None:
        self._port, self._method, self._problem = port, method, problem

    def __getattr__(self, name: str) -> Any:
        if name == self._method:

            def fails(*_: object) -> None:
                raise self._problem

            return fails
        return getattr(self._port, name)


@pytest.mark.parametrize("method", ["read", "write", "fileno", "close"])
@pytest.mark.parametrize(
    "problem",
    [serial.SerialException("gone"), OSError(5, "Input/output error"), module.termios.error(5, "gone"),
     serial.SerialTimeoutException("Write timeout"), TypeError("a surprise")],
    ids=lambda problem: type(problem).__name__,
)  # fmt: skip
def test_whatever_the_port_raises_the_link_goes_on(linked: Linked, method: str, problem: Exception) -> None:
    linked._open = lambda name: Broken(module.open_serial(name), method, problem)  # type: ignore[assignment,return-value]
    linked.plug(Device())
    linked.link.start()
    eventually(lambda: linked.opened >= 1 and (method == "close" or linked.opened >= 3))
    linked._open = module.open_serial
    eventually(lambda: linked.of(Found))


def test_nothing_here_waits_for_the_line(linked: Linked, tmp_path: Path) -> None:
    """A port that blocks while it is opened, as some do: the main loop does not feel it."""
    released = threading.Event()

    def slow(name: str) -> Port:
        released.wait(5)
        raise OSError("at last")

    linked._open = slow
    linked.plug(Device())
    linked.link.start()
    began = time.monotonic()
    for level in range(100):
        linked.link.want(Wanted(Light(level, level), Ring()))
    linked.link.ask(Command.STATUS, b"", lambda _: None)
    assert time.monotonic() - began < 0.1
    released.set()
