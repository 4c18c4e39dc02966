"""The one file of dimensions, `hardware/dimensions.scad`, read for Python: `name = number;`, one a line."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parents[1]
_LINE = re.compile(r"^(\w+) = (-?[\d.]+);")


def dimensions(path: Path = HERE / "dimensions.scad") -> dict[str, float]:
    """Every dimension by its name, in millimetres (angles in degrees)."""
    found = (_LINE.match(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {line[1]: float(line[2]) for line in found if line}
