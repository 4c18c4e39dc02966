"""Cameras that can hold still: exposure, gain, white balance and focus as they are now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from vision.calibration_record import Locked
from vision.cameras.protocol import Camera


@runtime_checkable
class Lockable(Protocol):
    """A camera whose automatic settings can be ended."""

    def lock(self, meanwhile: Callable[[], None] = ...) -> Locked:
        """Let the automatics settle, then hold what they have found from now on; answers what the camera itself
        reports as applied. It takes seconds: `meanwhile` is called with each picture that passes. Raises CameraFault
        when it does not do as it is told."""


def nothing() -> None:
    """Nobody has to be told that time passes."""


def lock(camera: Camera, meanwhile: Callable[[], None] = nothing) -> Locked | None:
    """The settings held from now on; None for a camera that has none to hold (pictures, films, the simulated table)."""
    return camera.lock(meanwhile) if isinstance(camera, Lockable) else None
