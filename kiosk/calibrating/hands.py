"""Who lays dice and card while the camera is calibrated without the screen: people, a folder, the simulated hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from vision.calibrating.check import LAYINGS, Asked
from vision.cameras.protocol import Camera

_NAMES = {"d6": "six-sided dice", "d12": "black dice"}
_REST = 1.0
"""Seconds for which simulated dice have to lie still."""


class People:
    """Asks people, and waits for their Enter."""

    def __init__(self, as_json: bool) -> None:
        # What is asked is talk: with JSON it must not stand between the objects.
        self._out = sys.stderr if as_json else sys.stdout
        self._gone = False

    def lay(self, asked: Asked) -> bool:
        """Ask for them, and wait for Enter."""
        faces = " ".join(map(str, asked.faces))
        return self._agreed(
            f"Lay {len(asked.faces)} {_NAMES[asked.kind]} in the tray, nothing else, with these faces up: {faces}.\n"
            "Enter: they lie there. s and Enter: leave this out."
        )

    def hold_card(self) -> bool:
        """Ask for the card, and wait for Enter."""
        return self._agreed(
            "Hold the card under the camera, each time elsewhere and tilted. Enter: now. s: done."
        )

    def _agreed(self, words: str) -> bool:
        if self._gone:
            return False
        print(words, file=self._out, flush=True)
        answer = sys.stdin.readline()
        self._gone = not answer
        return bool(answer) and answer.strip() != "s"


class FolderHands:
    """The pictures of a folder are as they are."""

    def lay(self, asked: Asked) -> bool:
        """No dice are laid there."""
        return False

    def hold_card(self) -> bool:
        """Every picture shows the card."""
        return True


class SimulatedHands:
    """The simulated table's own hand lays what is asked for, twice at most."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._command: Callable[..., dict[str, Any]] = camera.command  # type: ignore[attr-defined]
        self._times = {asked.kind: 0 for asked in LAYINGS}

    def lay(self, asked: Asked) -> bool:
        """Throw them with these faces up, and wait until they lie still."""
        self._times[asked.kind] += 1
        if self._times[asked.kind] > 2:
            return False
        self._command("throw", count=len(asked.faces), values=list(asked.faces), kind=asked.kind)
        rested: float | None = None
        while rested is None or self._now() - rested < _REST:
            self._camera.read()
            rested = None if self._command("busy")["busy"] else rested if rested is not None else self._now()
        return True

    def hold_card(self) -> bool:
        """There is no card."""
        return False

    def _now(self) -> float:
        return float(self._command("truth")["t"])
