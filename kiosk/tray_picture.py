"""The picture of the tray that the screen shows, and how to find a place in it."""

from __future__ import annotations

from dataclasses import dataclass

from vision.cameras.protocol import Image


@dataclass(frozen=True, eq=False)
class TrayPicture:
    """The tray from above, BGR uint8 HxWx3. Without a tray in sight it is the camera's whole picture.

    `px_per_mm` is the scale, `origin` the tray millimetres of pixel (0, 0); None without a tray.
    """

    image: Image
    px_per_mm: float | None
    origin: tuple[float, float] | None

    def pixel(self, x: float, y: float) -> tuple[float, float] | None:
        """Where a point in tray millimetres is in the picture, if that is known."""
        if self.px_per_mm is None or self.origin is None:
            return None
        return (x - self.origin[0]) * self.px_per_mm, (y - self.origin[1]) * self.px_per_mm
