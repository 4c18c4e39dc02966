"""Makes a folder or a film last as long as what it shows."""

from __future__ import annotations

from collections.abc import Callable

from vision.cameras.protocol import Camera, Frame


class PacedCamera:
    """Gives the frames of `camera` when their time has come by `clock` (seconds), waiting with `sleep`."""

    def __init__(self, camera: Camera, clock: Callable[[], float], sleep: Callable[[float], None]) -> None:
        self._camera = camera
        self._clock, self._sleep = clock, sleep
        self._began: float | None = None

    def read(self) -> Frame | None:
        """The next frame, not before its time; late frames come at once."""
        frame = self._camera.read()
        if frame is None:
            return None
        now = self._clock()
        if self._began is None:
            self._began = now - frame.t
        if self._began + frame.t > now:
            self._sleep(self._began + frame.t - now)
        return frame

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()
