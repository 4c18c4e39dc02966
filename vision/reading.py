"""The result of looking at one picture: which dice lie where and what they show.

Plain values only. How they are found is the business of the other modules of `vision`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from vision.witnesses import Witness

Kind = Literal["d6", "d12"]
Status = Literal["ok", "cocked", "unsure", "covered"]
Zone = Literal["roll", "hold"]
ProblemKind = Literal["hand", "foreign", "stacked", "dark", "glare", "markers", "blur"]


@dataclass(frozen=True)
class Die:
    """One die as seen.

    `value` is None unless `status` is "ok". `x`, `y` are millimetres in tray coordinates (origin at the inner
    top-left corner of the felt, x right, y down), None without a tray; `px` is the centre of the top face in
    the picture's own pixels; `size` is the edge of the top face in millimetres (without a tray the usual die
    of the picture counts as 16 mm), of a d12 the distance of opposite faces. `outline` is the top face's corners in
    the picture's pixels. `tilt` is about how far a die that leans is off level, degrees.

    `guess` is what it most likely shows, told or not (a told die's is its value; None: nothing can be made out), and
    `margin` how well that was seen by the weakest witness, 0..1. `confidence` is the probability that it lies flat and
    shows its guess (`vision.confidence`). `why` names the witness that spoke least for it, of one that was not told
    (`vision.witnesses`). A guess that was not told is for measuring readers, never for people.
    """

    kind: Kind
    value: int | None
    status: Status
    confidence: float
    px: tuple[float, float]
    size: float
    x: float | None = None
    y: float | None = None
    zone: Zone | None = None
    rotation: float = 0.0
    outline: tuple[tuple[float, float], ...] = ()
    tilt: float | None = None
    guess: int | None = None
    margin: float = 0.0
    why: Witness | None = None

    def __post_init__(self) -> None:
        if (self.value is None) is (self.status == "ok"):
            raise ValueError(f"a die is ok if and only if it has a value: {self.status}, {self.value}")
        if self.value is not None:
            object.__setattr__(self, "guess", self.value)

    def to_json(self) -> dict[str, Any]:
        """The die as the commands print it."""
        return {
            "kind": self.kind,
            "value": self.value,
            "status": self.status,
            "confidence": round(self.confidence, 3),
            "x": None if self.x is None else round(self.x, 1),
            "y": None if self.y is None else round(self.y, 1),
            "px": [round(self.px[0], 1), round(self.px[1], 1)],
            "size": round(self.size, 1),
            "zone": self.zone,
        }


@dataclass(frozen=True)
class Problem:
    """Something else that was seen. `px` is a box (left, top, right, bottom) in picture pixels, or empty."""

    kind: ProblemKind
    text: str
    px: tuple[float, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The problem as the commands print it."""
        return {"kind": self.kind, "px": [round(value, 1) for value in self.px], "text": self.text}


@dataclass(frozen=True)
class Reading:
    """All that one picture told. `size` is (width, height) in pixels, `ms` how long the reading took."""

    size: tuple[int, int]
    tray: bool
    dice: tuple[Die, ...] = ()
    problems: tuple[Problem, ...] = ()
    ms: float = field(default=0.0, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The reading as the commands print it, without the file's name."""
        return {
            "tray": self.tray,
            "size": list(self.size),
            "ms": round(self.ms, 1),
            "dice": [die.to_json() for die in self.dice],
            "problems": [problem.to_json() for problem in self.problems],
        }
