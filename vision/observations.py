"""What the watcher tells: the tray's state has changed, or the dice have come to rest and been read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from vision.cameras.protocol import Image
from vision.reading import Reading

State: TypeAlias = Literal["empty", "hand", "rolling", "settling", "settled", "fault"]
"""empty: nothing on the felt. hand: a hand is in the tray, moving or still. rolling: something moves.
settling: all is quiet, but not for long enough, or what lies there cannot be read. settled: quiet and read.
fault: the camera gives no usable picture."""

FaultKind: TypeAlias = Literal["dark", "frozen", "covered", "small", "camera", "program"]
"""dark: a black picture. frozen: one and the same picture for ever. covered: something lies before the lens.
small: too few pixels.
camera: it cannot be opened or gives no pictures. program: an unexpected exception, see the log."""


@dataclass(frozen=True)
class TrayFault:
    """Why the pictures cannot be used; `text` is one line for the people at the table."""

    kind: FaultKind
    text: str


@dataclass(frozen=True)
class StateChanged:
    """The tray's state from this frame on. `t` in seconds on the camera's clock, `frame` the frame's number.

    `fault` says why when, and only when, `state` is "fault".
    """

    t: float
    frame: int
    state: State
    fault: TrayFault | None = None


@dataclass(frozen=True, eq=False)
class Settled:
    """The dice have come to rest: what several frames agree on, and the last of these frames.

    Positions in `reading` are those in `image`.
    """

    t: float
    frame: int
    reading: Reading
    image: Image


Observation: TypeAlias = StateChanged | Settled
