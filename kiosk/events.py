"""What can happen to the table. Everything arrives as one of these, on one queue; nothing else calls in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Literal, TypeAlias

from kiosk.buttons import Button
from kiosk.outside.best import Lists
from kiosk.outside.orders import Order
from vision.cameras.protocol import Image
from vision.observations import DriftKind, FaultKind
from vision.reading import Reading

Part: TypeAlias = Literal["camera", "panel", "journal", "light"]
"""A part of the table that can fail and heal while the game goes on."""
TrayState: TypeAlias = Literal["empty", "hand", "rolling", "settling", "settled", "fault"]
"""How the tray is, as the camera sees it."""


@dataclass(frozen=True)
class Edge:
    """A contact closed or opened at `t` (monotonic seconds); it may bounce."""

    button: Button
    down: bool
    t: float


@dataclass(frozen=True)
class Pressed:
    """A button went down (already debounced)."""

    button: Button


@dataclass(frozen=True)
class Released:
    """A button came up again."""

    button: Button


@dataclass(frozen=True)
class Held:
    """A button has been down for two seconds."""

    button: Button


@dataclass(frozen=True)
class PreviewReady:
    """A newer picture of the tray can be fetched: pictures do not queue up."""


@dataclass(frozen=True, eq=False)
class Preview:
    """The tray (BGR uint8 HxWx3) as it looks now: the latest only, for the screen.

    `px_per_mm` is its scale and `origin` the tray millimetres of its pixel (0, 0); both None while no tray is
    seen: then it is the camera's own picture.
    """

    picture: Image
    px_per_mm: float | None
    origin: tuple[float, float] | None


@dataclass(frozen=True)
class StateSeen:
    """The tray's state has changed. `why` when it is "fault": what is wrong with the pictures."""

    state: TrayState
    why: FaultKind | None = None


@dataclass(frozen=True, eq=False)
class Seen:
    """The tray is quiet and has been read. `crops[i]` is the photograph (BGR uint8) of `reading.dice[i]`.

    `t`: when, in seconds of the camera's own time.
    """

    reading: Reading
    crops: tuple[Image, ...] = field(default=())
    t: float = 0.0


@dataclass(frozen=True)
class Answered:
    """The camera's answer to a command."""

    number: int
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Failed:
    """A part has failed; the text is for the log and the service screens."""

    part: Part
    text: str


@dataclass(frozen=True)
class Healed:
    """A part that had failed works again."""

    part: Part


@dataclass(frozen=True)
class Drifted:
    """The table is not as it was when its camera was calibrated (none: it is again): work for the maintainer."""

    kinds: tuple[DriftKind, ...]


@dataclass(frozen=True)
class Hit:
    """Something has hit the felt; `strength` 0..1023."""

    strength: int


@dataclass(frozen=True)
class LightShown:
    """The tray's white light is on its way to these levels, 0..255."""

    left: int
    right: int


@dataclass(frozen=True)
class Idle:
    """Nobody has touched the table for a while."""


@dataclass(frozen=True)
class Tick:
    """A few seconds have passed: time to try again what did not work."""


@dataclass(frozen=True)
class Ordered:
    """Somebody who is allowed to asks for something from afar."""

    order: Order


@dataclass(frozen=True)
class HouseTold:
    """The best across all tables of the house, as they are now."""

    lists: Lists


@dataclass(frozen=True)
class Quit:
    """The program is asked to end."""


Event: TypeAlias = (
    Edge
    | PreviewReady
    | Preview
    | StateSeen
    | Seen
    | Answered
    | Failed
    | Healed
    | Drifted
    | Hit
    | LightShown
    | Idle
    | Tick
    | Ordered
    | HouseTold
    | Quit
)
Events: TypeAlias = "SimpleQueue[Event]"
"""The one queue. Any thread may put; only the main loop gets."""
