"""The camera and its reader, in a process of their own: started, listened to, watched, and started again.

A camera driver that hangs cannot be stopped from inside; a process can be killed. The game goes on meanwhile.
"""

from __future__ import annotations

import logging
import multiprocessing
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, Protocol

from kiosk.ask import Answer
from kiosk.clock import Clock
from kiosk.events import (
    Answered,
    Drifted,
    Event,
    Events,
    Failed,
    Healed,
    Preview,
    PreviewReady,
    Seen,
    StateSeen,
)
from vision.worker import messages
from vision.worker.entry import run

STARTING = 20.0
"""Seconds until the first sign of life: a slow card, a camera that takes its time."""
SILENT = 5.0
"""Seconds without a sign of life after which the process is taken to hang."""
RETRY = 2.0
"""Seconds between the end of one process and the start of the next."""
OF_THE_TRAY = ("dark", "bright", "covered")
"""Faults that people at the table can see and mend; they come with the tray's state."""
log = logging.getLogger(__name__)


class Process(Protocol):
    """What is needed of `multiprocessing.Process`."""

    def is_alive(self) -> bool:
        """Whether it runs."""

    def kill(self) -> None:
        """End it at once."""

    def join(self, timeout: float | None = None) -> None:
        """Wait for its end."""


Start = Callable[[str, Path | None], tuple[Process, Connection]]


def start_process(spec: str, calibration: Path | None) -> tuple[Process, Connection]:
    """A fresh process (spawned: SDL and camera libraries do not survive a fork) and the pipe to it."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(
        target=run, args=(theirs, spec, calibration), name="raflebord-eyes", daemon=True
    )
    process.start()
    theirs.close()
    return process, ours


class Eyes:
    """`spec` and `calibration` are handed to the process. All it tells arrives on the queue `events`."""

    def __init__(
        self,
        spec: str,
        calibration: Path | None,
        events: Events,
        clock: Clock,
        start: Start = start_process,
    ) -> None:
        self._start = partial(start, spec, calibration)
        self._events = events
        self._clock = clock
        self._process: Process | None = None
        self._connection: Connection | None = None
        self._deadline = float("-inf")
        self.heard = clock.now()
        """When the camera's process last showed a sign of life, monotonic seconds; at first when it was waited for."""
        self._failed: Literal["process", "camera"] | None = None
        self._lock = threading.Lock()
        self._newest: Preview | None = None
        self._answers: dict[int, Answer] = {}
        self._asked = 0

    def check(self, now: float) -> None:
        """Start the process if there is none; end it if it hangs. Called by the main loop now and then."""
        if self._process is None:
            if now >= self._deadline:
                self._begin(now)
        elif not self._process.is_alive():
            self._lost("the camera's process has ended", now)
        elif now > self._deadline:
            self._lost("the camera's process hangs", now)

    def _begin(self, now: float) -> None:
        self._deadline = now + STARTING
        self._process, self._connection = self._start()
        threading.Thread(target=self._listen, args=(self._connection,), daemon=True).start()

    def _lost(self, why: str, now: float) -> None:
        log.error("%s; it is started again", why)
        self._say_failed("process", why)
        self._end()
        self._deadline = now + RETRY

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(1.0)
        self._process = self._connection = None
        for number in list(self._answers):
            self._events.put(Answered(number, {"ok": False, "error": "the camera is gone"}))

    def _say_failed(self, what: Literal["process", "camera"], text: str) -> None:
        if self._failed is None:
            self._events.put(Failed("camera", text))
        self._failed = what

    def _say_healed(self, what: Literal["process", "camera"]) -> None:
        if self._failed == what:
            self._events.put(Healed("camera"))
            self._failed = None

    # In a thread of its own: it only puts events on the queue.

    def _listen(self, connection: Connection) -> None:
        # Only this thread closes the pipe: closed under a waiting read, its number could be given to the next one.
        with connection, suppress(EOFError, OSError):
            while True:
                report = connection.recv()
                if connection is self._connection:
                    self._hear(report)

    def _hear(self, report: messages.Report) -> None:
        self.heard = self._clock.now()
        self._deadline = self.heard + SILENT
        match report:
            case messages.Alive():
                self._say_healed("process")
            case messages.Preview(picture, px_per_mm, origin):
                self._show(Preview(picture, px_per_mm, origin))
            case messages.Fault(kind, text):
                log.warning("camera: %s", text)
                if kind not in OF_THE_TRAY:
                    self._say_failed("camera", text)
            case messages.Healed(kind):
                if kind not in OF_THE_TRAY:
                    self._say_healed("camera")
            case messages.Drift(kinds, moved, light, blur):
                log.warning(
                    "since calibrated: %s (%.1f mm, light x %.2f, blur %.2f mm)", kinds, moved, light, blur
                )
                self._events.put(Drifted(kinds))
            case _:
                self._events.put(_event(report))

    def _show(self, preview: Preview) -> None:
        with self._lock:
            waiting, self._newest = self._newest is not None, preview
        if not waiting:
            self._events.put(PreviewReady())

    # On the main loop again.

    def preview(self) -> Preview | None:
        """The newest picture, once."""
        with self._lock:
            newest, self._newest = self._newest, None
        return newest

    def ask(self, name: str, then: Answer = lambda _: None, /, **arguments: Any) -> None:
        """Give the camera a command (the simulated table knows some); `then` gets the answer."""
        self._asked += 1
        self._answers[self._asked] = then
        try:
            if self._connection is None:
                raise OSError("the camera is gone")
            self._connection.send(messages.Command(self._asked, name, arguments))
        except OSError as problem:
            self._events.put(Answered(self._asked, {"ok": False, "error": str(problem)}))

    def wake(self) -> None:
        """Something has hit the felt: the camera's process looks closely for a moment."""
        if self._connection is not None:
            with suppress(OSError):  # `check` sees to a process that is gone
                self._connection.send(messages.Wake())

    def answered(self, event: Answered) -> None:
        """Hand an answer to whoever asked."""
        then = self._answers.pop(event.number, None)
        if then is not None:
            then(event.data)

    def close(self) -> None:
        """Ask the process to end, and see to it."""
        if self._connection is not None and self._process is not None:
            with suppress(OSError):
                self._connection.send(messages.Stop())
            self._process.join(1.0)
        self._end()


def _event(report: messages.StateChanged | messages.Settled | messages.Reply) -> Event:
    match report:
        case messages.StateChanged(state=state, fault=fault):
            return StateSeen(state, fault.kind if fault else None)
        case messages.Settled(t=t, reading=reading, crops=crops):
            return Seen(reading, crops, t)
        case messages.Reply(id=number, data=data):
            return Answered(number, data)
