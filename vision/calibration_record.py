"""What a calibration file keeps beside the lens: how it was measured, what was locked, where the tray was, by whom.

Plain values with their way into JSON and back. Every `read` raises KeyError, TypeError or ValueError for what is no
such record; `vision.calibration` makes one clear line of that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

Three: TypeAlias = tuple[float, float, float]
Quad: TypeAlias = tuple[tuple[float, float], ...]
"""Four corners, x and y in pixels."""
LensOrigin: TypeAlias = Literal["assumed", "card"]
"""Where a lens is known from. assumed: the camera's data sheet, fitted to the tray's markers as far as these tell.
card: pictures of the calibration card."""
_ORIGINS: tuple[LensOrigin, ...] = ("assumed", "card")


@dataclass(frozen=True)
class Locked:
    """The camera's settings that were held while it was calibrated, as the camera itself reported them.

    `exposure` in microseconds, `gain` of the sensor (1 and up), `white_balance` the gains of red and blue,
    `lens_position` in dioptres (1 / metres). They are libcamera's ExposureTime, AnalogueGain, ColourGains and
    LensPosition.
    """

    exposure: int
    gain: float
    white_balance: tuple[float, float]
    lens_position: float

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Locked:
        """From JSON."""
        red, blue = _numbers(data["white_balance"], 2)
        found = cls(
            _whole(data["exposure"]), _number(data["gain"]), (red, blue), _number(data["lens_position"])
        )
        if min(found.exposure, found.gain, red, blue) <= 0 or found.lens_position < 0:
            raise ValueError("settings that no camera has")
        return found


@dataclass(frozen=True)
class LensRecord:
    """How the lens was measured. `poses` of the card, `coverage` the share of the picture where it was seen (0..1),
    `error` its corners' rms distance from where this lens would show them, pixels."""

    origin: LensOrigin
    poses: int = 0
    coverage: float = 0.0
    error: float = 0.0

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> LensRecord:
        """From JSON."""
        origin = data["origin"]
        if origin not in _ORIGINS:
            raise ValueError("a lens is assumed or measured with the card")
        return cls(origin, _whole(data["poses"]), _number(data["coverage"]), _number(data["error"]))


@dataclass(frozen=True)
class Placed:
    """Where the tray was. `turn` (axis, as long as the angle in radians) and `shift` (mm) take the tray's millimetres
    into the camera's frame (OpenCV's; z down from the felt). `error`: how far off, mm, a corner of the felt may be (95
    of 100 times it is less). `corners`: each marker's number and its corners in pictures of the calibration's size."""

    turn: Three
    shift: Three
    error: float
    corners: tuple[tuple[int, Quad], ...]

    @property
    def markers(self) -> dict[int, NDArray[np.float64]]:
        """The markers' corners, 4 x 2 pixels each, as `vision.markers` has them."""
        return {name: np.array(corners) for name, corners in self.corners}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Placed:
        """From JSON."""
        corners = tuple((_whole(name), _quad(quad)) for name, quad in data["corners"])
        return cls(_three(data["turn"]), _three(data["shift"]), _number(data["error"]), corners)


@dataclass(frozen=True)
class Seen:
    """What the camera saw of the light. `white`: the colour (blue, green, red; 0..255) of the markers' paper; `blur` of
    their edges (standard deviation, mm); `noise` of a pixel from picture to picture (standard deviation, 0..255; None:
    there was only one picture). `flat`: the empty felt's brightness over its mean, row by row from the top left, each
    cell 20 mm wide; empty when the felt was not."""

    white: Three
    blur: float
    noise: float | None = None
    flat: tuple[tuple[float, ...], ...] = ()

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Seen:
        """From JSON."""
        noise = data["noise"]
        rows = tuple(tuple(_number(value) for value in row) for row in data["flat"])
        return cls(
            _three(data["white"]), _number(data["blur"]), None if noise is None else _number(noise), rows
        )


@dataclass(frozen=True)
class Checked:
    """What came of the check with dice: so many faces were laid, of which so many were told rightly, asked about, and
    told wrongly; `confidence` is the least of those told rightly."""

    faces: int
    right: int
    asked: int
    wrong: int
    confidence: float

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Checked:
        """From JSON."""
        faces, right, asked, wrong = (_whole(data[name]) for name in ("faces", "right", "asked", "wrong"))
        return cls(faces, right, asked, wrong, _number(data["confidence"]))


@dataclass(frozen=True)
class Made:
    """When (ISO 8601, UTC) and by whom it was made, of which camera (as on the command line), and what they noted."""

    when: str
    who: str = ""
    camera: str = ""
    note: str = ""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Made:
        """From JSON."""
        texts = [data[name] for name in ("when", "who", "camera", "note")]
        if not all(isinstance(text, str) for text in texts):
            raise TypeError("these are texts")
        return cls(*texts)


Record: TypeAlias = Locked | LensRecord | Placed | Seen | Checked | Made


def written(record: Record | None) -> dict[str, Any] | None:
    """A record as JSON has it."""
    return None if record is None else asdict(record)


def _number(value: object) -> float:
    if type(value) not in (int, float) or not math.isfinite(cast(float, value)):
        raise ValueError("a number was expected")
    return float(cast(float, value))


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("a whole number was expected")
    return value


def _numbers(values: Iterable[object], count: int) -> list[float]:
    found = [_number(value) for value in values]
    if len(found) != count:
        raise ValueError(f"{count} numbers were expected")
    return found


def _three(values: Iterable[object]) -> Three:
    first, second, third = _numbers(values, 3)
    return first, second, third


def _quad(points: Iterable[Iterable[object]]) -> Quad:
    found = [_numbers(point, 2) for point in points]
    if len(found) != 4:
        raise ValueError("four corners were expected")
    return tuple((x, y) for x, y in found)
