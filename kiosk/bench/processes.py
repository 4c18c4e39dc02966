"""What only whole processes show: how long the table takes to start, and how much memory it takes in all."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TELLS = """
import os, sys, time
from kiosk import cli, window
def shown(self):
    os.write(1, f"{time.process_time()}\\n".encode())
    os._exit(0)
window.Window.flip = shown
sys.exit(cli.main(sys.argv[1:]))
"""
"""The table, but when its first picture is to be shown it says how much processor time that took, and ends."""
INTO_THE_GAME = 20
"""Seconds after which a bot game has shown each of its screens."""
LONGEST = 120
PROC = Path("/proc")


def start_up_seconds(runs: int) -> list[float]:
    """Processor time from nothing to the first picture of `raflebord play`, in fresh processes."""
    return [_start_up() for _ in range(runs)]


def _start_up() -> float:
    with tempfile.TemporaryDirectory(prefix="raflebord-") as folder:
        words = ["play", "--camera", "sim", "--panel", "keyboard", "--state-dir", folder]
        told = subprocess.run(
            [sys.executable, "-c", TELLS, *words],
            env=_unseen(),
            stdout=subprocess.PIPE,
            timeout=LONGEST,
            check=True,
        )
    return float(told.stdout)


def memory_mb(seconds: float = INTO_THE_GAME) -> float:
    """The most that a table and its camera's process take together while bots play, megabytes.

    What each has for itself, and once the files (programs and libraries) that they all have in common.
    """
    with tempfile.TemporaryDirectory(prefix="raflebord-") as folder:
        words = ["demo", "--game", "yatzy", "--players", "4", "--seed", "1", "--out", folder]
        with _running(words) as process:
            most, end = 0, time.monotonic() + seconds
            while process.poll() is None and time.monotonic() < end:
                time.sleep(0.2)
                most = max(most, together([process.pid, *children(process.pid)]))
    return most / 1e6


@contextmanager
def _running(words: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    command = [
        sys.executable,
        "-c",
        "import sys; from kiosk.cli import main; sys.exit(main(sys.argv[1:]))",
        *words,
    ]
    with subprocess.Popen(command, env=_unseen(), stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def _unseen() -> dict[str, str]:
    return {**os.environ, "SDL_VIDEODRIVER": "dummy"}


def children(pid: int) -> list[int]:
    """All processes below this one."""
    try:
        below = [int(child) for child in (PROC / f"{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return below + [further for child in below for further in children(child)]


def together(pids: list[int]) -> int:
    """Bytes of these processes."""
    taken = [_taken(pid) for pid in pids]
    return sum(own for own, _ in taken) + max((files for _, files in taken), default=0)


def _taken(pid: int) -> tuple[int, int]:
    """Bytes that a process has for itself, and bytes of files mapped into it; nothing if it has ended."""
    try:
        lines = (PROC / f"{pid}/smaps_rollup").read_text().splitlines()[1:]
    except OSError:
        return 0, 0
    kilobytes = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
    own = kilobytes["Anonymous"] * 1024
    return own, kilobytes["Rss"] * 1024 - own
