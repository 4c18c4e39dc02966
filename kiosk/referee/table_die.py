"""One die of the present turn as the table shows it: its value, its photograph, where it lies and whether it stays."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kiosk.referee.spots import Spot
from vision.cameras.protocol import Image
from vision.reading import Kind

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
