"""What people do at the table, and what the table waits for. Values only: nothing here knows a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["d6", "d12"]
SIDES: dict[Kind, int] = {"d6": 6, "d12": 12}


@dataclass(frozen=True)
class Roll:
    """Dice that have just been rolled; values in any order."""

    dice: tuple[int, ...]
    kind: Kind = "d6"


@dataclass(frozen=True)
class Keep:
    """Yatzy: these stay, the rest is rolled again. Push games: these are set aside. Ascending."""

    dice: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", tuple(sorted(self.dice)))


@dataclass(frozen=True)
class Score:
    """Yatzy: write in this field, which ends the turn."""

    field: str


@dataclass(frozen=True)
class Pair:
    """One target and the unused white dice whose sum it is."""

    target: int
    dice: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", tuple(sorted(self.dice)))


@dataclass(frozen=True)
class Matching:
    """Target Dice: one or more targets matched from one roll, all or nothing."""

    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Bank:
    """Ten Thousand, Farkle: stop and keep the turn's points."""


@dataclass(frozen=True)
class Pass:
    """Target Dice with `stop_early`: no further match."""


@dataclass(frozen=True)
class Dispute:
    """Yatzy: the turn just scored is played again."""


Move: TypeAlias = Roll | Keep | Score | Matching | Bank | Pass | Dispute


@dataclass(frozen=True)
class RollWanted:
    """A roll that is open: `count` dice of one kind."""

    kind: Kind
    count: int


class Expect(NamedTuple):
    """What the table waits for: a roll, a choice among moves, or both (rolling again is made by rolling).

    Neither: the match is over. `choose` is complete but for Target Dice, where several single matches may be
    made at once.
    """

    roll: RollWanted | None = None
    choose: tuple[Move, ...] = ()
