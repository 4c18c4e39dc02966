"""What is known of a camera: its lens, and how it saw the tray. Read from a file, or assumed for the Camera Module 3.

The file is JSON. Version 1 knew the lens and the light's level; version 2 adds the records of
`vision.calibration_record`, each of which may be null.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.calibration_record import Checked, LensRecord, Locked, Made, Placed, Seen, written

Matrix = NDArray[np.float64]
Kind = TypeVar("Kind")

FIELD_OF_VIEW = 66.0
"""Degrees across the width of a 16:9 picture, Raspberry Pi Camera Module 3 (maker's data sheet)."""
VERSION = 2
NAME = "calibration.json"
"""The file's name, in a table's state directory and beside pictures."""
_OLDEST = 1


class CalibrationFault(Exception):
    """A calibration file that cannot be used; the text is one line: what, where, what was expected."""


@dataclass(frozen=True)
class Calibration:
    """A lens: focal length and middle in pixels of a picture of `size` (width, height), and its distortion
    (k1, k2, p1, p2, k3, OpenCV's model). `light`: level of the tray's white light that it was made in, 1..255; None:
    the usual one. The rest is None where it was not measured."""

    size: tuple[int, int]
    focal: tuple[float, float]
    middle: tuple[float, float]
    distortion: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0)
    light: int | None = None
    lens: LensRecord | None = None
    locked: Locked | None = None
    placed: Placed | None = None
    seen: Seen | None = None
    checked: Checked | None = None
    made: Made | None = None

    def matrix(self, size: tuple[int, int]) -> Matrix:
        """The 3x3 camera matrix for pictures of this size (same shape, any resolution)."""
        sx, sy = size[0] / self.size[0], size[1] / self.size[1]
        # Integer coordinates are pixel centres, so the picture begins at -0.5.
        cx, cy = (self.middle[0] + 0.5) * sx - 0.5, (self.middle[1] + 0.5) * sy - 0.5
        return np.array([[self.focal[0] * sx, 0.0, cx], [0.0, self.focal[1] * sy, cy], [0.0, 0.0, 1.0]])

    @property
    def degrees(self) -> float:
        """How much it sees across, without the lens's distortion."""
        return math.degrees(2 * math.atan(self.size[0] / 2 / self.focal[0]))

    def save(self, path: Path) -> None:
        """Writes the calibration as JSON, whole or not at all; raises OSError."""
        data = {
            "version": VERSION,
            "size": self.size,
            "focal": self.focal,
            "middle": self.middle,
            "distortion": self.distortion,
            "light": self.light,
            **{name: written(getattr(self, name)) for name in _RECORDS},
        }
        draft = path.with_name(path.name + ".new")
        draft.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        draft.replace(path)


_RECORDS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "lens": LensRecord.read,
    "locked": Locked.read,
    "placed": Placed.read,
    "seen": Seen.read,
    "checked": Checked.read,
    "made": Made.read,
}


def assumed(size: tuple[int, int]) -> Calibration:
    """The Camera Module 3 as its data sheet has it, for pictures of this size: no distortion."""
    focal = size[0] / 2 / math.tan(math.radians(FIELD_OF_VIEW / 2))
    return Calibration(size, (focal, focal), ((size[0] - 1) / 2, (size[1] - 1) / 2))


def load(path: Path) -> Calibration:
    """The calibration in a file; raises `CalibrationFault`."""
    if path.exists() and not path.is_file():
        raise CalibrationFault(f"{path}: is no file")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise CalibrationFault(f"{path}: cannot be read ({problem.strerror})") from problem
    except (ValueError, RecursionError) as problem:
        raise CalibrationFault(f"{path}: is not a calibration file (JSON was expected)") from problem
    try:
        _check_version(path, data["version"])
        found = _read(data)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise CalibrationFault(f"{path}: is not a calibration file (lens data expected)") from problem
    return _checked(path, found)


def _check_version(path: Path, version: object) -> None:
    if type(version) is not int or version < _OLDEST:
        raise CalibrationFault(
            f"{path}: is of version {version}, version {_OLDEST} to {VERSION} was expected"
        )
    if version > VERSION:
        raise CalibrationFault(
            f"{path}: is of version {version}, newer than this program knows ({VERSION}): update it, or calibrate anew"
        )


def _read(data: Mapping[str, Any]) -> Calibration:
    (width, height), (fx, fy), (cx, cy) = data["size"], data["focal"], data["middle"]
    return Calibration(
        (int(width), int(height)),
        (float(fx), float(fy)),
        (float(cx), float(cy)),
        tuple(float(value) for value in data["distortion"]),
        _level(data.get("light")),
        **{name: _record(data.get(name), read) for name, read in _RECORDS.items()},
    )


def _record(data: Mapping[str, Any] | None, read: Callable[[Mapping[str, Any]], Kind]) -> Kind | None:
    return None if data is None else read(data)


def _level(value: object) -> int | None:
    if value is not None and type(value) is not int:
        raise ValueError("a level is a whole number")
    return value


def _checked(path: Path, found: Calibration) -> Calibration:
    numbers = (*found.size, *found.focal, *found.middle, *found.distortion)
    if not all(math.isfinite(number) for number in numbers) or min(*found.size, *found.focal) <= 0:
        raise CalibrationFault(f"{path}: holds numbers that no lens has")
    if found.light is not None and not 1 <= found.light <= 255:
        raise CalibrationFault(f"{path}: the light's level is 1 to 255, not {found.light}")
    if len(found.distortion) not in (4, 5):
        raise CalibrationFault(f"{path}: distortion has 4 or 5 numbers, not {len(found.distortion)}")
    return found
