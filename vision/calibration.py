"""What is known of a camera: its lens. Read from a file, or assumed for the Camera Module 3."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

FIELD_OF_VIEW = 66.0
"""Degrees across the width of a 16:9 picture, Raspberry Pi Camera Module 3 (maker's data sheet)."""
VERSION = 1


class CalibrationFault(Exception):
    """A calibration file that cannot be used; the text is one line: what, where, what was expected."""


@dataclass(frozen=True)
class Calibration:
    """A lens: focal length and middle in pixels of a picture of `size` (width, height), and its distortion
    (k1, k2, p1, p2, k3, OpenCV's model). `light`: level of the tray's white light that it was made in, 1..255; None:
    the usual one."""

    size: tuple[int, int]
    focal: tuple[float, float]
    middle: tuple[float, float]
    distortion: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0)
    light: int | None = None

    def matrix(self, size: tuple[int, int]) -> Matrix:
        """The 3x3 camera matrix for pictures of this size (same shape, any resolution)."""
        sx, sy = size[0] / self.size[0], size[1] / self.size[1]
        # Integer coordinates are pixel centres, so the picture begins at -0.5.
        cx, cy = (self.middle[0] + 0.5) * sx - 0.5, (self.middle[1] + 0.5) * sy - 0.5
        return np.array([[self.focal[0] * sx, 0.0, cx], [0.0, self.focal[1] * sy, cy], [0.0, 0.0, 1.0]])

    def save(self, path: Path) -> None:
        """Writes the calibration as JSON."""
        data = {
            "version": VERSION,
            "size": self.size,
            "focal": self.focal,
            "middle": self.middle,
            "distortion": self.distortion,
            "light": self.light,
        }
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


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
    except ValueError as problem:
        raise CalibrationFault(f"{path}: is not a calibration file (JSON was expected)") from problem
    try:
        if data["version"] != VERSION:
            raise CalibrationFault(f"{path}: is of version {data['version']}, version {VERSION} was expected")
        (width, height), (fx, fy), (cx, cy) = data["size"], data["focal"], data["middle"]
        distortion = tuple(float(value) for value in data["distortion"])
        found = Calibration(
            (int(width), int(height)),
            (float(fx), float(fy)),
            (float(cx), float(cy)),
            distortion,
            _level(data.get("light")),
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise CalibrationFault(f"{path}: is not a calibration file (lens data expected)") from problem
    return _checked(path, found)


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
