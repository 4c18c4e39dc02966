"""The table as the screens see it: the match, the dice with their photographs, what there is to say.

Screens read it and change it only through its methods. It draws nothing, waits for nothing and opens nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiosk.advice import Advice
from kiosk.events import Event, Part, TrayState
from rules import Match, Move
from vision.cameras.protocol import Image

if TYPE_CHECKING:
    from kiosk.words import Words

LANGUAGES: tuple[str, ...] = ("da", "nb", "en")


@dataclass(frozen=True)
class Seat:
    """A player's place; its colour and sign come from the theme by `index`."""

    index: int
    name: str


@dataclass(frozen=True, eq=False)
class TableDie:
    """One die of the present turn as drawn.

    `crop` is its photograph (BGR uint8), None if there is none; `x`, `y` where it lies (tray millimetres).
    `kept`: it stays when CONFIRM is pressed. `rolled`: its value counts; False from CONFIRM until the next
    roll: it is in somebody's hand, draw an empty place. `lane`: it lies in the hold lane.
    """

    value: int
    crop: Image | None
    x: float
    y: float
    kept: bool = False
    rolled: bool = True
    lane: bool = False


@dataclass(frozen=True, eq=False)
class TrayPicture:
    """The tray from above: BGR uint8 HxWx3, and how to find millimetres in it."""

    image: Image
    px_per_mm: float
    origin: tuple[float, float]
    """The felt's inner top-left corner, pixels."""
    state: TrayState

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Where a point in tray millimetres is in the picture."""
        return self.origin[0] + x * self.px_per_mm, self.origin[1] + y * self.px_per_mm


@dataclass(frozen=True, eq=False)
class LastTurn:
    """The turn just written: who, which field (or None in games without), how much, and its dice with photographs."""

    seat: int
    field: str | None
    points: int
    dice: tuple[TableDie, ...]


class Table:
    """The model. Screens read the attributes; every method either does its work or leaves all as it was."""

    language: str = "da"
    match: Match | None = None
    seats: tuple[Seat, ...] = ()
    dice: tuple[TableDie, ...] = ()
    """The dice of this turn as drawn, left to right; HOLD n belongs to `dice[n - 1]`."""
    last: LastTurn | None = None
    """The turn just written, until the next roll: what a dispute is about."""
    tray: TrayPicture | None = None
    advice: Advice | None = None
    faults: frozenset[Part] = frozenset()
    screen: str = "attract"
    """The name of the screen shown."""
    notice: str | None = None
    """Why the last press did nothing: a sentence in the table's language, until the next press or roll."""

    @property
    def words(self) -> Words:
        """The catalogue of the language spoken now."""
        raise NotImplementedError

    def show(self, name: str) -> None:
        """Show another screen."""
        self.screen = name

    def set_language(self, code: str) -> None:
        """Speak da, nb or en from now on."""

    def begin(self, game: str, player_count: int, options: Mapping[str, object] | None = None) -> None:
        """Open a match and show its screen (named like the game)."""

    def play(self, move: Move) -> None:
        """Make a move that was chosen by button (`Score`, `Keep`, ...)."""

    def hold(self, index: int) -> None:
        """Keep the die `dice[index]`, or no longer; ignored when nothing can be kept."""

    def keep(self) -> None:
        """CONFIRM: the kept dice stay, the rest is rolled again."""

    def agree(self) -> None:
        """CONFIRM as yes to `advice` when it is a question."""

    def dispute(self) -> None:
        """The turn just written is played again."""

    def undo(self) -> None:
        """Take the last move back (staff)."""

    def end_game(self) -> None:
        """Leave the match unfinished (staff) and go back to the attract screen."""

    def rematch(self) -> None:
        """The same people again; the next seat starts."""

    def take(self, event: Event) -> None:
        """Readings, states, faults, timers: called by the main loop only."""
