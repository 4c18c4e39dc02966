"""The real firmware on a simulated chip, behind a serial line, with the world around it in the test's hands."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tray_build import runner, symbols, tray_elf

HZ = 16_000_000


def eventually(seen: Callable[[], Any], what: str = "", seconds: float = 30.0) -> Any:
    """What `seen` gives as soon as it is true; fails when time is up, which is long: machines may be busy."""
    end = time.monotonic() + seconds
    while not (found := seen()):
        assert time.monotonic() < end, f"not within {seconds} s: {what or seen}"
        time.sleep(0.01)
    return found


class Rig:
    """One controller. `boot`: milliseconds that its boot loader takes; `watch`: variables whose changes are traced."""

    def __init__(
        self, folder: Path, boot: int = 0, watch: tuple[str, ...] = (), reset_on_open: bool = False
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.line = str(folder / "tty-tray")
        self.trace = folder / "trace.jsonl"
        self._control = folder / "control"
        self._elf, self._runner = tray_elf(), runner()
        self._options = [f"--boot={boot}"] + ["--reset-on-open"] * reset_on_open
        self._watch = watch
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    def __enter__(self) -> Rig:
        self.plug()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def plug(self) -> None:
        """Start the runner; the line is there when this returns."""
        known = symbols(self._elf)
        watched = [f"--watch={name}={known[name][0]}:{known[name][1]}" for name in self._watch]
        command = [
            str(self._runner), f"--elf={self._elf}", f"--line={self.line}", f"--control={self._control}",
            f"--trace={self.trace}", f"--eeprom={self.folder / 'eeprom.bin'}", f"--pass={known['pass'][0]}",
        ]  # fmt: skip
        self._process = subprocess.Popen([*command, *self._options, *watched], stdout=subprocess.DEVNULL)
        eventually(lambda: os.path.lexists(self.line) and self._control.exists(), "the runner")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(30)
        self._socket.connect(str(self._control))
        self._lines = self._socket.makefile("r")

    def kill(self) -> None:
        """Kill the runner: the line is gone, as when somebody pulls the plug."""
        if self._process is None:
            return
        if self._socket:
            self._lines.close()
            self._socket.close()
        self._process.kill()
        self._process.wait()
        self._process = self._socket = None
        Path(self.line).unlink(missing_ok=True)
        self._control.unlink(missing_ok=True)

    def stop(self) -> None:
        """The runner's process stands still: a device that hangs."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """It runs again."""
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def do(self, command: str) -> dict[str, Any]:
        """A command on the control socket (see runner.c) and its answer."""
        assert self._socket
        self._socket.sendall(command.encode() + b"\n")
        answer: dict[str, Any] = json.loads(self._lines.readline())
        assert answer.get("ok", True), answer
        return answer

    def wait(self, seconds: float) -> None:
        """Until so much of the chip's own time has passed, which is slower than ours on a busy machine."""
        end = self.do("adc 7 0")["c"] + seconds * HZ
        while self.do("adc 7 0")["c"] < end:
            time.sleep(seconds / 10)

    def records(self, kind: str) -> list[dict[str, Any]]:
        """What has been traced so far of this kind: ring, pwm, watch, reset, impact."""
        self.do("adc 7 0")  # any answer comes after the trace is written
        lines = self.trace.read_text(encoding="utf-8").splitlines()
        found = [json.loads(line) for line in lines if f'"{kind}"' in line]
        return [record for record in found if kind in record]
