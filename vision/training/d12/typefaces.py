"""Writes vision/sim/numerals.json, the simulated table's own digits: `python -m vision.training.d12.typefaces FONTS`.

FONTS is the folder into which `make train` has unpacked Debian's fonts. Taken are digits of fonts in the public
domain or under the Apache licence, none of them learnt from, and some drawn here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from vision.sim.numerals import Typeface, packed
from vision.training.d12.fonts import typeface
from vision.training.d12.strokes import stroke_face

FILE = Path(__file__).parents[2] / "sim" / "numerals.json"
TAKEN = {
    "fonts-roboto-slab": ("RobotoSlab-Bold", "RobotoSlab-Regular"),
    "fonts-clear-sans": ("ClearSans-Bold", "ClearSans-Medium"),
    "fonts-tuffy": ("Tuffy_Bold", "Tuffy_Bold_Italic"),
}
"""Packages and fonts: Apache 2.0, Apache 2.0, public domain."""
_DRAWN = (7001, 7009, 7004, 7006)
"""Seeds of the typefaces drawn here."""


def main(arguments: list[str] | None = None) -> int:
    """Reads the fonts in the folder given and writes the file."""
    (folder,) = sys.argv[1:] if arguments is None else arguments
    words = {"typefaces": [packed(face) for face in _chosen(Path(folder))]}
    FILE.write_text(json.dumps(words, separators=(",", ":")) + "\n", encoding="utf-8")
    return 0


def _chosen(folder: Path) -> Iterator[Typeface]:
    for package, names in TAKEN.items():
        for name in names:
            path = next(folder.glob(f"{package}/**/{name}.[ot]tf"))
            face = typeface(path)
            if face is None:
                raise ValueError(f"{path} has no digits")
            yield face
    for seed in _DRAWN:
        yield stroke_face(np.random.default_rng(seed), f"drawn-{seed}")


if __name__ == "__main__":
    raise SystemExit(main())
