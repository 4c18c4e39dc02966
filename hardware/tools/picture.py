"""Makes a rendered picture smaller, which smooths its edges, and its file small.

python -m hardware.tools.picture FROM TO SCALE
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image


def main(source: Path, target: Path, share: float) -> None:
    """Writes `source`, made `share` as large."""
    picture = Image.open(source).convert("RGB")
    if share != 1:
        size = (round(picture.width * share), round(picture.height * share))
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    picture.save(target, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]))
