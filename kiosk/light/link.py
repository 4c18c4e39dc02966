"""The line to the tray controller, in a thread of its own: opened by a stable name, lost, found again.

The main loop only sets what the light is to be and asks; it never waits. All that happens is told through `tell`, from
the link's thread.
"""

from __future__ import annotations

import logging
import os
import select
import termios
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import serial

from kiosk.clock import Clock
from kiosk.light.messages import Answer, Command, Identity
from kiosk.light.session import Away, Ready, Replied, Request, Session, Stranger, Told
from kiosk.light.wanted import Wanted

BAUD = 115200
RETRY = 0.5
"""Seconds between two tries to open the line."""
MISFIT = 5.0
"""Seconds until a controller of another version is looked at again."""
MUTE = 5.0
"""Seconds without a good answer after which the line is closed and opened again."""
GRACE = 4.0
"""Seconds without a controller before that is said: a start takes two of them."""
TROUBLE = (serial.SerialException, OSError, termios.error)
"""Whatever a line that goes away may raise: pyserial lets all three through."""
log = logging.getLogger(__name__)


class Port(Protocol):
    """What is needed of `serial.Serial`, opened so that reads do not wait."""

    def fileno(self) -> int:
        """For `select`."""

    def read(self, size: int = 1) -> bytes:
        """What is there, at most `size` bytes."""

    def write(self, data: bytes, /) -> int | None:
        """Send all of it, in time."""

    def close(self) -> None:
        """Let go of the line."""


@dataclass(frozen=True)
class Found:
    """The controller is there and shows what it should."""

    identity: Identity


@dataclass(frozen=True)
class Missing:
    """There has been no controller for a while; the text is one line for log and service."""

    text: str


LinkTold: TypeAlias = Found | Missing | Told
Then: TypeAlias = Callable[[Answer | None], None]


def open_serial(name: str) -> Port:
    """The serial line of this name, for nobody else. Raises one of `TROUBLE`."""
    port: Port = serial.Serial(name, BAUD, timeout=0, write_timeout=0.5, exclusive=True)
    return port


