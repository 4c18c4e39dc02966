"""The kiosk's link to a rig, and what it has told."""

from __future__ import annotations

import queue
import threading
from typing import TypeVar

from tray_rig import Rig, eventually

from kiosk.clock import SystemClock
from kiosk.light.link import Found, Link, LinkTold
from kiosk.light.messages import Answer, Command, Status, parse_status

T = TypeVar("T")


class Talk:
    """A link that runs, and a list of all it has told."""

    def __init__(self, line: str) -> None:
        self.told: list[LinkTold] = []
        self.link = Link(line, self.told.append, SystemClock())

    def __enter__(self) -> Talk:
        self._threads = threading.active_count()
        self.link.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.link.close()
        assert len(threading.enumerate()) == self._threads, "its thread has ended"

    def of(self, kind: type[T]) -> list[T]:
        return [one for one in self.told if isinstance(one, kind)]

    def found(self, times: int = 1) -> None:
        """Wait until the controller has been found so often."""
        eventually(lambda: len(self.of(Found)) >= times, f"found {times} times")

    def ask(self, command: Command, data: bytes = b"") -> Answer | None:
        answers: queue.Queue[Answer | None] = queue.Queue()
        self.link.ask(command, data, answers.put)
        return answers.get(timeout=30)

    def status(self) -> Status:
        answer = self.ask(Command.STATUS)
        status = parse_status(answer.data) if answer else None
        assert status
        return status


def talk_to(rig: Rig) -> Talk:
    return Talk(rig.line)
