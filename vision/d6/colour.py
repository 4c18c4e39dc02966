"""The colour of a table's own d6, as its camera sees it: learnt once, kept beside the calibration.

Without such a file the dice are white. Colours are shares (blue, green, red) of what the markers' paper sends to the
camera, so that they stay the same when the light changes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from vision.d6 import TAUGHT
from vision.tray.cube import Points

VERSION = 1
Three: TypeAlias = tuple[float, float, float]
Make: TypeAlias = Literal["pale", "strong"]
"""pale: nearly white, with dark pips. strong: of a colour that is neither felt nor white, with white pips."""
_MAKES: tuple[Make, ...] = ("pale", "strong")
_MOST = 4.0
"""No share is greater, not of the brightest things."""


class ColourFault(Exception):
    """A file that tells no colour of dice; the text is one line: what, where, what was expected."""


@dataclass(frozen=True)
class Colour:
    """`body` and `pips` of the dice, and the `felt` they were learnt on: shares of the paper's, BGR."""

    make: Make
    body: Three
    pips: Three
    felt: Three

    @property
    def tint(self) -> Points:
        """The body's colour without its lightness, BGR: its greatest share is 1."""
        body = np.array(self.body)
        return np.asarray(body / body.max())

    def save(self, path: Path) -> None:
        """Writes the file, whole or not at all; raises OSError."""
        draft = path.with_name(path.name + ".new")
        draft.write_text(json.dumps({"version": VERSION, **asdict(self)}, indent=1) + "\n", encoding="utf-8")
        draft.replace(path)


def load(path: Path) -> Colour:
    """The colour in a file; raises `ColourFault`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != VERSION:
            raise ColourFault(f"{path}: is of version {data['version']}, version {VERSION} was expected")
        return _read(data)
    except OSError as problem:
        raise ColourFault(f"{path}: cannot be read ({problem.strerror})") from problem
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise ColourFault(f"{path}: is not the colour of dice") from problem


def beside(calibration: Path | None) -> Colour | None:
    """The colour of the d6 of the table that this file is the calibration of, None when they are white; raises
    `ColourFault`."""
    path = calibration.with_name(TAUGHT) if calibration else None
    return load(path) if path and path.exists() else None


def _read(data: Mapping[str, Any]) -> Colour:
    if data["make"] not in _MAKES:
        raise ValueError("no such make")
    return Colour(data["make"], _three(data["body"]), _three(data["pips"]), _three(data["felt"]))


def _three(values: Any) -> Three:
    first, second, third = (float(value) for value in values)
    if not all(math.isfinite(value) and 0 <= value <= _MOST for value in (first, second, third)):
        raise ValueError("no share")
    return first, second, third