class Link:
    """`open_port` opens the line; `tell` hears what happens, from the link's own thread."""

    def __init__(
        self,
        name: str,
        tell: Callable[[LinkTold], None],
        clock: Clock,
        open_port: Callable[[str], Port] = open_serial,
    ) -> None:
        self._name = name
        self._tell = tell
        self._clock = clock
        self._open = open_port
        self._wanted = Wanted()
        self._requests: deque[tuple[Request, Then]] = deque()
        self._waiting: dict[int, Then] = {}
        self._key = self._number = 0
        self._wake_out, self._wake_in = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._closing = self._closed = False
        self._missing = False
        self._alone_since = clock.now()
        self._thread = threading.Thread(target=self._run, name="tray-light", daemon=True)

    def start(self) -> None:
        """Begin to look for the controller."""
        self._thread.start()

    # -- from any thread: nothing here waits ---------------------------------------------------------------------

    def want(self, wanted: Wanted) -> None:
        """Show this light from now on, as soon as there is a controller."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._wake()

    def ask(self, command: Command, data: bytes, then: Then) -> None:
        """Send a command; `then` gets the answer in the link's thread, None when there was none or nobody is there."""
        self._key += 1
        self._requests.append((Request(self._key, command, data), then))
        self._wake()

    def close(self) -> None:
        """Let go of the line and end. May be called twice."""
        if self._closed:
            return
        self._closing = True
        self._wake()
        self._closed = True
        if self._thread.ident is not None:
            self._thread.join(2.0)
        if not self._thread.is_alive():
            os.close(self._wake_out)
            os.close(self._wake_in)

    def _wake(self) -> None:
        if not self._closed:
            with suppress(BlockingIOError):  # then it is about to wake up anyway
                os.write(self._wake_in, b"!")

    # -- the thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closing:
            self._rest(self._one_connection())

    def _one_connection(self) -> float:
        """Open the line and talk until it is lost; gives the pause before the next try, seconds."""
        try:
            port = self._open(self._name)
        except TROUBLE as problem:
            self._alone(f"{self._name} cannot be opened: {problem}")
            return RETRY
        except Exception:
            log.exception("tray light: %s cannot be opened", self._name)
            return MISFIT
        session = Session(self._wanted, self._number)
        try:
            return self._talk(port, session)
        except TROUBLE as problem:
            log.warning("tray light: %s is gone: %s", self._name, problem)
            return RETRY
        except Exception:
            log.exception("tray light: the link has stumbled")
            return RETRY
        finally:
            self._end(port, session)

    def _end(self, port: Port, session: Session) -> None:
        if session.identity is not None:
            self._alone_since = self._clock.now()
        self._number = session.number
        for told in session.abandon():
            self._hear(told)
        try:
            port.close()
        except Exception as problem:  # whatever it is, it is let go
            log.warning("tray light: %s does not close: %s", self._name, problem)

    def _talk(self, port: Port, session: Session) -> float:
        """Until the line is lost (raises one of `TROUBLE`) or given up; gives the pause before the next try."""
        heard = self._clock.now()
        while not self._closing and self._clock.now() - heard < MUTE:
            for one in self._turn(port, session):
                if isinstance(one, Stranger):
                    return self._misfit(one)
                self._hear(one)
            if session.identity is not None:
                heard = self._clock.now()
            else:
                self._alone(f"nothing on {self._name} answers as a tray controller does")
        return RETRY

    def _turn(self, port: Port, session: Session) -> list[Told]:
        """Say what is due, and wait for what comes or until something is due again."""
        now = self._clock.now()
        session.wanted = self._wanted
        self._pass_on_requests(session)
        out, told = session.send(now)
        if out:
            port.write(out)
        if self._wait(port, session.due(now) - now):
            told += session.receive(port.read(4096), self._clock.now())
        return told

    def _pass_on_requests(self, session: Session | None) -> None:
        while self._requests:
            request, then = self._requests.popleft()
            if session is None or session.identity is None:
                then(None)
            else:
                self._waiting[request.key] = then
                session.request(request)

    def _misfit(self, stranger: Stranger) -> float:
        self._alone_since = float("-inf")
        self._alone(
            f"the tray controller on {self._name} speaks protocol {stranger.identity.protocol} (firmware "
            f"{stranger.identity.text}), which this table does not: flash the firmware that belongs to it"
        )
        return MISFIT

    def _wait(self, port: Port, seconds: float) -> bool:
        """Until the line has something to read (then True), somebody wakes us, or time is up."""
        line = port.fileno()
        ready, _, _ = select.select([self._wake_out, line], [], [], max(0.0, seconds))
        if self._wake_out in ready:
            self._woken()
        return line in ready

    def _rest(self, seconds: float) -> None:
        """Let time pass, whatever is wanted meanwhile; only the end cuts it short."""
        end = self._clock.now() + seconds
        while not self._closing and (left := end - self._clock.now()) > 0:
            if select.select([self._wake_out], [], [], left)[0]:
                self._woken()
                self._pass_on_requests(None)

    def _woken(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._wake_out, 4096)

    def _hear(self, told: Told) -> None:
        match told:
            case Replied(key, answer):
                self._reply(key, answer)
            case Ready(identity):
                log.info("tray light: firmware %s", identity.text)
                self._missing = False
                self._tell(Found(identity))
            case Away(why):
                log.warning("tray light: %s", why)
                self._alone_since = self._clock.now()
                self._tell(told)
            case _:
                self._tell(told)

    def _reply(self, key: int, answer: Answer | None) -> None:
        then = self._waiting.pop(key, None)
        if then is not None:
            then(answer)

    def _alone(self, text: str) -> None:
        """There is no controller: said once, after a while."""
        if not self._missing and self._clock.now() - self._alone_since >= GRACE:
            self._missing = True
            log.warning("tray light: %s", text)
            self._tell(Missing(text))
