"""The firmware's core, built for this machine, as a thing to talk to."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any


class Core:
    """The program `host`: a controller without hardware. A finding of a sanitizer ends it, and the test."""

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.sent: list[bytes] = []
        """Frames the controller has sent since the last look."""
        self.stored: list[bytes] = []

    def __enter__(self) -> Core:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        assert self._process.wait(5) == 0

    def begin(self, cause: int = 1, record: bytes = b"") -> list[bytes]:
        self._do(f"begin {cause} {record.hex()}")
        return self.take()

    def feed(self, wire: bytes) -> list[bytes]:
        self._do(f"feed {wire.hex()}")
        return self.take()

    def tick(self, milliseconds: int = 1, peak: int = 0) -> list[bytes]:
        self._do(f"tick {milliseconds} {peak}")
        return self.take()

    def encode(self, payload: bytes) -> bytes:
        return bytes.fromhex(self._do(f"encode {payload.hex()}")["frame"])

    def ring(self) -> list[tuple[int, int, int]]:
        """Red, green, blue of each LED."""
        grb = bytes.fromhex(self._do("ring")["ring"])
        return [(grb[at + 1], grb[at], grb[at + 2]) for at in range(0, len(grb), 3)]

    def state(self) -> dict[str, Any]:
        return dict(json.loads(self._do("state")["state"]))

    def take(self) -> list[bytes]:
        sent, self.sent = self.sent, []
        return sent

    def _do(self, command: str) -> dict[str, str]:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(command.strip() + "\n")
        self._process.stdin.flush()
        told = {}
        while (line := self._process.stdout.readline().rstrip("\n")) != "ok":
            assert line, "the core has ended: a sanitizer has found something"
            word, _, rest = line.partition(" ")
            told[word] = rest
            if word == "wire":
                self.sent.append(bytes.fromhex(rest))
            if word == "store":
                self.stored.append(bytes.fromhex(rest))
        return told
