"""What the vision's process and its parent say to each other. Plain data that can be pickled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from vision.cameras.protocol import Image
from vision.observations import Drift, FaultKind, State, StateChanged, Track
from vision.reading import Reading

__all__ = [
    "Alive",
    "Command",
    "Drift",
    "Fault",
    "Healed",
    "Order",
    "Preview",
    "Reply",
    "Report",
    "Settled",
    "StateChanged",
    "Stop",
    "Track",
    "Wake",
]


@dataclass(frozen=True)
class Alive:
    """The process is well: frames come, or it looks for a camera that has left. `t`: the last frame's, seconds."""

    t: float


@dataclass(frozen=True, eq=False)
class Preview:
    """The tray as it looks now, BGR uint8; may be left out when the reader of the pipe is slow.

    `px_per_mm` is the picture's scale and `origin` the tray coordinates (mm) of its pixel (0, 0). Both are
    None while no tray is seen: then the picture is the camera's own, made smaller.
    """

    picture: Image
    px_per_mm: float | None
    origin: tuple[float, float] | None
    state: State


@dataclass(frozen=True, eq=False)
class Settled:
    """The dice have come to rest. Never left out.

    `picture`, `px_per_mm` and `origin` as in `Preview`; `crops[i]` is the square photograph (BGR uint8) of
    `reading.dice[i]`, `tracks[i]` which die it is; `gone` as in `vision.observations.Settled`.
    """

    t: float
    reading: Reading
    picture: Image
    px_per_mm: float | None = None
    origin: tuple[float, float] | None = None
    crops: tuple[Image, ...] = ()
    tracks: tuple[Track, ...] = ()
    gone: tuple[int, ...] = ()


@dataclass(frozen=True)
class Fault:
    """The camera cannot be used; `text` is one line for the people at the table. Said once, until healed."""

    kind: FaultKind
    text: str


@dataclass(frozen=True)
class Healed:
    """The fault of this kind is over."""

    kind: FaultKind


@dataclass(frozen=True)
class Reply:
    """The answer to the command with this id: `{"ok": True, ...}` or `{"ok": False, "error": one line}`."""

    id: int
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Command:
    """Something the camera is asked to do: the simulated table knows some, real cameras know none."""

    id: int
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Wake:
    """Something has hit the felt: show what happens there at once."""


@dataclass(frozen=True)
class Stop:
    """Close the camera and end."""


Report: TypeAlias = Alive | Preview | StateChanged | Settled | Fault | Healed | Drift | Reply
"""From the worker to its parent."""
Order: TypeAlias = Command | Wake | Stop
"""From the parent to its worker."""
