"""What a camera is to the rest of the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture: BGR, uint8, height x width x 3."""


@dataclass(frozen=True)
class Frame:
    """One picture with its number and its time in seconds on the camera's own clock."""

    image: Image
    t: float
    index: int


class CameraFault(Exception):
    """The camera cannot give pictures; the text is one line that a person at the table can act on."""


class Camera(Protocol):
    """Gives frames one after the other. Opened by its maker, closed once."""

    def read(self) -> Frame | None:
        """The next frame, or None when there will be no more (end of a folder or video).

        Raises CameraFault when the camera is gone or gives no picture in time.
        """

    def close(self) -> None:
        """Let go of the device. May be called twice."""
