"""Scenes that were drawn once and kept with their truth in tests/data/scenes, since drawing one takes seconds.

`python tests/vision/kept_scenes.py` draws and writes them anew; a test of another kind or seed adds it to `KEPT`.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np

from vision.sim.scenes import Scene, draw
from vision.sim.setting import TrueDie

FOLDER = Path(__file__).parents[1] / "data" / "scenes"
TRUTH = FOLDER / "kept.json"
KEPT = [
    ("d12", 500),
    ("d12 touching", 501),
    ("d12 leaning", 501),
    ("d12 mirrored", 500),
    ("d12 unmarked", 503),
    ("d12 sixes and nines", 501),
    ("d12 dim", 500),
    ("d12 blurred", 500),
    ("leaning on a die", 701),
    ("leaning on coins", 88101),
    ("leaning on nothing seen", 88101),
]
QUALITY = 95
"""Of the JPEG files."""


def kept(kind: str, seed: int) -> Scene:
    """A scene of those that are kept."""
    told = json.loads(TRUTH.read_text(encoding="utf-8"))[name(kind, seed)]
    image = cv2.imread(str(picture(kind, seed)))
    assert image is not None
    dice, black = (tuple(TrueDie(**die) for die in told[which]) for which in ("dice", "black"))
    return Scene(kind, seed, np.asarray(image, np.uint8), dice, told["light"], told["felt"], black)


def name(kind: str, seed: int) -> str:
    return f"{kind.replace(' ', '-')}-{seed}"


def picture(kind: str, seed: int) -> Path:
    return FOLDER / f"{name(kind, seed)}.jpg"


def main() -> None:
    told = {}
    for kind, seed in KEPT:
        scene = draw(kind, seed)
        cv2.imwrite(str(picture(kind, seed)), scene.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        told[name(kind, seed)] = {
            "dice": [asdict(die) for die in scene.dice],
            "black": [asdict(die) for die in scene.black],
            "light": scene.light,
            "felt": scene.felt,
        }
    TRUTH.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
