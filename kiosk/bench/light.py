"""How quick the tray controller is, measured with the real firmware on the simulated chip, where both have been built.

`make test` builds them in `firmware/build/test`. Times are wall time: most of it the line takes.
"""

from __future__ import annotations

import queue
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from kiosk.bench.measuring import Measured, measured
from kiosk.clock import SystemClock
from kiosk.light.link import Found, Link, LinkTold
from kiosk.light.messages import Answer, Command, Impact

BUILT = Path(__file__).parents[2] / "firmware" / "build" / "test"
PATIENCE = 5.0
"""Seconds to wait for anything."""
BETWEEN_HITS = 0.08
"""Seconds until the felt is quiet again."""
T = TypeVar("T")


def light_stages(runs: int = 40, built: Path = BUILT) -> Iterator[Measured]:
    """PING there and back, and how soon a hit is told; nothing where there is no simulated chip."""
    if not (built / "runner").exists() or not (built / "tray.elf").exists():
        return
    with _rig(built) as rig:
        yield measured("tray light: PING there and back", [rig.ping() for _ in range(runs)], "ms", 15)
        yield measured("tray light: a hit until it is told", [rig.hit() for _ in range(runs // 2)], "ms", 25)


@dataclass
class _Rig:
    link: Link
    told: queue.SimpleQueue[LinkTold]
    control: socket.socket

    def ping(self) -> float:
        """Milliseconds."""
        answers: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
        began = time.perf_counter()
        self.link.ask(Command.PING, b"bench", answers.put)
        if answers.get(timeout=PATIENCE) is None:
            raise RuntimeError("the simulated tray controller does not answer")
        return (time.perf_counter() - began) * 1000

    def hit(self) -> float:
        """Milliseconds from the felt to the link; the controller listens for four of them to the whole hit."""
        time.sleep(BETWEEN_HITS)
        began = time.perf_counter()
        self.control.sendall(b"impact 2500\n")
        self.until(Impact)
        return (time.perf_counter() - began) * 1000

    def until(self, kind: type[T]) -> T:
        """Wait until this is told."""
        while True:
            told = self.told.get(timeout=PATIENCE)
            if isinstance(told, kind):
                return told


@contextmanager
def _rig(built: Path) -> Iterator[_Rig]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        line, control = folder / "line", folder / "control"
        command = [
            str(built / "runner"),
            f"--elf={built / 'tray.elf'}",
            f"--line={line}",
            f"--control={control}",
        ]
        runner = stack.enter_context(subprocess.Popen(command, stdout=subprocess.DEVNULL))
        stack.callback(runner.kill)
        told: queue.SimpleQueue[LinkTold] = queue.SimpleQueue()
        link = Link(str(line), told.put, SystemClock())
        stack.callback(link.close)
        link.start()
        rig = _Rig(link, told, stack.enter_context(socket.socket(socket.AF_UNIX)))
        rig.until(Found)
        rig.control.connect(str(control))
        time.sleep(3 * BETWEEN_HITS)  # the piezo's rest has to be known
        yield rig
