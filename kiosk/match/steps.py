"""One move of a match as the table keeps it: the move, who made it, and all dice as they lie after it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

from kiosk.referee.spots import Spot
from rules import Event, Move, Roll
from vision.cameras.protocol import Image
from vision.reading import Kind

Told = TypeVar("Told", bound=Event)
Source: TypeAlias = Literal["camera", "button", "staff"]
NOWHERE = (-1000.0, -1000.0)
"""Where a die lies that no camera has seen: far from any place in the tray, millimetres."""


@dataclass(frozen=True, eq=False)
class TableDie:
    """One die of the present turn as drawn.

    `crop` is its photograph (BGR uint8), None if there is none; `x`, `y` where it lies (tray millimetres).
    `kept`: it stays when CONFIRM is pressed; only because the table proposes so if it is `offered`, and for the
    rest of the turn if it was set `aside` earlier. `rolled`: its value counts; False from CONFIRM until the next
    roll: it is in somebody's hand, draw an empty place. `lane`: it lies in the hold lane. `read`: what the camera
    read, where people have set another value. `entered`: people have told its value, and no camera saw it roll.
    """

    value: int
    crop: Image | None
    x: float
    y: float
    kept: bool = False
    rolled: bool = True
    lane: bool = False
    aside: bool = False
    offered: bool = False
    kind: Kind = "d6"
    read: int | None = None
    entered: bool = False

    @property
    def by_hand(self) -> bool:
        """Whether people have set its value: it has a star wherever it is shown."""
        return self.entered or self.read is not None

    @property
    def placed(self) -> bool:
        """Whether it is known where it lies."""
        return (self.x, self.y) != NOWHERE

    @property
    def spot(self) -> Spot:
        """Its place and what the camera reads there, for the referee."""
        return Spot(self.value if self.read is None else self.read, self.x, self.y, self.lane, kind=self.kind)

    def at(self, spot: Spot) -> TableDie:
        """The same die, lying elsewhere."""
        return replace(self, x=spot.x, y=spot.y, lane=spot.lane)


@dataclass(frozen=True, eq=False)
class LastTurn:
    """The turn just ended: whose, what the rules told of its end, and its dice with their photographs."""

    seat: int
    events: tuple[Event, ...]
    dice: tuple[TableDie, ...]

    def told(self, kind: type[Told]) -> Told | None:
        """The event of this kind, if it was told."""
        return next((event for event in self.events if isinstance(event, kind)), None)


@dataclass(frozen=True, eq=False)
class Step:
    """A move that was made, and the dice after it, left to right."""

    move: Move
    source: Source
    dice: tuple[TableDie, ...]
    last: LastTurn | None = None
    """The turn that this move ended."""
    seen_at: float | None = None
    """When the reading that this roll was taken from was made, in the camera's time (see `events.Seen`)."""
    began: bool = False
    """It decided who begins."""
    seat: int | None = None
    """Whose move it was; None where the match was over before it."""

    @property
    def lie(self) -> tuple[TableDie, ...]:
        """All dice as they lie after it, also where a roll has ended the turn."""
        return self.last.dice if self.last is not None and isinstance(self.move, Roll) else self.dice
