"""One move of a match as the table keeps it: the move, who made it, and all dice as they lie after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from kiosk.referee.table_die import TableDie
from rules import Event, Move, Roll

Told = TypeVar("Told", bound=Event)
Source: TypeAlias = Literal["camera", "button", "staff"]


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
