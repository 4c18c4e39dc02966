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

FaultKind: TypeAlias = Literal["dark", "bright", "frozen", "covered", "small", "camera", "program"]
"""dark: a black picture. bright: a white one. frozen: one and the same picture for ever.
covered: something lies before the lens. small: too few pixels.
camera: it cannot be opened or gives no pictures. program: an unexpected exception, see the log."""


Change: TypeAlias = Literal["new", "same", "nudged", "moved", "turned"]
"""What became of a die since the settled reading before. new: it was not there. same: it lies as it lay. nudged:
it was pushed a little. moved: a hand laid it elsewhere, with the same face up. turned: it shows another face, at
its place or one edge beside it, and was not rolled."""


@dataclass(frozen=True)
class Track:
    """Which die this is: `id` stays the same for as long as the die lies in the tray; no other ever gets it."""

    id: int
    change: Change


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

    Positions in `reading` are those in `image`. `tracks[i]` says which die `reading.dice[i]` is; `gone` are the
    dice (their ids) that lay there at the settled reading before and do so no longer: taken, or rolled. When the
    tray is empty all are.
    """

    t: float
    frame: int
    reading: Reading
    image: Image
    tracks: tuple[Track, ...]
    gone: tuple[int, ...]


DriftKind: TypeAlias = Literal["moved", "light", "focus"]
"""moved: the markers are elsewhere in the picture. light: the light has become stronger or weaker. focus: the picture
is less sharp."""


@dataclass(frozen=True)
class Drift:
    """What is otherwise than when the camera was calibrated (`kinds`, in the order above; none: all is well again), and
    by how much: `moved` in mm, `light` as a share of what it was, `blur` of edges in mm."""

    kinds: tuple[DriftKind, ...]
    moved: float
    light: float
    blur: float


Observation: TypeAlias = StateChanged | Settled
